import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Clock } from '../../clock.ts';
import type { Bucket, Slots } from '../../state/slots.ts';
import { backoff } from './backoff.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { inSpan } from '../../traces.ts';
import type { WireRequest } from '../request/encode.ts';
import { OutcomeUnknown } from '../errors/outcome-unknown.ts';
import { Unreachable } from '../errors/unreachable.ts';
import { isTransient, isRepeatable, classifyResponse } from './classify-response.ts';
import { retryAfter } from './retry-after.ts';
import { stopwatch } from './stopwatch.ts';
import { bucketsOf, type SlotWanted, type Throttle, type Urgency } from './throttle.ts';
import type { Attempt, Transport, WireResponse } from './transport.ts';

export interface Sending {
  readonly urgency: Urgency;
  /** Milliseconds the caller can wait for a slot. */
  readonly slotWaitMs: number;
  /**
   * Milliseconds the whole may take: waiting for slots, connecting, every attempt and the pauses between them. Absent: each
   * attempt has its own time, as for calls on record, whose answer is awaited after their caller has left.
   */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds; the operation's own unless given. */
  readonly timeoutMs?: number | undefined;
  /** Attempts in all; by default as many as are safe. */
  readonly attempts?: number | undefined;
  /** Ends the waiting; a request that may change something is never cut off once it has left. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each attempt leaves; it throws to stop the sending. */
  readonly beforeAttempt?: (() => Promise<void>) | undefined;
  /** Called while a slot is waited for. */
  readonly onWait?: SlotWanted['onWait'] | undefined;
  /** Called when an attempt is known not to have been carried out. */
  readonly onNotAccepted?: (() => Promise<void>) | undefined;
  /** Called where the platform refused the request, before it is sent in another form. */
  readonly onCorrected?: (() => Promise<void>) | undefined;
}

export interface SenderDependencies {
  readonly transport: Transport;
  readonly throttle: Throttle;
  readonly slots: Slots;
  readonly account: string;
  readonly clock: Clock;
  readonly requestsPerMinute: number;
  readonly breaker: CircuitBreaker;
  /** Stops the sender: what it waits for is then refused as `Unreachable`. */
  readonly end: AbortSignal;
}

/** Resolves with a success of the platform; rejects with a `VisibilityError` for everything else. */
export type Send = (
  operation: Operation,
  input: Arguments,
  request: WireRequest,
  sending: Sending,
) => Promise<WireResponse>;

/** Attempts in all, for requests that are safe to repeat. */
const maxAttempts = 4;

/** Milliseconds that an attempt has for its answer, also where waiting for a slot took all of the deadline. */
export const minAnswerMs = 5_000;

/** Milliseconds below which another attempt is not worth making. */
const minAttemptMs = 500;

/** Milliseconds within which a healthy platform answers any operation. */
const minHealthTimeoutMs = 10_000;

/** Milliseconds of cooldown after a 429 without Retry-After. */
const defaultCooldownMs = 60_000;

/** Minimum milliseconds of cooldown after a 429, even where it asks for none. */
const minCooldownMs = 1_000;

/**
 * Sends one request, and again only where that is safe: requests that never left; those that the platform said
 * it did not take (429); and repeatable requests after lost connections, timeouts, 502, 503 and 504. The rules are in
 * `classify-response.ts`.
 */
