import type { Clock } from '../../base/clock.ts';
import { sqlState } from '../sql/sql-state.ts';
import type { State } from '../state.ts';
import { SqliteDatabase, type Survives } from './database.ts';

/**
 * Opens the state in one SQLite file, for the processes of one machine. `file` may be `:memory:`.
 * Rejects with `StateUnavailable` if it cannot be used.
 */
export async function openSqlite(file: string, clock: Clock): Promise<State> {
  const entries = await open(file, clock, 'FULL');
  try {
    // Every request takes and releases slots, and a reboot voids them: they need no commit that survives a power failure. In memory,
    // a second connection would have a store of its own.
    const slots = file === ':memory:' ? entries : await open(file, clock, 'NORMAL');
    return sqlState({ entries, slots, key: entries.key, clock });
  } catch (error) {
    await entries.close();
    throw error;
  }
}

async function open(file: string, clock: Clock, survives: Survives): Promise<SqliteDatabase> {
  const db = new SqliteDatabase(file, clock, survives);
  try {
    await db.prepare();
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
