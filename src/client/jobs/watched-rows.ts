import type { Job } from '../../catalog/operation.ts';
import type { Baseline } from '../../state/entry.ts';
import { pick } from '../call/path.ts';

type Id = string | number;

/** Milliseconds by which the platform's clock may be behind this machine's. */
const clockSkewMs = 300_000;

/** The id of a row of the list that a job is watched by: documents, for example, have theirs under `document_id` too. */
export function rowId(job: Job, row: unknown): Id | undefined {
  return idsOf(job, row)[0];
}

/** The row with that id among those of a page. Ids come as numbers in some answers and as texts in others. */
export const rowWithId =
  (job: Job, id: unknown) =>
  (rows: readonly unknown[]): unknown =>
    rows.find((row) => idsOf(job, row).some((one) => String(one) === String(id)));

/**
 * The row of a job whose start named none: the first that was made since the start. Where not all earlier rows are known, only a higher
 * number or a later time than theirs tells a new row from an old one.
 * @param startedAt epoch milliseconds
 */
export const newRow =
  (job: Job, { ids = [], areMore }: Baseline, startedAt: number) =>
  (rows: readonly unknown[]): unknown => {
    const listedBefore = new Set(ids.map(String));
    const highest = ids.every((one) => typeof one === 'number') ? Math.max(...ids) : undefined;
    const isNew = (row: unknown): boolean => {
      const id = rowId(job, row);
      if (id === undefined || listedBefore.has(String(id))) return false;
      if (!areMore) return true;
      if (typeof id === 'number' && highest !== undefined) return id > highest;
      return (madeAt(row) ?? 0) >= startedAt - clockSkewMs;
    };
    return rows.filter(isNew).reduce<unknown>((first, row) => (isBefore(job, first, row) ? first : row), undefined);
  };

/** Whether `one` was made before `other`, which the list has after it. Lists that tell neither number nor time begin with the newest. */
function isBefore(job: Job, one: unknown, other: unknown): boolean {
  if (one === undefined) return false;
  const [id, otherId] = [rowId(job, one), rowId(job, other)];
  if (typeof id === 'number' && typeof otherId === 'number') return id < otherId;
  const [at, otherAt] = [madeAt(one), madeAt(other)];
  return at !== undefined && otherAt !== undefined && at < otherAt;
}

function idsOf({ find }: Job, row: unknown): Id[] {
  const names = find && 'answer' in find ? find.answer.map((path) => path.slice(path.lastIndexOf('.') + 1)) : [];
  return [...new Set(['id', ...names])]
    .map((name) => pick(row, name))
    .filter((one): one is Id => typeof one === 'string' || typeof one === 'number');
}

/** Epoch milliseconds at which a record was made, where it says so. */
export function madeAt(row: unknown): number | undefined {
  const times = ['created_at', 'started_at', 'queued_at'].map((name) => Date.parse(String(pick(row, name))));
  return times.find((time) => Number.isFinite(time));
}
