import { createHash } from 'node:crypto';
import { type Arguments, changed, type Job } from '../../catalog/operation.ts';
import type { Baseline, Entry } from '../../state/entry.ts';
import { quoted } from '../../text/quoted.ts';
import { pick } from '../request/path.ts';
import type { RowSearchResult } from './find-row.ts';
import { rowsIn } from './list-pages.ts';
import { isUnderWay, type JobStatus, readJobStatus, resolve, stateOf } from './job-status.ts';
import { endedAt, madeAt, rowId } from './watched-rows.ts';

/** Milliseconds after which a platform that accepted a start has set the state of its job: older states are the job's own. */
const pickUpMs = 20_000;

/** A job that is visible only as a change, or in a list, is given up after ten times its usual length, and never before this (milliseconds). */
const minGiveUpMs = 600_000;

/**
 * Milliseconds after which a job is given up whose resource shows no state, or none that ends it: a hundred times its usual length, and never before
 * this. What it shows may mean an end that nobody knows.
 */
const minPatienceMs = 12 * 3_600_000;

/** Whether an earlier job may have left its own end in what this one is watched by, so that it is read before the start. */
export const needsBaseline = ({ done, changes }: Job): boolean => changes !== undefined || done.includes(changed);

/** Arguments for reading the watched resource before the start; undefined where the start makes that resource. */
export function argumentsBeforeStart({ with: sources }: Job, given: Arguments): Record<string, unknown> | undefined {
  const resolved = Object.entries(sources).map(([name, source]) => {
    // A conversation that goes on names in its arguments what its answer will name as well.
    const value =
      'answer' in source
        ? source.answer.map((path) => given[path]).find((one) => one !== undefined)
        : resolve(source, given, undefined);
    return [name, value] as const;
  });
  return resolved.every(([, value]) => value !== undefined) ? Object.fromEntries(resolved) : undefined;
}

/**
 * The state of the watched resource before the start, as far as it could be mistaken for the job's end.
 * @param pages the answer, or the pages of a list; none: it does not exist
 * @param areMore the list has more pages
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

/** The job's state in an answer of the watching operation, and what to keep for the next poll. */
export interface Reading {
  readonly jobStatus: JobStatus | undefined;
  readonly baseline: Baseline | null;
}

/** The state of a job that a list describes in a row of its own. `elapsed`: milliseconds since the start. */
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

/** `pages`: the answer, or the pages of a list; none: the watched resource does not exist. `elapsed`: milliseconds since the start. */
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
 * Whether a record that was found by an inferred identifier is the job's: it must not be older than the start, and one that does not say when it
 * was made must have ended since, or have been seen under way. Else the job is lost sight of, since an older thing must not pass for its result.
 * @param madeAfter epoch milliseconds; undefined where the identifier was stated
 */
export function confirmed(reading: Reading, job: Job, record: unknown, madeAfter: number | undefined): Reading {
  const { jobStatus, baseline } = reading;
  if (madeAfter === undefined || jobStatus?.kind === 'lost') return reading;
  // A state that is read under another name counts where it is an end: this one says at least that it was not over.
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

/** The reading of a job that shows no end: given up after a long time, with where to look in its place. */
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
  // A resource emptied at the start is complete with the first content.
  if (isEmpty(value)) return { jobStatus: open('emptied'), baseline: { before: now } };
  if (job.gradual && baseline?.since !== now) return { jobStatus: open('changing'), baseline: { before, since: now } };
  return { jobStatus: { kind: 'done', platformState: 'changed' }, baseline };
}

/** What a job makes: the value at its place in the answer, or all rows of a list and how many there are beyond those that were read. */
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

/** Milliseconds after which a job of which nothing has been seen, or no change, is given up. */
export const giveUpMs = ({ usually }: Job): number => Math.max(minGiveUpMs, usually * 10_000);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const evidence = (job: Job, rawJson: unknown): unknown[] =>
  (job.changes ?? []).map((path) => (path === job.state ? stateOf(job, rawJson).state : pick(rawJson, path)));

/** A fingerprint that does not change with the signature of an address. */
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
