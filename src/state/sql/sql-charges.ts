import { type Database, row, rows, run, type Steps } from './database.ts';
import { toEntry } from './entry-row.ts';
import type { Entry } from '../entry.ts';
import type { BalanceReading, CallerSpending, Charges, Drift, OperationSpending } from '../charges.ts';

const dayMs = 86_400_000;

/** The charges over any engine. */
export const sqlCharges = (db: Database): Charges => ({
  spending(account: string, since: number): Promise<OperationSpending[]> {
    return db.transaction(null, function* () {
      const sums = yield* rows(
        'SELECT operation, day, calls, credits FROM spent_by_operation WHERE account = ? AND day >= ? AND credits <> 0 ORDER BY day, operation',
        account,
        since - (since % dayMs),
      );
      return sums.map((one) => ({
        operation: String(one['operation']),
        day: Number(one['day']),
        calls: Number(one['calls']),
        charged: Number(one['credits']),
      }));
    });
  },

  spendingByCaller(since: number): Promise<CallerSpending[]> {
    return db.transaction(null, function* () {
      const sums = yield* rows(
        `SELECT account, owner, settled_at - settled_at % ${dayMs} AS day, count(*) AS calls, sum(charged) AS credits FROM entries
         WHERE money = 'settled' AND settled_at >= ? AND charged <> 0 GROUP BY account, owner, settled_at - settled_at % ${dayMs} ORDER BY day, account, owner`,
        since - (since % dayMs),
      );
      return sums.map(({ account, owner, day, calls, credits }) => ({
        account: String(account),
        caller: owner === null || owner === undefined ? null : String(owner),
        day: Number(day),
        calls: Number(calls),
        charged: Number(credits),
      }));
    });
  },

  unconfirmed(account: string, since: number): Promise<Entry[]> {
    return db.transaction(null, function* () {
      const found = yield* rows(
        `SELECT * FROM entries WHERE account = ? AND reserved_at >= ? AND (confirmation IS NULL OR confirmation = 'absent')
           AND (money = 'settled' OR (money = 'released' AND (watch IS NOT NULL OR confirmation = 'absent')))
         ORDER BY reserved_at DESC LIMIT 1000`,
        account,
        since,
      );
      return found.map(toEntry);
    });
  },

  drift(account: string, since: number): Promise<Drift[]> {
    return db.transaction(null, function* () {
      const found = yield* rows(
        `SELECT operation, count(*) AS calls, sum(estimate) AS estimated, sum(charged) AS charged, max(settled_at) AS at FROM entries
         WHERE account = ? AND settled_at >= ? AND charged > estimate AND unbounded = 0 AND money = 'settled' GROUP BY operation ORDER BY operation`,
        account,
        since,
      );
      return found.map((one) => ({
        operation: String(one['operation']),
        calls: Number(one['calls']),
        estimated: Number(one['estimated']),
        charged: Number(one['charged']),
        at: Number(one['at']),
      }));
    });
  },

  balanceMark(account: string): Promise<BalanceReading | undefined> {
    return db.transaction(null, () => markOf(account));
  },

  async markBalance(account: string, { balance, readAt }: BalanceReading): Promise<void> {
    await db.transaction(account, () => mark(account, { balance, readAt }));
  },

  compareBalance(account: string, reading: BalanceReading): Promise<number> {
    return db.transaction(account, function* (): Steps<number> {
      const known = yield* markOf(account);
      if (!known) {
        yield* mark(account, reading);
        return 0;
      }
      const sums = yield* row(
        `SELECT spent, held
         FROM (SELECT coalesce(sum(charged), 0) AS spent FROM entries WHERE money = 'settled' AND settled_at >= ? AND account = ?) AS charges,
           (SELECT coalesce(sum(estimate), 0) AS held FROM entries WHERE money IN ('reserved', 'dispatching', 'in_doubt', 'due') AND account = ?) AS open`,
        known.readAt,
        account,
        account,
      );
      const held = Number(sums?.['held']);
      const unexplained = known.balance - reading.balance - Number(sums?.['spent']) - held;
      // While calls are in flight the mark stays: what they hold may explain a fall once, not at every comparison.
      if (unexplained <= 0 && held === 0) yield* mark(account, reading);
      return Math.max(0, unexplained);
    });
  },
});

function* markOf(account: string): Steps<BalanceReading | undefined> {
  const found = yield* row('SELECT balance, read_at FROM balances WHERE account = ?', account);
  return found && { balance: Number(found['balance']), readAt: Number(found['read_at']) };
}

/** A reading that was begun earlier than the one on record says nothing new. */
function* mark(account: string, { balance, readAt }: BalanceReading): Steps<void> {
  yield* run(
    `INSERT INTO balances (account, balance, read_at) VALUES (?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET balance = excluded.balance, read_at = excluded.read_at WHERE balances.read_at <= excluded.read_at`,
    account,
    balance,
    readAt,
  );
}
