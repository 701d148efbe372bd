import { realpathSync, statSync } from 'node:fs';
import { delimiter, parse, resolve } from 'node:path';
import { isLabel, labelInWords, type BudgetLimit } from '../../base/budget-limit.ts';
import type { CodeLimits, Proxies } from '../../base/index.ts';
import { isLoopback, parseApiUrl } from '../../base/parse-api-url.ts';
import { SettingError } from '../../base/setting-error.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import { yesOrNo } from '../../base/yes-or-no.ts';
import { type Id, idText, numberInId } from '../../catalog/vocabulary/id-text.ts';
import { budgetPresets, type BudgetPreset } from '../../client/money/budget-presets.ts';
import { readBudget } from '../../client/money/parse-budget.ts';
import { type AuthMode, authModes, callersDiffer } from '../../server/http/auth-mode.ts';
import { accountNameInWords, isAccountName, readAccountsFile, type AccountEntry } from './accounts-file.ts';
import { holdsPassword } from './holds-password.ts';
import { homePath } from './home-path.ts';
import { parseCodeLimits } from './parse-code-limits.ts';
import { parseConfirmAbove } from './parse-confirm-above.ts';
import { readProxies } from './read-proxies.ts';
import { notReplaced, readToken, unreplaced } from './read-token.ts';
import { flagText, settings, type Environment, type Setting, type SettingName } from './settings.ts';
import { stateLocation } from './state-location.ts';
import { ifValid } from './if-valid.ts';

/** All settings, validated and frozen. Secrets are functions, so that printing a Config never prints them. */
export interface Config {
  /** The platform to call, or the embedded one. */
  readonly platform: PlatformAddress;
  /** The operator's name for the account under which money and jobs are recorded. Absent: the team of the token. */
  readonly account?: string | undefined;
  /** The accounts, if there are several. The other fields are those of the chosen, the default or the first one. */
  readonly accounts?: Accounts | undefined;
  /** The tokens of the other accounts of the server. A function, so that printing a Config never prints them. */
  readonly otherTokens?: (() => readonly string[]) | undefined;
  /** The label of the work that this process does, such as `nightly`. Its spending is recorded under it. */
  readonly label?: string | undefined;
  /** A file, or a `postgres://` address. */
  readonly state: string;
  /** Whether `state` is in the default location. */
  readonly stateIsDefault: boolean;
  readonly budget: readonly BudgetLimit[];
  /** The budget of a real account, unless one is set here or in the store. */
  readonly defaultBudget?: BudgetPreset | undefined;
  /** Credits to reserve for an operation without a stated bound. Absent: the whole balance, under a budget. */
  readonly unpriced?: number | undefined;
  /** Credits above which a person is asked. Absent: nobody is. */
  readonly confirmAbove?: number | undefined;
  /** Maximum credits to spend since a person last agreed; a call that would exceed one of them asks a person. */
  readonly consentThresholds: readonly BudgetLimit[];
  readonly unattended: boolean;
  readonly ratePerMinute: number;
  /** Seconds a call may block. Absent: as long as the MCP host is known to allow. */
  readonly maxWaitSeconds?: number | undefined;
  readonly toolsets: readonly string[] | 'all';
  readonly readOnly: boolean;
  /** The projects that all calls are tied to. Absent: any of the team's. */
  readonly pins?: { readonly project?: number | undefined; readonly trackingProject?: Id | undefined } | undefined;
  /** Whether agents may run programs. */
  readonly code: boolean;
  readonly codeLimits: Readonly<Partial<CodeLimits>>;
  readonly logLevel: LogLevel;
  /** Files that no call may ever upload, since they contain a token or the ledger. */
  readonly secretFiles: readonly string[];
  /** Absolute paths of the folders whose files calls may send. */
  readonly files: readonly string[];
  /** Absolute path of the folder for files that operations return. */
  readonly outFolder?: string | undefined;
  /** As set. Absent: `token` if there is an HTTP token, otherwise `none`. */
  readonly auth?: AuthMode | undefined;
  /** The token that `http` requires of its clients. */
  readonly httpToken?: (() => string) | undefined;
  /** The address under which clients reach the server: an origin, without a trailing slash. */
  readonly publicUrl?: string | undefined;
  /** The ids of sessions begin with this name, so that a balancer can send requests to the process that has the session. */
  readonly replica?: string | undefined;
  /** `HOST:PORT` of the metrics. Absent: none are served. */
  readonly metricsListen?: string | undefined;
  /** Keys for what is stored encrypted: the first encrypts, all decrypt. */
  readonly secrets?: (() => readonly string[]) | undefined;
  /** The secrets that the platform signs its deliveries with. */
  readonly eventsSecrets?: (() => readonly string[]) | undefined;
  /** The proxies of requests to a remote platform. A function, since an address may hold a password. */
  readonly proxies?: (() => Proxies) | undefined;
}

