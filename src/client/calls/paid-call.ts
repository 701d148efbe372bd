import { limitInWords, type BudgetLimit } from '../../base/budget-limit.ts';
import { type Arguments, type Job, type Operation, operationNamed } from '../../catalog/index.ts';
import type { Clock } from '../../base/index.ts';
import type { Entry, EntryChange, State } from '../../state/index.ts';
import { StateUnavailable } from '../../state/sql/state-unavailable.ts';
import type { Account } from '../money/account.ts';
import type { KeptFiles } from './kept-files.ts';
import { watchArguments } from '../answers/watch-arguments.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Budget } from '../money/budget.ts';
import type { Reconciler } from '../money/reconciler.ts';
import { quote as priceOf } from '../money/pricing.ts';
import { type DecodedResponse, fileIn, hasShownOnce, readAnswer } from '../answers/index.ts';
import type { Send } from '../http/transport/sender.ts';
import type { EntryRecorder } from '../money/entry-recorder.ts';
import type { FreeCalls } from './free-calls.ts';
import {
  type Accepted,
  afterAnswer,
  afterFailure,
  afterUnjudged,
  failureOf,
  isUnsent,
  requestCutOff,
  waitInterrupted,
  replyOf,
  startUnrecorded,
} from './outcome.ts';
import { type Deadline, type PreparedCall, sendingOf } from './prepared-call.ts';
import type { CallOptions, Quote, Reply } from './reply.ts';
import { changedError, isVisibilityError, VisibilityError } from '../errors.ts';
import { unknownJob } from '../refusals.ts';

export interface PaidCallDependencies {
  /** Ledger view limited to this caller: a call joins only its own earlier calls. */
  readonly state: Pick<State, 'ledger'>;
  readonly account: Account;
  readonly budget: Budget;
  readonly reconciler: Pick<Reconciler, 'runIfDue'>;
  readonly recorder: EntryRecorder;
  readonly jobs: Jobs;
  readonly files: KeptFiles;
  readonly read: FreeCalls['read'];
  readonly send: Send;
  readonly clock: Clock;
  /** Maximum credits to spend since a person last agreed to a price. A call that would exceed one asks for consent again. */
  readonly consentThresholds: readonly BudgetLimit[];
  readonly onRefused: ((refusal: MoneyRefusal) => void) | undefined;
}

/** A paid call that was refused for lack of money or consent: nothing was sent. */
export interface MoneyRefusal {
  readonly operation: string;
  /** The error code. */
  readonly reason: string;
  readonly label: string | undefined;
  /** Credits. */
  readonly estimated: number | undefined;
}

/** A call that has a ledger entry. */
interface Recorded {
  readonly entry: Entry;
  /** Whether an earlier identical call started it. */
  readonly joined: boolean;
  /** Settles when this process has recorded the outcome of the start. */
  readonly started?: Promise<void> | undefined;
}

/** Milliseconds until an undispatched reservation expires: the caller's wait for a rate-limit slot, and a minute for a busy store. */
const expiresAfterMs = ({ roomMs }: Deadline): number => roomMs + 60_000;

/** Error codes of the refusals that are reported. */
const reportedRefusals: ReadonlySet<string> = new Set([
  'confirmation_required',
  'budget_exceeded',
  'budget_in_flight',
  'insufficient_credits',
]);

/**
 * Runs calls that may cost credits or start a job. Each has a ledger entry before it is sent, which makes it idempotent: it is paid
 * once. Steps: join an identical call in flight, or price, ask consent, reserve and send; settle; wait for the end. `outcome.ts`
 * decides what answers and failures mean.
 */
