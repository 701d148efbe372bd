import type { JobState } from '../base/index.ts';
import type { Entry, EntryChange } from './entry.ts';
import type { RecordOnly } from './reservation.ts';
import { minPollPauseMs } from './entry.ts';
import { join, type Moment, raw, row, sql, type Steps, type Value } from './sql/database.ts';
import { toEntry } from './entry-row.ts';

/** SQL: the due time of a poll that an event requests: now, or the minimum pause after the last poll that an event requested. */
export const dueByEvent = raw(`polled_by_event + ${minPollPauseMs}`);

/** Conditions that must still be met when the change is written. */
export interface Condition extends RecordOnly {
  /** The entry is in one of these states. */
  readonly states?: readonly JobState[] | undefined;
  /** The fencing token of the poll lease: no other poll has taken the lease since. */
  readonly lease?: string | undefined;
}

/** Writes a change; undefined, with nothing written, if the conditions are not met. */
export function* updateEntry(
  id: string,
  change: EntryChange,
  moment: Moment,
  { states, lease, money, isUnanswered }: Condition,
): Steps<Entry | undefined> {
  const columns = Object.entries(columnsOf(change, moment)).filter(([, value]) => value !== undefined);
  // An event that arrived during this poll makes the next one due at once. The cast gives the parameter the type of the
  // column: PostgreSQL would otherwise assume an integer and refuse fractions of a millisecond.
  const sets = columns.map(([name, value]) =>
    name === 'next_poll'
      ? sql`next_poll = CASE told WHEN 1 THEN ${dueByEvent} ELSE CAST(${value} AS DOUBLE PRECISION) END`
      : sql`${raw(name)} = ${value}`,
  );
  const inState = states ? sql` AND state IN (${join(states)})` : sql``;
  const withMoney = money ? sql` AND money IN (${join(money)})` : sql``;
  const unanswered = isUnanswered ? sql` AND started IS NULL` : sql``;
  const fenced = lease === undefined ? sql`` : sql` AND lease_owner = ${lease}`;
  const holds = sql`id = ${id}${inState}${withMoney}${unanswered}${fenced}`;
  const writtenRow = yield* row(sql`UPDATE entries SET ${join(sets)} WHERE ${holds} RETURNING *`);
  return writtenRow && toEntry(writtenRow);
}

/** States after which a job is no longer polled. */
const endedStates: ReadonlySet<JobState | undefined> = new Set<JobState>(['completed', 'failed', 'unknown']);

/** States of a job that has not ended, even if it was reported as ended before. */
const openStates: ReadonlySet<JobState | undefined> = new Set<JobState>(['running', 'needs_you']);

/** The columns that a change sets; undefined ones are unchanged. */
function columnsOf(change: EntryChange, { now, steady }: Moment): Readonly<Record<string, Value | undefined>> {
  const { money, charged, state, pollAfterMs } = change;
  const endsPoll = pollAfterMs !== undefined;
  return {
    money,
    settled_at: money === 'settled' || money === 'released' ? now : undefined,
    charged: charged ?? (money === 'released' ? 0 : undefined),
    confirmation: change.confirmation,
    state,
    ended_at: endedStates.has(state) ? now : openStates.has(state) ? null : undefined,
    watch: JSON.stringify(change.watch),
    platform_state: JSON.stringify(change.platformState),
    progress: change.progress,
    answer: JSON.stringify(change.answer),
    started: JSON.stringify(change.started),
    baseline: JSON.stringify(change.baseline),
    error: change.error ?? (state === 'completed' || openStates.has(state) ? null : undefined),
    delivered: change.delivered === undefined ? undefined : Number(change.delivered),
    misses: change.consecutivePollFailures,
    denials: change.consecutiveNotFound,
    next_poll: endsPoll ? steady + pollAfterMs : undefined,
    lease_owner: endsPoll ? null : undefined,
    lease_until: endsPoll ? 0 : undefined,
  };
}
