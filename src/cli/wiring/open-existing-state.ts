import { existsSync } from 'node:fs';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import { openState } from '../../state/open-state.ts';
import type { State } from '../../state/state.ts';

/**
 * The state for a command that only looks at it: a missing store is not made. A mistyped location is an error. Where no location was
 * chosen and there is no store yet, an empty one in memory takes its place.
 *
 * Rejects with `StateUnavailable` if there is no store at the chosen location, or if it cannot be used.
 */
export const openExistingState = (
  { state, stateIsDefault }: Pick<Config, 'state' | 'stateIsDefault'>,
  clock?: Clock,
): Promise<State> =>
  stateIsDefault && !existsSync(state) ? openState(':memory:', clock) : openState(state, clock, { mustExist: true });