export class PaidCall {
  readonly #dependencies: PaidCallDependencies;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(dependencies: PaidCallDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Runs a call, and resolves with its reply once its job has ended or its deadline has passed. Rejects with a `VisibilityError`, or
   * with the reason of its signal.
   */
  async call(call: PreparedCall): Promise<Reply> {
    const { signal } = call.options;
    // Once the caller has its reply, a start that still runs must not be cancelled when the caller's connection closes.
    const untilAnswered = new AbortController();
    const abort = (): void => untilAnswered.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    try {
      return await this.#call({ ...call, options: { ...call.options, signal: untilAnswered.signal } });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async #call(call: PreparedCall): Promise<Reply> {
    const { account, recorder } = this.#dependencies;
    const { options, deadline } = call;
    const key = await account.toWrite(options.signal);
    await recorder.settled();
    for (;;) {
      const recorded =
        (await this.#resume(key, options)) ??
        (await this.#join(key, call)) ??
        (await this.#start(call).catch((error: unknown) => this.#refuse(call, error)));
      try {
        return await this.wait(recorded.entry.id, options, deadline, recorded.joined, recorded.started);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (error instanceof StateUnavailable) throw await withoutStore(recorded, error);
        if (!(await this.#wasReleased(key, recorded))) throw error;
      }
    }
  }

  /** The ledger entry that an earlier process, now ended, made for this call. Undefined if it was never sent. */
  async #resume(account: string, { trace, run }: CallOptions): Promise<Recorded | undefined> {
    const id = trace?.entry;
    if (id === undefined) return undefined;
    const { ledger } = this.#dependencies.state;
    const entry = await this.#reconciled(() => ledger.find(account, id));
    if (!entry || isUnsent(entry)) return undefined;
    // The earlier process may have joined a call that another run started.
    return { entry, joined: entry.run !== (run ?? null) };
  }

  /**
   * Finds an identical call in flight before pricing costs a request; the reservation checks again atomically. One that was never
   * charged is over, and a scheduled call may run again.
   */
  async #join(account: string, { fingerprint, options }: PreparedCall): Promise<Recorded | undefined> {
    if (options.again) return undefined;
    const { ledger } = this.#dependencies.state;
    const entry = await this.#reconciled(() => ledger.findInFlightDuplicate(account, fingerprint));
    if (entry) await options.trace?.recorded(entry.id);
    return entry && { entry, joined: true };
  }

  /** Finds an entry. One with an unknown outcome is reconciled with the credit history first. */
  async #reconciled(find: () => Promise<Entry | undefined>): Promise<Entry | undefined> {
    const entry = await find();
    if (entry?.state !== 'unknown') return entry;
    await this.#dependencies.reconciler.runIfDue();
    return find();
  }

  /** Prices the call, reserves it with the consent that it needs, and sends it. */
  async #start(call: PreparedCall): Promise<Recorded> {
    const { operation, input, options, deadline } = call;
    const quote = await this.quote(operation, input, deadline, options.signal);
    const { entry, kind } = await this.#reserve(call, quote);
    try {
      await options.trace?.recorded(entry.id);
    } catch (error) {
      const released = { money: 'released', state: 'failed', error: 'its caller cancelled it' } as const;
      if (kind === 'reserved') await this.#dependencies.recorder.record(entry.id, released);
      throw error;
    }
    if (kind === 'joined') return { entry, joined: true };
    const started = this.#send(entry, call).finally(() => this.#underWay.delete(entry.id));
    started.catch(() => undefined);
    this.#underWay.set(entry.id, started);
    return { entry, joined: false, started };
  }

  /** Prices the call: the maximum credits it may cost. Sends free reads only where the price depends on them. */
  quote(operation: Operation, input: Arguments, deadline: Deadline, signal?: AbortSignal): Promise<Quote> {
    return priceOf(operation, input, async (name, facts) => {
      const options = { urgency: 'call' as const, signal };
      const { data, page } = await this.#dependencies.read(
        operationNamed(name),
        facts,
        options,
        deadline.remainingMsToAnswer(),
      );
      return page ? { rows: data, total: page.total } : data;
    });
  }

  /** Asks for consent to the price and reserves it. Asks a second time where the credits spent since the last consent exceed a threshold. */
  async #reserve(
    { operation, input, fingerprint, options, deadline }: PreparedCall,
    quote: Quote,
  ): Promise<{ readonly kind: 'reserved' | 'joined'; readonly entry: Entry }> {
    const { budget, consentThresholds } = this.#dependencies;
    let consent = await options.consent?.(quote);
    // Consent to a run was given for its total.
    let thresholds = consent === 'not_needed' && options.run === undefined ? consentThresholds : [];
    const intent = {
      operation: operation.name,
      arguments: input,
      fingerprint,
      quote,
      minBalance: 'minBalance' in operation.price ? (operation.price.minBalance ?? 0) : 0,
      again: options.again ?? false,
      expiresAfterMs: expiresAfterMs(deadline),
      // Even a caller that does not wait for the job waits for budget that calls in flight hold: they are answered soon.
      waitMs: deadline.remainingMsToAnswer(),
      signal: options.signal,
      run: options.run,
      label: options.label ?? undefined,
    };
    for (;;) {
      const answer = await budget.reserve({ ...intent, consent: consent ?? undefined, consentThresholds: thresholds });
      if (answer.kind !== 'needs_person') return answer;
      consent = await options.consent?.(quote, { limit: limitInWords(answer.limit), spent: answer.spent });
      thresholds = [];
    }
  }

