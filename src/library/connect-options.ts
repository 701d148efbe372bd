import { delimiter } from 'node:path';
import { readConfig, type Config, type Flags } from '../app/config/config.ts';
import { settings, type Setting, type SettingName } from '../app/config/settings.ts';
import { SettingError } from '../base/setting-error.ts';
import type { SandboxOrder } from './held-sandbox.ts';
import type { OperationProgress } from '../programs/index.ts';

/** A question to a person before credits are spent. */
export interface ConfirmQuestion {
  readonly operation: string;
  /** Upper bound in credits; `null` if the platform states none. */
  readonly credits: number | null;
  /** Text that says how the bound is calculated. */
  readonly basis: string;
}

/** The server's settings in camel case. Missing ones come from the environment variables (`VISIBILITY_…`). */
export interface ConnectOptions {
  /** Service address, ends in `/api/v1`. */
  readonly apiUrl?: string | undefined;
  /** Bearer token. */
  readonly token?: string | undefined;
  /** A file that holds the token. */
  readonly tokenFile?: string | undefined;
  /** A file with several accounts (docs/accounts.md). Calls take `account` among their options. */
  readonly accounts?: string | undefined;
  /** The name under which money and jobs are recorded; with `accounts`, the account for calls that name none. */
  readonly account?: string | undefined;
  /** The purpose of the connection, such as `nightly`: recorded with its spending; `20/day@nightly` in `budget` limits it. */
  readonly label?: string | undefined;
  /** Such as `200/day,40/call`, or `careful`, `standard`, `generous`, `none`. */
  readonly budget?: string | undefined;
  /** Credits above which `confirm` is called: of one call (`25`), or in total since it last agreed (`25,100/session`). */
  readonly confirmAbove?: number | string | undefined;
  /** Answers for a person. Absent: calls above `confirmAbove` are refused, unless `unattended`. */
  readonly confirm?: ((question: ConfirmQuestion) => boolean | Promise<boolean>) | undefined;
  /** Nobody can be asked; only the limits apply. */
  readonly unattended?: boolean | undefined;
  /** Requests a minute, over all processes that share token and state. Default 60. */
  readonly rate?: number | undefined;
  /** Seconds a call waits for its job. Default: until the job ends. */
  readonly maxWait?: number | undefined;
  /** Where ledger, limiter and jobs are kept: a file, or `postgres://…`. */
  readonly state?: string | undefined;
  /** The only project that calls may name; it is the default. */
  readonly project?: number | undefined;
  /** The only tracking project that calls may name; it is the default. */
  readonly trackingProject?: number | string | undefined;
  /** Refuses everything that writes, deletes or pays. */
  readonly readOnly?: boolean | undefined;
  /**
   * Uses the embedded platform whatever else is set. An object: one in memory, for this connection only. Its time stands
   * still until `platform.sandbox.advance` moves it, or a call waits for a job; budget and state use its dates.
   */
  readonly sandbox?: boolean | SandboxOrder | undefined;
  /** Speed of the embedded platform, as a multiple of real time. Default 10. */
  readonly sandboxSpeed?: number | undefined;
  /** Folders whose files calls may send. */
  readonly files?: string | readonly string[] | undefined;
  /** Folder for the files of `platform.save`. */
  readonly outFolder?: string | undefined;
  /** Level of the log on stderr. Default `warn`. */
  readonly logLevel?: string | undefined;
  /** Once aborted, calls and waits end; jobs continue. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress of jobs. */
  readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
}

/** Options whose names differ from their setting's. */
const settingOf: Readonly<Record<string, SettingName>> = { token: 'apiToken', tokenFile: 'apiTokenFile' };

/** Settings for servers only. */
const serverOnly = [
  'toolsets',
  'code',
  'httpToken',
  'auth',
  'publicUrl',
  'secret',
  'replica',
  'metricsListen',
  'eventsSecret',
] as const satisfies readonly SettingName[];

/**
 * Settings that are options of `connect`, by their own names.
 * @internal exported for tests
 */
export type OptionSetting = Exclude<SettingName, (typeof serverOnly)[number] | 'apiToken' | 'apiTokenFile'>;

const isServers = (name: string): boolean => (serverOnly as readonly string[]).includes(name);

/** Options that are not settings. */
const ownOptions: ReadonlySet<string> = new Set(['signal', 'onProgress', 'confirm']);

/** Settings that exclude each other: an option for one of them also unsets the variable of the other. */
const alternatives: Readonly<Partial<Record<SettingName, SettingName>>> = {
  apiToken: 'apiTokenFile',
  apiTokenFile: 'apiToken',
};

/**
 * The configuration from the options and the environment.
 * @throws SettingError for an option that is unknown or malformed
 */
export function configOf(options: ConnectOptions, environment: NodeJS.ProcessEnv): Config {
  const env: Record<string, string | undefined> = { ...environment };
  const flags: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || ownOptions.has(name)) continue;
    const key = settingOf[name] ?? name;
    if (!isSetting(key) || isServers(key)) throw new SettingError(`connect: no such option: ${name}`);
    const { variable, flag, value: placeholder }: Setting = settings[key];
    const other: Setting | undefined = alternatives[key] && settings[alternatives[key]];
    if (other?.variable !== undefined) env[other.variable] = undefined;
    const text = Array.isArray(value) ? value.join(delimiter) : String(key === 'sandbox' ? Boolean(value) : value);
    // Given as a flag, since the variable is refused together with a file of accounts.
    if (key === 'account') flags['account'] = text;
    // Given as a variable rather than as a flag, since a flag must not contain a password.
    else if (variable !== undefined) env[variable] = text;
    else if (flag !== undefined && (placeholder !== undefined || value === true))
      flags[flag] = placeholder === undefined ? true : text;
  }
  return readConfig(flags satisfies Flags, env);
}

const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name);
