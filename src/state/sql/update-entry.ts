import type { JobState } from '../../job-states.ts';
import type { Entry, EntryChange } from '../entry.ts';
import { minPollPauseMs } from '../polls.ts';
import { type Moment, row, type Steps } from './database.ts';
import { columnsOf, toEntry } from './entry-row.ts';

/** SQL: when a poll that an event asks for is due: at once, or after the minimum pause since the last poll that an event asked for. */
export const dueByEvent = `polled_by_event + ${minPollPauseMs}`;

/** What must still hold when the change is written. */
export interface Condition {
  /** The entry is in one of these states. */
  readonly states?: readonly JobState[] | undefined;
  /** The fencing token of the poll lease: no other poll has taken the lease since. */
  readonly lease?: string | undefined;
}

/** Writes a change; undefined, with nothing written, where the condition does not hold. */
export function* updateEntry(
  id: string,
  change: EntryChange,
  { now, steady }: Moment,
  { states, lease }: Condition = {},
): Steps<Entry | undefined> {
  const columns = Object.entries(columnsOf(change, now, steady));
  const sets = columns.map(([name]) => (name === 'next_poll' ? `next_poll = ${nextPoll}` : `${name} = ?`)).join(', ');
  const inState = states ? ` AND state IN (${states.map(() => '?').join(', ')})` : '';
  const fenced = lease === undefined ? '' : ' AND lease_owner = ?';
  const writtenRow = yield* row(
    `UPDATE entries SET ${sets} WHERE id = ?${inState}${fenced} RETURNING *`,
    ...columns.map(([, value]) => value),
    id,
    ...(states ?? []),
    ...(lease === undefined ? [] : [lease]),
  );
  return writtenRow && toEntry(writtenRow);
}

/**
 * SQL: when the next poll is due. An event that came while this poll was under way makes it due at once. The cast gives the parameter
 * the type of the column: PostgreSQL would otherwise take it for an integer and refuse fractions of a millisecond.
 */
const nextPoll = `CASE told WHEN 1 THEN ${dueByEvent} ELSE CAST(? AS DOUBLE PRECISION) END`;
