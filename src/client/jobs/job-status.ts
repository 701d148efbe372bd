import { isFields } from '../../base/json/is-fields.ts';
import { scalarText } from '../../base/json/scalar-text.ts';
import { finishedStates, type Job, type StateValue } from '../../catalog/vocabulary/index.ts';
import { pick } from '../http/request/path.ts';

/** The state of a job, read from an answer of the platform. */
export interface JobStatus {
  readonly kind: 'open' | 'done' | 'failed' | 'asks' | 'lost';
  readonly platformState: StateValue;
  /** Percent. */
  readonly progress?: number | undefined;
  readonly reason?: string | undefined;
  /** Whether the state may be an earlier job's: only the elapsed time suggests that it is this one's. */
  readonly unconfirmed?: true | undefined;
}

/**
 * Reads the job's state from the record that describes it: an answer, or a row of one. Undefined if the record does not state it.
 * Only the documents' words count. A declared flag that ends or pauses a job counts like a state.
 */
export function readJobStatus(job: Job, record: unknown): JobStatus | undefined {
  const stated = stateOf(job, record);
  const isOver = isOverBy(job, record, stated);
  const question = Object.keys(job.asks ?? {}).find((name) => stated === name || pick(record, name) === true);
  if (stated === undefined && !isOver && question === undefined) return undefined;
  const platformState = stated ?? null;
  const reason = textAt(record, job.reason === undefined ? [] : [job.reason]);
  const common = { platformState, progress: progressOf(job, record), reason };
  const failure = { ...common, kind: 'failed', reason: reason ?? textAt(record, reasonNames) } as const;
  if (question !== undefined && (!isOver || stated === question))
    return { ...common, kind: 'asks', platformState: question };
  if (isOneOf(job.failed, stated)) return failure;
  if (isOneOf(job.done, stated)) return { ...common, kind: 'done' };
  if (reason !== undefined && (isOver || job.failsByReason)) return failure;
  return { ...common, kind: isOver ? 'done' : 'open' };
}

/**
 * The state in the declared field. If that is missing, the other of the two fields that may hold the state of any job,
 * as far as it shows an end or a question: the documents say that a job is over once `processing_status` is ready or
 * `status` is completed, not which job has which field.
 */
export function stateOf(job: Job, record: unknown): StateValue | undefined {
  const stated = pick(record, job.state);
  if (stated !== undefined) return isScalar(stated) ? stated : undefined;
  const known = [finishedStates, job.done, job.failed, Object.keys(job.asks ?? {})];
  return stateNames
    .map((name) => pick(record, name) as StateValue | undefined)
    .find((one) => known.some((states) => isOneOf(states, one)));
}

const stateNames: readonly string[] = ['processing_status', 'status'];

const isScalar = (value: unknown): value is StateValue => value === null || scalarText(value) !== undefined;

/** Whether a record shows that the job is over: by a word for that, by declared flags, or, without any state, by what the job makes. */
function isOverBy(job: Job, record: unknown, stated: StateValue | undefined): boolean {
  if (isOneOf(finishedStates, stated)) return true;
  const isFlagged = job.over?.some((flags) =>
    Object.entries(flags).every(([path, value]) => isSameState(pick(record, path), value)),
  );
  if (isFlagged) return true;
  const isStateless = stated === undefined && stateNames.every((name) => (pick(record, name) ?? '') === '');
  return isStateless && job.product?.some((path) => (pick(record, path) ?? '') !== '') === true;
}

/** Whether a state equals the declared one; numbers and flags may come as texts. */
const isSameState = (value: unknown, declared: unknown): boolean =>
  value === declared || (scalarText(value) ?? '') === scalarText(declared);

const isOneOf = (states: readonly unknown[] = [], value: unknown): boolean =>
  states.some((one) => isSameState(value, one));

/** The answer to the start of a job, overwritten with the fields of its list row. */
export function upToDate(start: unknown, row: unknown): unknown {
  const startRecord = pick(start, 'data') ?? start;
  return isFields(row) && isFields(startRecord) ? { ...startRecord, ...row } : start;
}

function progressOf({ progress }: Job, record: unknown): number | undefined {
  if (!progress) return undefined;
  const [done, total] =
    typeof progress === 'string' ? [pick(record, progress), 100] : progress.map((path) => pick(record, path));
  if (typeof done !== 'number' || typeof total !== 'number' || total <= 0) return undefined;
  return Math.min(100, Math.max(0, (100 * done) / total));
}

/** Fields in which the record of a failed job may say why, in addition to the declared one. They do not prove a failure. */
const reasonNames: readonly string[] = ['error_message', 'failure_reason', 'error', 'error.message', 'message'];

const textAt = (record: unknown, paths: readonly string[]): string | undefined =>
  paths.map((path) => pick(record, path)).find((one): one is string => typeof one === 'string' && one !== '');
