import { realpathSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { settingText, type Config, type Flags } from '../../app/config/config.ts';
import { holdsPassword } from '../../app/config/holds-password.ts';
import { homePath } from '../../app/config/home-path.ts';
import { settings, type Environment, type Setting } from '../../app/config/settings.ts';
import { SettingError } from '../../base/setting-error.ts';
import { isPostgresAddress } from '../../base/postgres-address.ts';

/**
 * How a client starts this program, with the settings that flags and environment give now: the client starts it in another
 * folder and with another environment. Tokens and settings of `http` are left out.
 * @param flags from the command line; they were checked when `config` was read
 * @throws SettingError if the address of the store holds a password, which everybody who can read the client's file could see
 */
export function thisServer(config: Config, flags: Flags, env: Environment) {
  if (holdsPassword(config.state)) {
    throw new SettingError(
      "state: its password would be written into the client's file; keep it in ~/.pgpass and give the address without it",
    );
  }
  // With a file of accounts, the flag chooses one of them; the variable would be refused as a second name for the account.
  const chosen =
    settingText(settings.accounts, flags, env) === undefined ? undefined : settingText(settings.account, flags, env);
  const keptSettings = Object.entries<Setting>(settings)
    .filter(([name, { only }]) => name !== 'apiToken' && only === undefined)
    .filter(([name]) => name !== 'account' || chosen === undefined)
    .map(([, setting]) => ({ ...setting, value: settingText(setting, flags, env) }))
    .filter(({ value }) => value !== undefined);
  return {
    command: process.execPath,
    args: [
      // With links resolved: a client may not be able to read the link's folder, or to follow links.
      realpathSync(process.argv[1] ?? ''),
      ...keptSettings.filter(({ variable }) => variable === undefined).map(({ flag }) => `--${flag}`),
      ...(chosen === undefined ? [] : [`--account=${chosen}`]),
    ],
    env: Object.fromEntries(
      keptSettings.flatMap(({ variable, holds, value = '' }) =>
        variable === undefined ? [] : [[variable, absolute(holds, value)]],
      ),
    ),
  };
}

/** Makes paths absolute, since the client starts this program in another folder. */
function absolute(holds: Setting['holds'], value: string): string {
  if (holds === undefined || isPostgresAddress(value)) return value;
  const paths = holds === 'paths' ? value.split(delimiter).filter((path) => path.trim() !== '') : [value];
  return paths.map((path) => resolve(homePath(path.trim()))).join(delimiter);
}
