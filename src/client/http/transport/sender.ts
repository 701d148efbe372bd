import type { Arguments, Operation } from '../../../catalog/index.ts';
import type { Clock } from '../../../base/index.ts';
import type { Bucket, Slots } from '../../../state/index.ts';
import { inSpan } from '../../../base/traces.ts';
import type { WireRequest } from '../request/encode.ts';
import { isTransient, isRepeatable, classifyResponse } from './classify-response.ts';
import { retryAfter } from './retry-after.ts';
import { bucketsOf, type SlotWanted, type Throttle, type Urgency } from './throttle.ts';
import type { Attempt, Transport, WireResponse } from './transport.ts';
import { VisibilityError } from '../../errors.ts';

/** How one request is sent: its time limits, its cancellation, and callbacks for its attempts. */
export interface Sending {
  readonly urgency: Urgency;
  /** Maximum milliseconds to wait for a rate-limit slot. */
  readonly slotWaitMs: number;
  /**
   * Maximum milliseconds in total: waiting for slots, connecting, all attempts and the pauses between them. Absent: only each attempt is
   * limited, as for recorded calls, whose answer is awaited even after their caller has left.
   */
  readonly deadlineMs?: number | undefined;
  /** Maximum milliseconds of one attempt. Default: the operation's timeout. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of attempts. Default: `maxAttempts`. */
  readonly attempts?: number | undefined;
  /** Cancels the request, but only before it is sent if it may change something. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each attempt is sent; it throws to stop the request. */
  readonly beforeAttempt?: (() => Promise<void>) | undefined;
  /** Called while waiting for a rate-limit slot. */
  readonly onWait?: SlotWanted['onWait'] | undefined;
  /** Called after an attempt that the platform certainly did not perform. */
  readonly onNotAccepted?: (() => Promise<void>) | undefined;
}

export interface SenderDependencies {
  readonly transport: Transport;
  readonly throttle: Throttle;
  readonly slots: Slots;
  readonly account: string;
  readonly clock: Clock;
  readonly requestsPerMinute: number;
  /** Shuts the sender down: requests that can still be cancelled reject with `unreachable`. */
  readonly end: AbortSignal;
}

/** Sends a request. Resolves with a successful response; rejects with a `VisibilityError`, or with the reason of its signal. */
export type Send = (
  operation: Operation,
  input: Arguments,
  request: WireRequest,
  sending: Sending,
) => Promise<WireResponse>;

/** Maximum attempts of a request that is safe to repeat. */
const maxAttempts = 4;

/** Minimum milliseconds that an attempt may take, even if waiting for a slot has used up the deadline. */
export const minAnswerMs = 5_000;

/** Minimum milliseconds before the deadline for which another attempt is made. */
const minAttemptMs = 500;

/** Maximum milliseconds that one request waits after an answer (503) with Retry-After; a longer time is reported to the caller. */
const maxPauseMs = 60_000;

/**
 * Milliseconds to wait after `failures` failed attempts: exponential backoff with full jitter, uniform between zero and a bound that
 * doubles (M. Brooker, "Exponential Backoff And Jitter"). `random` is in [0, 1).
 */
const backoff = (failures: number, random: number): number => random * 250 * 2 ** failures;

/** Milliseconds of cooldown after a 429 without Retry-After. */
const defaultCooldownMs = 60_000;

/** Minimum milliseconds of cooldown after a 429, even if it requests none. */
const minCooldownMs = 1_000;

/**
 * Creates the function that sends requests, with retries where they are safe: requests that were never sent, those refused with 429,
 * and repeatable requests after lost connections, timeouts, 502, 503 and 504. The retry policy is in `classify-response.ts`.
 */
