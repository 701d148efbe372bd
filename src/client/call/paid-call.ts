import { limitInWords } from '../../budget-limit.ts';
import type { BudgetLimit } from '../../budget-limit.ts';
import { operationNamed } from '../../catalog/index.ts';
import type { Arguments, Job, Operation } from '../../catalog/operation.ts';
import type { Clock } from '../../clock.ts';
import type { Entry } from '../../state/entry.ts';
import type { State } from '../../state/state.ts';
import { StateUnavailable } from '../../state/state-unavailable.ts';
import type { OpenAccount } from '../account/open-account.ts';
import { UnknownJob } from '../errors/unknown-job.ts';
import { Unreachable } from '../errors/unreachable.ts';
import { Unreadable } from '../errors/unreadable.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import { watchArguments } from '../jobs/job-status.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { readBaseline } from '../jobs/read-baseline.ts';
import type { Budget } from '../money/budget.ts';
import { quote as priceOf } from '../money/pricing.ts';
import { decodeAny } from '../decoding/decode-response.ts';
import type { DecodedResponse } from '../decoding/decoded-response.ts';
import type { Send } from '../transport/sender.ts';
import type { EntryRecorder } from './entry-recorder.ts';
import type { FreeCalls } from './free-calls.ts';
import {
  type Accepted,
  afterAnswer,
  afterFailure,
  failureOf,
  isUnsent,
  lostSight,
  outOfSight,
  replyOf,
  unrecorded,
} from './outcome.ts';
import type { Deadline, PreparedCall } from './prepared-call.ts';
import type { AcknowledgeDelivery, CallOptions, Quote, Reply } from './reply.ts';
import { reportWait } from './report-wait.ts';
import { hasShownOnce } from './start-answer.ts';
import { fileIn } from './unexpected-form.ts';

export interface PaidCallDependencies {
  /** The caller's own view: only its calls are joined. */
  readonly state: Pick<State, 'ledger' | 'audit'>;
  readonly account: OpenAccount;
  readonly budget: Budget;
  readonly recorder: EntryRecorder;
  readonly jobs: Jobs;
  readonly files: KeptFiles;
  readonly read: FreeCalls['read'];
  readonly send: Send;
  readonly clock: Clock;
  /** Thresholds for the credits spent since a person last agreed to a price. Beyond one, the next call asks. */
  readonly consentThresholds: readonly BudgetLimit[];
  /** Called for each charge of this process, with its credits. */
  readonly onCharged: (credits: number) => void;
  /** Compares calls in doubt with the platform's history, unless that was done just now. Never rejects. */
  readonly reconcile: () => Promise<void>;
  /** Called for each charge that is still to be looked up in the platform's history. */
  readonly onUnconfirmed: () => void;
}

/** A call on record. */
interface Recorded {
  readonly entry: Entry;
  /** An earlier identical call started it. */
  readonly joined: boolean;
  /** Settles when this process has recorded the outcome of the start. */
  readonly started?: Promise<void> | undefined;
}

/** How many starts of other callers a call joins in turn, if each is released before it was sent. */
const maxJoins = 3;

/** Milliseconds that a reservation may wait to be dispatched: its caller's wait for a slot, and what a busy store may add to it. */
const expiresAfterMs = ({ waitMs }: Deadline): number => waitMs + 60_000;

/** Error codes of refusals that the audit trail has a line for. */
const auditedRefusals: ReadonlySet<string> = new Set([
  'confirmation_required',
  'budget_exceeded',
  'budget_in_flight',
  'insufficient_credits',
]);

/**
 * A call that may draw credits or start a job: on record before it is sent, and paid once. In order: join an identical one, or
 * price, consent, reserve and send; settle; wait for the end. What answers and failures mean is judged in `outcome.ts`.
 */
