import { findOperation, operationNamed } from '../../catalog/index.ts';
import { type Arguments, changed, type Job, type Operation } from '../../catalog/vocabulary/index.ts';
import { fieldOf } from '../../base/json/field-of.ts';
import type { Entry, EntryChange, JobBaseline } from '../../state/index.ts';
import { platformState } from '../../base/text/platform-state.ts';
import { failureText } from '../jobs/after-poll.ts';
import { unchanged } from '../jobs/baseline.ts';
import { resolveSource, watchArguments } from '../answers/watch-arguments.ts';
import { readJobStatus } from '../jobs/job-status.ts';
import { resultOf, toJobView } from '../jobs/job-view.ts';
import { keptIn, withoutKept } from './kept-files.ts';
import { type Charge, chargeOfFailure, chargeOfStart, isUnpriced } from '../money/charge.ts';
import { secondsToNextLook } from '../money/reconciler.ts';
import type { Delivery } from '../money/entry-recorder.ts';
import type { JobView, Reply } from './reply.ts';
import {
  argumentsInAddress,
  beyondResult,
  type DecodedResponse,
  describeAnswer,
  isOnlyAccepted,
  unexpectedForm,
  whereItShows,
  withoutShownOnce,
} from '../answers/index.ts';
import { isVisibilityError, type Outcome, VisibilityError } from '../errors.ts';

/** What the platform answered to a call that it accepted. */
export interface Accepted extends Pick<DecodedResponse, 'rawJson' | 'status' | 'data' | 'isUnreadable'> {
  readonly location: string | undefined;
  /** State of the watched resource before the start, to tell the new job from an earlier one. */
  readonly baseline: JobBaseline | null;
}

/** The ledger change after an accepted call: its state, its charge, and which operation polls its job with which arguments. */
export function afterAnswer(
  entry: Entry,
  operation: Operation,
  input: Arguments,
  { rawJson, status, data, isUnreadable, location, baseline }: Accepted,
): EntryChange {
  const { job } = operation;
  const answer = withoutShownOnce(operation, rawJson);
  const isPage = isUnreadable && fieldOf(data, 'media_type') === 'text/html';
  if (isPage || (isUnreadable && !job && data !== null)) return afterUnreadable(entry, operation, status, data);
  if (!job) {
    const isLater = isOnlyAccepted(operation, status, data);
    return {
      state: 'completed',
      answer: isLater ? null : withoutShownOnce(operation, data),
      started: isLater ? (data ?? { http_status: status }) : answer === rawJson ? undefined : data,
      ...chargeOfStart(operation, entry, rawJson, true),
    };
  }
  const jobStatus = job.done.includes(changed) ? undefined : readJobStatus(job, rawJson);
  const handle = isHandle(job, input, rawJson)
    ? (watchArguments(job.with, input, rawJson) ?? argumentsInAddress(operationNamed(job.watch), rawJson, location))
    : undefined;
  const accepted = {
    answer,
    started: data,
    platformState: jobStatus ? platformState(jobStatus.platformState) : undefined,
  };
  // Unless the documents state a status for an immediate result, or the answer says that it has ended, any success
  // means that the job has only started.
  const isSynchronous = status in operation.otherwiseStatus;
  const goesOn = !isSynchronous || (handle !== undefined && jobStatus !== undefined);
  const chargeAtStart = chargeOfStart(operation, entry, rawJson, false);
  if (jobStatus?.kind === 'failed') {
    return {
      ...accepted,
      state: 'failed',
      error: jobStatus.reason === undefined ? 'the platform ended it at once' : failureText(jobStatus),
      ...chargeAtStart,
      ...(jobStatus.unconfirmed
        ? doubtful(chargeAtStart)
        : chargeOfFailure(operation, entry, chargeAtStart.money, rawJson)),
    };
  }
  if (jobStatus?.kind === 'done' || (!goesOn && jobStatus?.kind !== 'asks')) {
    return { ...accepted, state: 'completed', ...chargeOfStart(operation, entry, rawJson, true) };
  }
  // A dialogue may ask for missing details before it has an identifier. Nothing runs until they are given.
  if (jobStatus?.kind === 'asks' && !handle) return { ...accepted, state: 'needs_you', ...chargeAtStart };
  if (!handle) {
    return {
      ...accepted,
      state: 'unknown',
      error: `the platform accepted it and gave no identifier; look with ${whereListed(operation, input)}`,
      ...chargeAtStart,
      ...doubtful(chargeAtStart),
    };
  }
  return {
    ...accepted,
    state: jobStatus?.kind === 'asks' ? 'needs_you' : 'running',
    watch: { operation: job.watch, arguments: handle },
    // The answer to the start already shows the state of the new job, so later reads cannot show an earlier job's: no baseline is needed.
    baseline: jobStatus?.kind === 'open' ? null : baseline,
    ...chargeAtStart,
  };
}

