import type { ConsentNeeded, CountedWindow, LimitWindow, RunAllowance, Usage, Window } from './reservation.ts';
import { windowSpan } from './window-span.ts';
import { dayMs } from './sql/schema.ts';
import { only, type Query, raw, row, sql, type Steps } from './sql/database.ts';

/** SQL: states of money in which a call holds its estimate. */
export const isHeld = raw("money IN ('reserved', 'dispatching', 'in_doubt', 'due')");

/**
 * The credits spent in a window, and those held now. Read in one statement, since an entry that is settled between two would
 * be neither spent nor held.
 */
export function* usageOf(
  account: string,
  { window, session, owner, signIn, label }: CountedWindow,
  now: number,
): Steps<Usage> {
  const { since } = windowSpan(window, now);
  const inSession = signIn === undefined ? sql` AND session = ${session}` : sql` AND sign_in = ${signIn}`;
  const ofSession = window === 'session' ? inSession : sql``;
  const labelled = label === undefined ? sql`` : sql` AND label = ${label}`;
  const part = sql`account = ${account}${ofSession}${ownedBy(owner)}${labelled}`;
  // Charges from before this store have no recorded caller or label, so they count for each. They belong to no session, since
  // sessions began here.
  const before =
    window === 'session'
      ? sql`0`
      : sql`(SELECT coalesce(sum(credits), 0) FROM foreign_charges WHERE account = ${account} AND at >= ${since})`;
  const isPart = window === 'session' || owner !== undefined || label !== undefined;
  const charged = isPart ? chargedSince(part, since) : chargedToAccount(account, since);
  return yield* only<Usage>(
    sql`SELECT ${charged}
        + ${before} AS spent,
      (SELECT coalesce(sum(estimate), 0) FROM entries WHERE ${part} AND ${isHeld}) + ${heldForRuns(part, now)} AS held,
      (SELECT coalesce(sum(estimate), 0) FROM entries WHERE ${part} AND money = 'in_doubt') AS "inDoubt"`,
  );
}

/**
 * SQL: the charges of these calls since then. Without a start there is no condition on the time: SQLite would use its index,
 * and not that of the session.
 */
const chargedSince = (which: Query, since: number, until = sql``): Query =>
  sql`(SELECT coalesce(sum(charged), 0) FROM entries
    WHERE money = 'settled' AND ${which}${since === 0 ? sql`` : sql` AND settled_at >= ${since}`}${until})`;

/** SQL: the charges of all calls of an account: one by one up to the next midnight (UTC), and by day from then on. */
function chargedToAccount(account: string, since: number): Query {
  const midnight = Math.ceil(since / dayMs) * dayMs;
  return sql`${chargedSince(sql`account = ${account}`, since, sql` AND settled_at < ${midnight}`)}
    + (SELECT coalesce(sum(credits), 0) FROM spent_days WHERE account = ${account} AND day >= ${midnight})`;
}

/** SQL: the credits charged for the calls of a run, and those held for its unsettled calls. */
export const chargedToRun = raw(
  "(SELECT coalesce(sum(CASE money WHEN 'settled' THEN charged ELSE 0 END), 0) FROM entries WHERE run = runs.id)",
);
export const heldForCallsOfRun = raw(
  "(SELECT coalesce(sum(CASE WHEN money IN ('settled', 'released') THEN 0 ELSE estimate END), 0) FROM entries WHERE run = runs.id)",
);

/** SQL: the credits that runs hold for calls that they have not made yet. */
const heldForRuns = (which: Query, now: number): Query =>
  sql`(SELECT coalesce(sum(CASE WHEN max_credits > used THEN max_credits - used ELSE 0 END), 0) FROM (
    SELECT max_credits, ${chargedToRun} + ${heldForCallsOfRun} AS used FROM runs WHERE ${which} AND hold_until > ${now}) AS holds)`;

/** The credits that a run may still spend, and how many of them are held now: none without a run. */
export function* allowanceOf(id: string | null, now: number): Steps<RunAllowance> {
  const { holdUntil, ...run } = (yield* row<Pick<RunAllowance, 'max' | 'charged' | 'underWay'> & { holdUntil: number }>(
    sql`SELECT max_credits AS max, hold_until AS "holdUntil", ${chargedToRun} AS charged, ${heldForCallsOfRun} AS "underWay"
      FROM runs WHERE id = ${id}`,
  )) ?? { max: 0, charged: 0, underWay: 0, holdUntil: 0 };
  const remaining = Math.max(0, run.max - run.charged - run.underWay);
  return { ...run, remaining, held: holdUntil > now ? remaining : 0 };
}

/** The limits with their usage, except credits held for the call itself or for its run. */
export function* withUsage(
  account: string,
  limits: readonly LimitWindow[],
  heldForItself: number,
  now: number,
): Steps<(LimitWindow & { usage: Usage })[]> {
  const withUsage = [];
  for (const limit of limits) {
    const usage = yield* usageOf(account, limit, now);
    withUsage.push({ ...limit, usage: { ...usage, held: usage.held - heldForItself } });
  }
  return withUsage;
}

/** The threshold beyond which these credits need the consent of a person; undefined if none is exceeded. */
export function* consentNeeded(
  account: string,
  credits: number,
  thresholds: readonly LimitWindow[],
  now: number,
): Steps<ConsentNeeded | undefined> {
  for (const limit of credits > 0 ? thresholds : []) {
    const spent = yield* sinceConsent(account, limit, now);
    if (spent + credits > limit.credits) return { kind: 'needs_person', limit, spent };
  }
  return undefined;
}

/** Credits spent or held in the window by calls that began after the newest call that a person agreed to. */
function* sinceConsent(account: string, { window, session }: Window, now: number): Steps<number> {
  const calls = sql`FROM entries WHERE account = ${account}${window === 'session' ? sql` AND session = ${session}` : sql``}`;
  const { spent } = yield* only<{ spent: number }>(
    sql`SELECT coalesce(sum(CASE WHEN money = 'settled' THEN charged WHEN ${isHeld} THEN estimate ELSE 0 END), 0) AS spent
      ${calls} AND reserved_at >= ${windowSpan(window, now).since}
      AND reserved_at > (SELECT coalesce(max(reserved_at), 0) ${calls} AND consent = 'person')`,
  );
  return spent;
}

/** SQL: only rows of this caller. */
export const ownedBy = (owner: string | undefined): Query => (owner === undefined ? sql`` : sql` AND owner = ${owner}`);
