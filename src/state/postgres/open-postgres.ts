import type { Clock } from '../../clock.ts';
import { sqlState } from '../sql-state.ts';
import type { State } from '../state.ts';
import { PostgresDatabase } from './database.ts';

/**
 * Opens the state in a PostgreSQL database, for a fleet of machines. `address` is a `postgres://` URL.
 * Rejects with `StateUnavailable` if it cannot be used.
 */
export async function openPostgres(address: string, clock: Clock): Promise<State> {
  const db = new PostgresDatabase(address, clock);
  try {
    await db.prepare();
    return sqlState({ entries: db, slots: db, key: db.key, clock, news: db });
  } catch (error) {
    await db.close();
    throw error;
  }
}
