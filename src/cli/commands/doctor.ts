import { existsSync, statSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getCACertificates } from 'node:tls';
import { limitInWords } from '../../budget-limit.ts';
import type { Clock } from '../../clock.ts';
import { authModeOf } from '../../config/auth-mode.ts';
import type { AuthMode } from '../../config/remote-service.ts';
import { isPostgresAddress } from '../../postgres-address.ts';
import type { Config } from '../../config/config.ts';
import { servedConfig } from '../../config/one-account.ts';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import type { Client, MoneyView } from '../../client/client.ts';
import { spelledBudget } from '../../config/budget-presets.ts';
import { openState } from '../../state/open-state.ts';
import { budgetOf, sourceInWords, type BudgetInForce } from '../wiring/budget-in-force.ts';
import { jsonOption, wantsJson, type Command } from '../command.ts';
import { isInRange, nodeRange } from '../node-range.ts';
import { openClient } from '../wiring/open-client.ts';
import { reach } from '../../client/transport/reach.ts';
import type { Attempt } from '../../client/transport/transport.ts';
import { describeCircuit } from '../../client/transport/circuit-breaker.ts';
import { h, type Child } from '../../charts/node.ts';
import { table } from '../../views/parts/blocks.ts';
import { printJson } from '../output/print.ts';
import { show } from '../terminal/show.ts';
import { terminalOf } from '../terminal/terminal.ts';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  /** What to do about it. */
  readonly fix?: string | undefined;
  /** What a person might still want to do although nothing is wrong. Left out of JSON. */
  readonly advice?: string | undefined;
}