export function createSender({
  transport,
  throttle,
  slots,
  account,
  clock,
  requestsPerMinute,
  breaker,
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

    // A slot granted at the last moment still leaves the platform time to answer.
    const timeLeft = (): number => Math.min(ownTimeoutMs, Math.max(minAnswerMs, deadline - clock.steady()));
    /** Whether the deadline leaves no time for another attempt that could be answered. */
    const isTooLate = (failures: number): boolean => deadline - clock.steady() <= minAttemptMs + backoff(failures, 1);

    for (let failures = 0; ;) {
      breaker.check();
      const remainingMs = Math.max(0, slotWaitUntil - clock.steady());
      const timeoutMs = timeLeft();
      let passed = stopwatch(clock);
      const slot = await throttle.take({
        buckets,
        urgency,
        slotWaitMs: remainingMs,
        deadline: timeoutMs,
        signal,
        onWait: sending.onWait,
        onAsk: () => (passed = stopwatch(clock)),
      });
      const attempt = await leave(
        slot,
        request,
        {
          timeoutMs: timeLeft(),
          // A process that was stopped for longer has lost the slot, and its call may have been given up and repeated elsewhere.
          mayLeave: () => passed() <= timeoutMs,
          reuse: repeatable,
          partial: repeatable && operation.answer.kind === 'ndjson',
          signal: repeatable ? signal : undefined,
          unsentSignal: repeatable ? undefined : signal,
        },
        signal,
        operation,
        sending.beforeAttempt,
      );
      reportHealth(attempt, timeoutMs, operation);

      if (attempt.kind === 'answered' && attempt.response.status === 429) {
        await keepAway(buckets, attempt.response);
        await sending.onNotAccepted?.();
        if (attempts > 1 && clock.steady() < slotWaitUntil) continue;
      }
      if (attempt.kind === 'answered') {
        const failure = classifyResponse(operation, attempt.response, clock.now());
        if (!failure) return attempt.response;
        if (!repeatable || !isTransient(operation, attempt.response) || ++failures >= attempts) throw failure;
        if (isTooLate(failures)) throw failure;
      } else {
        if (attempt.sent && !repeatable) throw lost(attempt.reason);
        if (!attempt.sent) await sending.onNotAccepted?.();
        signal.throwIfAborted();
        if (attempt.final || ++failures >= attempts || isTooLate(failures)) throw unreachable(attempt);
      }
      await clock.sleep(backoff(failures, Math.random()), signal);
    }
  }

  /** Reports an attempt to the circuit breaker. A timeout shortened by the caller is not reported. */
  function reportHealth(attempt: Attempt, timeoutMs: number, operation: Operation): void {
    if (attempt.kind === 'answered') {
      if (isTransient(operation, attempt.response)) breaker.failed(`it answered ${attempt.response.status}`);
      else breaker.succeeded();
    } else if (attempt.expired) {
      if (timeoutMs >= minHealthTimeoutMs) breaker.timedOut(attempt.reason);
    } else if (!attempt.cancelled && !attempt.final) breaker.failed(attempt.reason);
  }

  async function leave(
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
      // The answer matters more than the slot, which then stays taken until a window after the deadline,
      // as it does for a request that was never answered.
    }
    return attempt;
  }

  /** A pause longer than the general window comes from the operation's own limit, not from the token's. */
  function keepAway(buckets: readonly Bucket[], { headers }: WireResponse): Promise<void> {
    const ms = Math.max(minCooldownMs, retryAfter(headers['retry-after'], clock.now()) ?? defaultCooldownMs);
    const own = buckets.slice(1);
    return slots.coolDown(account, own.length > 0 && ms > 60_000 ? own : buckets, ms);
  }
}

const lost = (reason: string): OutcomeUnknown =>
  new OutcomeUnknown(
    `The request left and no whole answer came (${reason}); whether it was carried out is unknown.`,
    'It is not sent again. Look whether its effect is there, and at credits, before repeating it.',
  );

const unreachable = ({ reason, sent }: Extract<Attempt, { kind: 'lost' }>): Unreachable =>
  new Unreachable(
    `The platform cannot be reached (${reason}).`,
    staysWrong.test(reason) ? askDoctor : sent ? 'Repeat the call later.' : undefined,
  );

/** What stays wrong until somebody sets something else: certificates, and the credentials of a proxy. */
const staysWrong = /SELF_SIGNED|UNABLE_TO_|CERT_|ALTNAME|WRONG_VERSION|answered 407/;
const askDoctor = 'Nothing was carried out. Repeating does not help: visibility-mcp doctor says what to set.';

const shuttingDown = (): Unreachable =>
  new Unreachable('This server is shutting down.', 'Repeat the call when it runs again; nothing was carried out.');