/**
 * The ledger change after an accepted call whose answer this program failed to judge. The call may have started a job and been charged, so
 * all of the answer is kept.
 */
export const afterUnjudged = (operation: Operation, { rawJson, data }: Accepted): EntryChange => ({
  money: 'in_doubt',
  state: 'unknown',
  error: 'the platform accepted it, and this program could not tell what its answer means',
  answer: withoutShownOnce(operation, rawJson),
  started: data,
});

/** Whether the answer to a start identifies the job for polling: for a row of a list, by the id of the row. */
const isHandle = ({ find }: Job, input: Arguments, rawJson: unknown): boolean =>
  find === undefined || resolveSource(find, input, rawJson) !== undefined;

/** The ledger change after an answer that says nothing about the call, such as the sign-in page of a proxy. The answer is stored. */
function afterUnreadable(entry: Entry, operation: Operation, status: number, data: unknown): EntryChange {
  const charge = chargeOfStart(operation, entry, null, true);
  const money: Charge = charge.charged === 0 ? charge : { money: 'in_doubt' };
  return {
    ...money,
    state: 'unknown',
    error: `the platform answered ${status} with ${describeAnswer(operation, { data })}`,
    started: data,
  };
}

/** The operation that shows what was started: the watched list, the list of the family, or the watching operation. */
function whereListed({ job }: Operation, input: Arguments): string {
  const watching = operationNamed((job as Job).watch);
  const known = watchArguments((job as Job).with, input, null);
  if (known) return `${watching.name} ${JSON.stringify(known)}`;
  const list = findOperation(`${watching.family}.list`);
  return list?.params.length === 0 ? list.name : watching.name;
}

/** The money of a call whose outcome is unknown: a charge that was due at the end is in doubt. */
const doubtful = ({ money }: EntryChange): EntryChange => ({ money: money === 'due' ? 'in_doubt' : money });

/**
 * The ledger change after a failed call. A refused call may have been charged, so its reservation is in doubt until the balance is
 * compared (docs/decisions/0059).
 * @param wasSent whether an attempt was in flight; an error without an outcome of its own then leaves the outcome unknown
 * @param isPaid whether credits were reserved
 */
export function afterFailure(error: unknown, wasSent: boolean, isPaid: boolean): EntryChange {
  const outcome: Outcome = isVisibilityError(error) ? error.outcome : wasSent ? 'unknown' : 'not_sent';
  const message = isVisibilityError(error)
    ? error.message
    : wasSent
      ? 'it was cut off on its way'
      : 'the call was cancelled before it was sent';
  if (outcome === 'unknown') return { money: 'in_doubt', state: 'unknown', error: message };
  return { money: wasSent && isPaid ? 'in_doubt' : 'released', state: 'failed', error: message };
}

/** Whether the reservation was released before its request was sent. */
export const isUnsent = ({ state, dispatchedAt }: Entry): boolean => state === 'failed' && dispatchedAt === null;

