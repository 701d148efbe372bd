import { existsSync } from 'node:fs';
import { systemClock, type Clock } from '../base/clock.ts';
import { isPostgresAddress } from '../base/postgres-address.ts';
import { SqliteDatabase } from './sqlite/database.ts';
import { createState, type State } from './state.ts';
import { StateMissing } from './sql/state-unavailable.ts';

/**
 * Opens the store at `location`: a file path (or `:memory:`) for the processes of one machine, or a
 * `postgres://` address for a fleet. Rejects with `StateUnavailable` if it cannot be used, or `mustExist` and nothing is there.
 */
export async function openState(
  location: string,
  clock: Clock = systemClock,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<State> {
  if (isPostgresAddress(location)) {
    const { PostgresDatabase } = await import('./postgres/database.ts');
    return createState({ entries: await PostgresDatabase.open(location, clock, mustExist), clock });
  }
  if (mustExist && !existsSync(location))
    throw new StateMissing(
      `no data file at ${location} yet. If you have one, name it with --state; otherwise the first call of a tool creates it.`,
    );
  return createState({ entries: await SqliteDatabase.open(location, clock), clock });
}
