import { createHash } from 'node:crypto';
import { type Arguments, changed, type Job } from '../../catalog/operation.ts';
import type { Baseline, Entry } from '../../state/entry.ts';
import { quoted } from '../../text/quoted.ts';
import { pick } from '../request/path.ts';
import type { RowSearchResult } from './find-row.ts';
import { rowsIn } from './list-pages.ts';
import { isUnderWay, type JobStatus, readJobStatus, resolve, stateOf } from './job-status.ts';
import { endedAt, madeAt, rowId } from './watched-rows.ts';

/** Milliseconds after a start by which the platform has replaced the state of an earlier job by that of the new one. */
const pickUpMs = 20_000;

/** Milliseconds before which a job is never given up that shows only as a change or a list row; the limit is ten times its usual duration if longer. */
const minGiveUpMs = 600_000;

/**
 * Milliseconds before which a job is never given up whose resource shows no final state; the limit is a hundred times its usual duration
 * if longer. The state it shows may be a final one that the contract does not list.
 */
const minPatienceMs = 12 * 3_600_000;

/** Whether the watched resource may still show the end of an earlier job, so that it must be read before the start. */
export const needsBaseline = ({ done, changes }: Job): boolean => changes !== undefined || done.includes(changed);

/** Arguments for reading the watched resource before the start; undefined if the start creates that resource. */
export function argumentsBeforeStart({ with: sources }: Job, args: Arguments): Record<string, unknown> | undefined {
  const resolved = Object.entries(sources).map(([name, source]) => {
    // The arguments of a continued conversation hold the identifier that its answer will hold too.
    const value =
      'answer' in source
        ? source.answer.map((path) => args[path]).find((one) => one !== undefined)
        : resolve(source, args, undefined);
    return [name, value] as const;
  });
  return resolved.every(([, value]) => value !== undefined) ? Object.fromEntries(resolved) : undefined;
}

/**
 * The state of the watched resource before the start; null if it cannot be mistaken for the job's end.
 * @param pages the answer, or the pages of a list; empty if the resource does not exist
 * @param areMore whether the list has more pages
 */
export function baselineOf(job: Job, pages: readonly unknown[], areMore = false): Baseline | null {
  if (job.find) {
    const ids = pages.flatMap(rowsIn).flatMap((row) => rowId(job, row) ?? []);
    return { before: '', ids, areMore: areMore || undefined };
  }
  if (job.done.includes(changed)) return { before: print(shownBy(job, pages)) };
  const kind = readJobStatus(job, pages[0])?.kind;
  return kind === 'done' || kind === 'failed' ? { before: print(evidence(job, pages[0])) } : null;
}

/** The job's state in an answer of the watching operation, and the baseline to keep for the next poll. */
export interface Reading {
  readonly jobStatus: JobStatus | undefined;
  readonly baseline: Baseline | null;
}

/** Reads the state of a job that has its own row in a list. `elapsed`: milliseconds since the start. */
export function readRow(
  job: Job,
  { row, position, reachedEnd }: RowSearchResult,
  before: Baseline | null,
  elapsed: number,
): Reading {
  const id = rowId(job, row) ?? before?.row;
  const baseline = { before: '', ...before, row: id, position };
  if (row !== undefined) return { jobStatus: readJobStatus(job, row), baseline };
  return { jobStatus: reachedEnd && elapsed >= giveUpMs(job) ? notListed : undefined, baseline };
}

/**
 * Reads the state of a job from the watched resource, compared with its state before the start.
 * @param pages the answer, or the pages of a list; empty if the resource does not exist
 * @param elapsed milliseconds since the start
 */
export function readAgainstBaseline(
  job: Job,
  pages: readonly unknown[],
  baseline: Baseline | null,
  elapsed: number,
): Reading {
  if (job.done.includes(changed)) return readChange(job, shownBy(job, pages), baseline, elapsed);
  const jobStatus = readJobStatus(job, pages[0]);
  if (!baseline || !jobStatus) return { jobStatus, baseline };
  if (jobStatus.kind !== 'done' && jobStatus.kind !== 'failed') return { jobStatus, baseline: null };
  if (print(evidence(job, pages[0])) !== baseline.before) return { jobStatus, baseline };
  if (elapsed >= pickUpMs) return { jobStatus: { ...jobStatus, unconfirmed: true }, baseline };
  return { jobStatus: { kind: 'open', platformState: jobStatus.platformState }, baseline };
}

