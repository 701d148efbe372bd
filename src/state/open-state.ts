import { existsSync } from 'node:fs';
import { systemClock, type Clock } from '../base/clock.ts';
import { isPostgresAddress } from '../base/postgres-address.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import type { State } from './state.ts';
import { StateMissing } from './state-unavailable.ts';

/**
 * Opens the store at `location`: a file path (or `:memory:`) for the processes of one machine, or a
 * `postgres://` address for a fleet. Rejects with `StateUnavailable` if it cannot be used, or `mustExist` and nothing is there.
 */
export async function openState(
  location: string,
  clock: Clock = systemClock,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<State> {
  if (!isPostgresAddress(location)) {
    if (mustExist && !existsSync(location))
      throw new StateMissing(
        `no data file at ${location} yet. If you have one, give its place with --state; otherwise the first call of a tool makes it.`,
      );
    return openSqlite(location, clock);
  }
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(location, clock, mustExist);
}
