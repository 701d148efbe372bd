import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { SettingError } from '../../config/setting-error.ts';

/**
 * Refuses to work on the embedded platform's account in a store that it has never written to: that store is a server's, whose settings
 * are missing. Its invented credits would be taken for the server's, and limits that are set there would hold for nobody.
 */
export function refuseForeignStore({ platform, state, stateIsDefault }: Config): void {
  if (platform.kind === 'remote' || platform.isChosen || stateIsDefault || existsSync(platform.data)) return;
  if (!/^postgres(ql)?:/.test(state) && !existsSync(state)) return;
  throw new SettingError(
    'this store is not one of the embedded platform: set VISIBILITY_API_URL and VISIBILITY_AUTH as its server has them, or VISIBILITY_API_TOKEN_FILE in the place of VISIBILITY_AUTH',
  );
}