export const doctor: Command = {
  usage: 'doctor [--json] [options]',
  about:
    'Checks this installation and its settings: each line ok, warn or fail, with what to do. Exit code 1 if anything fails.',
  options: jsonOption,
  ofSeveral: true,
  async run(invocation) {
    const { clock } = invocation;
    const config = servedConfig(invocation.config);
    const checkedConfig = withoutStore(config);
    const findings = [node(), sqlite(), await state(config), auth(config), ...(await platforms(checkedConfig, clock))];
    await (wantsJson(invocation)
      ? printJson({ findings: findings.map(({ advice: _, ...finding }) => finding) })
      : show([table(['', '', ''], findings.map(lineOf), 'Findings')]));
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};

function lineOf({ check, ok, says, fix, advice }: Finding): Child[] {
  const todo = ok ? advice : fix;
  const { interactive, unicode } = terminalOf(process.stdout, process.env);
  const isMarked = interactive && unicode;
  const { mark, word, tone } = marks[ok ? (advice === undefined ? 'ok' : 'warn') : 'fail'];
  return [
    h('span', { 'data-tone': tone }, isMarked ? `${mark} ${word}` : word),
    check,
    todo === undefined ? says : h('span', {}, says, h('br'), '→ ', todo),
  ];
}

/** Each mark has a word, for readers who do not see colours. */
const marks = {
  ok: { mark: '✓', word: 'ok', tone: 'good' },
  warn: { mark: '!', word: 'warn', tone: 'warn' },
  fail: { mark: '✗', word: 'fail', tone: 'bad' },
} as const;

function node(): Finding {
  const ok = isInRange(process.versions.node);
  return { check: 'node', ok, says: process.versions.node, fix: `use Node ${nodeRange}` };
}

function sqlite(): Finding {
  const sqliteVersion = process.versions.sqlite ?? 'none';
  const [major = 0, minor = 0, patch = 0] = sqliteVersion.split('.').map(Number);
  const ok = major > 3 || (major === 3 && (minor > 51 || (minor === 51 && patch >= 3)));
  return { check: 'sqlite', ok, says: sqliteVersion, fix: `3.51.3 is needed: use Node ${nodeRange}` };
}

/** Where there is no store yet, the checks use one in memory, and an embedded platform in memory: checking makes no files. */
function withoutStore(config: Config): Config {
  const { platform, accounts } = config;
  if (!isMissing(config)) return config;
  const configs = accounts && new Map([...accounts.configs].map(([name, own]) => [name, withoutStore(own)]));
  return {
    ...config,
    state: inMemory,
    platform: platform.kind === 'sandbox' ? { ...platform, data: inMemory } : platform,
    accounts: accounts && configs && { ...accounts, configs },
  };
}

const inMemory = ':memory:';

const isMissing = ({ state: location }: Config): boolean =>
  !isPostgresAddress(location) && location !== inMemory && !existsSync(location);

async function state(config: Config): Promise<Finding> {
  const { state: location, stateIsDefault } = config;
  const shownLocation = location.replace(/\/\/[^@/]*@/, '//…@');
  if (isMissing(config))
    return {
      check: 'state',
      ok: true,
      says: `${shownLocation}: not there yet, the first call makes it`,
      advice: stateIsDefault ? undefined : 'if there should be one with what was spent, give --state where it is',
    };
  try {
    const store = await openState(location, undefined, { mustExist: true });
    const damage = await store.check().finally(() => store.close());
    if (damage.length > 0)
      return {
        check: 'state',
        ok: false,
        says: `${shownLocation}: ${damage.join('; ')}`,
        fix: 'restore a backup, or move the store away: what was spent is then taken from the history of the platform',
      };
    return { check: 'state', ok: true, says: shownLocation };
  } catch (error) {
    return { check: 'state', ok: false, says: reason(error), fix: 'give --state a file in a folder you can write to' };
  }
}

const authInWords: Readonly<Record<AuthMode, string>> = {
  none: 'nobody is asked; only this machine may connect',
  token: 'every client presents VISIBILITY_HTTP_TOKEN',
  platform: 'every caller presents a platform token of their own, and sees only their own jobs and results',
  oauth: 'callers sign in once with their platform token, at the authorization server of this program',
};

/** Whether `http` would start with these settings on this machine. An address that other machines can reach is checked when it listens. */
function auth(config: Config): Finding {
  try {
    const mode = authModeOf(config, 'localhost');
    return { check: 'auth', ok: true, says: `${mode}: ${authInWords[mode]}` };
  } catch (error) {
    return { check: 'auth', ok: false, says: reason(error), fix: 'http does not start like this' };
  }
}

/** The checks of each account, named with the account where there are several. */
async function platforms(config: Config, clock: Clock): Promise<Finding[]> {
  if (!config.accounts) return platform(config, clock);
  const findings: Finding[] = [];
  for (const [name, own] of config.accounts.configs)
    for (const finding of await platform(own, clock)) findings.push({ ...finding, check: `${name}: ${finding.check}` });
  return findings;
}

async function platform(config: Config, clock: Clock): Promise<Finding[]> {
  if (config.platform.kind === 'sandbox') {
    return [
      {
        check: 'platform',
        ok: true,
        says: 'the embedded platform: invented data, nothing is charged (no token is set, or --sandbox)',
        advice: 'for a real account set VISIBILITY_API_URL and VISIBILITY_API_TOKEN_FILE',
      },
      ...(await account(config, clock)),
    ];
  }
  const { apiUrl, token } = config.platform;
  const reached = [...readableSecrets(config), ...extraAuthorities(), ...(await reachPlatform(apiUrl, config, clock))];
  return token && reached.every(({ check, ok }) => ok || check !== 'platform')
    ? [...reached, ...(await account(config, clock))]
    : reached;
}

/** Asks the platform the way that calls do. The Date header of its answer tells how far the clocks are apart. */
async function reachPlatform(apiUrl: string, { proxies: readProxies }: Config, clock: Clock): Promise<Finding[]> {
  const proxies = readProxies?.();
  const { attempt, first } = await watchingConnections(() => reach({ apiUrl, proxies }, 10_000));
  const isDirect = first === undefined || first === new URL(apiUrl).host;
  const route = proxies === undefined ? '' : isDirect ? ', directly (NO_PROXY)' : `, through the proxy ${first}`;
  if (attempt.kind === 'lost') {
    return [
      {
        check: 'platform',
        ok: false,
        says: `${apiUrl} cannot be reached${isDirect ? '' : route} (${attempt.reason}). ${describeCircuit()}`,
        fix: fixOf(attempt.reason, proxies !== undefined),
      },
    ];
  }
  const date = Date.parse(attempt.response.headers['date'] ?? '');
  const secondsApart = Math.round(Math.abs(clock.now() - date) / 1000);
  return [
    { check: 'platform', ok: true, says: `${apiUrl}${route}` },
    {
      check: 'clock',
      ok: !(secondsApart > 120),
      says: Number.isNaN(date) ? 'the platform states no time' : `${secondsApart} s apart from the platform's`,
      fix: "set this machine's clock: budgets by hour and day are cut by it",
    },
  ];
}

/** What `action` resolves with, and the host of the first connection that undici made meanwhile. */
async function watchingConnections(action: () => Promise<Attempt>): Promise<{ attempt: Attempt; first?: string }> {
  const hosts: string[] = [];
  const note = (message: unknown): void =>
    void hosts.push((message as { connectParams: { host: string } }).connectParams.host);
  subscribe('undici:client:connected', note);
  try {
    const attempt = await action();
    const [first] = hosts;
    return first === undefined ? { attempt } : { attempt, first };
  } finally {
    unsubscribe('undici:client:connected', note);
  }
}

/** What to do where the platform could not be reached for this reason, an error's code or a text. */
function fixOf(reason: string, hasProxy: boolean): string {
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/.test(reason))
    return "nobody that Node trusts vouches for the certificate; if it is your company's, set NODE_EXTRA_CA_CERTS to a PEM file of its authority, or NODE_USE_SYSTEM_CA=1 where this machine trusts it, and run install again";
  if (reason.includes('ALTNAME')) return 'the certificate is for another host: check VISIBILITY_API_URL';
  if (/CERT_(HAS_EXPIRED|NOT_YET_VALID)/.test(reason))
    return "the certificate is not valid at this time: check this machine's clock, then ask the platform's operator";
  if (reason.includes('WRONG_VERSION_NUMBER'))
    return reason.includes('proxy')
      ? 'the proxy speaks no TLS: write http:// before its address in HTTPS_PROXY; what goes through it to the platform is encrypted all the same'
      : 'what answers there speaks no TLS: check host and port in VISIBILITY_API_URL';
  if (reason.startsWith('no answer within'))
    return 'whatever is at this address takes no connection, or takes it and says nothing: look for a firewall or a proxy in between, check VISIBILITY_API_URL and, where only a proxy leads out, HTTPS_PROXY';
  if (reason.includes('407')) return 'give user and password in HTTPS_PROXY: http://user:password@proxy.example:3128';
  if (hasProxy) return 'check VISIBILITY_API_URL, HTTPS_PROXY, and NO_PROXY for what is reached without a proxy';
  return 'check VISIBILITY_API_URL and the network; where only a proxy leads out, set HTTPS_PROXY';
}

