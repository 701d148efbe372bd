import { isFields } from '../../json/is-fields.ts';
import { fieldOf } from '../../json/field-of.ts';
import { scalarText } from '../../json/scalar-text.ts';
import { type Arguments, finishedStates, type Job, type Source, type StateValue } from '../../catalog/operation.ts';
import { pick } from '../request/path.ts';

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
 * A declared flag that ends or pauses a job counts like a state.
 */
export function readJobStatus(job: Job, record: unknown): JobStatus | undefined {
  const { state: stated, isOver } = stateOf(job, record);
  const question = Object.keys(job.asks ?? {}).find((name) => isSameState(stated, name) || pick(record, name) === true);
  if (stated === undefined && !isOver && question === undefined) return undefined;
  const platformState = stated ?? null;
  const reason = reasonOf(job, record);
  const common = { platformState, ...progressOf(job, record), ...reason };
  const failure = { kind: 'failed', ...otherReason(record), ...common } as const;
  if (question !== undefined && (!isOver || isSameState(stated, question)))
    return { ...common, kind: 'asks', platformState: question };
  if (isOneOf(job.failed, stated)) return failure;
  if (isOneOf(job.done, stated)) return { kind: 'done', ...common };
  // An undeclared failure state is unconfirmed, since the contract's rule that failures are free covers declared ones only.
  if (isFailureWord(stated) && !isOver) return { ...failure, unconfirmed: true };
  if (reason.reason !== undefined && (isOver || job.failsByReason)) return failure;
  return { kind: isOver ? 'done' : 'open', ...common };
}

/** Resolves the arguments of the watching operation; undefined if the answer lacks one of them. */
export function watchArguments(
  sources: Job['with'],
  input: Arguments,
  rawJson: unknown,
): Record<string, unknown> | undefined {
  const resolved = Object.entries(sources).map(([name, source]) => [name, resolve(source, input, rawJson)] as const);
  return resolved.every(([, value]) => typeof value === 'string' || typeof value === 'number')
    ? Object.fromEntries(resolved)
    : undefined;
}

