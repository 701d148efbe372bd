import { defaultWaitSeconds } from '../../client/call/default-wait.ts';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { isUnset, type Config, type Flags } from '../../config/config.ts';
import { holdsPassword } from '../../config/holds-password.ts';
import { homePath } from '../../config/home-path.ts';
import { networkVariable, networkVariables } from '../../config/network-variables.ts';
import { flagText, settings, type Setting } from '../../config/settings.ts';
import { SettingError } from '../../config/setting-error.ts';
import type { ServerEntry } from './server-entry.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * This very program, with the settings it was given just now by flags or environment: a client starts it from another
 * folder and with another environment. Tokens are left out, proxies with a password, and what is only for `http`.
 *
 * @param flags as the command line gave them, checked already by `config`
 * @throws SettingError for a store whose address holds a password, which would lie in the client's file for all to read, and for
 *   a flag of `http`
 */
export function thisServer(config: Config, flags: Flags, env: Environment): ServerEntry {
  if (holdsPassword(config.state)) {
    throw new SettingError(
      "state: its password would be written into the client's file; keep it in ~/.pgpass and give the address without it",
    );
  }
  // Beside a file of accounts, the variable would be a second name for the account: the flag chooses one of them.
  const chosen =
    valueOf(settings.accounts, flags, env) === undefined ? undefined : valueOf(settings.account, flags, env);
  const given = Object.entries<Setting>(settings)
    .filter(([name, { flag, only }]) => name !== 'apiToken' && !isForHttp(flag, only, flags))
    .filter(([name]) => name !== 'account' || chosen === undefined)
    .map(([, setting]) => ({ ...setting, value: valueOf(setting, flags, env) }))
    .filter(({ value }) => value !== undefined);
  return {
    command: steadyNodePath(process.execPath),
    args: [
      programPath(),
      ...given.filter(({ variable }) => variable === undefined).map(({ flag }) => `--${flag}`),
      ...(chosen === undefined ? [] : [`--account=${chosen}`]),
    ],
    env: {
      ...Object.fromEntries(
        given.flatMap(({ variable, holds, value = '' }) =>
          variable === undefined ? [] : [[variable, absolute(holds, value)]],
        ),
      ),
      ...(config.platform.kind === 'remote' ? networkOf(env) : {}),
    },
    callSeconds: (config.maxWaitSeconds ?? defaultWaitSeconds) + 60,
  };
}

/** How this machine reaches others; clients hand on little of their environment. The embedded platform needs none of it. */
const networkOf = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(networkVariables).flatMap(([name, { holds }]) => {
      const value = networkVariable(name, env);
      return value === undefined || holdsProxyPassword(name, value) ? [] : [[name, absolute(holds, value)]];
    }),
  );

/** The proxies of the environment that are not written into a client's file, since a password stands in their addresses. */
export const proxiesWithPassword = (env: Environment): string[] =>
  Object.keys(networkVariables).filter((name) => holdsProxyPassword(name, networkVariable(name, env) ?? ''));

/** Whether a password stands in the value of a proxy's variable, with a scheme before it or without one. */
const holdsProxyPassword = (name: string, value: string): boolean =>
  name.endsWith('_PROXY') && /^(\w+:\/\/)?[^/@]*:[^/]*@/.test(value);

function isForHttp(flag: string | undefined, only: Setting['only'], flags: Flags): boolean {
  if (only === undefined) return false;
  if (flag === undefined || flags[flag] === undefined) return true;
  throw new SettingError(
    `--${flag}: is for a server that others connect to (visibility-mcp http); clients start their own`,
  );
}

/** What counts of flag and variable, as the variable says it. Undefined where neither says anything. */
function valueOf(setting: Setting, flags: Flags, env: Environment): string | undefined {
  const { flag, variable } = setting;
  const given = [
    flag === undefined ? undefined : flagText(setting, flags[flag]),
    variable === undefined ? undefined : env[variable],
  ];
  return given.find((value) => value !== undefined && !isUnset(value))?.trim();
}

/** What is a path from here is none from where the client is. */
function absolute(holds: Setting['holds'], value: string): string {
  if (holds === undefined || /^postgres(ql)?:\/\//.test(value)) return value;
  const paths = holds === 'paths' ? value.split(delimiter).filter((path) => path.trim() !== '') : [value];
  return paths.map((path) => resolve(homePath(path.trim()))).join(delimiter);
}

/** The file that was started, where links lead: a client may have no right to the link's folder, or no idea of links. */
const programPath = (): string => realpathSync(process.argv[1] ?? '');

/**
 * The Node that runs this is one it runs on. Homebrew's real path has a version in it and is gone after the next
 * update; the link beside the versions stays. Where fnm links to a version lasts as long as one shell: on Windows a process is named by
 * the link.
 *
 * @internal exported for tests
 */
export function steadyNodePath(running: string): string {
  const steady = running.replace(/\/Cellar\/(node(?:@\d+)?)\/[^/]+\/bin\/node$/, '/opt/$1/bin/node');
  if (/[/\\]fnm_multishells[/\\]/.test(running) && existsSync(running)) return realpathSync(running);
  return existsSync(steady) && realpathSync(steady) === realpathSync(running) ? steady : running;
}
