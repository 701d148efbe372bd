import { statSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { limitInWords } from '../../base/budget-limit.ts';
import type { MoneyView } from '../../client/client.ts';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import { describeCircuit } from '../../client/http/transport/circuit-breaker.ts';
import { reach } from '../../client/http/transport/reach.ts';
import type { Clock } from '../../base/clock.ts';
import { authModeOf } from '../../app/config/auth-mode.ts';
import { spelledBudget } from '../../client/money/budget-presets.ts';
import type { Config } from '../../app/config/config.ts';
import { servedConfig } from '../../app/config/one-account.ts';
import { openState } from '../../state/open-state.ts';
import { StateMissing } from '../../state/state-unavailable.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { jsonOption, wantsJson, type Command } from '../command.ts';
import { isInRange, nodeRange } from '../node-range.ts';
import { print, printJson } from '../output/print.ts';
import { budgetOf, sourceInWords, type BudgetInForce } from '../../app/budget-in-force.ts';
import { openClient } from '../../app/open-client.ts';

interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly says: string;
  /** What to do about it: each failure says it. */
  readonly next?: string | undefined;
}

const ok = (check: string, says: string, next?: string): Finding => ({ check, result: 'ok', says, next });
const warn = (check: string, says: string, next: string): Finding => ({ check, result: 'warn', says, next });
const fail = (check: string, says: string, next: string): Finding => ({ check, result: 'fail', says, next });

export const doctor: Command = {
  usage: 'doctor [--json] [options]',
  about:
    'Checks this installation and its settings: each line ok, warn or fail, with what to do. Exit code 1 if anything fails.',
  options: jsonOption,
  ofSeveral: true,
  async run(invocation) {
    const { clock } = invocation;
    const config = servedConfig(invocation.config);
    const store = await checkStore(config);
    const checked = store.exists ? config : withoutStore(config);
    const findings = [
      ...(await clients()),
      ...(await accounts(checked, clock)),
      store.finding,
      ...http(config),
      node(),
    ];
    await (wantsJson(invocation)
      ? printJson({ findings: findings.map(asJson) })
      : print(findings.map(lineOf).join('\n')));
    return findings.some(({ result }) => result === 'fail') ? 1 : 0;
  },
};

const asJson = ({ check, result, says, next }: Finding): object => ({
  check,
  ok: result !== 'fail',
  says,
  fix: result === 'ok' ? undefined : next,
});

const lineOf = ({ check, result, says, next }: Finding): string =>
  cleanText(`${result.padEnd(4)}  ${check.padEnd(12)}  ${says}${next === undefined ? '' : `\n      → ${next}`}`);

/** The clients on this machine that start this program. */
async function clients(): Promise<Finding[]> {
  const installed = await (await import('../client-file.ts')).clientsWith('visibility');
  return installed.length > 0
    ? [ok('clients', `set up in ${installed.join(', ')}`)]
    : [ok('clients', 'set up in none that is known', 'visibility-mcp install CLIENT adds it (docs/clients.md)')];
}

/** The checks of each account, named with the account where there are several. */
async function accounts(config: Config, clock: Clock): Promise<Finding[]> {
  if (!config.accounts) return account(config, clock);
  const findings: Finding[] = [];
  for (const [name, own] of config.accounts.configs)
    for (const finding of await account(own, clock)) findings.push({ ...finding, check: `${name}: ${finding.check}` });
  return findings;
}

async function account(config: Config, clock: Clock): Promise<Finding[]> {
  const { platform } = config;
  if (platform.kind === 'sandbox')
    return [
      ok(
        'account',
        'none: the embedded platform, with invented data',
        'for a real account set VISIBILITY_API_URL and VISIBILITY_API_TOKEN_FILE',
      ),
      ...(await money(config)),
    ];
  const reached = await reachPlatform(platform.apiUrl, config, clock);
  const isReached = reached.every(({ check, result }) => check !== 'platform' || result !== 'fail');
  const known = [...readableSecrets(config), ...reached];
  return platform.token && isReached ? [...known, ...(await money(config))] : known;
}