/** The value of an argument's source: an argument of the call, a constant, or the first non-null path of the answer. */
export function resolve(source: Source, input: Arguments, rawJson: unknown): unknown {
  if ('input' in source) return input[source.input] ?? fieldOf(input['body'], source.input);
  if ('constant' in source) return source.constant;
  for (const path of source.answer) {
    const value = pick(rawJson, path);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The answer to the start of a job, overwritten with the fields of its list row. */
export function upToDate(start: unknown, row: unknown): unknown {
  const startRecord = pick(start, 'data') ?? start;
  return isFields(row) && isFields(startRecord) ? { ...startRecord, ...row } : start;
}

/**
 * Fields that may hold the state of any record, in addition to the declared one. Document 1, "What the service does", rule 5, lists the
 * first two without saying which operation uses which.
 */
const stateNames: readonly string[] = ['processing_status', 'status', 'state', 'job_status', 'phase', 'stage'];

const isNameOfState = (name: string): boolean => stateNames.includes(name) || /_(status|state)$/.test(name);

/** Words that mean success for any job, even if the catalog does not declare them for it. */
const endWords: ReadonlySet<unknown> = new Set([...finishedStates, 'complete', 'succeeded', 'available', 'processed']);
/** Words that mean success of the job only in its declared field; in an envelope they describe the HTTP answer. */
const successWords: ReadonlySet<unknown> = new Set(['success', 'successful']);
const failureWords: ReadonlySet<unknown> = new Set([
  'failed',
  'failure',
  'error',
  'errored',
  'cancelled',
  'canceled',
  'aborted',
  'expired',
  'timed_out',
]);

/** States of a resource that no job is working on. They say nothing about a job, whose state may be in another field. */
const restingWords: ReadonlySet<unknown> = new Set([
  'draft',
  'published',
  'unpublished',
  'archived',
  'active',
  'enabled',
]);

/** Whether the value is one of `endWords`, in any spelling. */
const isEndWord = (value: unknown): boolean => endWords.has(spelledAlike(value));

/** Whether a field reports success of the job rather than of the HTTP answer. */
const isSuccess = (record: unknown, name: string, value: unknown): boolean =>
  successWords.has(spelledAlike(value)) && !(isAround(record) && fieldOf(record, name) !== undefined);

/** Whether a record is an envelope: it has an object or a list in `data`. */
const isAround = (record: unknown): boolean => typeof (fieldOf(record, 'data') ?? '') === 'object';

/** Whether the value is one of `failureWords`, in any spelling. */
const isFailureWord = (value: unknown): boolean => failureWords.has(spelledAlike(value));

/** Whether a state or flag in an answer equals the declared one, in any spelling. */
const isSameState = (value: unknown, declared: Job['done'][number]): boolean =>
  typeof declared === 'boolean' ? flagIn(value) === declared : spelledAlike(value) === spelledAlike(declared);

const isOneOf = (states: Job['done'] | undefined, value: unknown): boolean =>
  states?.some((one) => isSameState(value, one)) === true;

const flagIn = (value: unknown): boolean | undefined => flags.get(scalarText(value));

const flags: ReadonlyMap<string | undefined, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

const spelledAlike = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase().replaceAll(/[-\s]/g, '_') : value;

/** A state as text, even if the answer wraps it in an object such as `{value: 'ready', label: 'Ready'}`. */
function stateIn(value: unknown): StateValue | undefined {
  if (!isFields(value)) return Array.isArray(value) ? undefined : (value as StateValue | undefined);
  const text = ['value', 'name', 'code', 'key', 'slug', 'status', 'state'].map((name) => value[name]);
  return text.find((one) => typeof one === 'string');
}

/**
 * The state in a record, and whether it ends the job although it is not declared to. If the declared field is missing, `stateNames` are
 * read instead, as far as they show a final state or a question.
 */
export function stateOf(
  job: Job,
  record: unknown,
): { readonly state: StateValue | undefined; readonly isOver: boolean } {
  const flagged = job.over?.some((flags) =>
    Object.entries(flags).every(([path, value]) => isSameState(pick(record, path), value)),
  );
  const direct = pick(record, job.state);
  const value = direct === undefined ? oneLevelIn(record, job.state) : direct;
  const stated = stateIn(value);
  const end = endIn(job, record);
  const isResting = restingWords.has(spelledAlike(stated)) && !isOneOf(job.done, stated);
  if (value !== undefined && !(isResting && end !== undefined)) {
    const isOver = isEndWord(stated) || isSuccess(record, job.state, stated);
    return { state: stated, isOver: flagged || (isNameOfState(job.state) && isOver) };
  }
  const isMade = job.product?.some((path) => !isEmpty(pick(record, path))) === true && !hasState(record);
  return { state: end ?? (isMade ? 'made' : undefined), isOver: flagged || isMade || isEndWord(end) };
}

/**
 * A field of this name in the only object of a record that has one, as `{profile: {refresh_status}}`: the contract names fields without saying in
 * which part of an answer they stand. A bare `status` is that of the part itself.
 */
function oneLevelIn(record: unknown, path: string): unknown {
  if (stateNames.includes(path) || path.includes('.')) return undefined;
  const around = pick(record, 'data') ?? record;
  if (!isFields(around)) return undefined;
  const [value, ...more] = Object.values(around).flatMap((part) =>
    isFields(part) && path in part ? [part[path]] : [],
  );
  return more.length > 0 ? undefined : value;
}

/** The first value in a field of `stateNames` that ends the job or asks its caller a question. */
const endIn = (job: Job, record: unknown): StateValue | undefined =>
  stateNames
    .map((name) => stateIn(pick(record, name)))
    .find((one) => isEndWord(one) || isFailureWord(one) || endsOf(job).some((states) => isOneOf(states, one)));

const endsOf = ({ done, failed, asks }: Job) => [done, failed, asks && Object.keys(asks)];

/** Whether a field of `stateNames` shows work in progress: a state that is neither final nor in `restingWords`. */
export const isUnderWay = (job: Job, record: unknown): boolean =>
  endIn(job, record) === undefined &&
  stateNames
    .map((name) => stateIn(pick(record, name)))
    .some((one) => !isEmpty(one) && !restingWords.has(spelledAlike(one)));

/** Whether any field of `stateNames` has a value. */
const hasState = (record: unknown): boolean => stateNames.some((name) => !isEmpty(pick(record, name)));

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

function progressOf({ progress }: Job, place: unknown): { readonly progress?: number | undefined } {
  if (!progress) return {};
  if (typeof progress === 'string') {
    const percent = pick(place, progress);
    return typeof percent === 'number' ? { progress: clamp(percent) } : {};
  }
  const [done, total] = progress.map((path) => pick(place, path));
  return typeof done === 'number' && typeof total === 'number' && total > 0
    ? { progress: clamp((100 * done) / total) }
    : {};
}

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

function reasonOf({ reason }: Job, place: unknown): Pick<JobStatus, 'reason'> {
  const stated = reason && pick(place, reason);
  return typeof stated === 'string' && stated !== '' ? { reason: stated } : {};
}

/** Where any record of a failure may say why, beside the field that is declared for it. By itself none of them tells of one. */
const reasonNames: readonly string[] = ['error_message', 'failure_reason', 'error', 'error.message', 'reason'];

function otherReason(record: unknown): Pick<JobStatus, 'reason'> {
  const reason = reasonNames.map((name) => pick(record, name)).find((one) => typeof one === 'string' && one !== '');
  return reason === undefined ? {} : { reason: String(reason) };
}
