import { type Arguments, changed, type Job } from '../../catalog/operation.ts';
import { utcTime } from '../../json/utc-time.ts';
import type { Baseline } from '../../state/entry.ts';
import { isOtherThing } from '../call/only-identifier.ts';
import { pick } from '../request/path.ts';
import { readJobStatus } from './job-status.ts';

type Id = string | number;

/** Milliseconds by which the platform's clock may be behind this machine's. */
const clockSkewMs = 300_000;

/** The id of a row of the list that a job is watched by: documents, for example, have theirs under `document_id` too. */
export function rowId(job: Job, row: unknown): Id | undefined {
  return idsOf(job, row)[0];
}

/**
 * The row with that id among those of a page, or a record of the answer that has it wherever it stands, if that shows a state and the row does not. Ids come
 * as numbers in some answers and as texts in others.
 */
export const rowWithId =
  (job: Job, id: unknown) =>
  (rows: readonly unknown[], rawJson: unknown): unknown => {
    const row = rows.find((one) => hasId(job, one, id));
    if (readJobStatus(job, row) !== undefined) return row;
    return recordsIn(rawJson).find((one) => hasId(job, one, id) && readJobStatus(job, one) !== undefined) ?? row;
  };

/** The record that says how a job stands: the answer itself, or where that states nothing, what in it has one of the ids that were asked for. */
export function recordOf(job: Job, rawJson: unknown, asked: Arguments): unknown {
  if (job.done.includes(changed) || readJobStatus(job, rawJson) !== undefined) return rawJson;
  const rows = Object.values(asked).map((id) => rowWithId(job, id)([], rawJson));
  return rows.find((row) => row !== undefined) ?? rawJson;
}

const hasId = (job: Job, row: unknown, id: unknown): boolean =>
  idsOf(job, row).some((one) => String(one) === String(id));

/** How deep in an answer a record may stand. */
const maxDepth = 4;

/**
 * The objects within an answer and the rows of its lists, those further out first, but nothing within a row: what that holds is about other things, as people and
 * projects are. What is kept under its id gets it.
 */
function recordsIn(rawJson: unknown, depth = 0): readonly object[] {
  if (!isObject(rawJson) || depth >= maxDepth) return [];
  if (Array.isArray(rawJson)) return rawJson.filter(isObject);
  const inner = Object.entries(rawJson).filter(([name, value]) => isObject(value) && !isOtherThing(name));
  return [
    ...inner.map(([name, value]) => (/^\d+$/.test(name) ? { id: name, ...value } : value)),
    ...inner.flatMap(([, value]) => recordsIn(value, depth + 1)),
  ];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

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

/** What identifies a row, or what a job is watched by, under the names that the job has for it. */
export function idsOf({ find, with: sources }: Job, row: unknown): Id[] {
  const names = [...(find ? [find] : []), ...Object.values(sources)].flatMap((source) =>
    'answer' in source ? source.answer.map((path) => path.slice(path.lastIndexOf('.') + 1)) : [],
  );
  return [...new Set(['id', ...names])]
    .map((name) => pick(row, name))
    .filter((one): one is Id => typeof one === 'string' || typeof one === 'number');
}

/** Names under which a record says when it was made. */
export const timesMade = ['created_at', 'started_at', 'queued_at'];

/** Names under which a record says when the work on it ended. */
const timesEnded = ['completed_at', 'finished_at', 'ended_at', 'last_message_at'];

/** Epoch milliseconds at which a record was made, where it says so. */
export const madeAt = (row: unknown): number | undefined => timeIn(row, timesMade);

/** Epoch milliseconds at which the work on a record ended, where it says so. */
export const endedAt = (row: unknown): number | undefined => timeIn(row, timesEnded);

const timeIn = (row: unknown, names: readonly string[]): number | undefined =>
  names.map((name) => utcTime(pick(row, name))).find((time) => time !== undefined);
