import type { LimitWindow, RunAllowance, Usage, Window } from '../ledger.ts';
import { spanOf } from '../span-of.ts';
import { type Row, row, type Steps } from './database.ts';

/** Milliseconds of the grains in which charges are summed: schema step "totals". */
const [quarterMs, dayMs] = [900_000, 86_400_000];

/** A window, for all of an account, for one of its callers, or under one label. */
export type CountedWindow = Window & Pick<LimitWindow, 'owner' | 'label'>;

/**
 * What was spent in a window, and what is held now. Read in one statement: an entry that is settled between two would be neither spent
 * nor held. The window is made up of sums by quarter of an hour and by day; what lies before its first whole quarter, as in a time zone
 * with an odd offset, is summed entry by entry.
 */
export function* usageOf(
  account: string,
  { window, session, zone, owner, label }: CountedWindow,
  now: number,
): Steps<Usage> {
  if (label !== undefined || (owner !== undefined && window !== 'session'))
    return yield* usageOfPart(
      account,
      { owner, label, session: window === 'session' ? session : undefined },
      spanOf(window, now, zone).since,
      now,
    );
  if (window === 'session') {
    return toUsage(
      yield* row(
        `SELECT (SELECT spent FROM session_totals WHERE account = ? AND session = ?) AS spent,
           coalesce((SELECT held FROM session_totals WHERE account = ? AND session = ?), 0) + (${heldForRuns(' AND session = ?')}) AS held,
           (SELECT in_doubt FROM session_totals WHERE account = ? AND session = ?) AS in_doubt`,
        account,
        session,
        account,
        session,
        account,
        now,
        session,
        account,
        session,
      ),
    );
  }
  if (window === 'total')
    return toUsage(
      yield* row(
        `SELECT (SELECT spent FROM account_totals WHERE account = ?) AS spent,
           coalesce((SELECT held FROM account_totals WHERE account = ?), 0) + (${heldForRuns()}) AS held,
           (SELECT in_doubt FROM account_totals WHERE account = ?) AS in_doubt`,
        account,
        account,
        account,
        now,
        account,
      ),
    );
  const { since } = spanOf(window, now, zone);
  const wholeQuarters = Math.ceil(since / quarterMs) * quarterMs;
  const wholeDays = Math.ceil(since / dayMs) * dayMs;
  const sums = yield* row(
    `SELECT
       (SELECT coalesce(sum(charged), 0) FROM entries WHERE money = 'settled' AND account = ? AND settled_at >= ? AND settled_at < ?)
       + (SELECT coalesce(sum(credits), 0) FROM foreign_charges WHERE account = ? AND at >= ? AND at < ?)
       + (SELECT coalesce(sum(credits), 0) FROM spent_by_time WHERE account = ? AND grain = ${quarterMs} AND since >= ? AND since < ?)
       + (SELECT coalesce(sum(credits), 0) FROM spent_by_time WHERE account = ? AND grain = ${dayMs} AND since >= ?) AS spent,
       coalesce((SELECT held FROM account_totals WHERE account = ?), 0) + (${heldForRuns()}) AS held,
       (SELECT in_doubt FROM account_totals WHERE account = ?) AS in_doubt`,
    account,
    since,
    wholeQuarters,
    account,
    since,
    wholeQuarters,
    account,
    wholeQuarters,
    wholeDays,
    account,
    wholeDays,
    account,
    account,
    now,
    account,
  );
  return toUsage(sums);
}

/** SQL: what is held for the runs of an account beyond what their calls have used. Its values are `account`, `now`, and those of `also`. */
const heldForRuns = (
  also = '',
): string => `SELECT coalesce(sum(CASE WHEN max_credits > used THEN max_credits - used ELSE 0 END), 0) FROM (
  SELECT max_credits, (SELECT coalesce(sum(CASE money WHEN 'settled' THEN charged WHEN 'released' THEN 0 ELSE estimate END), 0)
    FROM entries WHERE entries.run = runs.id) AS used
  FROM runs WHERE account = ? AND hold_until > ?${also}) AS holds`;

/** SQL: what the calls of a run were charged, and what is held for those that are not settled. */
export const chargedToRun =
  "(SELECT coalesce(sum(CASE money WHEN 'settled' THEN charged ELSE 0 END), 0) FROM entries WHERE run = runs.id)";
export const heldForCallsOfRun =
  "(SELECT coalesce(sum(CASE WHEN money IN ('settled', 'released') THEN 0 ELSE estimate END), 0) FROM entries WHERE run = runs.id)";

/** What a run may still spend, and how much of it is held for it now. */
export function* allowanceOf(id: string, now: number): Steps<RunAllowance> {
  const record = yield* row(
    `SELECT max_credits, hold_until, ${chargedToRun} AS charged, ${heldForCallsOfRun} AS under_way FROM runs WHERE id = ?`,
    id,
  );
  const max = Number(record?.['max_credits'] ?? 0);
  const charged = Number(record?.['charged'] ?? 0);
  const underWay = Number(record?.['under_way'] ?? 0);
  const remaining = Math.max(0, max - charged - underWay);
  return { max, charged, underWay, remaining, held: Number(record?.['hold_until'] ?? 0) > now ? remaining : 0 };
}

/** A part of what an account spends: of one caller, under one label, of one session. */
type Part = Readonly<Record<'owner' | 'label' | 'session', string | undefined>>;

/** What a part of an account has spent since then, and what is held for it: in one statement, as in `usageOf`. */
function* usageOfPart(account: string, part: Part, since: number, now: number): Steps<Usage> {
  const conditions = Object.entries(part).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  );
  const only = conditions.map(({ column }) => ` AND ${column} = ?`).join('');
  const values = conditions.map(({ value }) => value);
  return toUsage(
    yield* row(
      `SELECT (SELECT coalesce(sum(charged), 0) FROM entries WHERE money = 'settled' AND account = ?${only} AND settled_at >= ?) AS spent,
         (SELECT coalesce(sum(estimate), 0) FROM entries WHERE account = ?${only} AND money IN ('reserved', 'dispatching', 'in_doubt', 'due'))
           + (${heldForRuns(only)}) AS held,
         (SELECT coalesce(sum(estimate), 0) FROM entries WHERE account = ?${only} AND money = 'in_doubt') AS in_doubt`,
      account,
      ...values,
      since,
      account,
      ...values,
      account,
      now,
      ...values,
      account,
      ...values,
    ),
  );
}

const toUsage = (sums: Row | undefined): Usage => ({
  spent: Number(sums?.['spent'] ?? 0),
  held: Number(sums?.['held'] ?? 0),
  inDoubt: Number(sums?.['in_doubt'] ?? 0),
});

/** What was spent or is held in the window by calls that began after the newest one that a person agreed to. */
export function* sinceConsent(account: string, { window, session, zone }: Window, now: number): Steps<number> {
  const own = window === 'session' ? ' AND session = ?' : '';
  const values = window === 'session' ? [account, session] : [account];
  const sums = yield* row(
    `SELECT coalesce(sum(CASE WHEN money = 'settled' THEN charged WHEN money IN ('reserved', 'dispatching', 'in_doubt', 'due') THEN estimate ELSE 0 END), 0) AS spent
     FROM entries WHERE account = ?${own} AND reserved_at >= ?
       AND reserved_at > (SELECT coalesce(max(reserved_at), 0) FROM entries WHERE account = ?${own} AND consent = 'person')`,
    ...values,
    spanOf(window, now, zone).since,
    ...values,
  );
  return Number(sums?.['spent']);
}
