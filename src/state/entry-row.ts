import type { JobState } from '../base/index.ts';
import type { Entry, MoneyState } from './entry.ts';
import type { SqlRow, Value } from './sql/database.ts';

/** The entry in a row of the table `entries`. */
export const toEntry = (row: SqlRow): Entry => ({
  id: String(row['id']),
  session: String(row['session']),
  run: row['run'] as string | null,
  label: row['label'] as string | null,
  operation: String(row['operation']),
  arguments: parseColumn(row['arguments']) as Entry['arguments'],
  money: row['money'] as MoneyState,
  estimate: Number(row['estimate']),
  charged: row['charged'] as number | null,
  confirmation: row['confirmation'] as Entry['confirmation'],
  unbounded: row['unbounded'] === 1,
  basis: String(row['basis']),
  state: row['state'] as JobState,
  watch: parseColumn(row['watch']) as Entry['watch'],
  platformState: parseColumn(row['platform_state']) as Entry['platformState'],
  progress: row['progress'] as number | null,
  answer: parseColumn(row['answer']),
  started: parseColumn(row['started']),
  baseline: parseColumn(row['baseline']) as Entry['baseline'],
  error: row['error'] as string | null,
  delivered: row['delivered'] === 1,
  polls: Number(row['polls']),
  consecutivePollFailures: Number(row['misses']),
  consecutiveNotFound: Number(row['denials']),
  reservedAt: Number(row['reserved_at']),
  dispatchedAt: row['dispatched_at'] as number | null,
  settledAt: row['settled_at'] as number | null,
  endedAt: row['ended_at'] as number | null,
});

/** NULL stands for JSON's null. */
const parseColumn = (value: Value | undefined): unknown => JSON.parse(String(value));
