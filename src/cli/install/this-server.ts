import { defaultWaitSeconds } from '../../client/call/default-wait.ts';
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { holdsPassword } from '../../config/holds-password.ts';
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
export function thisServer(
  config: Config,
  options: Readonly<Record<string, string | boolean | undefined>>,
  env: Environment,
): ServerEntry {
  if (holdsPassword(config.state)) {
    throw new SettingError(
      "state: its password would be written into the client's file; keep it in ~/.pgpass and give the address without it",
    );
  }
  const given = Object.entries<Setting>(settings)
    .filter(([name]) => name !== 'apiToken' && name !== 'httpToken')
    .map(([name, setting]) => ({ name, ...setting, value: valueOf(setting, options, env) }))
    .filter(({ value }) => value !== undefined);
  return {
    command: steadyNodePath(process.execPath),
    args: [programPath(), ...given.filter(({ variable }) => variable === undefined).map(({ flag }) => `--${flag}`)],
    env: Object.fromEntries(
      given.flatMap(({ name, variable, value = '' }) =>
        variable === undefined ? [] : [[variable, absolute(name, value)]],
      ),
    ),
    callSeconds: (config.maxWaitSeconds ?? defaultWaitSeconds) + 60,
  };
}

function valueOf(
  { flag, variable }: Setting,
  options: Readonly<Record<string, string | boolean | undefined>>,
  env: Environment,
): string | undefined {
  const given = [flag === undefined ? undefined : options[flag], variable === undefined ? undefined : env[variable]];
  return given
    .filter((value) => value !== undefined && value !== false)
    .map((value) => String(value).trim())
    .find((value) => value !== '');
}

/** What is a path from here is none from where the client is. */
function absolute(name: string, value: string): string {
  const isPath = name === 'apiTokenFile' || (name === 'state' && !/^postgres(ql)?:\/\//.test(value));
  return isPath ? resolve(name === 'state' ? value.replace(/^~(?=\/|$)/, homedir()) : value) : value;
}

/** The file that was started, where links lead: a client may have no right to the link's folder, or no idea of links. */
const programPath = (): string => realpathSync(process.argv[1] ?? '');

/**
 * The Node that runs this is one it runs on. Homebrew's real path has a version in it and is gone after the next
 * update; the link beside the versions stays.
 *
 * @internal exported for tests
 */
export function steadyNodePath(running: string): string {
  const steady = running.replace(/\/Cellar\/(node(?:@\d+)?)\/[^/]+\/bin\/node$/, '/opt/$1/bin/node');
  return existsSync(steady) && realpathSync(steady) === realpathSync(running) ? steady : running;
}
