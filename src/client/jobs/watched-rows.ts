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
 * Returns a function that finds the row with that id in a page. If the row has no state, a record with that id and a state anywhere in the
 * answer is returned instead. Ids are compared as text, since some answers have them as numbers and others as text.
 */
export const rowWithId =
  (job: Job, id: unknown) =>
  (rows: readonly unknown[], rawJson: unknown): unknown => {
    const row = rows.find((one) => hasId(job, one, id));
    if (readJobStatus(job, row) !== undefined) return row;
    return recordsIn(rawJson).find((one) => hasId(job, one, id) && readJobStatus(job, one) !== undefined) ?? row;
  };

/** The record with the job's state: the answer itself, or, if that has none, a nested record with one of the ids in `asked`. */
export function recordOf(job: Job, rawJson: unknown, asked: Arguments): unknown {
  if (job.done.includes(changed) || readJobStatus(job, rawJson) !== undefined) return rawJson;
  const rows = Object.values(asked).map((id) => rowWithId(job, id)([], rawJson));
  return rows.find((row) => row !== undefined) ?? rawJson;
}

const hasId = (job: Job, row: unknown, id: unknown): boolean =>
  idsOf(job, row).some((one) => String(one) === String(id));

/** Levels of nesting searched for a record. */
const maxDepth = 4;

/**
 * The objects in an answer and the rows of its lists, outermost first. Objects inside a row are left out, since they describe other
 * things such as people and projects. An object whose key is a number gets that number as its `id`.
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
 * Returns a function that finds the row of a job whose start returned no identifier: the first row created since the start. If not all
 * earlier rows are known, a new row is recognized by a higher id or a later creation time.
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

/** Whether `one` was created before `other`, which follows it in the list. A list without numeric ids and times is assumed newest first. */
function isBefore(job: Job, one: unknown, other: unknown): boolean {
  if (one === undefined) return false;
  const [id, otherId] = [rowId(job, one), rowId(job, other)];
  if (typeof id === 'number' && typeof otherId === 'number') return id < otherId;
  const [at, otherAt] = [madeAt(one), madeAt(other)];
  return at !== undefined && otherAt !== undefined && at < otherAt;
}

/** The identifiers of a row: `id`, and the fields that the job's declaration names. */
export function idsOf({ find, with: sources }: Job, row: unknown): Id[] {
  const names = [...(find ? [find] : []), ...Object.values(sources)].flatMap((source) =>
    'answer' in source ? source.answer.map((path) => path.slice(path.lastIndexOf('.') + 1)) : [],
  );
  return [...new Set(['id', ...names])]
    .map((name) => pick(row, name))
    .filter((one): one is Id => typeof one === 'string' || typeof one === 'number');
}

/** Fields that may hold the creation time of a record. */
export const timesMade = ['created_at', 'started_at', 'queued_at'];

/** Fields that may hold the time at which the work on a record ended. */
const timesEnded = ['completed_at', 'finished_at', 'ended_at', 'last_message_at'];

/** Creation time of a record in epoch milliseconds, if it states one. */
export const madeAt = (row: unknown): number | undefined => timeIn(row, timesMade);

/** Time in epoch milliseconds at which the work on a record ended, if it states one. */
export const endedAt = (row: unknown): number | undefined => timeIn(row, timesEnded);

const timeIn = (row: unknown, names: readonly string[]): number | undefined =>
  names.map((name) => utcTime(pick(row, name))).find((time) => time !== undefined);