  /** Reports a refusal for lack of money or consent, then rethrows it. */
  #refuse({ operation, options }: PreparedCall, error: unknown): never {
    if (isVisibilityError(error) && reportedRefusals.has(error.code)) {
      const { facts, code: reason } = error;
      const estimated = [facts?.['estimate'], facts?.['credits'], facts?.['required']].find(
        (one) => typeof one === 'number',
      );
      this.#dependencies.onRefused?.({
        operation: operation.name,
        reason,
        label: options.label ?? undefined,
        estimated,
      });
    }
    throw error;
  }

  /**
   * Sends a reserved call, and resolves when its outcome is recorded. The entry is marked as dispatched before each attempt; after the
   * answer, its charge and the handle of its job are written in one commit. The caller's signal cancels it only until the request
   * has been sent.
   */
  async #send(entry: Entry, call: PreparedCall): Promise<void> {
    const { state, send, recorder, jobs } = this.#dependencies;
    const { operation, input, request, deadline } = call;
    const sending = sendingOf(call);
    let accepted: Accepted;
    let wasSent = false;
    try {
      const baseline = await jobs.baseline(operation, input, sending);
      const response = await send(operation, input, request, {
        ...sending,
        beforeAttempt: async () => {
          await sending.beforeAttempt?.();
          if (!(await state.ledger.dispatch(entry.id, operation.timeout * 1000))) throw reservationExpired();
          wasSent = true;
        },
        onNotAccepted: async () => {
          await state.ledger.withdraw(entry.id, expiresAfterMs(deadline));
          wasSent = false;
        },
      });
      const answered = await this.#keepFile(operation, input, await readAnswer(operation, response));
      accepted = { ...answered, location: response.headers['location'], baseline };
    } catch (error) {
      const change = afterFailure(error, wasSent, entry.estimate > 0);
      await recorder.record(entry.id, change).catch((storeError: unknown) => {
        throw isVisibilityError(error) ? error : change.state === 'unknown' ? requestCutOff(operation) : storeError;
      });
      throw error;
    }
    try {
      const change = changeAfter(entry, operation, input, accepted);
      const pollAfterMs = change.watch ? await jobs.firstPause(operation.job as Job) : undefined;
      await recorder.record(entry.id, { ...change, pollAfterMs });
    } catch (error) {
      throw startUnrecorded(operation, error);
    }
  }

  /** Stores the file of a paid answer before the outcome is recorded, since the platform may not return it again. */
  async #keepFile(operation: Operation, input: Arguments, answered: DecodedResponse): Promise<DecodedResponse> {
    const file = fileIn(answered);
    if (!file) return answered;
    const keptFile = await this.#dependencies.files.keep(operation, input, file, true);
    const data = { ...(answered.data as object), kept: keptFile };
    return { ...answered, data, rawJson: data };
  }

  /**
   * Waits for a recorded call, and turns its outcome into a reply or an error. Rejects with `unknown_job` if there is no such entry.
   * @param joined whether an earlier identical call started it
   * @param started settles when this process has recorded the outcome of the start
   */
  async wait(
    id: string,
    options: CallOptions,
    deadline: Deadline,
    joined = false,
    started = this.#underWay.get(id),
  ): Promise<Reply> {
    const { jobs, recorder, clock } = this.#dependencies;
    const { signal, onProgress } = options;
    const entry = await jobs.follow(id, { waitMs: deadline.remainingMs(), signal, onProgress }, started);
    if (!entry) throw unknownJob(id);
    const failure = failureOf(entry, clock.now());
    if (failure && started) {
      await started;
      // The entry had expired in the store before the answer arrived; now its real outcome is recorded.
      return this.wait(id, options, deadline, joined, undefined);
    }
    if (failure) throw failure;
    const fetched = entry.state === 'completed' ? await this.#fetchResult(entry, deadline, signal) : undefined;
    const delivery = {
      end: entry.state === 'completed' || entry.state === 'needs_you',
      oneTimeFields: !options.omitOneTimeFields && hasShownOnce(operationNamed(entry.operation), entry.started),
    };
    if (delivery.end || delivery.oneTimeFields)
      await (options.deferAcknowledgement ?? ((acknowledge) => acknowledge(true)))((received) =>
        recorder.acknowledge(entry, received, delivery),
      );
    return replyOf(entry, fetched, { ...delivery, joined });
  }

  /** Reads the result of a job that another operation returns; undefined where the job's own answer is the result. */
  async #fetchResult(
    { id, operation, watch, arguments: args, answer }: Entry,
    deadline: Deadline,
    signal: AbortSignal | undefined,
  ): Promise<DecodedResponse | undefined> {
    const { job } = operationNamed(operation);
    if (!job?.fetch || !watch) return undefined;
    const input = (job.fetchWith && watchArguments(job.fetchWith, args, answer)) ?? watch.arguments;
    const options = { urgency: 'call', signal, anyForm: true } as const;
    try {
      return await this.#dependencies.read(operationNamed(job.fetch), input, options, deadline.remainingMsToAnswer());
    } catch (error) {
      const isOfResult = isVisibilityError(error) && (error.code === 'unreadable' || error.origin === 'platform');
      throw isOfResult ? resultUnread(error, id) : error;
    }
  }

  /** Whether the joined call was released before it was sent, so that this caller has to start it itself. */
  async #wasReleased(account: string, { entry, joined }: Recorded): Promise<boolean> {
    const now = joined ? await this.#dependencies.state.ledger.find(account, entry.id) : undefined;
    return now !== undefined && isUnsent(now);
  }

  /** Resolves when the outcomes of all calls in flight are recorded. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }
}

/** The error for a caller whose wait the store's failure ended: that of the start if it failed, else that the call goes on. */
const withoutStore = async ({ entry, started }: Recorded, error: StateUnavailable): Promise<unknown> =>
  (await started?.then(
    () => undefined,
    (reason: unknown) => reason,
  )) ?? waitInterrupted(entry, error);

/** The ledger change after an accepted call. A fault in judging its answer must not lose that it was accepted. */
function changeAfter(...[entry, operation, input, accepted]: Parameters<typeof afterAnswer>): EntryChange {
  try {
    return afterAnswer(entry, operation, input, accepted);
  } catch {
    return afterUnjudged(operation, accepted);
  }
}

const reservationExpired = (): VisibilityError =>
  new VisibilityError('unreachable', 'The reservation expired before the request could be sent.', {
    next: 'Repeat the call; nothing was sent.',
  });

/** The result of a completed job could not be read: the platform refused the read, or its answer is not in the declared format. */
const resultUnread = (error: VisibilityError, id: string): VisibilityError =>
  changedError(error, {
    message: error.code === 'unreadable' ? `${error.message} That answer should have been the result.` : error.message,
    outcome: 'unknown',
    facts: { ...error.facts, job_id: id },
    next: `The job is completed and paid for. job_wait {"job_id":"${id}"} reads its result again, for free.`,
  });
