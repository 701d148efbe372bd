import { createHash } from 'node:crypto';
import { type Arguments, changed, type Job, openStates } from '../../catalog/vocabulary/index.ts';
import { platformState } from '../../base/text/platform-state.ts';
import type { Entry, JobBaseline } from '../../state/index.ts';
import { quoted } from '../../base/text/quoted.ts';
import { pick } from '../http/request/path.ts';
import { resolveSource } from '../answers/watch-arguments.ts';
import { type JobStatus, readJobStatus, stateOf } from './job-status.ts';

/** Milliseconds after a start by which the platform has replaced the state of an earlier job by that of the new one. */
const pickUpMs = 20_000;

/** Minimum milliseconds before a job that has not appeared is given up; the limit is ten times its usual duration if longer. */
const minGiveUpMs = 600_000;

/**
 * Minimum milliseconds before a job whose resource shows no final state is given up; the limit is a hundred times its
 * usual duration if longer.
 */
const minPatienceMs = 12 * 3_600_000;

/** Whether the watched resource may still show the end of an earlier job, so that it must be read before the start. */
export const needsBaseline = ({ done, changes, find }: Job): boolean =>
  !find && (changes !== undefined || done.includes(changed));

/** Arguments for reading the watched resource before the start; undefined if the start creates that resource. */
export function argumentsBeforeStart({ with: sources }: Job, args: Arguments): Record<string, unknown> | undefined {
  const resolved = Object.entries(sources).map(([name, source]) => {
    // The arguments of a continued conversation hold the identifier that its answer will hold too.
    const value =
      'answer' in source
        ? source.answer.map((path) => args[path]).find((one) => one !== undefined)
        : resolveSource(source, args, undefined);
    return [name, value] as const;
  });
  return resolved.every(([, value]) => value !== undefined) ? Object.fromEntries(resolved) : undefined;
}

/** The content of a watched resource. */
export interface Watched {
  /** The answer, or that to the first page of a list. */
  readonly rawJson: unknown;
  /** The rows of a list, and how many it has in all. */
  readonly rows?: readonly unknown[] | undefined;
  readonly total?: number | undefined;
}

/** The state of the watched resource before the start; null if it cannot be mistaken for the job's end. `watched`: undefined if it does not exist. */
export function baselineOf(job: Job, watched: Watched | undefined): JobBaseline | null {
  if (job.done.includes(changed)) return { before: print(shownBy(job, watched)) };
  const rawJson = watched?.rawJson;
  const kind = readJobStatus(job, rawJson)?.kind;
  return kind === 'done' || kind === 'failed' ? { before: print(evidence(job, rawJson)) } : null;
}

/** The job's state in an answer of the watching operation, and the baseline to keep for the next poll. */
export interface WatchedReading {
  readonly jobStatus: JobStatus | undefined;
  readonly baseline: JobBaseline | null;
}

/**
 * Reads the state of a job from the watched resource, compared with its state before the start.
 * @param watched undefined if the resource does not exist
 * @param elapsed milliseconds since the start
 */
export function readAgainstBaseline(
  job: Job,
  watched: Watched | undefined,
  baseline: JobBaseline | null,
  elapsed: number,
): WatchedReading {
  if (job.done.includes(changed)) return readChange(job, shownBy(job, watched), baseline, elapsed);
  const rawJson = watched?.rawJson;
  const jobStatus = readJobStatus(job, rawJson);
  if (!baseline || !jobStatus) return { jobStatus, baseline };
  if (jobStatus.kind !== 'done' && jobStatus.kind !== 'failed') return { jobStatus, baseline: null };
  if (print(evidence(job, rawJson)) !== baseline.before) return { jobStatus, baseline };
  if (elapsed >= pickUpMs) return { jobStatus: { ...jobStatus, unconfirmed: true }, baseline };
  return { jobStatus: { kind: 'open', platformState: jobStatus.platformState }, baseline };
}

/**
 * Replaces the state of a job that shows no end by `lost` once `elapsed` (ms) exceeds the limit, with a reason. A record without a documented state that does not change is given up after twice the usual time.
 * @param isRecord whether the job's record was read
 */
export function withPatience(
  jobStatus: JobStatus | undefined,
  job: Job,
  entry: Entry,
  elapsed: number,
  isRecord: boolean,
): JobStatus | undefined {
  if (jobStatus && jobStatus.kind !== 'open') return jobStatus;
  const state = jobStatus?.platformState;
  // If a flag ends the job, its other value is work.
  const isFlag = job.done.some((one) => typeof one === 'boolean');
  const isWork = isFlag || openStates.some((one) => one === state) || jobStatus?.progress !== undefined;
  const hasMoved = jobStatus !== undefined && platformState(state) !== entry.platformState;
  const patienceMs =
    isWork || hasMoved || !isRecord ? Math.max(minPatienceMs, job.usually * 100_000) : unnamedPatienceMs(job);
  if (elapsed < patienceMs) return jobStatus;
  const shown = jobStatus ? `the platform still shows ${quoted(String(state), 80)}` : 'the platform shows no state';
  const hours = Math.floor(elapsed / 3_600_000);
  const time = hours > 0 ? `${hours} hours` : `${Math.floor(elapsed / 60_000)} minutes`;
  const { operation, arguments: args } = entry.watch as NonNullable<Entry['watch']>;
  const reason = `${shown} after ${time}, which is no known end; look with ${operation} ${JSON.stringify(args)}`;
  return { kind: 'lost', platformState: state ?? null, reason };
}

/** Milliseconds after which a job in an undocumented state is given up. */
export const unnamedPatienceMs = ({ usually }: Job): number => Math.max(60_000, 2 * usually * 1000);

function readChange(job: Job, value: unknown, baseline: JobBaseline | null, elapsed: number): WatchedReading {
  const before = baseline?.before ?? print(undefined);
  const now = print(value);
  if (now === before) {
    // Such a job has no documented end: if nothing changes within twice its usual time, it had nothing to do.
    const isOver = elapsed >= 2 * job.usually * 1000;
    return {
      jobStatus: isOver ? { kind: 'done', platformState: unchanged, unconfirmed: true } : open(unchanged),
      baseline,
    };
  }
  // The start may empty the resource first; the first content after that ends the job.
  if (isEmpty(value)) return { jobStatus: open('emptied'), baseline: { before: now } };
  if (job.gradual && baseline?.since !== now) return { jobStatus: open('changing'), baseline: { before, since: now } };
  return { jobStatus: { kind: 'done', platformState: 'changed' }, baseline };
}

/** The state of a completed job that shows no state of its own and has changed nothing. */
export const unchanged = 'unchanged';

/** The output of a job: the rows of a list and, if there are more, their total number, or the value at its path in the answer. */
function shownBy(job: Job, watched: Watched | undefined): unknown {
  const { rawJson, rows, total = 0 } = watched ?? { rawJson: undefined };
  if (!rows) return pick(rawJson, job.state);
  return total > rows.length ? [...rows, total] : rows;
}

const open = (platformState: string): JobStatus => ({ kind: 'open', platformState });

/** Milliseconds after which a job is given up if it has not appeared, or shows no change. */
export const giveUpMs = ({ usually }: Job): number => Math.max(minGiveUpMs, usually * 10_000);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const evidence = (job: Job, rawJson: unknown): unknown[] =>
  (job.changes ?? []).map((path) => (path === job.state ? stateOf(job, rawJson) : pick(rawJson, path)));

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
