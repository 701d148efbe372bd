import { systemClock, type Clock } from '../clock.ts';
import { openSqliteState } from './sqlite/sqlite-state.ts';
import type { State } from './state.ts';
import { StateUnavailable } from './state-unavailable.ts';

/**
 * Opens the store at `location`: a file path (or `:memory:`) for the processes of one machine.
 * Rejects with `StateUnavailable` if it cannot be used.
 */
export async function openState(location: string, clock: Clock = systemClock): Promise<State> {
  if (/^postgres(ql)?:\/\//.test(location)) {
    throw new StateUnavailable('this version keeps its state in a file only: give --state a path');
  }
  return openSqliteState(location, clock);
}