/** The error to throw for a recorded call that failed, was never sent, or has an unknown outcome at `now` (epoch ms); undefined otherwise. */
export function failureOf(entry: Entry, now: number): VisibilityError | undefined {
  const reason = entry.error ?? 'no reason given';
  if (isUnsent(entry))
    return new VisibilityError('unreachable', `${entry.operation} was not sent: ${reason}`, {
      next: 'Repeat the call; nothing was sent.',
    });
  if (entry.state === 'failed')
    return new VisibilityError('job_failed', `${entry.operation} failed on the platform: ${reason}`, {
      facts: { job_id: entry.id, charged: entry.charged ?? 0 },
    });
  if (entry.state !== 'unknown') return undefined;
  const retryAfter = secondsToNextLook(entry, now);
  return new VisibilityError(
    'outcome_unknown',
    `${entry.operation} ${entry.id}: ${entry.error ?? 'its outcome is not known'}.${possibleCharge(entry)}`,
    {
      next:
        retryAfter === undefined
          ? 'Check whether its effect is there. To start another one anyway, repeat the call with again: true.'
          : `Repeat the same call in ${retryAfter} s: it is then looked up in the credit history, for free, and is not paid twice.`,
      retryAfter,
      facts:
        entry.started === null
          ? undefined
          : { started: withoutShownOnce(operationNamed(entry.operation), entry.started) },
    },
  );
}

function possibleCharge({ operation, estimate }: Entry): string {
  if (isUnpriced(operationNamed(operation))) return '';
  return ` It may have been charged${estimate > 0 ? ` (up to ${estimate} credits)` : ''}.`;
}

/** Builds the reply from a recorded call. `fetched`: the result of its job, where another operation returns it. */
export function replyOf(
  entry: Entry,
  fetched: DecodedResponse | undefined,
  { joined, end, oneTimeFields }: Delivery & { readonly joined: boolean },
): Reply {
  const operation = operationNamed(entry.operation);
  const result = fetched?.data ?? withoutKept(resultOf(entry));
  const data = end ? result : null;
  const isLater = operation.job === undefined && entry.answer === null && entry.started !== null;
  const { data: _, ...job }: JobView = toJobView(entry, { joined, result });
  const started = beyondResult(oneTimeFields ? entry.started : withoutShownOnce(operation, entry.started), data);
  const { job: declared } = operation;
  const watched = declared && !declared.find && entry.watch ? declared.watch : operation.name;
  const answers = operationNamed((fetched && declared?.fetch) ?? watched);
  return {
    data,
    started,
    page: fetched?.page,
    meta: fetched?.meta,
    incomplete: fetched?.incomplete,
    raw: fetched?.raw,
    unreadRows: fetched?.unreadRows,
    job: operation.job !== undefined || joined || entry.state !== 'completed' ? job : undefined,
    credits: job.credits,
    record: entry.id,
    file: keptIn(entry.answer),
    shows: isLater ? whereItShows(operation) : undefined,
    unexpected: end && !isLater ? (unchangedIn(entry) ?? unexpectedForm(answers, data)) : undefined,
  };
}

/** Text for a result that the job has not changed; undefined if it has. */
const unchangedIn = ({ platformState: state, watch }: Entry): string | undefined =>
  state === unchanged
    ? `what was there before: nothing has changed within twice the usual time. A later look is free: ${watch?.operation} ${JSON.stringify(watch?.arguments)}`
    : undefined;

/** Error for a request that was cut off in flight, where the store failed to record that. */
export const requestCutOff = ({ name }: Operation): VisibilityError =>
  new VisibilityError('outcome_unknown', `${name} was cut off on its way, and the state store cannot be used.`, {
    next: 'It is not sent again. The operator must look at the state store.',
  });

/** Error for an accepted call that the store failed to record: its outcome is unknown until a retried write succeeds. */
export const startUnrecorded = ({ name }: Operation, error: unknown): VisibilityError =>
  new VisibilityError(
    'outcome_unknown',
    `The platform accepted ${name}, but the state store could not record that: ${error instanceof Error ? error.message : 'no reason given'}.`,
    {
      next: 'It is not sent again, and counts against the budget. Repeat the call once the state store is back: it finds the job. The operator must look at the state store.',
    },
  );

/** Error for a caller whose wait ended because the store failed; the call itself goes on. */
export const waitInterrupted = ({ id, operation }: Entry, { message }: Error): VisibilityError =>
  new VisibilityError(
    'outcome_unknown',
    `${operation} continues, but the state store cannot be used now: ${message}.`,
    {
      next: `Repeat job_wait {"job_id": "${id}"} later; do not start another.`,
    },
  );
