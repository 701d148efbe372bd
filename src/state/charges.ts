import { type Database, exists, hasEffect, only, raw, row, rows, run, sql, type Steps } from './sql/database.ts';
import { toEntry } from './entry-row.ts';
import { dayMs } from './sql/schema.ts';
import type { Entry } from './entry.ts';

/** Charges of one operation on one day. */
export interface OperationSpending {
  readonly operation: string;
  /** Midnight UTC, milliseconds since the epoch. */
  readonly day: number;
  readonly calls: number;
  /** Credits. */
  readonly charged: number;
}

/** One paid call. Holds no arguments. */
export interface HistoryLine {
  /** When it was reserved, in milliseconds since the epoch. */
  readonly at: number;
  /** The team's account, as a keyed hash. */
  readonly account: string;
  /** The call on record. */
  readonly entry: string;
  /** The caller, as a keyed hash; null if callers are not distinguished. */
  readonly caller: string | null;
  readonly label: string | null;
  readonly operation: string;
  /** A `MoneyState`. */
  readonly money: string;
  readonly estimate: number;
  readonly charged: number | null;
  /** Who agreed to the price. */
  readonly consent: string | null;
}

/** Charges under one label. */
export interface LabelSpending {
  readonly label: string;
  readonly calls: number;
  /** Credits. */
  readonly charged: number;
}

/** Charges above their estimates. */
export interface Drift {
  readonly operation: string;
  readonly calls: number;
  readonly estimated: number;
  readonly charged: number;
  /** The latest one, in milliseconds since the epoch. */
  readonly at: number;
}

/** A team's balance, and the time at which reading it began, in milliseconds since the epoch. */
export interface BalanceReading {
  readonly balance: number;
  readonly readAt: number;
}

/**
 * How far the balance has been compared, for all processes: a call whose outcome has not been compared may have drawn more
 * than the ledger says.
 */
export interface BalanceComparison {
  /** Number of calls of the account that have ended, or were accepted. */
  readonly ended: number;
  /** Number of those outcomes that the last comparison of the balance covered; -1: there was none. */
  readonly compared: number;
  /** Unexplained decrease of the balance in credits at that comparison. */
  readonly unexplained: number;
  /** Credits that calls in flight hold and are not known to have used, although they may have. */
  readonly mayBeDrawn: number;
  /** Whether any calls are in doubt. */
  readonly doubtful: boolean;
}

export interface ComparisonBasis {
  /** Number of calls that had ended before the balance was read. */
  readonly ended: number;
  /** Credits that others drew since the mark, by the history. */
  readonly others: number;
}

/** Credits drawn from the balance since the mark. */
export interface Decrease {
  readonly isOlder: false;
  /** Credits drawn beyond the settled charges; 0 or less if those explain everything. Undefined if there was no mark. */
  readonly unsettled: number | undefined;
  /**
   * The part of `unsettled` that is not explained by calls in doubt, known charges of open jobs, or other users of the team;
   * 0 or more.
   */
  readonly unexplained: number;
  /**
   * Whether there are calls with an unknown outcome that may explain a decrease, and that the platform's history of charges
   * could settle.
   */
  readonly doubtful: boolean;
  /** Whether there are refused calls that only the history can settle, since the mark may include their charges. */
  readonly hidden: boolean;
}

/** A newer reading has already been compared. */
export interface OlderReading {
  readonly isOlder: true;
  /** Credits that the comparison left unexplained. */
  readonly unexplained: number;
}

/** Midnight UTC before that time. */
const dayOf = (at: number): number => at - (at % dayMs);

const daySettled = raw(`settled_at - settled_at % ${dayMs}`);

