import { join, resolve } from 'node:path';
import { isPostgresAddress } from '../../base/postgres-address.ts';
import { homeFolder } from './home-path.ts';
import type { Environment } from './settings.ts';
import { SettingError } from '../../base/setting-error.ts';

export interface StateLocation {
  /** A file, or a `postgres://` address. */
  readonly state: string;
  /** File with the data of the embedded platform. */
  readonly sandboxData: string;
  /** Whether it is the default location. */
  readonly isDefault: boolean;
}

/**
 * Where ledger, rate limiter and jobs are kept. The embedded platform has a separate state, so that its credits and job
 * numbers never mix with those of a real account.
 * @param location the configured file or address, if any
 * @throws SettingError if it is neither a path nor a Postgres address
 */
export function stateLocation(
  location: string | undefined,
  sandbox: boolean,
  env: Environment,
  platform: string,
): StateLocation {
  if (location === undefined) {
    const folder = stateFolder(env, platform);
    return {
      state: join(folder, sandbox ? 'sandbox.db' : 'state.db'),
      sandboxData: join(folder, 'sandbox.db.platform.db'),
      isDefault: true,
    };
  }
  if (isPostgresAddress(location)) {
    if (!URL.canParse(location)) throw new SettingError('state: not a usable postgres:// address');
    const sandboxData = join(stateFolder(env, platform), 'postgres.platform.db');
    return { state: location, sandboxData, isDefault: false };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location))
    throw new SettingError('state: neither a file nor a postgres:// address');
  if (platform !== 'win32' && /^[a-z]:[\\/]/i.test(location))
    throw new SettingError('state: a path of Windows, which this system would take for a name');
  const file = resolve(location);
  return { state: file, sandboxData: `${file}.platform.db`, isDefault: false };
}

/** The folder that each system provides for the state of a user's programs. */
function stateFolder(env: Environment, platform: string): string {
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(homeFolder(), 'AppData', 'Local'), 'visibility-mcp');
  if (platform === 'darwin')
    return join(env['HOME'] || homeFolder(), 'Library', 'Application Support', 'visibility-mcp');
  return join(env['XDG_STATE_HOME'] || join(env['HOME'] || homeFolder(), '.local', 'state'), 'visibility-mcp');
}
