import { Batches } from './batches.ts';
import { type Database, row, rows, run, type Steps } from './database.ts';
import { accountsOf, changeSlots, maxCooldownMs, shortenCooldowns, withheldMs, type SlotChange } from './slot-steps.ts';
import type { Bucket, Cooldown, SlotAnswer, SlotRequest, Slots } from '../slots.ts';

/** Accounts whose locks are held together while slots whose window has passed are removed. */
const accountsAtOnce = 64;

const locksOf = (accounts: readonly string[]): string[] => accounts.map((account) => `${account} slots`);

/**
 * The slots of the rate limit. A request holds a slot from before it is sent until a window after its
 * response; the platform counts it somewhere between the two, so no window there ever holds more
 * requests than there are slots.
 *
 * Every request takes a slot and marks it as answered. Under load those of many requests are carried out together: a transaction
 * costs about as much for dozens of them as for one.
 */
export function sqlSlots(db: Database): Slots {
  const batches = new Batches<SlotChange, SlotAnswer | undefined>((changes) =>
    db.transaction(locksOf(accountsOf(changes)), ({ steady }) => changeSlots(changes, steady)),
  );

  return {
    async take(account: string, request: SlotRequest): Promise<SlotAnswer> {
      const answer = await batches.add({ kind: 'take', account, request });
      if (!answer) throw new Error('a slot was asked for and not answered');
      return answer;
    },

    async markAnswered(id: string): Promise<void> {
      await batches.add({ kind: 'answered', id });
    },

    async release(id: string): Promise<void> {
      await batches.add({ kind: 'released', id });
    },

    async forget(account: string): Promise<void> {
      await db.transaction(`${account} slots`, function* () {
        yield* run('DELETE FROM slots WHERE account = ?', account);
        yield* run('DELETE FROM cooldowns WHERE account = ?', account);
      });
    },

    async removePassed(): Promise<void> {
      const accountRows = await db.transaction(null, function* ({ steady }) {
        yield* run('DELETE FROM cooldowns WHERE until <= ?', steady);
        return yield* rows('SELECT DISTINCT account FROM slots WHERE until <= ?', steady);
      });
      const accounts = accountRows.map(({ account }) => String(account)).toSorted();
      // The number of slots of an account may change only under its lock.
      while (accounts.length > 0) {
        const some = accounts.splice(0, accountsAtOnce);
        await db.transaction(locksOf(some), function* ({ steady }) {
          for (const account of some) yield* run('DELETE FROM slots WHERE account = ? AND until <= ?', account, steady);
        });
      }
    },

    async coolDown(account: string, buckets: readonly Bucket[], asked: number): Promise<void> {
      const ms = Math.min(asked, maxCooldownMs);
      await db.transaction(`${account} slots`, function* ({ steady }) {
        for (const { name: bucket, requests } of buckets) {
          yield* withhold(account, bucket, requests, steady, steady + ms + withheldMs);
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
        yield* shortenCooldowns(account, steady);
        const cooldownRows = yield* rows(
          'SELECT bucket, until FROM cooldowns WHERE account = ? AND until > ? ORDER BY bucket',
          account,
          steady,
        );
        return cooldownRows.map(({ bucket, until }) => ({ bucket: String(bucket), ms: Number(until) - steady }));
      });
    },

    clearCooldowns(account: string): Promise<number> {
      return db.transaction(`${account} slots`, function* ({ steady }): Steps<number> {
        const ended = yield* run('DELETE FROM cooldowns WHERE account = ? AND until > ?', account, steady);
        yield* run("DELETE FROM slots WHERE account = ? AND id = 'withheld'", account);
        return ended;
      });
    },
  };
}

/** Withholds a tenth of the bucket's slots, and never more than half of them in all: another program may be using the token. */
function* withhold(account: string, bucket: string, requests: number, now: number, until: number): Steps<void> {
  const countRow = yield* row(
    "SELECT count(*) AS slots FROM slots WHERE account = ? AND bucket = ? AND id = 'withheld' AND until > ?",
    account,
    bucket,
    now,
  );
  const few = Math.min(Math.ceil(requests / 10), Math.floor(requests / 2) - Number(countRow?.['slots']));
  for (let slot = 0; slot < few; slot++) {
    yield* run(
      "INSERT INTO slots (id, account, bucket, per, until) VALUES ('withheld', ?, ?, 0, ?)",
      account,
      bucket,
      until,
    );
  }
}
