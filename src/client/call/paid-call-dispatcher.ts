import { operationNamed } from '../../catalog/index.ts';
import { type Arguments, changed, type Operation } from '../../catalog/operation.ts';
import type { Baseline, Entry, EntryChange } from '../../state/entry.ts';
import type { State } from '../../state/state.ts';
import { maxPagesPerPoll } from '../jobs/look-at-job.ts';
import { readPages, watchedPages } from '../jobs/read-watched.ts';
import { argumentsBeforeStart, baselineOf, needsBaseline } from '../jobs/baseline.ts';
import { chargeOfFailure, chargeOfStart } from '../money/charge.ts';
import { decodeAny, type DecodedResponse } from '../transport/decode-response.ts';
import type { WireRequest } from './encode.ts';
import type { CallOptions } from './reply.ts';
import { OutcomeUnknown } from '../errors/outcome-unknown.ts';
import { Unreachable } from '../errors/unreachable.ts';
import { isVisibilityError, type Outcome } from '../errors/visibility-error.ts';
import { platformState } from '../../text/platform-state.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import type { EntryRecorder } from './entry-recorder.ts';
import { minAnswerMs, type Send, type Sending } from '../transport/sender.ts';
import { argumentsInAddress, isOnlyAccepted, withoutShownOnce } from './start-answer.ts';
import { isFile, isLongText } from './unexpected-form.ts';
import { readJobStatus, watchArguments } from '../jobs/job-status.ts';

export interface DispatchRequest {
  readonly operation: Operation;
  readonly input: Arguments;
  readonly request: WireRequest;
  /** Milliseconds to wait for a slot. */
  readonly slotWaitMs: number;
  /** Until the request has left, aborting withdraws it. */
  readonly signal?: AbortSignal | undefined;
  /** Called while a slot is waited for. */
  readonly onWait?: Sending['onWait'] | undefined;
  /** Of the call's options. */
  readonly beforeLeaving?: CallOptions['beforeLeaving'];
}

/** Pages of a list whose rows are noted before a start, so that the new one is told from them. */
const maxPagesBeforeStart = 10;

/** Milliseconds that a reservation may wait to be dispatched: its caller's slotWaitMs, and what a busy store may add to it. */
export const expiresAfterMs = (slotWaitMs: number): number => slotWaitMs + 60_000;

/**
 * Sends recorded calls and records their outcomes: on disk before the wire, charge and job
 * handle in one commit after it. A dispatch continues when its caller stops waiting.
 */
export class PaidCallDispatcher {
  readonly #state: State;
  readonly #send: Send;
  readonly #jobs: Jobs;
  readonly #recorder: EntryRecorder;
  readonly #files: KeptFiles;
  readonly #underWay = new Map<string, Promise<DecodedResponse>>();

  constructor(state: State, send: Send, jobs: Jobs, recorder: EntryRecorder, files: KeptFiles) {
    this.#files = files;
    this.#state = state;
    this.#send = send;
    this.#jobs = jobs;
    this.#recorder = recorder;
  }

  /** Sends the recorded call. The promise settles when the outcome is recorded. */
  begin(entry: Entry, starting: DispatchRequest): Promise<DecodedResponse> {
    const outcome = this.#start(entry, starting).finally(() => this.#underWay.delete(entry.id));
    outcome.catch(() => undefined);
    this.#underWay.set(entry.id, outcome);
    return outcome;
  }

  /** The dispatch of that call, if this process is carrying it out. */
  find(id: string): Promise<DecodedResponse> | undefined {
    return this.#underWay.get(id);
  }

  /** Resolves when nothing is in flight: outcomes are recorded before the process ends. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }

  async #start(entry: Entry, starting: DispatchRequest): Promise<DecodedResponse> {
    const { operation, input, request, slotWaitMs, signal, onWait, beforeLeaving } = starting;
    let answered: DecodedResponse;
    let location: string | undefined;
    let baseline: Baseline | null = null;
    let left = false;
    try {
      baseline = await this.#readBaseline(starting);
      const response = await this.#send(operation, input, request, {
        urgency: 'call',
        slotWaitMs,
        signal,
        onWait,
        beforeAttempt: async () => {
          await beforeLeaving?.();
          await this.#markDispatched(entry, operation);
          left = true;
        },
        onNotAccepted: async () => {
          await this.#state.ledger.withdraw(entry.id, expiresAfterMs(slotWaitMs));
          left = false;
        },
      });
      answered = await this.#withFile(starting, await decodeAny(operation, response));
      location = response.headers['location'];
    } catch (error) {
      const change = afterFailure(error, left, entry.estimate > 0);
      await this.#recorder.record(entry.id, change).catch((unwritten: unknown) => {
        throw isVisibilityError(error) ? error : change.state === 'unknown' ? lostSight(operation) : unwritten;
      });
      throw error;
    }
    try {
      await this.#recorder.record(entry.id, await this.#accepted(entry, starting, answered, location, baseline));
      return answered;
    } catch (error) {
      throw unrecorded(operation, error);
    }
  }

  /** What was paid for is kept before anything else is recorded: the platform may not give it again. */
  async #withFile({ operation, input }: DispatchRequest, answered: DecodedResponse): Promise<DecodedResponse> {
    const { data, raw } = answered;
    if (!raw || !(isFile(data) || isLongText(data))) return answered;
    const kept = { ...(data as object), kept: await this.#files.keep(operation, input, raw, true) };
    return { ...answered, data: kept, said: kept };
  }

  async #markDispatched(entry: Entry, operation: Operation): Promise<void> {
    if (await this.#state.ledger.dispatch(entry.id, operation.timeout * 1000)) return;
    throw new Unreachable(
      'The reservation lapsed before the request could leave.',
      'Repeat the call; nothing was sent.',
    );
  }