/** The accounts of a file that names more than one. */
export interface Accounts {
  /** The configuration of each account by its name, in the order of the file, as if it were the only account. */
  readonly configs: ReadonlyMap<string, Config>;
  /** The account for calls that name none. */
  readonly default?: string | undefined;
  /** The account that `--account` names. */
  readonly chosen?: string | undefined;
}

export type PlatformAddress =
  /** `token` is absent if each caller brings one. */
  | { readonly kind: 'remote'; readonly apiUrl: string; readonly token?: (() => string) | undefined }
  | {
      readonly kind: 'sandbox';
      readonly data: string;
      readonly speed: number;
      /** Whether it was requested, rather than used because there is no token. */
      readonly isChosen?: boolean | undefined;
    };

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Flags as node:util `parseArgs` gives them. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/**
 * One Config from flags, environment and defaults; a flag takes precedence over its variable.
 * @throws SettingError with one line for anything unknown, malformed or contradictory
 */
export function readConfig(flags: Flags, env: Environment, system: string = process.platform): Config {
  refuseUnknownVariables(env);
  const file = settingText(settings.accounts, flags, env);
  return file === undefined ? readOne(flags, env, system) : readSeveral(file, flags, env, system);
}

/** The configuration of several accounts. The settings of an entry replace those of the server; all others hold for each account. */
function readSeveral(file: string, flags: Flags, env: Environment, system: string): Config {
  for (const name of ['account', 'apiToken', 'apiTokenFile'] as const)
    if (settingText(settings[name], {}, env) !== undefined)
      throw new SettingError(
        `${settings[name].variable} and ${settings.accounts.variable} are both set; ${name === 'account' ? 'the names in the file replace it (--account NAME chooses one)' : 'the file names the tokens'}`,
      );
  const entries = readAccountsFile(file);
  const read = entries.map((entry) => [entry.name, readEntry(entry, flags, env, system)] as const);
  refuseSameToken(read);
  // Real and embedded accounts share one store, in which each has its own records.
  const { state, stateIsDefault } = (read.find(([, { platform }]) => platform.kind === 'remote') ?? read[0]!)[1];
  const secretFiles = Object.freeze([
    ...new Set([realPath(file), ...storeFiles(state).map(realPath), ...read.flatMap(([, own]) => own.secretFiles)]),
  ]);
  const tokens = read.flatMap(([, { platform }]) => (platform.kind === 'remote' ? (platform.token?.() ?? []) : []));
  const shared = { state, stateIsDefault, secretFiles, otherTokens: () => tokens };
  const configs = new Map(read.map(([name, own]) => [name, Object.freeze({ ...own, ...shared })]));
  const chosen = settingText(settings.account, flags, {});
  const standard = entries.find(({ isDefault }) => isDefault)?.name;
  const first = configs.get(chosen ?? standard ?? entries[0]!.name);
  if (!first) {
    const names = [...configs.keys()];
    throw new SettingError(
      `account: there is no ${chosen}${didYouMean(chosen ?? '', names, `; there are ${names.join(', ')}`)}`,
    );
  }
  if (callersDiffer(first.auth))
    throw new SettingError(`accounts: with --auth ${first.auth}, every caller brings an account of their own`);
  return configs.size === 1 ? first : Object.freeze({ ...first, accounts: { configs, default: standard, chosen } });
}

