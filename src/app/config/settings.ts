import { delimiter } from 'node:path';

/** Environment variables by name, like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting. Some have only a flag or only a variable, if the other makes no sense. */
export interface Setting {
  readonly variable?: string | undefined;
  readonly flag?: string | undefined;
  /** Placeholder of the flag's value in help texts. Absent: the flag is a switch. */
  readonly value?: string | undefined;
  readonly says: string;
  /** The value of the variable that the flag stands for. Default: `true`. */
  readonly flagMeans?: string | undefined;
  /** Set if the value is a path or a list of paths, relative to the folder in which the program is started. */
  readonly holds?: 'path' | 'paths' | undefined;
  /** Set if the setting is for this command only. Default: all. */
  readonly only?: 'http' | undefined;
}

/** All settings, in the order in which help shows them. */
export const settings = {
  apiUrl: {
    variable: 'VISIBILITY_API_URL',
    flag: 'api-url',
    value: 'URL',
    says: 'service address, ends in /api/v1; https, unless on this machine',
  },
  // No flag, since process lists show flags.
  apiToken: {
    variable: 'VISIBILITY_API_TOKEN',
    says: 'bearer token, or the file that holds it; without one the embedded platform is used',
  },
  apiTokenFile: {
    variable: 'VISIBILITY_API_TOKEN_FILE',
    says: 'a file that holds the token',
    holds: 'path',
  },
  account: {
    variable: 'VISIBILITY_ACCOUNT',
    flag: 'account',
    value: 'NAME',
    says: 'name under which money and jobs are recorded; unset: the team of the token; with --accounts: the account that a command uses',
  },
  accounts: {
    variable: 'VISIBILITY_ACCOUNTS',
    flag: 'accounts',
    value: 'FILE',
    says: 'several accounts in one server: a JSON file of names and token files (docs/accounts.md); then --account NAME chooses one',
    holds: 'path',
  },
  label: {
    variable: 'VISIBILITY_LABEL',
    flag: 'label',
    value: 'LABEL',
    says: 'a name for what this process does, such as nightly: shown with its spending, and 20/day@nightly limits it',
  },
  budget: {
    variable: 'VISIBILITY_BUDGET',
    flag: 'budget',
    value: '200/day,40/call',
    says: 'credits at most per call, session, hour, day, week, month, in total, and for a call without a price (20/unpriced); or careful, standard, generous, none; unset: standard',
  },
  project: {
    variable: 'VISIBILITY_PROJECT',
    flag: 'project',
    value: 'ID',
    says: 'the only content project that calls may use; its argument disappears',
  },
  trackingProject: {
    variable: 'VISIBILITY_TRACKING_PROJECT',
    flag: 'tracking-project',
    value: 'ID',
    says: 'the only tracking project that calls may use; its argument disappears',
  },
  confirmAbove: {
    variable: 'VISIBILITY_CONFIRM_ABOVE',
    flag: 'confirm-above',
    value: 'N',
    says: 'ask a person before a call that costs more than this (25), or when this much was spent since the last approval (25,100/session,300/day)',
  },
  unattended: { flag: 'unattended', says: 'nobody can be asked; only the limits apply' },
  rate: {
    variable: 'VISIBILITY_RATE',
    flag: 'rate',
    value: 'N',
    says: 'requests per minute, default 60',
  },
  maxWait: {
    variable: 'VISIBILITY_MAX_WAIT',
    flag: 'max-wait',
    value: 'S',
    says: 'seconds a call may block; unset: what the client allows, else 45',
  },
  state: {
    variable: 'VISIBILITY_STATE',
    flag: 'state',
    value: 'FILE|postgres://…',
    says: 'where ledger, limiter and jobs are kept; unset: a file in your state folder; PGPASSFILE names a file with the password of a database',
    holds: 'path',
  },
  toolsets: {
    variable: 'VISIBILITY_TOOLSETS',
    flag: 'toolsets',
    value: 'a,b|all',
    says: 'families whose operations become tools of their own',
  },
  readOnly: {
    variable: 'VISIBILITY_READ_ONLY',
    flag: 'read-only',
    says: 'leave out everything that writes, deletes or pays',
  },
  code: {
    variable: 'VISIBILITY_CODE',
    flag: 'no-code',
    says: 'leave out run_code; the variable takes "off", or limits of programs such as calls=2000,compute=30',
    flagMeans: 'off',
  },
  sandbox: {
    variable: 'VISIBILITY_SANDBOX',
    flag: 'sandbox',
    says: 'use the embedded platform whatever else is set',
  },
  sandboxSpeed: {
    variable: 'VISIBILITY_SANDBOX_SPEED',
    flag: 'sandbox-speed',
    value: 'N',
    says: 'speed of the embedded platform, as a multiple of real time, default 10',
  },
  files: {
    variable: 'VISIBILITY_FILES',
    flag: 'files',
    value: 'DIR',
    says: `folders from which calls may send tables and images, except hidden files, separated by "${delimiter}"; in addition to those that the client declares`,
    holds: 'paths',
  },
  outFolder: {
    variable: 'VISIBILITY_OUT',
    flag: 'out-folder',
    value: 'DIR',
    says: 'folder for downloaded files, saved lists and what `platform.save` saves: on stdio, for `call` and `run`, and in the library; `file.path` of a result says where',
    holds: 'path',
  },
  logLevel: {
    variable: 'VISIBILITY_LOG_LEVEL',
    flag: 'log-level',
    value: 'LEVEL',
    says: 'trace, debug, info, warn (default), error, fatal, silent; on stderr as JSON',
  },
  httpToken: {
    variable: 'VISIBILITY_HTTP_TOKEN',
    says: 'bearer token that `http` asks of its clients, at least 32 characters',
    only: 'http',
  },
  auth: {
    variable: 'VISIBILITY_AUTH',
    flag: 'auth',
    value: 'MODE',
    says: 'how clients of `http` prove who they are: none (this machine only), token, platform (their own platform token), oauth (they sign in); unset: token where VISIBILITY_HTTP_TOKEN is set, else none',
    only: 'http',
  },
  publicUrl: {
    variable: 'VISIBILITY_PUBLIC_URL',
    flag: 'public-url',
    value: 'URL',
    says: 'public address of `http`, like https://mcp.example.com',
    only: 'http',
  },
  secret: {
    variable: 'VISIBILITY_SECRET',
    says: 'encrypts what oauth stores, at least 32 characters; in a list with commas the first encrypts, all decrypt',
    only: 'http',
  },
  replica: {
    variable: 'VISIBILITY_REPLICA',
    flag: 'replica',
    value: 'NAME',
    says: 'name of this replica of `http`; begins the ids of its sessions, by which a balancer finds it',
    only: 'http',
  },
  metricsListen: {
    variable: 'VISIBILITY_METRICS_LISTEN',
    flag: 'metrics-listen',
    value: 'HOST:PORT',
    says: 'where `http` serves /metrics for Prometheus; unset: nowhere',
    only: 'http',
  },
  eventsSecret: {
    variable: 'VISIBILITY_EVENTS_SECRET',
    says: "secret of the platform's signed deliveries, which `http` then receives at /events; a list with commas if there are several",
    only: 'http',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** The value of a flag in the form of its variable; undefined if the flag was not given. */
export const flagText = ({ flagMeans = 'true' }: Setting, value: string | boolean | undefined): string | undefined =>
  value === true ? flagMeans : value === false ? undefined : value;

/** Whether an option of the command line takes a value, for node:util `parseArgs`. */
export const optionType = ({ value }: Pick<Setting, 'value'>): 'string' | 'boolean' =>
  value === undefined ? 'boolean' : 'string';

/** The options of node:util `parseArgs` that stand for settings. */
export const settingFlags = (): Record<string, { type: 'string' | 'boolean' }> =>
  Object.fromEntries(
    Object.values<Setting>(settings).flatMap((setting) =>
      setting.flag === undefined ? [] : [[setting.flag, { type: optionType(setting) }]],
    ),
  );
