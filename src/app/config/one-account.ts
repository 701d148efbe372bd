import type { Config } from './config.ts';
import { SettingError } from '../../base/setting-error.ts';

/** The configuration that a server works with: all accounts, or the one that `--account` names. */
export const servedConfig = (config: Config): Config =>
  config.accounts?.chosen === undefined ? config : oneAccount(config);

/**
 * The configuration of one account: the only one, the one that `--account` names, or the default.
 * @throws SettingError if there are several, and none is named or the default
 */
export function oneAccount(config: Config): Config {
  const { accounts } = config;
  if (!accounts) return config;
  const name = accounts.chosen ?? accounts.default;
  const own = name === undefined ? undefined : accounts.configs.get(name);
  if (own) return own;
  throw new SettingError(`which account? Add --account with one of ${[...accounts.configs.keys()].join(', ')}`);
}