/** Files of secrets that others on this machine can read. Those that a container runtime mounts are left to it. */
function readableSecrets({ secretFiles }: Config): Finding[] {
  if (process.platform === 'win32') return [];
  const own = secretFiles.filter((file) => !file.startsWith('/run/secrets/'));
  const open = own.filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  return open.length === 0
    ? []
    : [
        {
          check: 'secrets',
          ok: false,
          says: `others on this machine can read ${open.join(', ')}`,
          fix: `make them yours alone: chmod 600 ${open.join(' ')}`,
        },
      ];
}

/** Certificates from NODE_EXTRA_CA_CERTS: Node reads that file when it starts, and goes on silently where it cannot. */
function extraAuthorities(): Finding[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  if (!file) return [];
  const count = getCACertificates('extra').length;
  return [
    {
      check: 'certificates',
      ok: count > 0,
      says: count > 0 ? `${file}: ${count} more` : `${file} cannot be read, or holds no certificate`,
      fix: 'set NODE_EXTRA_CA_CERTS to a file with certificates in PEM, by its whole path',
    },
  ];
}

/** Points to the command that checks what doctor does not. */
const verifyToo = '; "visibility-mcp verify" says how far this account keeps what the catalog declares';

async function account(config: Config, clock: Clock): Promise<Finding[]> {
  let client;
  try {
    client = await openClient(config, { mustExist: config.state !== inMemory });
    // Called first because it fails where the balance cannot be read; `money` then only leaves the balance out.
    await client.call('credits.balance', {});
    const { balance = 0, plan, drift: drifted = [] } = await client.money();
    return [
      { check: 'token', ok: true, says: `accepted${config.platform.kind === 'remote' ? verifyToo : ''}` },
      { check: 'balance', ok: true, says: `${balance} credits${plan ? ` (${plan})` : ''}` },
      drift(drifted),
      ...(await pauses(client, clock)),
      budget(config, budgetOf(config)),
    ];
  } catch (error) {
    const refused = isVisibilityError(error) && (error.code === 'unauthorized' || error.status === 401);
    const fix = refused
      ? 'make a new token in the settings of the platform, and give it by VISIBILITY_API_TOKEN_FILE or VISIBILITY_API_TOKEN'
      : 'this is not about the token; see the lines above';
    return [{ check: refused ? 'token' : 'account', ok: false, says: reason(error), fix }];
  } finally {
    await client?.close();
  }
}

function drift(operations: NonNullable<MoneyView['drift']>): Finding {
  const described = operations
    .map(
      ({ operation, calls, estimated, charged }) =>
        `${operation} (${calls} calls: ${estimated} estimated, ${charged} charged)`,
    )
    .join(', ');
  return {
    check: 'prices',
    ok: operations.length === 0,
    says: described || 'no charge above its estimate in 30 days',
    fix: 'the platform charges more than is stated for these: compare with its price list',
  };
}

/** Pauses that the platform asked for. Until they are over, no request of these buckets is sent. */
async function pauses(client: Client, clock: Clock): Promise<Finding[]> {
  const cooldowns = await (await client.records()).cooldowns();
  return cooldowns.map(({ bucket, ms }) => ({
    check: 'cooldown',
    ok: false,
    says: `the platform asked to stay away (${bucket}) until ${new Date(clock.now() + ms).toISOString()}`,
    fix: 'wait, or end it: visibility-mcp cooldown clear',
  }));
}

function budget(
  { confirmAbove, consentThresholds, unattended }: Config,
  { limits, unaffordable }: BudgetInForce,
): Finding {
  const set = limits.map((limit) => `${limitInWords(limit)} (${sourceInWords[limit.source]})`).join(', ');
  const thresholds = [
    ...(confirmAbove === undefined ? [] : [confirmAbove]),
    ...(consentThresholds.length > 0 ? [spelledBudget(consentThresholds)] : []),
  ];
  const asks =
    thresholds.length === 0 || unattended ? 'nobody is asked' : `a person is asked above ${thresholds.join(',')}`;
  const missing = unaffordable.length > 0 ? `; never fits: ${unaffordable.join(', ')}` : '';
  return {
    check: 'budget',
    ok: true,
    says: `${set || 'no limit set (VISIBILITY_BUDGET=standard sets two)'}${missing}; ${asks}`,
    advice: set === '' ? 'set VISIBILITY_BUDGET, so that no call can spend more than you mean to' : undefined,
  };
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