/** Token, balance, charges above their estimate, pauses and budget. */
async function money(config: Config): Promise<Finding[]> {
  const isRemote = config.platform.kind === 'remote';
  let client;
  try {
    client = await openClient(config, { mustExist: config.state !== inMemory });
    // Called first because it fails where the balance cannot be read; `money` then only leaves the balance out.
    await client.call('credits.balance', {});
    const { balance = 0, plan, drift = [] } = await client.money();
    const pauses = await (await client.records()).cooldowns();
    return [
      ...(isRemote
        ? [ok('token', 'accepted', 'visibility-mcp verify compares the platform with its documentation')]
        : []),
      ok('balance', `${balance} credits${plan ? ` (${plan})` : ''}`),
      ...(drift.length > 0 ? [drifted(drift)] : []),
      ...pauses.map(({ bucket, ms }) =>
        warn(
          'pause',
          `the platform asked to wait (${bucket})`,
          `calls go on by themselves in ${Math.ceil(ms / 1000)} s`,
        ),
      ),
      budget(config, budgetOf(config)),
    ];
  } catch (error) {
    const refused = isVisibilityError(error) && (error.code === 'unauthorized' || error.status === 401);
    return refused
      ? [fail('token', reason(error), 'make a new token in the platform’s settings; set VISIBILITY_API_TOKEN_FILE')]
      : [fail('account', reason(error), 'try again later; if it stays, ask the platform’s operator')];
  } finally {
    await client?.close();
  }
}

const drifted = (operations: NonNullable<MoneyView['drift']>): Finding =>
  warn(
    'prices',
    `charged above the estimate in 30 days: ${operations
      .map(({ operation, estimated, charged }) => `${operation} (${charged} for ${estimated})`)
      .join(', ')}`,
    "compare with the platform's price list",
  );

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
  if (set === '') return warn('budget', `no limit; ${asks}`, 'set VISIBILITY_BUDGET=standard, or limits of your own');
  return ok('budget', `${set}${unaffordable.length > 0 ? `; never fits: ${unaffordable.join(', ')}` : ''}; ${asks}`);
}

/** Asks the platform the way that calls do. The Date header of its answer tells how far the clocks are apart. */
async function reachPlatform(apiUrl: string, { proxies: readProxies }: Config, clock: Clock): Promise<Finding[]> {
  const proxies = readProxies?.();
  const certificates = extraCertificates();
  const attempt = await reach({ apiUrl, proxies }, 10_000);
  if (attempt.kind === 'lost') {
    const says = `${apiUrl} cannot be reached (${attempt.reason}). ${describeCircuit()}`.trim();
    return [...certificates, fail('platform', says, adviceOn(attempt.reason, proxies !== undefined))];
  }
  const date = Date.parse(attempt.response.headers['date'] ?? '');
  const secondsApart = Math.round(Math.abs(clock.now() - date) / 1000);
  const isApart = secondsApart > 120;
  return [
    ...certificates,
    ok('platform', `${apiUrl}${proxies === undefined ? '' : ', HTTPS_PROXY and NO_PROXY decide how'}`),
    ...(isApart
      ? [
          fail(
            'clock',
            `${secondsApart} s apart from the platform's`,
            "set this computer's clock: budgets by day rest on it",
          ),
        ]
      : []),
  ];
}