/**
 * Checks that a record found by a guessed identifier is the job's: it must not be older than the start; without a creation time, it must
 * have ended since the start or have been seen in progress. Otherwise returns `lost`, since an older record must not be taken for the
 * job's result.
 * @param madeAfter epoch milliseconds; undefined if the identifier was not guessed
 */
export function confirmed(reading: Reading, job: Job, record: unknown, madeAfter: number | undefined): Reading {
  const { jobStatus, baseline } = reading;
  if (madeAfter === undefined || jobStatus?.kind === 'lost') return reading;
  // A record without a readable state still confirms the job if an undeclared state field shows work in progress.
  if (jobStatus === undefined && !isUnderWay(job, record)) return reading;
  const isOver = jobStatus?.kind === 'done' || jobStatus?.kind === 'failed';
  const made = madeAt(record) ?? (isOver ? endedAt(record) : undefined);
  if (made === undefined ? !isOver : made >= madeAfter)
    return { jobStatus, baseline: baseline && { ...baseline, madeAfter: undefined } };
  const reason =
    made === undefined
      ? 'the answer to the start named it by an unusual identifier, and what has that identifier was over at the first look, so that it may be older'
      : 'the answer to the start named it by an unusual identifier, and what has that identifier is older than the start';
  return { jobStatus: { kind: 'lost', platformState: jobStatus?.platformState ?? null, reason }, baseline };
}

/** Replaces the reading of a job that shows no final state by `lost` once `elapsed` (ms) exceeds the limit; the reason says where to look. */
export function withPatience(reading: Reading, { usually }: Job, watched: Entry['watch'], elapsed: number): Reading {
  const { jobStatus, baseline } = reading;
  if ((jobStatus && jobStatus.kind !== 'open') || elapsed < Math.max(minPatienceMs, usually * 100_000)) return reading;
  const shown = jobStatus
    ? `the platform still shows ${quoted(String(jobStatus.platformState), 80)}`
    : 'the platform shows no state';
  const reason = `${shown} after ${Math.floor(elapsed / 3_600_000)} hours, which is no known end; look with ${watched?.operation} ${JSON.stringify(watched?.arguments)}`;
  return { jobStatus: { kind: 'lost', platformState: jobStatus?.platformState ?? null, reason }, baseline };
}

function readChange(job: Job, value: unknown, baseline: Baseline | null, elapsed: number): Reading {
  const before = baseline?.before ?? print(undefined);
  const now = print(value);
  if (now === before) return { jobStatus: elapsed >= giveUpMs(job) ? lost : open('unchanged'), baseline };
  // The start may empty the resource first; the first content after that ends the job.
  if (isEmpty(value)) return { jobStatus: open('emptied'), baseline: { before: now } };
  if (job.gradual && baseline?.since !== now) return { jobStatus: open('changing'), baseline: { before, since: now } };
  return { jobStatus: { kind: 'done', platformState: 'changed' }, baseline };
}

/** The output of a job: the value at its path in the answer, or all rows read of a list and, if there are more, their total number. */
function shownBy(job: Job, pages: readonly unknown[]): unknown {
  const value = pick(pages[0], job.state) ?? (Array.isArray(pages[0]) ? pages[0] : undefined);
  if (!Array.isArray(value)) return value;
  const rows = pages.flatMap(rowsIn);
  const total = Number(pick(pages[0], 'meta.total'));
  return total > rows.length ? [...rows, total] : rows;
}

const open = (platformState: string): JobStatus => ({ kind: 'open', platformState });

const lost: JobStatus = {
  kind: 'lost',
  platformState: 'unchanged',
  reason:
    'what the platform shows has not changed since the start, and it shows no state: the job changed nothing, failed, or still runs',
};

const notListed: JobStatus = {
  kind: 'lost',
  platformState: 'not_listed',
  reason:
    'the platform accepted the start, and its list does not have the job: it was removed, failed, or has yet to begin',
};

/** Milliseconds after which a job is given up that has not shown itself, or no change. */
export const giveUpMs = ({ usually }: Job): number => Math.max(minGiveUpMs, usually * 10_000);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const evidence = (job: Job, rawJson: unknown): unknown[] =>
  (job.changes ?? []).map((path) => (path === job.state ? stateOf(job, rawJson).state : pick(rawJson, path)));

/** Hash of a value without the query strings of its URLs, since signatures in them change with each answer. */
function print(value: unknown): string {
  const text = JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'string' && /^https?:\/\//.test(inner)
      ? inner.replace(/\?.*/s, '')
      : isEmpty(inner)
        ? null
        : inner,
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