export function createSender({
  transport,
  throttle,
  slots,
  account,
  clock,
  requestsPerMinute,
  end,
}: SenderDependencies): Send {
  return async (operation, input, request, sending) => {
    const signal = sending.signal ? AbortSignal.any([sending.signal, end]) : end;
    try {
      return await sendUntil(signal, operation, input, request, sending);
    } catch (error) {
      throw error === end.reason ? shuttingDown() : error;
    }
  };

  async function sendUntil(
    signal: AbortSignal,
    ...[operation, input, request, sending]: Parameters<Send>
  ): Promise<WireResponse> {
    const { urgency, slotWaitMs } = sending;
    const ownTimeoutMs = sending.timeoutMs ?? operation.timeout * 1000;
    const buckets = bucketsOf(operation, input, requestsPerMinute);
    const repeatable = isRepeatable(operation);
    const attempts = sending.attempts ?? maxAttempts;
    const deadline = sending.deadlineMs === undefined ? Infinity : clock.steady() + sending.deadlineMs;
    const slotWaitUntil = clock.steady() + slotWaitMs;

    /** Milliseconds for the next attempt: enough for an answer, even if its slot was granted just before the deadline. */
    const timeLeft = (): number => Math.min(ownTimeoutMs, Math.max(minAnswerMs, deadline - clock.steady()));
    /** Whether another attempt after that pause could not be answered before the deadline. */
    const isTooLate = (pauseMs: number): boolean => deadline - clock.steady() <= minAttemptMs + pauseMs;

    for (let failures = 0; ;) {
      let askedMs = 0;
      const timeoutMs = timeLeft();
      const slot = await throttle.take({
        buckets,
        urgency,
        slotWaitMs: Math.max(0, slotWaitUntil - clock.steady()),
        deadline: timeoutMs,
        signal,
        onWait: sending.onWait,
      });
      const attempt = await sendAttempt(
        slot.id,
        request,
        {
          timeoutMs: timeLeft(),
          // If the process was suspended for longer, its slot has expired and another process may have repeated the call.
          maySend: () => slot.ageMs() <= timeoutMs,
          reuse: repeatable,
          partial: repeatable && operation.answer.kind === 'ndjson',
          signal: repeatable ? signal : undefined,
          unsentSignal: repeatable ? undefined : signal,
        },
        signal,
        operation,
        sending.beforeAttempt,
      );

      if (attempt.kind === 'answered' && attempt.response.status === 429) {
        await coolDownAfter(buckets, attempt.response);
        await sending.onNotAccepted?.();
        if (attempts > 1 && clock.steady() < slotWaitUntil) continue;
      }
      if (attempt.kind === 'answered') {
        const failure = classifyResponse(operation, attempt.response, clock.now());
        if (!failure) return attempt.response;
        if (!repeatable || !isTransient(operation, attempt.response) || ++failures >= attempts) throw failure;
        askedMs = retryAfter(attempt.response.headers, clock.now()) ?? 0;
        if (isTooLate(Math.max(askedMs, backoff(failures, 1))) || askedMs > maxPauseMs) throw failure;
      } else {
        if (attempt.sent && !repeatable) throw lost(attempt.reason);
        if (!attempt.sent) await sending.onNotAccepted?.();
        signal.throwIfAborted();
        if (attempt.loss === 'final' || ++failures >= attempts || isTooLate(backoff(failures, 1)))
          throw unreachable(attempt);
      }
      await clock.sleep(Math.max(askedMs, backoff(failures, Math.random())), signal);
    }
  }

  /** Makes one attempt with a granted slot, and records in the store whether the slot was used. */
  async function sendAttempt(
    slot: string,
    request: WireRequest,
    attempting: Parameters<Transport['attempt']>[1],
    signal: AbortSignal,
    operation: Operation,
    beforeAttempt: Sending['beforeAttempt'],
  ): Promise<Attempt> {
    try {
      signal.throwIfAborted();
      await beforeAttempt?.();
    } catch (error) {
      await slots.release(slot);
      throw error;
    }
    const attributes = { 'visibility.operation': operation.name, 'http.request.method': request.method };
    const attempt = await inSpan({ name: `platform ${operation.name}`, kind: 'client', attributes }, async (note) => {
      const made = await transport.attempt(request, attempting);
      const status = made.kind === 'answered' ? made.response.status : made.status;
      const isError = made.kind === 'lost' || made.response.status >= 400;
      note({ 'http.response.status_code': status, 'error.type': isError ? String(status ?? 'lost') : undefined });
      return made;
    });
    try {
      if (attempt.kind === 'answered' || attempt.status !== undefined) await slots.markAnswered(slot);
      else if (!attempt.sent) await slots.release(slot);
    } catch {
      // A failure of the store must not hide the answer. The slot then expires, as after an unanswered request.
    }
    return attempt;
  }

  /**
   * Stops requests for the pause that a 429 requests, in the buckets that it may be about. One longer than the token's window (60 s)
   * belongs to a limit of the operation, and no pause is longer than the window of its limit.
   */
  function coolDownAfter(buckets: readonly Bucket[], { headers }: WireResponse): Promise<void> {
    const ms = Math.max(minCooldownMs, retryAfter(headers, clock.now()) ?? defaultCooldownMs);
    const own = buckets.slice(1);
    const candidates = ms > 60_000 && own.length > 0 ? own : buckets;
    const concerned = candidates.filter(({ per }) => ms <= per);
    return slots.coolDown(account, concerned.length > 0 ? concerned : candidates, ms);
  }
}

const lost = (reason: string): VisibilityError =>
  new VisibilityError(
    'outcome_unknown',
    `The request was sent, but no complete answer came (${reason}); whether it was carried out is unknown.`,
    { next: 'It is not sent again. Check whether its effect is there, and credits, before repeating it.' },
  );

const unreachable = ({ reason, sent }: Extract<Attempt, { kind: 'lost' }>): VisibilityError =>
  new VisibilityError('unreachable', `The platform cannot be reached (${reason}).`, {
    next: misconfigured.test(reason) ? askDoctor : sent ? 'Repeat the call later.' : undefined,
  });

/** Reasons that only a change of configuration removes: certificates, and the credentials of a proxy. */
const misconfigured = /SELF_SIGNED|UNABLE_TO_|CERT_|ALTNAME|WRONG_VERSION|answered 407/;
const askDoctor = 'Nothing was carried out. Repeating does not help: visibility-mcp doctor says what to set.';

const shuttingDown = (): VisibilityError => new VisibilityError('unreachable', 'This server is shutting down.');