/** What to do where the platform could not be reached for this reason: an error's code or a text. */
function adviceOn(reasonGiven: string, hasProxy: boolean): string {
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/.test(reasonGiven))
    return "its certificate is not trusted; if it is your company's, set NODE_EXTRA_CA_CERTS to its authority's PEM file, or NODE_USE_SYSTEM_CA=1, and install again";
  if (/CERT|ALTNAME/.test(reasonGiven))
    return "its certificate does not fit: check VISIBILITY_API_URL and this computer's clock";
  if (reasonGiven.includes('WRONG_VERSION_NUMBER'))
    return 'what answers speaks no TLS: check VISIBILITY_API_URL; for a proxy, write http:// before its address in HTTPS_PROXY';
  if (reasonGiven.startsWith('no answer within'))
    return 'look for a firewall or a proxy in between; check VISIBILITY_API_URL and HTTPS_PROXY';
  if (reasonGiven.includes('407'))
    return 'give user and password in HTTPS_PROXY: http://user:password@proxy.example:3128';
  return hasProxy
    ? 'check VISIBILITY_API_URL, HTTPS_PROXY, and NO_PROXY for what is reached without a proxy'
    : 'check VISIBILITY_API_URL and the network; where only a proxy leads out, set HTTPS_PROXY';
}

/** Files of secrets that others on this machine can read. Those that a container runtime mounts are left to it. */
function readableSecrets({ secretFiles }: Config): Finding[] {
  if (process.platform === 'win32') return [];
  const own = secretFiles.filter((file) => !file.startsWith('/run/secrets/'));
  const open = own.filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  if (open.length === 0) return [];
  const files = open.join(' ');
  return [fail('secrets', `others on this machine can read ${files}`, `make them yours alone: chmod 600 ${files}`)];
}

/** Node reads NODE_EXTRA_CA_CERTS when it starts, and goes on silently where it cannot. */
function extraCertificates(): Finding[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  if (!file || getCACertificates('extra').length > 0) return [];
  return [
    fail(
      'certificates',
      `${file} cannot be read, or holds no certificate`,
      'set NODE_EXTRA_CA_CERTS to a PEM file, by its whole path',
    ),
  ];
}

async function checkStore({
  state: location,
}: Config): Promise<{ readonly finding: Finding; readonly exists: boolean }> {
  const place = location.replace(/\/\/[^@/]*@/, '//…@');
  try {
    const store = await openState(location, undefined, { mustExist: true });
    const damage = await store.check().finally(() => store.close());
    const finding =
      damage.length === 0
        ? ok('state', place)
        : fail(
            'state',
            `${place}: ${damage.join('; ')}`,
            'restore a backup, or move the store away: spending is read from the platform again',
          );
    return { finding, exists: true };
  } catch (error) {
    if (error instanceof StateMissing)
      return { finding: ok('state', `${place}: not there yet, the first call makes it`), exists: false };
    const next = location.startsWith('postgres')
      ? 'check the address, that the database runs, and that its version of this program is not newer'
      : 'give --state a file of this version in a folder you can write to';
    return { finding: fail('state', reason(error), next), exists: true };
  }
}

/** Where there is no store yet, the checks use one in memory, and an embedded platform in memory: checking makes no files. */
function withoutStore(config: Config): Config {
  const { platform, accounts: own } = config;
  const configs = own && new Map([...own.configs].map(([name, one]) => [name, withoutStore(one)]));
  return {
    ...config,
    state: inMemory,
    platform: platform.kind === 'sandbox' ? { ...platform, data: inMemory } : platform,
    accounts: own && configs && { ...own, configs },
  };
}

const inMemory = ':memory:';

/** Whether `http` would start, where a setting of it is given. An address that other machines can reach is checked when it listens. */
function http(config: Config): Finding[] {
  if (config.auth === undefined && config.httpToken === undefined) return [];
  try {
    return [ok('auth', `--auth ${authModeOf(config, 'localhost')}`)];
  } catch (error) {
    return [fail('auth', reason(error), 'change that setting; http does not start otherwise')];
  }
}

function node(): Finding {
  const [version, sqlite = 'none'] = [process.versions.node, process.versions.sqlite];
  const isRight = isInRange(version) && compareVersions(sqlite, '3.51.3') >= 0;
  const says = `${version}, SQLite ${sqlite}`;
  return isRight ? ok('node', says) : fail('node', says, `use Node ${nodeRange} (npm install node@24 brings one)`);
}

const compareVersions = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
