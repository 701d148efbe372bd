import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Bucket, SlotAnswer, SlotRequest } from '../state.ts';
import type { Database } from './database.ts';

/** Added to every window: the platform may cut time in coarser steps than this clock. */
const margin = 20;

/**
 * The slots of the rate limit. A request holds a slot from before it is sent until a window after its
 * response; the platform counts it somewhere between the two, so no window there ever holds more
 * requests than there are slots.
 */
export class Slots {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  take(account: string, { buckets, deadline, leave, ahead }: SlotRequest): Promise<SlotAnswer> {
    return this.#db.transaction((): SlotAnswer => {
      const now = this.#clock.steady();
      this.#db.run('DELETE FROM slots WHERE account = ? AND until <= ?', account, now);
      const waits = buckets.map((bucket, index) => ({ bucket: bucket.name, ms: this.#waitFor(account, bucket, now, index === 0 ? leave : 0, ahead) }));
      const longest = waits.reduce((one, other) => (other.ms > one.ms ? other : one), { bucket: '', ms: 0 });
      if (longest.ms > 0) return { kind: 'full', ...longest };
      const id = randomUUID();
      for (const { name, per } of buckets) {
        this.#db.run('INSERT INTO slots VALUES (?, ?, ?, ?, ?)', id, account, name, per, now + deadline + per + margin);
      }
      return { kind: 'taken', id };
    });
  }

  async answer(id: string): Promise<void> {
    await this.#db.transaction(() => this.#db.run('UPDATE slots SET until = ? + per WHERE id = ?', this.#clock.steady() + margin, id));
  }

  async drop(id: string): Promise<void> {
    await this.#db.transaction(() => this.#db.run('DELETE FROM slots WHERE id = ?', id));
  }

  async coolDown(account: string, buckets: readonly string[], ms: number): Promise<void> {
    const until = this.#clock.steady() + ms;
    await this.#db.transaction(() => {
      for (const bucket of buckets) {
        this.#db.run(
          'INSERT INTO cooldowns VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)',
          account,
          bucket,
          until,
        );
      }
    });
  }

  /** Milliseconds until the bucket has room for one more after `ahead` others; 0 if it has room now. */
  #waitFor(account: string, { name, requests, per }: Bucket, now: number, leave: number, ahead: number): number {
    const cooled = Number(this.#db.row('SELECT until FROM cooldowns WHERE account = ? AND bucket = ?', account, name)?.['until'] ?? 0);
    if (cooled > now) return cooled - now;
    const capacity = Math.max(1, requests - leave);
    const taken = Number(this.#db.row('SELECT count(*) AS slots FROM slots WHERE account = ? AND bucket = ?', account, name)?.['slots']);
    if (taken < capacity) return 0;
    const turn = taken - capacity + ahead;
    const freed = this.#db.row(
      'SELECT until FROM slots WHERE account = ? AND bucket = ? ORDER BY until LIMIT 1 OFFSET ?',
      account,
      name,
      turn % taken,
    );
    // A request still under way may be answered any moment: its slot is then free a window from now.
    // Those ahead take each slot anew, for a window at least.
    const rounds = Math.floor(turn / taken);
    return Math.max(1, Math.min(Number(freed?.['until']) - now, per + margin) + rounds * (per + margin));
  }
}