/** Charges of calls, and their comparison with the balance at the platform. */
export const createCharges = (db: Database) => ({
  /** Charges since the day (UTC) that `since` lies in, by operation and day; earlier days first. */
  spending: (account: string, since: number): Promise<OperationSpending[]> =>
    db.transaction(null, () =>
      rows<OperationSpending>(sql`SELECT operation, day, count(*) AS calls, sum(charged) AS charged FROM (
          SELECT operation, ${daySettled} AS day, charged FROM entries
            WHERE account = ${account} AND money = 'settled' AND settled_at >= ${dayOf(since)} AND charged <> 0
          UNION ALL SELECT operation, at - at % ${raw(String(dayMs))} AS day, credits FROM foreign_charges
            WHERE account = ${account} AND at >= ${dayOf(since)} AND credits <> 0) AS charges
        GROUP BY day, operation ORDER BY day, operation`),
    ),

  /** Charges since the day (UTC) that `since` lies in, by label; charges without one are left out. */
  spendingByLabel: (account: string, since: number): Promise<LabelSpending[]> =>
    db.transaction(null, () =>
      rows<LabelSpending>(sql`SELECT label, count(*) AS calls, sum(charged) AS charged FROM entries
        WHERE account = ${account} AND label IS NOT NULL AND money = 'settled' AND settled_at >= ${dayOf(since)} AND charged <> 0
        GROUP BY label ORDER BY sum(entries.charged) DESC, label`),
    ),

  /** Paid calls since then, of one account or of all, newest first. */
  history: (
    account: string | undefined,
    { since, limit }: { readonly since: number; readonly limit: number },
  ): Promise<HistoryLine[]> =>
    db.transaction(null, () =>
      rows<HistoryLine>(sql`SELECT reserved_at AS at, account, id AS entry, owner AS caller, label, operation, money, estimate, charged, consent
        FROM entries WHERE reserved_at >= ${since} AND (estimate > 0 OR charged > 0)
          ${account === undefined ? sql`` : sql`AND account = ${account}`}
        ORDER BY reserved_at DESC, id DESC LIMIT ${limit}`),
    ),

  /** Accepted calls since then whose charge was not yet looked up at the platform, or was not found there; newest first, at most 1,000. */
  unconfirmed: (account: string, since: number): Promise<Entry[]> =>
    db.transaction(null, function* () {
      const entryRows = yield* rows(
        sql`SELECT * FROM entries WHERE account = ${account} AND reserved_at >= ${since} AND (confirmation IS NULL OR confirmation = 'absent')
          AND (money = 'settled' OR (money = 'released' AND (watch IS NOT NULL OR confirmation = 'absent')))
          ORDER BY reserved_at DESC LIMIT 1000`,
      );
      return entryRows.map(toEntry);
    }),

  /** Calls settled since then above their estimate, by operation. */
  drift: (account: string, since: number): Promise<Drift[]> =>
    db.transaction(null, () =>
      rows<Drift>(sql`SELECT operation, count(*) AS calls, sum(estimate) AS estimated, sum(charged) AS charged, max(settled_at) AS at FROM entries
        WHERE account = ${account} AND settled_at >= ${since} AND charged > estimate AND unbounded = 0 AND money = 'settled'
        GROUP BY operation ORDER BY operation`),
    ),

  /** Days whose sum of charges differs from the charges: one line, or none if all is well. */
  check: (): Promise<string[]> =>
    db.transaction(null, function* () {
      const days = yield* rows(sql`SELECT account, day FROM (
          SELECT account, day, credits FROM spent_days
          UNION ALL SELECT account, ${daySettled}, -charged FROM entries WHERE money = 'settled'
        ) AS charges GROUP BY account, day HAVING sum(credits) <> 0`);
      return days.length === 0 ? [] : [`the sum of charges differs from the charges on ${days.length} days`];
    }),

  /** How far the outcomes of calls have been compared with the balance, and the decrease that was left unexplained. */
  comparison: (account: string): Promise<BalanceComparison> => db.transaction(null, () => comparisonOf(account)),

  /** The balance that decreases are measured from. */
  balanceMark: (account: string): Promise<BalanceReading | undefined> =>
    db.transaction(null, () =>
      row<BalanceReading>(sql`SELECT balance, read_at AS "readAt" FROM balances WHERE account = ${account}`),
    ),

  /**
   * Makes this reading the mark from which decreases of the balance are measured: everything drawn before it counts as
   * explained. With `ended`, only if no further call has ended since that count, and no newer reading has been compared.
   * Without `ended`, in any case.
   */
  async markBalance(account: string, reading: BalanceReading, ended?: number): Promise<void> {
    await db.transaction(account, function* ({ now }) {
      const books = yield* booksOf(account);
      if (ended !== undefined && (ended !== books.ended || isOlder(ended, reading, books, now))) return;
      // A balance that an operator accepts replaces any mark.
      const isReplaced = yield* setMark(account, reading, books.spent, ended === undefined ? 0 : now);
      if (isReplaced) yield* setBeforeMark(account, 0);
      yield* run(sql`UPDATE balances SET compared = ${books.ended}, compared_at = ${reading.readAt}, unexplained = 0
        WHERE account = ${account}`);
    });
  },

  /**
   * Compares a reading of the balance with the ledger. If nothing was drawn beyond the settled charges, the reading becomes
   * the mark. If the balance agrees exactly with them, refused calls are released. If it is higher, a rise may hide their
   * charges: from then on, only the history can settle them. A reading older than the last one compared changes nothing.
   */
  compareBalance: (
    account: string,
    reading: BalanceReading,
    { ended, others }: ComparisonBasis,
  ): Promise<Decrease | OlderReading> =>
    db.transaction(account, function* ({ now }): Steps<Decrease | OlderReading> {
      const books = yield* booksOf(account);
      if (isOlder(ended, reading, books, now)) return { isOlder: true, unexplained: books.unexplained };
      if (books.balance === null) {
        yield* setMark(account, reading, books.spent, now);
        yield* setBeforeMark(account, 1);
      }
      const unsettled =
        books.balance === null ? undefined : books.balance - reading.balance - (books.spent - books.spentAtMark);
      // A call that ended while the balance was being read may be in the ledger but not yet in the balance.
      if (unsettled !== undefined && unsettled <= 0 && ended === books.ended) {
        yield* setMark(account, reading, books.spent, now);
        // Credits may have been added meanwhile, more than calls drew.
        yield* unsettled < 0 ? setBeforeMark(account, 1) : releaseRefused(account, ended, now);
      }
      const hidden = yield* exists(sql`SELECT id FROM entries WHERE account = ${account} AND ${isBeforeMark} LIMIT 1`);
      const unexplained = Math.max(0, (unsettled ?? 0) - books.inDoubt - books.drawnByJobs - others);
      yield* run(sql`UPDATE balances SET compared = ${ended}, compared_at = ${reading.readAt}, unexplained = ${unexplained}
        WHERE account = ${account}`);
      return { isOlder: false, unsettled, unexplained, doubtful: books.inDoubt > 0, hidden };
    }),
});

