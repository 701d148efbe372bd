import { createHash } from 'node:crypto';
import { type Arguments, changed, type Job } from '../../catalog/operation.ts';
import type { Baseline } from '../../state/entry.ts';
import { pick } from '../call/path.ts';
import { resolve, rowsIn, type JobStatus, readJobStatus } from './job-status.ts';

/** Milliseconds after which a platform that accepted a start has set the state of its job: older states are the job's own. */
const pickUpMs = 20_000;

/** A job that is visible only as a change is given up after ten times its usual length, and never before this (milliseconds). */
const minGiveUpMs = 600_000;

/** Whether an earlier job may have left its own end in what this one is watched by, so that it is read before the start. */
export const needsBaseline = ({ done, changes }: Job): boolean => changes !== undefined || done.includes(changed);

/** Arguments for reading the watched resource before the start; undefined where the start makes that resource. */
export function argumentsBeforeStart({ with: sources }: Job, given: Arguments): Record<string, unknown> | undefined {
  const known = Object.entries(sources).map(([name, source]) => {
    // A conversation that goes on names in its arguments what its answer will name as well.
    const value =
      'answer' in source
        ? source.answer.map((path) => given[path]).find((one) => one !== undefined)
        : resolve(source, given, undefined);
    return [name, value] as const;
  });
  return known.every(([, value]) => value !== undefined) ? Object.fromEntries(known) : undefined;
}

/** The state of the watched resource before the start, as far as it could be mistaken for the job's end; `said` undefined: it does not exist. */
export function baselineOf(job: Job, said: unknown): Baseline | null {
  if (job.find) return { before: '', ids: rowsIn(said).flatMap((row) => idOf(row) ?? []) };
  if (job.done.includes(changed)) return { before: print(pick(said, job.state)) };
  const kind = readJobStatus(job, said)?.kind;
  return kind === 'done' || kind === 'failed' ? { before: print(evidence(job, said)) } : null;
}

/** The job's state in an answer of the watching operation, and what to keep for the next poll. */
export interface Reading {
  readonly jobStatus: JobStatus | undefined;
  readonly baseline: Baseline | null;
  /** Id of the row that describes the job, where the answer is a list. */
  readonly row?: unknown;
}

/** `said`: undefined where the watched resource does not exist. `elapsed`: milliseconds since the start. */
export function readAgainstBaseline(
  job: Job,
  said: unknown,
  baseline: Baseline | null,
  ref: unknown,
  elapsed: number,
): Reading {
  if (job.done.includes(changed)) return readChange(job, said, baseline, elapsed);
  if (job.find) {
    const row = ref ?? newRow(said, baseline?.ids);
    return { jobStatus: readJobStatus(job, said, row), baseline, row };
  }
  const jobStatus = readJobStatus(job, said, ref);
  if (!baseline || !jobStatus) return { jobStatus, baseline };
  if (jobStatus.kind !== 'done' && jobStatus.kind !== 'failed') return { jobStatus, baseline: null };
  if (print(evidence(job, said)) !== baseline.before) return { jobStatus, baseline };
  if (elapsed >= pickUpMs) return { jobStatus: { ...jobStatus, unconfirmed: true }, baseline };
  return { jobStatus: { kind: 'open', platformState: jobStatus.platformState }, baseline };
}

function readChange(job: Job, said: unknown, baseline: Baseline | null, elapsed: number): Reading {
  const value = pick(said, job.state) ?? (Array.isArray(said) ? said : undefined);
  const before = baseline?.before ?? print(undefined);
  const now = print(value);
  if (now === before) return { jobStatus: elapsed >= giveUpMs(job) ? lost : open('unchanged'), baseline };
  // A resource emptied at the start is complete with the first content.
  if (isEmpty(value)) return { jobStatus: open('emptied'), baseline: { before: now } };
  if (job.gradual && baseline?.since !== now) return { jobStatus: open('changing'), baseline: { before, since: now } };
  return { jobStatus: { kind: 'done', platformState: 'changed' }, baseline };
}

const open = (platformState: string): JobStatus => ({ kind: 'open', platformState });

const lost: JobStatus = { kind: 'lost', platformState: 'unchanged' };

const giveUpMs = ({ usually }: Job): number => Math.max(minGiveUpMs, usually * 10_000);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** The id of the oldest row that came on top of those known; undefined while there is none. */
function newRow(said: unknown, known: Baseline['ids']): unknown {
  if (!known) return undefined;
  const rows = rowsIn(said);
  const first = rows.findIndex((row) => known.includes(idOf(row) ?? ''));
  return idOf(rows[(first === -1 ? rows.length : first) - 1]) ?? missing;
}

/** Matches no row. */
const missing = Symbol('missing');

function idOf(row: unknown): string | number | undefined {
  const id = pick(row, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

const evidence = ({ changes = [] }: Job, said: unknown): unknown[] => changes.map((path) => pick(said, path));

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