/** The configuration of one account, with the settings of its entry in place of environment variables. */
function readEntry({ name, settings: own }: AccountEntry, flags: Flags, env: Environment, system: string): Config {
  const ownEnv: Record<string, string | undefined> = { ...env };
  const ownFlags: Record<string, string | boolean | undefined> = { ...flags };
  const entrySettings = { ...own, account: name, accounts: undefined };
  for (const [key, value] of Object.entries(entrySettings)) {
    const { variable, flag, value: placeholder }: Setting = settings[key as SettingName];
    // `false` is ignored: an entry cannot lift what the server sets for all (read-only access and the embedded platform).
    if (value === 'false') continue;
    if (variable !== undefined) ownEnv[variable] = value;
    if (flag !== undefined && placeholder !== undefined) ownFlags[flag] = undefined;
  }
  try {
    const config = readOne(ownFlags, ownEnv, system);
    if (config.platform.kind === 'remote') return config;
    const data = config.platform.data.replace(/(\.db)?$/, `.${encodeURIComponent(name.toLowerCase())}.db`);
    const secretFiles = [...config.secretFiles, ...storeFiles(data).map(realPath)];
    return { ...config, secretFiles, platform: Object.freeze({ ...config.platform, data }) };
  } catch (error) {
    throw error instanceof SettingError ? new SettingError(`accounts: ${name}: ${error.message}`) : error;
  }
}

/**
 * Refuses two accounts with one token: their shared credits would be counted separately, as if each had all of them.
 * Addresses are not compared: a service has many spellings, and tokens of two services are never equal.
 */
function refuseSameToken(read: readonly (readonly [string, Config])[]): void {
  const names = new Map<string, string>();
  for (const [name, { platform }] of read) {
    if (platform.kind !== 'remote') continue;
    const token = String(platform.token?.());
    const other = names.get(token);
    if (other !== undefined) throw new SettingError(`accounts: ${other} and ${name} have the same token; keep one`);
    names.set(token, name);
  }
}