function* comparisonOf(account: string): Steps<BalanceComparison> {
  const { inDoubt, ...comparison } = yield* only<Omit<BalanceComparison, 'doubtful'> & { inDoubt: number }>(
    sql`SELECT coalesce((SELECT ended FROM outcomes WHERE account = ${account}), 0) AS ended,
      coalesce((SELECT compared FROM balances WHERE account = ${account}), -1) AS compared,
      coalesce((SELECT unexplained FROM balances WHERE account = ${account}), 0) AS unexplained,
      (SELECT coalesce(sum(estimate - coalesce(${knownDrawn}, 0)), 0) FROM entries
        WHERE account = ${account} AND ${isInFlight}) AS "mayBeDrawn",
      (SELECT coalesce(sum(estimate), 0) FROM entries WHERE account = ${account} AND money = 'in_doubt') AS "inDoubt"`,
  );
  return { ...comparison, doubtful: inDoubt > 0 };
}

const isInFlight = raw("money IN ('dispatching', 'due')");

/** SQL: the known charge of a call in flight, at most its estimate. */
const knownDrawn = raw('CASE WHEN charged > estimate THEN estimate ELSE charged END');

interface Books {
  /** Charges of all calls, except those of others before counting started here. */
  readonly spent: number;
  /** Credits held by calls in doubt that may have drawn since the mark. */
  readonly inDoubt: number;
  /** Known charges of open calls, at most the credits that they hold. */
  readonly drawnByJobs: number;
  readonly ended: number;
  /**
   * The number of outcomes that the last comparison covered, when its balance was read, and the decrease that it left
   * unexplained.
   */
  readonly compared: number;
  readonly comparedAt: number;
  readonly unexplained: number;
  /** The mark; null if there is none. */
  readonly balance: number | null;
  /** `spent` when the mark was made. */
  readonly spentAtMark: number;
}

