import { run, sql, type Steps } from './sql/database.ts';

/** Milliseconds for which the answer of a call is kept, and for which a call that was not charged is kept. */
const answersKeptMs = 30 * 86_400_000;
const unchargedKeptMs = 90 * 86_400_000;

/** Entries of a kind that are dropped at once, so that other processes do not wait for long. The rest is dropped the next time. */
const maxDropped = 5_000;

/** Drops answers, arguments and uncharged calls past their retention, the oldest first. What was charged stays. */
export function* dropOldEntries(account: string, now: number): Steps<void> {
  yield* run(sql`UPDATE entries SET answer = NULL, started = NULL, arguments = '{}' WHERE id IN (SELECT id FROM entries
    WHERE account = ${account} AND ended_at < ${now - answersKeptMs} AND (answer IS NOT NULL OR started IS NOT NULL)
    ORDER BY ended_at LIMIT ${maxDropped})`);
  yield* run(sql`DELETE FROM entries WHERE id IN (SELECT id FROM entries
    WHERE account = ${account} AND ended_at < ${now - unchargedKeptMs} AND money = 'released'
    ORDER BY ended_at LIMIT ${maxDropped})`);
}
