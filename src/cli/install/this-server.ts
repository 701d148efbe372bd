import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import type { Config } from '../../config.ts';
import { settings, type Setting } from '../../config/settings.ts';
import { SettingError } from '../../config/setting-error.ts';
import type { ServerEntry } from './server-entry.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * This very program, with the settings it was given just now by flags or environment: a client starts it from another
 * folder and with another environment. Tokens are left out.
 *
 * @param options as the command line gave them, checked already by `config`
 * @throws SettingError for a store whose address holds a password, which would lie in the client's file for all to read
 */
export function thisServer(config: Config, options: Readonly<Record<string, string | boolean | undefined>>, env: Environment): ServerEntry {
  if (holdsPassword(config.state)) {
    throw new SettingError("state: its password would be written into the client's file; keep it in ~/.pgpass and give the address without it");
  }
  const given = Object.entries<Setting>(settings)
    .filter(([name]) => name !== 'apiToken' && name !== 'httpToken')
    .map(([name, setting]) => ({ name, ...setting, value: valueOf(setting, options, env) }))
    .filter(({ value }) => value !== undefined);
  return {
    command: nodePath(env),
    args: [programPath(), ...given.filter(({ variable }) => variable === undefined).map(({ flag }) => `--${flag}`)],
    env: Object.fromEntries(given.flatMap(({ name, variable, value = '' }) => (variable === undefined ? [] : [[variable, absolute(name, value)]]))),
    callSeconds: config.maxWaitSeconds + 60,
  };
}

/** A Postgres address gives it before the host, or as one of its parameters. */
function holdsPassword(state: string): boolean {
  if (!URL.canParse(state)) return false;
  const { password, searchParams } = new URL(state);
  return password !== '' || searchParams.has('password');
}

function valueOf({ flag, variable }: Setting, options: Readonly<Record<string, string | boolean | undefined>>, env: Environment): string | undefined {
  const value = (flag === undefined ? undefined : options[flag]) ?? (variable === undefined ? undefined : env[variable]);
  return value === undefined || value === false || String(value).trim() === '' ? undefined : String(value).trim();
}

/** What is a path from here is none from where the client is. */
function absolute(name: string, value: string): string {
  const isPath = name === 'apiTokenFile' || (name === 'state' && !/^postgres(ql)?:\/\//.test(value));
  return isPath ? resolve(name === 'state' ? value.replace(/^~(?=\/|$)/, homedir()) : value) : value;
}

/** The file that was started, where links lead: a client may have no right to the link's folder, or no idea of links. */
const programPath = (): string => realpathSync(process.argv[1] ?? '');

/**
 * The Node that runs this, which is one it runs on. A version manager's path changes with every update; where a `node`
 * on the PATH leads to the same file, its path is the one that stays.
 */
function nodePath({ PATH = '' }: Environment): string {
  const running = process.execPath;
  if (running.includes(`${sep}node_modules${sep}`)) return running;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const candidates = PATH.split(delimiter).filter((folder) => folder !== '' && resolve(folder) === folder).map((folder) => join(folder, name));
  return candidates.find((path) => dirname(path) !== dirname(running) && existsSync(path) && realpathSync(path) === realpathSync(running)) ?? running;
}