/** In one statement, since a call that is settled between two would be in neither sum. */
function* booksOf(account: string): Steps<Books> {
  const spent = sql`(SELECT coalesce(sum(credits), 0) FROM spent_days WHERE account = ${account})`;
  return yield* only<Books>(
    sql`SELECT ${spent} AS spent,
      (SELECT coalesce(sum(estimate), 0) FROM entries WHERE account = ${account} AND money = 'in_doubt')
        - (SELECT coalesce(sum(estimate), 0) FROM entries WHERE account = ${account} AND ${isBeforeMark}) AS "inDoubt",
      (SELECT coalesce(sum(${knownDrawn}), 0) FROM entries
        WHERE account = ${account} AND ${isInFlight}) AS "drawnByJobs",
      coalesce((SELECT ended FROM outcomes WHERE account = ${account}), 0) AS ended,
      coalesce(compared, -1) AS compared, coalesce(compared_at, 0) AS "comparedAt",
      coalesce(unexplained, 0) AS unexplained, balance, coalesce(balances.spent, ${spent}) AS "spentAtMark"
    FROM (SELECT 1) AS one LEFT JOIN balances ON balances.account = ${account}`,
  );
}

/**
 * Whether a later reading has been compared: after more calls had ended, or after the same number at a later time. A time in
 * the future comes from a wrong clock.
 */
const isOlder = (ended: number, { readAt }: BalanceReading, { compared, comparedAt }: Books, now: number): boolean =>
  ended < compared || (ended === compared && readAt < comparedAt && comparedAt <= now);

/**
 * Makes the reading the mark, unless the recorded mark was read later. A mark from after `now` has the time of a wrong clock,
 * and is replaced.
 */
const setMark = (account: string, { balance, readAt }: BalanceReading, spent: number, now: number): Steps<boolean> =>
  hasEffect(sql`INSERT INTO balances (account, balance, read_at, spent) VALUES (${account}, ${balance}, ${readAt}, ${spent})
    ON CONFLICT (account) DO UPDATE SET balance = excluded.balance, read_at = excluded.read_at, spent = excluded.spent
      WHERE balances.read_at <= excluded.read_at OR balances.read_at > ${now}`);

/** SQL: calls that the platform refused. They have no job that could cost credits later. */
export const isRefused = raw("money = 'in_doubt' AND state = 'failed' AND watch IS NULL AND answer IS NULL");

/** Refused calls whose charges the mark may include, so that no comparison with it shows them. */
const isBeforeMark = raw(`${isRefused.text} AND before_mark = 1`);

/** Records whether the charges of calls in flight or in doubt may lie before the mark. */
const setBeforeMark = (account: string, value: 0 | 1): Steps<number> =>
  run(
    sql`UPDATE entries SET before_mark = ${value} WHERE account = ${account} AND money IN ('dispatching', 'in_doubt') AND before_mark <> ${value}`,
  );

/**
 * Refused calls drew nothing if all that was drawn is settled. In one statement with the count, since another process may
 * write between two statements: a call refused meanwhile has not been compared.
 */
const releaseRefused = (account: string, ended: number, now: number): Steps<number> =>
  run(sql`UPDATE entries SET money = 'released', charged = 0, settled_at = ${now}
    WHERE account = ${account} AND ${isRefused} AND before_mark = 0
      AND coalesce((SELECT ended FROM outcomes WHERE account = ${account}), 0) = ${ended}`);