function readOne(flags: Flags, env: Environment, system: string): Config {
  const text = (name: SettingName) => settingText(settings[name], flags, env);
  const yes = (name: SettingName) => yesOf(settings[name], flags, env);
  const whole = (name: 'project' | 'rate' | 'maxWait' | 'sandboxSpeed', min: number) =>
    ifValid(
      settings[name].flag,
      text(name),
      (given) => (/^\d{1,9}$/.test(given) && Number(given) >= min ? Number(given) : undefined),
      `is not a whole number of at least ${min}`,
    );
  const token = readToken(text('apiToken'), text('apiTokenFile'));
  // Always read, since a malformed address is an error even if the sandbox is used instead.
  const address = text('apiUrl');
  const apiUrl = address === undefined ? undefined : parseApiUrl(address);
  const auth = oneOf('auth', text('auth'), authModes);
  const isTokenless = apiUrl !== undefined && callersDiffer(auth);
  const isSandbox = yes('sandbox') || (token === undefined && !isTokenless);
  if (isSandbox && !yes('sandbox') && apiUrl !== undefined)
    throw new SettingError(
      'VISIBILITY_API_URL is set and there is no token for it; set VISIBILITY_API_TOKEN_FILE, or VISIBILITY_SANDBOX=true to work on the embedded platform, or VISIBILITY_AUTH as the server has it whose callers bring theirs',
    );
  if (!isSandbox && apiUrl === undefined)
    throw new SettingError('VISIBILITY_API_URL is not set, and a token alone does not say which service to call');
  // Every user of the machine can see command lines in process lists.
  if (typeof flags['state'] === 'string' && holdsPassword(flags['state']))
    throw new SettingError(
      'state: a password in a flag shows in process lists; set VISIBILITY_STATE, or keep the password in ~/.pgpass or the file of PGPASSFILE',
    );
  const location = stateLocation(text('state'), isSandbox, env, system);
  const httpToken = text('httpToken');
  if (httpToken !== undefined && httpToken.length < 32)
    throw new SettingError('VISIBILITY_HTTP_TOKEN: at least 32 characters are needed');
  const { limits: budget, unpriced } = readBudget(text('budget'));
  const { each: confirmAbove, thresholds: consentThresholds } = parseConfirmAbove(text('confirmAbove'));
  const code = text('code');
  // Not read for the embedded platform, which is called without proxies: a malformed variable must not keep it from starting.
  const proxies = isSandbox && auth !== 'oauth' ? undefined : readProxies(env);
  const platform: PlatformAddress =
    apiUrl !== undefined && !isSandbox
      ? { kind: 'remote', apiUrl, token }
      : {
          kind: 'sandbox',
          data: location.sandboxData,
          speed: whole('sandboxSpeed', 1) ?? 10,
          isChosen: yes('sandbox'),
        };
  const project = whole('project', 1);
  const trackingProject = ifValid(
    'tracking-project',
    text('trackingProject'),
    (given) => (idText.test(given) ? (numberInId(given) ?? given) : undefined),
    'is no id (a number, or a text without spaces and slashes)',
  );
  return Object.freeze({
    platform: Object.freeze(platform),
    account: ifValid('account', text('account'), nameOf, `is not ${accountNameInWords}`),
    label: ifValid('label', text('label'), (given) => (isLabel(given) ? given : undefined), `is not ${labelInWords}`),
    state: location.state,
    stateIsDefault: location.isDefault,
    budget: Object.freeze(budget),
    // Limits only for labels, or only for calls without a price, leave all other spending unlimited, so the default applies
    // as well.
    defaultBudget:
      isSandbox || text('budget') === 'none' || budget.some(({ label }) => label === undefined)
        ? undefined
        : budgetPresets.standard,
    unpriced,
    confirmAbove,
    consentThresholds: Object.freeze(consentThresholds),
    unattended: yes('unattended'),
    ratePerMinute: whole('rate', 1) ?? 60,
    maxWaitSeconds: whole('maxWait', 0),
    toolsets: readToolsets(text('toolsets')),
    readOnly: yes('readOnly'),
    pins:
      project === undefined && trackingProject === undefined ? undefined : Object.freeze({ project, trackingProject }),
    code: code === undefined || yesOrNo(code) !== false,
    codeLimits: Object.freeze(code === undefined || yesOrNo(code) !== undefined ? {} : parseCodeLimits(code)),
    logLevel: oneOf('log-level', text('logLevel'), logLevels) ?? 'warn',
    secretFiles: Object.freeze(
      [
        text('apiTokenFile'),
        env['PGPASSFILE'] || undefined,
        ...storeFiles(location.state),
        ...storeFiles(location.sandboxData),
      ]
        .filter((file) => file !== undefined)
        .map(realPath),
    ),
    files: Object.freeze(readFolders('files', text('files'))),
    outFolder: readFolders('out-folder', text('outFolder'))[0],
    proxies: proxies && (() => proxies),
    auth,
    httpToken: httpToken === undefined ? undefined : () => httpToken,
    publicUrl: readPublicUrl(text('publicUrl')),
    secrets: readSecrets('VISIBILITY_SECRET', text('secret'), 32),
    // No characters that separate the name from the rest of a session id, or that need escaping in a balancer's
    // configuration.
    replica: ifValid(
      'replica',
      text('replica'),
      (given) => (/^[A-Za-z0-9-]{1,32}$/.test(given) ? given : undefined),
      'is not 1 to 32 letters, digits and hyphens',
    ),
    metricsListen: text('metricsListen'),
    eventsSecrets: readSecrets('VISIBILITY_EVENTS_SECRET', text('eventsSecret'), 16),
  });
}