  /**
   * Reads what the job will be watched by before the start changes it, where an earlier job may have left its end there.
   * Rejects, with nothing sent, where the platform cannot be asked: a job whose completion could not be distinguished later is not started.
   */
  async #readBaseline({
    operation: { job },
    input,
    slotWaitMs,
    signal,
    onWait,
    beforeLeaving,
  }: DispatchRequest): Promise<Baseline | null> {
    const given = job && needsBaseline(job) ? argumentsBeforeStart(job, input) : undefined;
    if (!job || !given) return null;
    const watching = operationNamed(job.watch);
    const readPage = watchedPages(this.#send, watching, given);
    const sending: Sending = {
      urgency: 'call',
      slotWaitMs,
      deadlineMs: slotWaitMs + minAnswerMs,
      signal,
      onWait,
      beforeAttempt: beforeLeaving,
    };
    try {
      const { pages, areMore } = await readPages(
        watching,
        (page) => readPage(page, sending),
        job.find ? maxPagesBeforeStart : maxPagesPerPoll,
      );
      return baselineOf(
        job,
        pages.map(({ said }) => said),
        areMore,
      );
    } catch (error) {
      if (!isVisibilityError(error))
        throw signal?.aborted
          ? error
          : new Unreachable(
              `${watching.name} cannot be read, and without it the end of the job could not be detected.`,
            );
      // Nothing exists yet, or nothing that this caller may see; the start itself reports what is wrong.
      if ([404, 409, 410, 422].includes(error.status ?? 0)) return baselineOf(job, []);
      throw error.outcome === 'unknown' ? new Unreachable(error.message) : error;
    }
  }

  /** Charge and handle of a call that the platform has accepted. */
  async #accepted(
    entry: Entry,
    { operation, input }: DispatchRequest,
    { said, status, data }: DecodedResponse,
    location: string | undefined,
    baseline: Baseline | null,
  ): Promise<EntryChange> {
    const { job } = operation;
    const answer = withoutShownOnce(operation, said);
    if (!job) {
      const isLater = isOnlyAccepted(operation, status, data);
      return {
        state: 'completed',
        answer: isLater ? null : withoutShownOnce(operation, data),
        started: isLater ? (data ?? { http_status: status }) : answer === said ? undefined : data,
        ...chargeOfStart(operation, entry, said, true),
      };
    }
    const jobStatus = typeof job.done[0] === 'symbol' ? undefined : readJobStatus(job, said);
    const handle =
      watchArguments(job.with, input, said) ?? argumentsInAddress(operationNamed(job.watch), said, location);
    const accepted = {
      answer,
      started: data,
      platformState: jobStatus ? platformState(jobStatus.platformState) : undefined,
    };
    // Another success than the declared 202, which says nothing of an end, is a start all the same.
    const isSynchronous = status !== 202 && (operation.status !== 202 || status in operation.otherwiseStatus);
    const goesOn = status === 202 || (handle !== undefined && (jobStatus ? jobStatus.kind === 'open' : !isSynchronous));
    const begun = chargeOfStart(operation, entry, said, false);
    if (jobStatus?.kind === 'failed') {
      return {
        ...accepted,
        state: 'failed',
        error: 'the platform ended it at once',
        ...begun,
        ...chargeOfFailure(operation, entry, begun.money, said),
      };
    }
    if (jobStatus?.kind === 'done' || (!goesOn && jobStatus?.kind !== 'asks')) {
      return { ...accepted, state: 'completed', ...chargeOfStart(operation, entry, said, true) };
    }
    if (!handle) {
      return {
        ...accepted,
        state: 'unknown',
        error: 'the platform accepted it and gave no identifier to watch it by',
        ...begun,
        money: begun.money === 'due' ? 'in_doubt' : begun.money,
      };
    }
    return {
      ...accepted,
      state: jobStatus?.kind === 'asks' ? 'needs_you' : 'running',
      watch: { operation: job.watch, arguments: handle },
      // The start itself shows the job's state: the platform has set it, and what is read from now on is this job's.
      baseline: jobStatus?.kind === 'open' && !job.find && !job.done.includes(changed) ? null : baseline,
      pollAfterMs: await this.#jobs.firstPause(job),
      ...begun,
    };
  }
}

/**
 * `left`: an attempt was in flight, so an error that does not mention it leaves the outcome open. A refusal may have been
 * charged all the same: what it holds is in doubt until the balance is compared. docs/decisions/0059.
 */
function afterFailure(error: unknown, left: boolean, isPaid: boolean): EntryChange {
  const outcome: Outcome = isVisibilityError(error) ? error.outcome : left ? 'unknown' : 'not_sent';
  const message = isVisibilityError(error)
    ? error.message
    : left
      ? 'it was cut off on its way'
      : 'the call was cancelled before it was sent';
  if (outcome === 'unknown') return { money: 'in_doubt', state: 'unknown', error: message };
  return { money: left && isPaid ? 'in_doubt' : 'released', state: 'failed', error: message };
}

/** The request was cut off under way, and the store failed to record that. */
const lostSight = ({ name }: Operation): OutcomeUnknown =>
  new OutcomeUnknown(
    `${name} was cut off on its way, and the state store cannot be used.`,
    'It is not sent again. The operator must look at the state store.',
  );

/** The platform accepted the call and the store failed to record it: in doubt until the store takes it after all. */
const unrecorded = ({ name }: Operation, error: unknown): OutcomeUnknown =>
  new OutcomeUnknown(
    `The platform accepted ${name}, and the state store did not take that down: ${error instanceof Error ? error.message : 'no reason given'}.`,
    'It is not sent again, and counts against the budget. Repeat the call once the state store is back: it finds the job. The operator must look at the state store.',
  );
