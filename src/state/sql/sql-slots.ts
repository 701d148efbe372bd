import { randomUUID } from 'node:crypto';
import { type Database, row, rows, run, type Steps } from './database.ts';
import type { Bucket, Cooldown, SlotAnswer, SlotRequest, Slots } from '../slots.ts';

/** Milliseconds added to every window: the platform's clock may be coarser than this one. */
const marginMs = 20;

/**
 * The slots of the rate limit. A request holds a slot from before it is sent until a window after its
 * response; the platform counts it somewhere between the two, so no window there ever holds more
 * requests than there are slots.
 */
export const sqlSlots = (db: Database): Slots => ({
  take(account: string, { buckets, deadline, reservedForCalls, ahead }: SlotRequest): Promise<SlotAnswer> {
    return db.transaction(`${account} slots`, function* ({ steady: now }): Steps<SlotAnswer> {
      yield* run('DELETE FROM slots WHERE account = ? AND until <= ?', account, now);
      let longest = { bucket: '', ms: 0 };
      for (const [index, bucket] of buckets.entries()) {
        const ms = yield* waitFor(account, bucket, now, index === 0 ? reservedForCalls : 0, ahead);
        if (ms > longest.ms) longest = { bucket: bucket.name, ms };
      }
      if (longest.ms > 0) return { kind: 'full', ...longest };
      const id = randomUUID();
      for (const { name, per } of buckets) {
        yield* run(
          'INSERT INTO slots (id, account, bucket, per, until) VALUES (?, ?, ?, ?, ?)',
          id,
          account,
          name,
          per,
          now + deadline + per + marginMs,
        );
      }
      return { kind: 'taken', id };
    });
  },

  async markAnswered(id: string): Promise<void> {
    await db.transaction(null, ({ steady }) =>
      run('UPDATE slots SET until = per + ? WHERE id = ?', steady + marginMs, id),
    );
  },

  async release(id: string): Promise<void> {
    await db.transaction(null, () => run('DELETE FROM slots WHERE id = ?', id));
  },

  async forget(account: string): Promise<void> {
    await db.transaction(`${account} slots`, function* () {
      yield* run('DELETE FROM slots WHERE account = ?', account);
      yield* run('DELETE FROM cooldowns WHERE account = ?', account);
    });
  },

  async coolDown(account: string, buckets: readonly Bucket[], asked: number): Promise<void> {
    const ms = Math.min(asked, maxCooldownMs);
    await db.transaction(`${account} slots`, function* ({ steady }) {
      for (const { name: bucket, requests } of buckets) {
        yield* withhold(account, bucket, requests, steady + ms + withheldMs);
        yield* run(
          `INSERT INTO cooldowns (account, bucket, until) VALUES (?, ?, ?)
           ON CONFLICT (account, bucket) DO UPDATE SET until = excluded.until WHERE excluded.until > cooldowns.until`,
          account,
          bucket,
          steady + ms,
        );
      }
    });
  },

  cooldowns(account: string): Promise<readonly Cooldown[]> {
    return db.transaction(`${account} slots`, function* ({ steady }) {
      yield* shorten(account, steady);
      const found = yield* rows(
        'SELECT bucket, until FROM cooldowns WHERE account = ? AND until > ? ORDER BY bucket',
        account,
        steady,
      );
      return found.map(({ bucket, until }) => ({ bucket: String(bucket), ms: Number(until) - steady }));
    });
  },

  clearCooldowns(account: string): Promise<number> {
    return db.transaction(`${account} slots`, function* ({ steady }): Steps<number> {
      const ended = yield* run('DELETE FROM cooldowns WHERE account = ? AND until > ?', account, steady);
      yield* run("DELETE FROM slots WHERE account = ? AND id = 'withheld'", account);
      return ended;
    });
  },
});

/** An hour: a platform that asks for more has said something else, such as a date in seconds. */
const maxCooldownMs = 3_600_000;

/** Milliseconds for which slots are kept back after the platform has said that there were too many requests. */
const withheldMs = 300_000;

/** Shortens cooldowns above the maximum: earlier versions obeyed any Retry-After. */
function* shorten(account: string, now: number): Steps<void> {
  const until = now + maxCooldownMs;
  yield* run('UPDATE cooldowns SET until = ? WHERE account = ? AND until > ?', until, account, until);
  yield* run(
    "UPDATE slots SET until = ? WHERE account = ? AND id = 'withheld' AND until > ?",
    until + withheldMs,
    account,
    until + withheldMs,
  );
}

/** Keeps back a tenth of the bucket's slots, and never more than half of them: somebody else may be using the token. */
function* withhold(account: string, bucket: string, requests: number, until: number): Steps<void> {
  const counted = yield* row(
    "SELECT count(*) AS slots FROM slots WHERE account = ? AND bucket = ? AND id = 'withheld'",
    account,
    bucket,
  );
  const few = Math.min(Math.ceil(requests / 10), Math.floor(requests / 2) - Number(counted?.['slots']));
  for (let slot = 0; slot < few; slot++) {
    yield* run(
      "INSERT INTO slots (id, account, bucket, per, until) VALUES ('withheld', ?, ?, 0, ?)",
      account,
      bucket,
      until,
    );
  }
}

/** Milliseconds until the bucket has room for one more after `ahead` others; 0 if it has room now. */
function* waitFor(
  account: string,
  { name, requests, per }: Bucket,
  now: number,
  reservedForCalls: number,
  ahead: number,
): Steps<number> {
  const cooled = yield* row('SELECT until FROM cooldowns WHERE account = ? AND bucket = ?', account, name);
  const left = Number(cooled?.['until'] ?? 0) - now;
  if (left > maxCooldownMs) yield* shorten(account, now);
  if (left > 0) return Math.min(left, maxCooldownMs);
  const capacity = Math.max(1, requests - reservedForCalls);
  const counted = yield* row('SELECT count(*) AS slots FROM slots WHERE account = ? AND bucket = ?', account, name);
  const taken = Number(counted?.['slots']);
  if (taken < capacity) return 0;
  const turn = taken - capacity + ahead;
  const freed = yield* row(
    'SELECT until FROM slots WHERE account = ? AND bucket = ? ORDER BY until LIMIT 1 OFFSET ?',
    account,
    name,
    turn % taken,
  );
  // Another process has given slots back since they were counted.
  if (!freed) return 1;
  // A request still under way may be answered any moment: its slot is then free a window from now.
  // Requests ahead take each slot again, for a window at least.
  const rounds = Math.floor(turn / taken);
  return Math.max(1, Math.min(Number(freed['until']) - now, per + marginMs) + rounds * (per + marginMs));
}