const oneOf = <Name extends string>(setting: string, text: string | undefined, names: readonly Name[]) =>
  ifValid(
    setting,
    text,
    (given) => names.find((name) => name === given.toLowerCase()),
    `is not one of ${names.join(', ')}`,
  );

const nameOf = (text: string): string | undefined => (isAccountName(text) ? text : undefined);

/** The files of a SQLite store; those next to the main file contain its newest data. */
const storeFiles = (file: string): string[] => [
  file,
  `${file}-wal`,
  `${file}-shm`,
  `${file}-journal`,
  `${file}-dispatches`,
];

/** The real path, or the path itself if nothing exists there. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

/** Whether a value counts as not set. Some hosts pass `${user_config.x}` literally if a person left a field empty. */
const isUnset = (value: string): boolean => value.trim() === '' || /^\$\{user_config\.[^}]*\}$/.test(value.trim());

/** The value of a setting from its flag, otherwise from its variable, in the form of the variable. Undefined if neither is set. */
export function settingText(setting: Setting, flags: Flags, env: Environment): string | undefined {
  const fromFlag = setting.flag === undefined ? undefined : flagText(setting, flags[setting.flag]);
  const fromEnv = setting.variable === undefined ? undefined : env[setting.variable];
  const text = [fromFlag, fromEnv].find((value) => value !== undefined && !isUnset(value))?.trim();
  if (text !== undefined && unreplaced.test(text))
    throw new SettingError(`${setting.variable ?? setting.flag}: ${notReplaced}`);
  return text === undefined || setting.holds !== 'path' ? text : homePath(text);
}

function yesOf(setting: Setting, flags: Flags, env: Environment): boolean {
  const value = settingText(setting, flags, env)?.toLowerCase();
  const answer = value === undefined ? false : yesOrNo(value);
  if (answer !== undefined) return answer;
  throw new SettingError(`${setting.variable}: "${value}" is neither true nor false`);
}

function refuseUnknownVariables(env: Environment): void {
  const variables = Object.values<Setting>(settings).flatMap(({ variable }) => variable ?? []);
  for (const name of Object.keys(env)) {
    if (!name.startsWith('VISIBILITY_') || name.startsWith('VISIBILITY_TEST_') || variables.includes(name)) continue;
    throw new SettingError(`${name}: no such setting${didYouMean(name, variables)}`);
  }
}

/** Reads a list of folders, separated as the system separates paths. */
function readFolders(name: string, text: string | undefined): string[] {
  return (text ?? '')
    .split(delimiter)
    .filter((path) => path.trim() !== '')
    .map((path) => {
      const folder = realPath(homePath(path.trim()));
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new SettingError(`${name}: ${path.trim()} is no folder`);
      if (folder === parse(folder).root)
        throw new SettingError(`${name}: the root of a file system is too much; name the folders`);
      return folder;
    });
}

function readToolsets(text: string | undefined): readonly string[] | 'all' {
  if (text === undefined || text === 'none') return [];
  if (text === 'all') return 'all';
  const names = text.split(',').map((name) => name.trim().replaceAll('-', '_'));
  const invalidName = names.find((name) => !/^[a-z][a-z0-9_]*$/.test(name));
  if (invalidName !== undefined)
    throw new SettingError(
      `toolsets: "${invalidName}" is no family name (a list like articles,keywords, or all, or none)`,
    );
  return Object.freeze([...new Set(names)]);
}

function readSecrets(
  variable: string,
  text: string | undefined,
  minLength: number,
): (() => readonly string[]) | undefined {
  if (text === undefined) return undefined;
  const secrets = text.split(',').map((one) => one.trim());
  if (secrets.some((one) => one.length < minLength))
    throw new SettingError(`${variable}: each of its secrets needs at least ${minLength} characters`);
  return () => secrets;
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new SettingError('public-url: not an http(s) address');
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/')
    throw new SettingError('public-url: an origin is needed, like https://mcp.example.com');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new SettingError('public-url: must be https, since tokens travel to it (http only for this machine)');
  return url.origin;
}
