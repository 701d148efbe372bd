import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { limitInWords } from '../base/budget-limit.ts';
import { isPostgresAddress } from '../base/postgres-address.ts';
import type { Clock } from '../base/index.ts';
import { reach } from '../client/http/transport/reach.ts';
import { effectiveLimits, spelledBudget } from '../client/money/budget-presets.ts';
import { openState } from '../state/open-state.ts';
import { StateMissing } from '../state/sql/state-unavailable.ts';
import type { Config } from './config/config.ts';
import { openClient } from './open-client.ts';
import { isVisibilityError } from '../client/errors.ts';

/** The result of one check of the installation. `next`: what to do; every problem has it. */
export interface DoctorFinding {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail';
  readonly says: string;
  readonly next?: string | undefined;
}

const ok = (check: string, says: string, next?: string): DoctorFinding => ({ check, result: 'ok', says, next });
const warn = (check: string, says: string, next: string): DoctorFinding => ({ check, result: 'warn', says, next });
const fail = (check: string, says: string, next: string): DoctorFinding => ({ check, result: 'fail', says, next });

/** Checks the configured platform, token, money and store. Creates no files and spends nothing. */
export async function examine(config: Config, clock: Clock): Promise<DoctorFinding[]> {
  const store = await checkStore(config);
  const findings: DoctorFinding[] = [];
  for (const [name, own] of config.accounts?.configs ?? [['', config] as const])
    for (const finding of await checkAccount(store.exists ? own : inMemory(own), clock))
      findings.push(name === '' ? finding : { ...finding, check: `${name}: ${finding.check}` });
  return [...findings, store.finding];
}

async function checkAccount(config: Config, clock: Clock): Promise<DoctorFinding[]> {
  const { platform } = config;
  if (platform.kind === 'sandbox') {
    const next = 'for a real account set VISIBILITY_API_URL and VISIBILITY_API_TOKEN_FILE';
    return [ok('account', 'none: the embedded platform, with invented data', next), ...(await checkMoney(config))];
  }
  const reached = await checkPlatform(platform.apiUrl, config, clock);
  const canCall = platform.token !== undefined && reached[0]?.result === 'ok';
  return [...checkSecrets(config), ...reached, ...(canCall ? await checkMoney(config) : [])];
}

const unreachable =
  'check VISIBILITY_API_URL and the clock; the proxy or certificate of your company may have to be set (docs/network.md)';

/** Sends a request over the same connection path as calls. The Date header of the answer shows the difference between the clocks. */
async function checkPlatform(apiUrl: string, { proxies }: Config, clock: Clock): Promise<DoctorFinding[]> {
  const attempt = await reach({ apiUrl, proxies: proxies?.() }, 10_000);
  if (attempt.kind === 'lost')
    return [fail('platform', `${apiUrl} cannot be reached (${attempt.reason})`, unreachable)];
  const secondsApart = Math.round(Math.abs(clock.now() - Date.parse(attempt.response.headers['date'] ?? '')) / 1000);
  const reached = ok('platform', `${apiUrl}${proxies === undefined ? '' : ', HTTPS_PROXY and NO_PROXY decide how'}`);
  if (!(secondsApart > 120)) return [reached];
  const next = "set this computer's clock: daily limits need it";
  return [reached, fail('clock', `${secondsApart} s apart from the platform's`, next)];
}

/** Token, balance, charges above their estimates, and budget. */
async function checkMoney(config: Config): Promise<DoctorFinding[]> {
  let client;
  try {
    client = await openClient(config, { mustExist: config.state !== ':memory:' });
    // Called first, because it fails if the balance cannot be read, while `money` only omits the balance.
    await client.call('credits.balance', {});
    const { balance = 0, plan, drift = [] } = await client.money();
    const verify = 'visibility-mcp verify compares the platform with its documentation';
    return [
      ...(config.platform.kind === 'remote' ? [ok('token', 'accepted', verify)] : []),
      ok('balance', `${balance} credits${plan ? ` (${plan})` : ''}`),
      ...drift.map(({ operation, estimated, charged }) =>
        warn('prices', `${operation} drew ${charged} for ${estimated}`, "check the platform's price list"),
      ),
      checkBudget(config),
    ];
  } catch (error) {
    const isRefused = isVisibilityError(error) && (error.code === 'unauthorized' || error.status === 401);
    return isRefused
      ? [fail('token', reasonOf(error), "make a new token in the platform's settings; set VISIBILITY_API_TOKEN_FILE")]
      : [fail('account', reasonOf(error), "try again later; if it persists, ask the platform's operator")];
  } finally {
    await client?.close();
  }
}

function checkBudget(config: Config): DoctorFinding {
  const limits = effectiveLimits(config.budget, config.defaultBudget?.limits ?? []);
  const thresholds = [config.confirmAbove, spelledBudget(config.consentThresholds)].filter(Boolean).join(',');
  const asks = thresholds === '' || config.unattended ? 'nobody is asked' : `a person is asked above ${thresholds}`;
  if (limits.length === 0 && config.platform.kind === 'sandbox') return ok('budget', `no limit; ${asks}`);
  if (limits.length === 0)
    return warn('budget', `no limit; ${asks}`, 'set VISIBILITY_BUDGET=standard, or your own limits');
  const set = limits.map((limit) => `${limitInWords(limit)} (${limit.source})`).join(', ');
  return ok('budget', `${set}; ${asks}`);
}

/** Files of secrets that others on this machine can read, except those that a container runtime mounts. */
function checkSecrets({ secretFiles }: Config): DoctorFinding[] {
  if (process.platform === 'win32') return [];
  const files = secretFiles
    .filter((file) => !file.startsWith('/run/secrets/'))
    .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
    .join(' ');
  if (files === '') return [];
  return [
    fail('secrets', `others on this machine can read ${files}`, `let only their owner read them: chmod 600 ${files}`),
  ];
}

async function checkStore({ state }: Config): Promise<{ readonly finding: DoctorFinding; readonly exists: boolean }> {
  const place = state.replace(/\/\/[^@/]*@/, '//…@');
  try {
    const store = await openState(state, undefined, { mustExist: true });
    const damage = await store.check().finally(() => store.close());
    const next = 'restore a backup, or move the store away: spending is read from the platform again';
    const says = [place, damage.join('; ')].filter(Boolean).join(': ');
    return { finding: damage.length === 0 ? ok('state', place) : fail('state', says, next), exists: true };
  } catch (error) {
    if (error instanceof StateMissing && mayCreate(state))
      return { finding: ok('state', `${place}: does not exist yet; the first call creates it`), exists: false };
    const next = isPostgresAddress(state)
      ? 'check the address, whether the database is running, and whether a newer version of this program made its tables'
      : 'give --state a file of this version in a folder you can write to';
    return { finding: fail('state', reasonOf(error), next), exists: !(error instanceof StateMissing) };
  }
}

/** Whether this user may create a file, and the missing folders above it. */
function mayCreate(file: string): boolean {
  if (isPostgresAddress(file)) return true;
  let folder = dirname(file);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** If there is no store yet, the checks use a store and an embedded platform in memory, so that checking creates no files. */
const inMemory = (config: Config): Config => ({
  ...config,
  state: ':memory:',
  platform: config.platform.kind === 'sandbox' ? { ...config.platform, data: ':memory:' } : config.platform,
});

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
