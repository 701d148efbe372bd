import { type Database, row, rows, run, type Steps } from './database.ts';
import { toEntry } from './entry-row.ts';
import { textOrNull } from './row-values.ts';
import type { BalanceReading, Charges, Comparison, Decrease } from '../charges.ts';

const dayMs = 86_400_000;

/** The charges over any engine. */
export const sqlCharges = (db: Database): Charges => ({
  spending(account, since) {
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

  spendingByLabel(account, since) {
    return db.transaction(null, function* () {
      const sums = yield* rows(
        `SELECT label, count(*) AS calls, sum(charged) AS credits FROM entries
         WHERE account = ? AND label IS NOT NULL AND money = 'settled' AND settled_at >= ? AND charged <> 0 GROUP BY label ORDER BY sum(charged) DESC, label`,
        account,
        since - (since % dayMs),
      );
      return sums.map(({ label, calls, credits }) => ({
        label: String(label),
        calls: Number(calls),
        charged: Number(credits),
      }));
    });
  },

  spendingByCaller(since) {
    return db.transaction(null, function* () {
      const sums = yield* rows(
        `SELECT account, owner, settled_at - settled_at % ${dayMs} AS day, count(*) AS calls, sum(charged) AS credits FROM entries
         WHERE money = 'settled' AND settled_at >= ? AND charged <> 0 GROUP BY account, owner, settled_at - settled_at % ${dayMs} ORDER BY day, account, owner`,
        since - (since % dayMs),
      );
      return sums.map(({ account, owner, day, calls, credits }) => ({
        account: String(account),
        caller: textOrNull(owner),
        day: Number(day),
        calls: Number(calls),
        charged: Number(credits),
      }));
    });
  },

  unconfirmed(account, since) {
    return db.transaction(null, function* () {
      const entryRows = yield* rows(
        `SELECT * FROM entries WHERE account = ? AND reserved_at >= ? AND (confirmation IS NULL OR confirmation = 'absent')
           AND (money = 'settled' OR (money = 'released' AND (watch IS NOT NULL OR confirmation = 'absent')))
         ORDER BY reserved_at DESC LIMIT 1000`,
        account,
        since,
      );
      return entryRows.map(toEntry);
    });
  },

  drift(account, since) {
    return db.transaction(null, function* () {
      const driftRows = yield* rows(
        `SELECT operation, count(*) AS calls, sum(estimate) AS estimated, sum(charged) AS charged, max(settled_at) AS at FROM entries
         WHERE account = ? AND settled_at >= ? AND charged > estimate AND unbounded = 0 AND money = 'settled' GROUP BY operation ORDER BY operation`,
        account,
        since,
      );
      return driftRows.map((one) => ({
        operation: String(one['operation']),
        calls: Number(one['calls']),
        estimated: Number(one['estimated']),
        charged: Number(one['charged']),
        at: Number(one['at']),
      }));
    });
  },

  comparison: (account) => db.transaction(null, () => comparisonOf(account)),

  balanceMark(account) {
    return db.transaction(null, function* () {
      const record = yield* row('SELECT balance, read_at FROM balances WHERE account = ?', account);
      return record && { balance: Number(record['balance']), readAt: Number(record['read_at']) };
    });
  },

  async markBalance(account, reading, ended) {
    await db.transaction(account, function* () {
      const books = yield* booksOf(account);
      if (ended !== undefined && ended !== books.ended) return;
      yield* mark(account, reading, books.spent);
      yield* run('UPDATE balances SET compared = ?, unexplained = 0 WHERE account = ?', books.ended, account);
    });
  },

  compareBalance(account, reading, { ended, others }) {
    return db.transaction(account, function* ({ now }): Steps<Decrease> {
      const books = yield* booksOf(account);
      if (!books.mark) yield* mark(account, reading, books.spent);
      const unsettled = books.mark && books.mark.balance - reading.balance - (books.spent - books.mark.spent);
      // A call that ended while the balance was read may be in the ledger and not yet in the balance.
      if (unsettled !== undefined && unsettled <= 0 && ended === books.ended) {
        yield* mark(account, reading, books.spent);
        yield* releaseRefused(account, now);
      }
      const unexplained = Math.max(0, (unsettled ?? 0) - books.inDoubt - books.drawnByJobs - others);
      yield* run(
        'UPDATE balances SET compared = CASE WHEN compared > ? THEN compared ELSE ? END, unexplained = ? WHERE account = ?',
        ended,
        ended,
        unexplained,
        account,
      );
      return { unsettled, unexplained, doubtful: books.inDoubt > 0 };
    });
  },
});

function* comparisonOf(account: string): Steps<Comparison> {
  const record = yield* row(
    `SELECT (SELECT ended FROM outcomes WHERE account = ?) AS ended,
       (SELECT compared FROM balances WHERE account = ?) AS compared, (SELECT unexplained FROM balances WHERE account = ?) AS unexplained,
       (SELECT in_doubt FROM account_totals WHERE account = ?) AS in_doubt`,
    account,
    account,
    account,
    account,
  );
  return {
    ended: Number(record?.['ended'] ?? 0),
    compared: Number(record?.['compared'] ?? -1),
    unexplained: Number(record?.['unexplained'] ?? 0),
    doubtful: Number(record?.['in_doubt'] ?? 0) > 0,
  };
}

interface Books {
  /** Charges of all calls, without those that others made before the account began here. */
  readonly spent: number;
  readonly inDoubt: number;
  /** What open calls are known to have drawn, up to what they hold. */
  readonly drawnByJobs: number;
  readonly ended: number;
  readonly mark: { readonly balance: number; readonly spent: number } | undefined;
}

/** One statement: a call that is settled between two would be in neither sum. */
function* booksOf(account: string): Steps<Books> {
  const record = yield* row(
    `SELECT
       coalesce((SELECT spent FROM account_totals WHERE account = ?), 0) - (SELECT coalesce(sum(credits), 0) FROM foreign_charges WHERE account = ?) AS spent,
       (SELECT in_doubt FROM account_totals WHERE account = ?) AS in_doubt,
       (SELECT sum(CASE WHEN charged < estimate THEN charged ELSE estimate END) FROM entries WHERE account = ? AND money IN ('dispatching', 'due')) AS drawn,
       (SELECT ended FROM outcomes WHERE account = ?) AS ended,
       (SELECT balance FROM balances WHERE account = ?) AS balance,
       (SELECT spent FROM balances WHERE account = ?) AS spent_before`,
    ...Array.from({ length: 7 }, () => account),
  );
  const spentCredits = Number(record?.['spent'] ?? 0);
  const balance = record?.['balance'] ?? null;
  return {
    spent: spentCredits,
    inDoubt: Number(record?.['in_doubt'] ?? 0),
    drawnByJobs: Number(record?.['drawn'] ?? 0),
    ended: Number(record?.['ended'] ?? 0),
    mark:
      balance === null
        ? undefined
        : { balance: Number(balance), spent: Number(record?.['spent_before'] ?? spentCredits) },
  };
}

/** Makes the reading the mark, unless the mark on record was read later. */
function* mark(account: string, { balance, readAt }: BalanceReading, spent: number): Steps<void> {
  yield* run(
    `INSERT INTO balances (account, balance, read_at, spent) VALUES (?, ?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET balance = excluded.balance, read_at = excluded.read_at, spent = excluded.spent WHERE balances.read_at <= excluded.read_at`,
    account,
    balance,
    readAt,
    spent,
  );
}

/** Calls that the platform refused: nothing of them is under way that could draw later. */
export const isRefused = "money = 'in_doubt' AND state = 'failed' AND watch IS NULL AND answer IS NULL";

/** Refused calls drew nothing where all that was drawn is settled. */
function* releaseRefused(account: string, now: number): Steps<void> {
  yield* run(
    `UPDATE entries SET money = 'released', charged = 0, settled_at = ? WHERE account = ? AND ${isRefused}`,
    now,
    account,
  );
}
