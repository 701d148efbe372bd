import type {
  BalanceReading,
  CallerSpending,
  Charges,
  Comparison,
  Decrease,
  Drift,
  LabelSpending,
  OperationSpending,
} from '../charges.ts';
import { type Database, only, raw, row, rows, run, sql, type Steps } from './database.ts';
import { toEntry } from './entry-row.ts';

const dayMs = 86_400_000;

/** Midnight UTC before that time. */
const dayOf = (at: number): number => at - (at % dayMs);

const daySettled = raw(`settled_at - settled_at % ${dayMs}`);

/** The charges over any engine. */
export const sqlCharges = (db: Database): Charges => ({
  spending: (account, since) =>
    db.transaction(null, () =>
      rows<OperationSpending>(sql`SELECT operation, day, calls, credits AS charged FROM spent_by_operation
        WHERE account = ${account} AND day >= ${dayOf(since)} AND credits <> 0 ORDER BY day, operation`),
    ),

  spendingByLabel: (account, since) =>
    db.transaction(null, () =>
      rows<LabelSpending>(sql`SELECT label, count(*) AS calls, sum(charged) AS charged FROM entries
        WHERE account = ${account} AND label IS NOT NULL AND money = 'settled' AND settled_at >= ${dayOf(since)} AND charged <> 0
        GROUP BY label ORDER BY sum(entries.charged) DESC, label`),
    ),

  spendingByCaller: (since) =>
    db.transaction(null, () =>
      rows<CallerSpending>(sql`SELECT account, owner AS caller, ${daySettled} AS day, count(*) AS calls, sum(charged) AS charged
        FROM entries WHERE money = 'settled' AND settled_at >= ${dayOf(since)} AND charged <> 0
        GROUP BY account, owner, ${daySettled} ORDER BY day, account, owner`),
    ),

  unconfirmed: (account, since) =>
    db.transaction(null, function* () {
      const entryRows = yield* rows(
        sql`SELECT * FROM entries WHERE account = ${account} AND reserved_at >= ${since} AND (confirmation IS NULL OR confirmation = 'absent')
          AND (money = 'settled' OR (money = 'released' AND (watch IS NOT NULL OR confirmation = 'absent')))
          ORDER BY reserved_at DESC LIMIT 1000`,
      );
      return entryRows.map(toEntry);
    }),

  drift: (account, since) =>
    db.transaction(null, () =>
      rows<Drift>(sql`SELECT operation, count(*) AS calls, sum(estimate) AS estimated, sum(charged) AS charged, max(settled_at) AS at FROM entries
        WHERE account = ${account} AND settled_at >= ${since} AND charged > estimate AND unbounded = 0 AND money = 'settled'
        GROUP BY operation ORDER BY operation`),
    ),

  comparison: (account) => db.transaction(null, () => comparisonOf(account)),

  balanceMark: (account) =>
    db.transaction(null, () =>
      row<BalanceReading>(sql`SELECT balance, read_at AS "readAt" FROM balances WHERE account = ${account}`),
    ),

  async markBalance(account, reading, ended) {
    await db.transaction(account, function* () {
      const books = yield* booksOf(account);
      if (ended !== undefined && ended !== books.ended) return;
      yield* mark(account, reading, books.spent);
      yield* run(sql`UPDATE balances SET compared = ${books.ended}, unexplained = 0 WHERE account = ${account}`);
    });
  },

  compareBalance: (account, reading, { ended, others }) =>
    db.transaction(account, function* ({ now }): Steps<Decrease> {
      const books = yield* booksOf(account);
      if (books.balance === null) yield* mark(account, reading, books.spent);
      const unsettled =
        books.balance === null ? undefined : books.balance - reading.balance - (books.spent - books.spentAtMark);
      // A call that ended while the balance was read may be in the ledger and not yet in the balance.
      if (unsettled !== undefined && unsettled <= 0 && ended === books.ended) {
        yield* mark(account, reading, books.spent);
        yield* releaseRefused(account, now);
      }
      const unexplained = Math.max(0, (unsettled ?? 0) - books.inDoubt - books.drawnByJobs - others);
      yield* run(sql`UPDATE balances SET compared = CASE WHEN compared > ${ended} THEN compared ELSE ${ended} END,
        unexplained = ${unexplained} WHERE account = ${account}`);
      return { unsettled, unexplained, doubtful: books.inDoubt > 0 };
    }),
});

function* comparisonOf(account: string): Steps<Comparison> {
  const { inDoubt, ...comparison } = yield* only<Omit<Comparison, 'doubtful'> & { inDoubt: number }>(
    sql`SELECT coalesce((SELECT ended FROM outcomes WHERE account = ${account}), 0) AS ended,
      coalesce((SELECT compared FROM balances WHERE account = ${account}), -1) AS compared,
      coalesce((SELECT unexplained FROM balances WHERE account = ${account}), 0) AS unexplained,
      coalesce((SELECT in_doubt FROM account_totals WHERE account = ${account}), 0) AS "inDoubt"`,
  );
  return { ...comparison, doubtful: inDoubt > 0 };
}

interface Books {
  /** Charges of all calls, without those that others made before the account began here. */
  readonly spent: number;
  readonly inDoubt: number;
  /** What open calls are known to have drawn, up to what they hold. */
  readonly drawnByJobs: number;
  readonly ended: number;
  /** The mark; null where there is none. */
  readonly balance: number | null;
  /** `spent` when the mark was made. */
  readonly spentAtMark: number;
}

/** One statement: a call that is settled between two would be in neither sum. */
function* booksOf(account: string): Steps<Books> {
  const spent = sql`coalesce((SELECT spent FROM account_totals WHERE account = ${account}), 0)
    - (SELECT coalesce(sum(credits), 0) FROM foreign_charges WHERE account = ${account})`;
  return yield* only<Books>(
    sql`SELECT ${spent} AS spent,
      coalesce((SELECT in_doubt FROM account_totals WHERE account = ${account}), 0) AS "inDoubt",
      (SELECT coalesce(sum(CASE WHEN charged < estimate THEN charged ELSE estimate END), 0) FROM entries
        WHERE account = ${account} AND money IN ('dispatching', 'due')) AS "drawnByJobs",
      coalesce((SELECT ended FROM outcomes WHERE account = ${account}), 0) AS ended,
      (SELECT balance FROM balances WHERE account = ${account}) AS balance,
      coalesce((SELECT spent FROM balances WHERE account = ${account}), ${spent}) AS "spentAtMark"`,
  );
}

/** Makes the reading the mark, unless the mark on record was read later. */
const mark = (account: string, { balance, readAt }: BalanceReading, spent: number): Steps<number> =>
  run(sql`INSERT INTO balances (account, balance, read_at, spent) VALUES (${account}, ${balance}, ${readAt}, ${spent})
    ON CONFLICT (account) DO UPDATE SET balance = excluded.balance, read_at = excluded.read_at, spent = excluded.spent
      WHERE balances.read_at <= excluded.read_at`);

/** Calls that the platform refused: nothing of them is under way that could draw later. */
export const isRefused = raw("money = 'in_doubt' AND state = 'failed' AND watch IS NULL AND answer IS NULL");

/** Refused calls drew nothing where all that was drawn is settled. */
const releaseRefused = (account: string, now: number): Steps<number> =>
  run(
    sql`UPDATE entries SET money = 'released', charged = 0, settled_at = ${now} WHERE account = ${account} AND ${isRefused}`,
  );
