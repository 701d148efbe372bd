import { Batches } from './batches.ts';
import { type Database, only, rows, run, sql, type Steps } from './database.ts';
import { accountsOf, changeSlots, maxCooldownMs, shortenCooldowns, withheldMs, type SlotChange } from './slot-steps.ts';
import type { SlotAnswer, Slots } from '../slots.ts';

/** Accounts whose locks are held together while slots whose window has passed are removed. */
const accountsAtOnce = 64;

const lockOf = (account: string): string => `${account} slots`;

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
    db.transaction(accountsOf(changes).map(lockOf), ({ steady }) => changeSlots(changes, steady)),
  );

  return {
    async take(account, request) {
      const answer = await batches.add({ kind: 'take', account, request });
      if (!answer) throw new Error('a slot was asked for and not answered');
      return answer;
    },

    async markAnswered(id) {
      await batches.add({ kind: 'answered', id });
    },

    async release(id) {
      await batches.add({ kind: 'released', id });
    },

    async forget(account) {
      await db.transaction(lockOf(account), function* () {
        yield* run(sql`DELETE FROM slots WHERE account = ${account}`);
        yield* run(sql`DELETE FROM cooldowns WHERE account = ${account}`);
      });
    },

    async removePassed() {
      const accountRows = await db.transaction(null, function* ({ steady }) {
        yield* run(sql`DELETE FROM cooldowns WHERE until <= ${steady}`);
        return yield* rows<{ account: string }>(sql`SELECT DISTINCT account FROM slots WHERE until <= ${steady}`);
      });
      const accounts = accountRows.map(({ account }) => account).toSorted();
      // The number of slots of an account may change only under its lock.
      while (accounts.length > 0) {
        const some = accounts.splice(0, accountsAtOnce);
        await db.transaction(some.map(lockOf), function* ({ steady }) {
          for (const account of some)
            yield* run(sql`DELETE FROM slots WHERE account = ${account} AND until <= ${steady}`);
        });
      }
    },

    async coolDown(account, buckets, asked) {
      const ms = Math.min(asked, maxCooldownMs);
      await db.transaction(lockOf(account), function* ({ steady }) {
        for (const { name: bucket, requests } of buckets) {
          yield* withhold(account, bucket, requests, steady, steady + ms + withheldMs);
          yield* run(sql`INSERT INTO cooldowns (account, bucket, until) VALUES (${account}, ${bucket}, ${steady + ms})
            ON CONFLICT (account, bucket) DO UPDATE SET until = excluded.until WHERE excluded.until > cooldowns.until`);
        }
      });
    },

    cooldowns: (account) =>
      db.transaction(lockOf(account), function* ({ steady }) {
        yield* shortenCooldowns(account, steady);
        const cooldownRows = yield* rows<{ bucket: string; until: number }>(
          sql`SELECT bucket, until FROM cooldowns WHERE account = ${account} AND until > ${steady} ORDER BY bucket`,
        );
        return cooldownRows.map(({ bucket, until }) => ({ bucket, ms: until - steady }));
      }),

    clearCooldowns: (account) =>
      db.transaction(lockOf(account), function* ({ steady }) {
        const ended = yield* run(sql`DELETE FROM cooldowns WHERE account = ${account} AND until > ${steady}`);
        yield* run(sql`DELETE FROM slots WHERE account = ${account} AND id = 'withheld'`);
        return ended;
      }),
  };
}

/** Withholds a tenth of the bucket's slots, and never more than half of them in all: another program may be using the token. */
function* withhold(account: string, bucket: string, requests: number, now: number, until: number): Steps<void> {
  const { slots } = yield* only<{ slots: number }>(
    sql`SELECT count(*) AS slots FROM slots WHERE account = ${account} AND bucket = ${bucket} AND id = 'withheld' AND until > ${now}`,
  );
  const few = Math.min(Math.ceil(requests / 10), Math.floor(requests / 2) - slots);
  for (let slot = 0; slot < few; slot++)
    yield* run(
      sql`INSERT INTO slots (id, account, bucket, per, until) VALUES ('withheld', ${account}, ${bucket}, 0, ${until})`,
    );
}
