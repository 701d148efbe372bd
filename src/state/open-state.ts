import { systemClock, type Clock } from '../clock.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { State } from './state.ts';

/**
 * Opens the store at `location`: a file path (or `:memory:`) for the processes of one machine, or a
 * `postgres://` address for a fleet. Rejects with `StateUnavailable` if it cannot be used.
 */
export async function openState(location: string, clock: Clock = systemClock): Promise<State> {
  if (!/^postgres(ql)?:\/\//.test(location)) return openSqlite(location, clock);
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(location, clock);
}
