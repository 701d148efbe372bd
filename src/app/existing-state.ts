import { existsSync } from 'node:fs';
import type { Clock } from '../base/index.ts';
import type { Config } from './config/config.ts';
import { isPostgresAddress } from '../base/postgres-address.ts';
import { SettingError } from '../base/setting-error.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/index.ts';

/**
 * The state for a command that only reads: a missing store is not created. A mistyped location is an error. If no location
 * was chosen and there is no store yet, an empty one in memory is used.
 *
 * Rejects with `StateUnavailable` if there is no store at the chosen location, or if it cannot be used.
 */
export const openExistingState = (
  { state, stateIsDefault }: Pick<Config, 'state' | 'stateIsDefault'>,
  clock?: Clock,
): Promise<State> =>
  stateIsDefault && !existsSync(state) ? openState(':memory:', clock) : openState(state, clock, { mustExist: true });

/**
 * Refuses to use the embedded platform's account in a store that it has never written to: such a store belongs to a server
 * whose settings are missing. The invented credits would be mistaken for the server's, and limits would apply to nobody.
 */
export function refuseForeignStore({ platform, state, stateIsDefault }: Config): void {
  if (platform.kind === 'remote' || platform.isChosen || stateIsDefault || existsSync(platform.data)) return;
  if (!isPostgresAddress(state) && !existsSync(state)) return;
  throw new SettingError(
    'this store is not one of the embedded platform: set VISIBILITY_API_URL and VISIBILITY_AUTH as for its server, or VISIBILITY_API_TOKEN_FILE instead of VISIBILITY_AUTH',
  );
}
