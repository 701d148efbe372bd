import type { Clock } from '../../base/clock.ts';
import { type Database, run, sql } from './database.ts';

/** Milliseconds between two batches, in which other processes can use the store. */
const pauseMs = 100;

/** Milliseconds for which the answer of a call is kept, and for which a call that was not charged is kept. */
const answersKeptMs = 30 * 86_400_000;
const unchargedKeptMs = 90 * 86_400_000;

/** Entries in one transaction: of this size it blocks other processes for some milliseconds. */
const batchSize = 200;

/** Drops records past their retention in batches, so that neither opening a store nor another process waits for all of it. */
export class Retention {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Resolves after the first batch; the rest follows in the background until `stop`. */
  async apply(account: string): Promise<void> {
    if (await dropBatch(this.#db, account)) this.#running.push(this.#dropRest(account));
  }

  /** Resolves when no batch is running any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async #dropRest(account: string): Promise<void> {
    try {
      do await this.#clock.sleep(pauseMs, this.#stop.signal);
      while (await dropBatch(this.#db, account));
    } catch {
      // Stopped, or the store fails: the rest is dropped when the store is opened again.
    }
  }
}

/** Drops what is past its retention, at most `batchSize` entries of a kind in one transaction. True if there may be more. */
const dropBatch = (db: Database, account: string): Promise<boolean> =>
  db.transaction(account, function* ({ now }) {
    const clearedEntries = yield* run(
      sql`UPDATE entries SET answer = NULL, started = NULL, arguments = '{}' WHERE id IN (SELECT id FROM entries
        WHERE account = ${account} AND ended_at < ${now - answersKeptMs} AND (answer IS NOT NULL OR started IS NOT NULL) LIMIT ${batchSize})`,
    );
    const droppedEntries = yield* run(
      sql`DELETE FROM entries WHERE id IN (SELECT id FROM entries
        WHERE account = ${account} AND ended_at < ${now - unchargedKeptMs} AND money = 'released' LIMIT ${batchSize})`,
    );
    return clearedEntries === batchSize || droppedEntries === batchSize;
  });