export class PaidCall {
  readonly #dependencies: PaidCallDependencies;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(dependencies: PaidCallDependencies) {
    this.#dependencies = dependencies;
  }

  async call(call: PreparedCall): Promise<Reply> {
    const { signal } = call.options;
    // A start that goes on behind an answered call is not cancelled when its caller's connection closes.
    const untilAnswered = new AbortController();
    const abort = (): void => untilAnswered.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
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
    for (let joinsLeft = maxJoins; ; joinsLeft--) {
      const recorded =
        (await this.#resume(key, options)) ??
        (await this.#join(key, call)) ??
        (await this.#start(call).catch((error: unknown) => this.#refuse(key, call, error)));
      try {
        return await this.wait(recorded.entry.id, options, deadline, recorded.joined);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (error instanceof StateUnavailable) throw await withoutStore(recorded, error);
        if (joinsLeft <= 1 || !(await this.#wasReleased(key, recorded))) throw error;
      }
    }
  }

  /** The entry that a process which has ended left for this call. Undefined where nothing of it was sent. */
  async #resume(account: string, { trace, run }: CallOptions): Promise<Recorded | undefined> {
    if (trace?.entry === undefined) return undefined;
    const { ledger } = this.#dependencies.state;
    const entry = await ledger.find(account, trace.entry);
    if (!entry || isUnsent(entry)) return undefined;
    // The process that has ended may have joined the call of another run.
    return { entry, joined: entry.run !== (run ?? null) };
  }

  /**
   * An identical call under way, found before anything is read for a price. The reservation looks again, and decides. One whose outcome
   * is unknown is compared with the history first: what drew nothing is over, and does not keep a schedule from its next attempt.
   */
  async #join(account: string, { fingerprint, options }: PreparedCall): Promise<Recorded | undefined> {
    if (options.again) return undefined;
    const { reconcile, state } = this.#dependencies;
    let entry = await state.ledger.findInFlightDuplicate(account, fingerprint);
    if (entry?.state === 'unknown') {
      await reconcile();
      entry = await state.ledger.findInFlightDuplicate(account, fingerprint);
    }
    if (entry) await options.trace?.recorded(entry.id);
    return entry && { entry, joined: true };
  }

  /** Prices the call, reserves it with the consent that it needs, and sends it. */
  async #start(call: PreparedCall): Promise<Recorded> {
    const { operation, input, options, deadline } = call;
    const quote = await this.quote(operation, input, deadline, options.signal);
    const { entry, kind } = await this.#reserve(call, quote);
    try {
      await options.trace?.recorded(entry.id);
    } catch (error) {
      const released = { money: 'released', state: 'failed', error: 'its caller gave it up' } as const;
      if (kind === 'reserved') await this.#dependencies.recorder.record(entry.id, released);
      throw error;
    }
    if (kind === 'joined') return { entry, joined: true };
    const started = this.#send(entry, call).finally(() => this.#underWay.delete(entry.id));
    started.catch(() => undefined);
    this.#underWay.set(entry.id, started);
    return { entry, joined: false, started };
  }

  /** The upper bound of what the call costs. Sends at most free reads. */
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

  /** Asks for consent to the price and reserves it; asks a person where the sum since one last agreed is too high. */
  async #reserve(
    { operation, input, fingerprint, options, deadline }: PreparedCall,
    quote: Quote,
  ): Promise<{ readonly kind: 'reserved' | 'joined'; readonly entry: Entry }> {
    const { budget, consentThresholds } = this.#dependencies;
    const consent = await options.consent?.(quote);
    const intent = {
      operation: operation.name,
      arguments: input,
      fingerprint,
      quote,
      gate: 'gate' in operation.price ? (operation.price.gate ?? 0) : 0,
      again: options.again ?? false,
      expiresAfterMs: expiresAfterMs(deadline),
      // A caller that waits for no outcome waits for its turn all the same: calls on their way are soon answered.
      waitMs: deadline.remainingMsToAnswer(),
      signal: options.signal,
      caller: options.caller,
      consent: consent ?? undefined,
      // A run was asked about as a whole.
      consentThresholds: consent === 'not_needed' && options.run === undefined ? consentThresholds : [],
      run: options.run,
      label: options.label ?? undefined,
    };
    const first = await budget.reserve(intent);
    if (first.kind !== 'needs_person') return first;
    const exceeded = { limit: limitInWords(first.limit), spent: first.spent };
    const agreed = await options.consent?.(quote, exceeded);
    const second = await budget.reserve({ ...intent, consent: agreed ?? undefined, consentThresholds: [] });
    if (second.kind === 'needs_person') throw new Error('a call that a person agreed to needs no further consent');
    return second;
  }

  /** Records a refusal for money's sake in the audit trail. */
  async #refuse(
    account: string,
    { operation, options: { caller, label } }: PreparedCall,
    error: unknown,
  ): Promise<never> {
    if (!isVisibilityError(error) || !auditedRefusals.has(error.code)) throw error;
    const { facts, code: reason } = error;
    const estimated = [facts?.['estimate'], facts?.['credits'], facts?.['required']].find(
      (one) => typeof one === 'number',
    );
    // The refusal matters more than its line.
    await this.#dependencies.state.audit
      .recordRefusal(account, { operation: operation.name, reason, caller, label: label ?? undefined, estimated })
      .catch(() => undefined);
    throw error;
  }

  /**
   * Sends a call on record, and settles when its outcome is recorded: it is marked as leaving before each attempt, and its charge
   * and the handle of its job are written in one commit after the answer. Goes on when its caller stops waiting; until the
   * request has left, the caller's signal withdraws it.
   */
  async #send(entry: Entry, { operation, input, request, options, deadline }: PreparedCall): Promise<void> {
    const { state, send, recorder, clock } = this.#dependencies;
    const { beforeLeaving, signal } = options;
    const sending = { urgency: 'call', slotWaitMs: deadline.waitMs, signal, onWait: reportWait(options) } as const;
    let accepted: Accepted;
    let hasLeft = false;
    let sentAt = 0;
    try {
      const baseline = await readBaseline(operation, input, send, { ...sending, beforeAttempt: beforeLeaving });
      const response = await send(operation, input, request, {
        ...sending,
        beforeAttempt: async () => {
          await beforeLeaving?.();
          if (!(await state.ledger.dispatch(entry.id, operation.timeout * 1000))) throw lapsed();
          hasLeft = true;
          sentAt = clock.now();
        },
        onNotAccepted: async () => {
          await state.ledger.withdraw(entry.id, expiresAfterMs(deadline));
          hasLeft = false;
        },
        // The reservation stays, and what the refusal may have drawn stays possible (decision 59).
        onCorrected: () => state.ledger.withdraw(entry.id, expiresAfterMs(deadline)),
      });
      const answered = await this.#keepFile(operation, input, await decodeAny(operation, response));
      const { location, date } = response.headers;
      accepted = { ...answered, location, sentAt: earlierClock(sentAt, clock.now(), date), baseline };
    } catch (error) {
      const change = afterFailure(error, hasLeft, entry.estimate > 0);
      await recorder.record(entry.id, change).catch((unwritten: unknown) => {
        throw isVisibilityError(error) ? error : change.state === 'unknown' ? lostSight(operation) : unwritten;
      });
      throw error;
    }
    try {
      await this.#settle(entry, operation, input, accepted);
    } catch (error) {
      throw unrecorded(operation, error);
    }
  }

  /** What was paid for is kept before anything else is recorded: the platform may not give it again. */
  async #keepFile(operation: Operation, input: Arguments, answered: DecodedResponse): Promise<DecodedResponse> {
    const file = fileIn(answered);
    if (!file) return answered;
    const keptFile = {
      ...(answered.data as object),
      kept: await this.#dependencies.files.keep(operation, input, file, true),
    };
    return { ...answered, data: keptFile, rawJson: keptFile };
  }

  async #settle(entry: Entry, operation: Operation, input: Arguments, accepted: Accepted): Promise<void> {
    const { jobs, recorder } = this.#dependencies;
    const change = afterAnswer(entry, operation, input, accepted);
    const pollAfterMs = change.watch ? await jobs.firstPause(operation.job as Job) : undefined;
    await recorder.record(entry.id, { ...change, pollAfterMs });
  }

  /**
   * Waits for a call on record, and turns its outcome into a reply or an error.
   * @param joined whether an earlier identical call started it
   */
  async wait(id: string, options: CallOptions, deadline: Deadline, joined = false): Promise<Reply> {
    const { jobs, recorder } = this.#dependencies;
    const { signal, onProgress } = options;
    const started = this.#underWay.get(id);
    const entry = await jobs.follow(id, { waitMs: deadline.remainingMs(), signal, onProgress }, started);
    if (!entry) throw new UnknownJob(id);
    const failure = failureOf(entry);
    if (failure && started) {
      await started;
      // The answer arrived after the store had already given the call up.
      return this.wait(id, options, deadline, joined);
    }
    if (failure) throw failure;
    const fetched = entry.state === 'completed' ? await this.#fetchResult(entry, deadline, signal) : undefined;
    const delivery = {
      end: entry.state === 'completed' || entry.state === 'needs_you',
      oneTimeFields: !options.omitOneTimeFields && hasShownOnce(operationNamed(entry.operation), entry.started),
    };
    if (delivery.end || delivery.oneTimeFields)
      await (options.deferAcknowledgement ?? acknowledgeNow)((received) =>
        recorder.acknowledge(entry, received, delivery),
      );
    const reply = replyOf(entry, fetched, { ...delivery, joined });
    this.#reportCharge(entry, joined);
    return reply;
  }

  /** The result of a job whose result is another operation's answer. */
  async #fetchResult(
    { id, operation, watch, arguments: given, answer }: Entry,
    deadline: Deadline,
    signal: AbortSignal | undefined,
  ): Promise<DecodedResponse | undefined> {
    const { job } = operationNamed(operation);
    if (!job?.fetch || !watch) return undefined;
    const input = job.fetchWith ? watchArguments(job.fetchWith, given, answer) : watch.arguments;
    if (!input) return undefined;
    const options = { urgency: 'call', signal, anyForm: true } as const;
    const fetch = () =>
      this.#dependencies.read(operationNamed(job.fetch as string), input, options, deadline.remainingMsToAnswer());
    try {
      return await fetch();
    } catch (error) {
      // What a proxy put in the place of an answer to a free read says nothing of what was paid for.
      if (!(error instanceof Unreadable)) throw error;
      return fetch().catch((again: unknown) => {
        throw again instanceof Unreadable ? again.ofResult(id) : again;
      });
    }
  }

  #reportCharge({ charged, confirmation }: Entry, joined: boolean): void {
    const { onCharged, onUnconfirmed } = this.#dependencies;
    if (charged === null || charged <= 0) return;
    if (!joined) onCharged(charged);
    if (confirmation === null) onUnconfirmed();
  }

  /** Whether another caller's start was released before it was sent: this caller still wants the call. */
  async #wasReleased(account: string, { entry, joined }: Recorded): Promise<boolean> {
    if (!joined) return false;
    const now = await this.#dependencies.state.ledger.find(account, entry.id);
    return now !== undefined && isUnsent(now);
  }

  /** Resolves when nothing is in flight: outcomes are recorded before the process ends. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }
}

/** The store failed while the caller waited: it gets the outcome of the start, as far as it is known. */
const withoutStore = async ({ entry, started }: Recorded, error: StateUnavailable): Promise<unknown> =>
  (await started?.then(
    () => undefined,
    (reason: unknown) => reason,
  )) ?? outOfSight(entry, error);

/** When a request was sent, by this clock or by that of the header `Date`, whichever is behind; epoch milliseconds. */
function earlierClock(sentAt: number, answeredAt: number, date: string | undefined): number {
  const platformSentAt = Date.parse(date ?? '') - (answeredAt - sentAt);
  // Both the header and what a record says of itself may leave out fractions of a second.
  return Math.min(sentAt, Number.isFinite(platformSentAt) ? platformSentAt : sentAt) - 2_000;
}

const lapsed = (): Unreachable =>
  new Unreachable('The reservation lapsed before the request could leave.', 'Repeat the call; nothing was sent.');

const acknowledgeNow = (acknowledge: AcknowledgeDelivery): Promise<void> => acknowledge(true);
