import { randomUUID } from 'node:crypto';
import { type Database, hasEffect, row, rows, run, sql, type Steps } from './sql/database.ts';
import { shareCommits } from './sql/shared-commits.ts';

/** A limit of the platform on the requests in any span of `per` milliseconds. */
export interface Bucket {
  readonly name: string;
  readonly requests: number;
  /** Milliseconds. */
  readonly per: number;
}

export interface SlotRequest {
  readonly buckets: readonly Bucket[];
  /** Milliseconds after which the request is abandoned: no answer comes later. */
  readonly deadline: number;
  /** Slots of the first bucket that this request leaves free: polls leave some for calls. */
  readonly reservedForCalls: number;
  /** Number of requests of this process that are queued before this one, to compute the wait. */
  readonly ahead: number;
}

export type SlotAnswer =
  | { readonly kind: 'taken'; readonly id: string }
  /** `ms`: until a slot can be free in all buckets; `bucket`: the one with the longest wait. */
  | { readonly kind: 'full'; readonly ms: number; readonly bucket: string };

/** The slots of the rate limit. Times are milliseconds of the store's steady clock. */
export type Slots = ReturnType<typeof createSlots>;

/** Milliseconds added to every window: the platform's clock may be coarser than this one. */
const marginMs = 20;

/** An hour: a platform that asks for more probably means something else, such as a date in seconds. */
const maxCooldownMs = 3_600_000;

const lockOf = (account: string): string => `${account} slots`;

/**
 * A request holds a slot from before it is sent until a window after its response; the platform counts it somewhere between
 * the two, so that no window of the platform ever holds more requests than there are slots.
 */
export const createSlots = (db: Database, commit = shareCommits(db)) => ({
  /** Takes a slot in every bucket at once, or none. */
  take: (account: string, request: SlotRequest): Promise<SlotAnswer> =>
    commit(lockOf(account), function* ({ steady }): Steps<SlotAnswer> {
      const { buckets, deadline, reservedForCalls, ahead } = request;
      const id = randomUUID();
      let longest = { bucket: '', ms: 0 };
      for (const [index, bucket] of buckets.entries()) {
        yield* run(
          sql`DELETE FROM slots WHERE account = ${account} AND bucket = ${bucket.name} AND until <= ${steady}`,
        );
        const capacity = Math.max(1, bucket.requests - (index === 0 ? reservedForCalls : 0));
        if (yield* insertSlot(id, account, bucket, capacity, steady + deadline, steady)) continue;
        const ms = yield* msUntilRoom(account, bucket, capacity, ahead, steady);
        if (ms > longest.ms) longest = { bucket: bucket.name, ms };
      }
      if (longest.ms === 0) return { kind: 'taken', id };
      yield* run(sql`DELETE FROM slots WHERE id = ${id}`);
      return { kind: 'full', ...longest };
    }),

  /** Called when the response has arrived: each slot becomes free one window from now. */
  async markAnswered(id: string): Promise<void> {
    await commit(null, ({ steady }) => run(sql`UPDATE slots SET until = per + ${steady + marginMs} WHERE id = ${id}`));
  },

  /** Called if nothing was sent: the slots are free at once. */
  async release(id: string): Promise<void> {
    await commit(null, () => run(sql`DELETE FROM slots WHERE id = ${id}`));
  },

  /** Removes all slots and cooldowns of a token that the platform does not know. */
  async forget(account: string): Promise<void> {
    await db.transaction(lockOf(account), function* () {
      yield* run(sql`DELETE FROM slots WHERE account = ${account}`);
      yield* run(sql`DELETE FROM cooldowns WHERE account = ${account}`);
    });
  },

  /** Removes expired slots and cooldowns of all accounts; otherwise those of an unused account would stay. */
  async removePassed(): Promise<void> {
    await db.transaction(null, function* ({ steady }) {
      yield* run(sql`DELETE FROM cooldowns WHERE until <= ${steady}`);
      yield* run(sql`DELETE FROM slots WHERE until <= ${steady}`);
    });
  },

  /** Blocks these buckets for `asked` milliseconds, the pause that the platform requested. */
  async coolDown(account: string, buckets: readonly Bucket[], asked: number): Promise<void> {
    const ms = Math.min(asked, maxCooldownMs);
    await db.transaction(lockOf(account), function* ({ steady }) {
      for (const { name: bucket } of buckets)
        yield* run(sql`INSERT INTO cooldowns (account, bucket, until) VALUES (${account}, ${bucket}, ${steady + ms})
          ON CONFLICT (account, bucket) DO UPDATE SET until = excluded.until WHERE excluded.until > cooldowns.until`);
    });
  },
});

/** Takes one slot, unless the bucket is full or cools down. */
function* insertSlot(
  id: string,
  account: string,
  { name, per }: Bucket,
  capacity: number,
  givenUpAt: number,
  now: number,
): Steps<boolean> {
  return yield* hasEffect(
    sql`INSERT INTO slots (id, account, bucket, per, until) SELECT ${id}, ${account}, ${name}, ${per}, ${givenUpAt + per + marginMs}
      WHERE (SELECT count(*) FROM slots WHERE account = ${account} AND bucket = ${name} AND until > ${now}) < ${capacity}
        AND NOT EXISTS (SELECT 1 FROM cooldowns WHERE account = ${account} AND bucket = ${name} AND until > ${now})`,
  );
}

/** Milliseconds until the bucket has room for one more after `ahead` others; at least 1. */
function* msUntilRoom(
  account: string,
  { name, per }: Bucket,
  capacity: number,
  ahead: number,
  now: number,
): Steps<number> {
  const cooldown = yield* row<{ until: number }>(
    sql`SELECT until FROM cooldowns WHERE account = ${account} AND bucket = ${name} AND until > ${now}`,
  );
  if (cooldown) return cooldown.until - now;
  const taken = yield* rows<{ until: number }>(
    sql`SELECT until FROM slots WHERE account = ${account} AND bucket = ${name} AND until > ${now} ORDER BY until`,
  );
  // Another process has released slots since this request was refused.
  if (taken.length < capacity) return 1;
  const turn = taken.length - capacity + ahead;
  const freed = taken[turn % taken.length] as { until: number };
  // The slot of a request in flight becomes free one window after its answer, which may come at any moment. Requests ahead of
  // this one use each slot again, for at least one window each time.
  const rounds = Math.floor(turn / taken.length);
  return Math.max(1, Math.min(freed.until - now, per + marginMs) + rounds * (per + marginMs));
}
