import type { JobState } from '../../job-states.ts';
import type { Row, Value } from './database.ts';
import type { Entry, EntryChange, MoneyState } from '../entry.ts';
import { numberOrNull, textOrNull } from './row-values.ts';

/** The entry in a row of the table `entries`. */
export const toEntry = (row: Row): Entry => ({
  id: String(row['id']),
  session: String(row['session']),
  run: textOrNull(row['run']),
  label: textOrNull(row['label']),
  operation: String(row['operation']),
  arguments: JSON.parse(String(row['arguments'])),
  money: row['money'] as MoneyState,
  estimate: Number(row['estimate']),
  charged: numberOrNull(row['charged']),
  confirmation: (row['confirmation'] ?? null) as Entry['confirmation'],
  unbounded: Number(row['unbounded']) === 1,
  basis: String(row['basis']),
  state: row['state'] as JobState,
  watch: parseColumn(row['watch']) as Entry['watch'],
  platformState: parseColumn(row['platform_state']) as Entry['platformState'],
  progress: numberOrNull(row['progress']),
  answer: parseColumn(row['answer']),
  started: parseColumn(row['started']),
  baseline: parseColumn(row['baseline']) as Entry['baseline'],
  error: textOrNull(row['error']),
  delivered: row['delivered'] === 1,
  polls: Number(row['polls']),
  consecutivePollFailures: Number(row['misses']),
  consecutiveNotFound: Number(row['denials']),
  reservedAt: Number(row['reserved_at']),
  dispatchedAt: numberOrNull(row['dispatched_at']),
  settledAt: numberOrNull(row['settled_at']),
  endedAt: numberOrNull(row['ended_at']),
});

/** States after which a job is polled no more. */
const endedStates: ReadonlySet<JobState> = new Set<JobState>(['completed', 'failed', 'unknown']);

/** The columns that a change sets. `now`: milliseconds since the epoch; `steady`: milliseconds of the steady clock. */
export function columnsOf(change: EntryChange, now: number, steady: number): Row {
  const columns: Record<string, Value> = {};
  if (change.money !== undefined) columns['money'] = change.money;
  if (change.money === 'settled' || change.money === 'released') columns['settled_at'] = now;
  if (change.money === 'released') columns['charged'] = 0;
  if (change.charged !== undefined) columns['charged'] = change.charged;
  if (change.confirmation !== undefined) columns['confirmation'] = change.confirmation;
  if (change.state !== undefined) columns['state'] = change.state;
  if (change.state !== undefined && endedStates.has(change.state)) columns['ended_at'] = now;
  if (change.watch !== undefined) columns['watch'] = JSON.stringify(change.watch);
  if (change.platformState !== undefined) columns['platform_state'] = JSON.stringify(change.platformState);
  if (change.progress !== undefined) columns['progress'] = change.progress;
  if (change.answer !== undefined) columns['answer'] = JSON.stringify(change.answer);
  if (change.started !== undefined) columns['started'] = jsonOrNull(change.started);
  if (change.baseline !== undefined) columns['baseline'] = jsonOrNull(change.baseline);
  if (change.error !== undefined) columns['error'] = change.error;
  if (change.delivered !== undefined) columns['delivered'] = change.delivered ? 1 : 0;
  if (change.consecutivePollFailures !== undefined) columns['misses'] = change.consecutivePollFailures;
  if (change.consecutiveNotFound !== undefined) columns['denials'] = change.consecutiveNotFound;
  if (change.pollAfterMs !== undefined) {
    columns['next_poll'] = steady + change.pollAfterMs;
    columns['lease_owner'] = null;
    columns['lease_until'] = 0;
  }
  return columns;
}

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const parseColumn = (value: Value | undefined): unknown => (typeof value === 'string' ? JSON.parse(value) : null);
