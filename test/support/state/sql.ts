import { DatabaseSync } from 'node:sqlite';
import { inSchema } from './schemas.ts';

/** Runs statements on a store from outside the program, and resolves with the rows of the last. Rejects as the database does. */
export async function asked(
  location: string,
  statements: readonly string[],
): Promise<readonly Record<string, unknown>[]> {
  let rows: readonly Record<string, unknown>[] = [];
  if (!location.startsWith('postgres')) {
    const db = new DatabaseSync(location, { timeout: 60_000 });
    try {
      for (const sql of statements) rows = db.prepare(sql).all();
      return rows;
    } finally {
      db.close();
    }
  }
  return inSchema(location, async (client) => {
    for (const sql of statements) rows = (await client.query<Record<string, unknown>>(sql)).rows;
    return rows;
  });
}
