import PQueue from 'p-queue';
import type { Arguments, Operation } from '../../../catalog/index.ts';
import { sleepUnlessWoken, type Clock } from '../../../base/clock.ts';
import type { Bucket, SlotAnswer, Slots } from '../../../state/index.ts';
import { VisibilityError } from '../../errors.ts';

/** Priority of a request: calls go before polls. */
export type Urgency = 'call' | 'poll';

/** Request for a slot of the rate limit. */
export interface SlotWanted {
  /** That of the token first. */
  readonly buckets: readonly [Bucket, ...Bucket[]];
  readonly urgency: Urgency;
  /** Maximum milliseconds that the caller waits for the slot. */
  readonly slotWaitMs: number;
  /** Maximum milliseconds that the request takes once it is sent. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** Called every few seconds during the wait, with its estimated remaining time. */
  readonly onWait?: ((wait: SlotWait) => void) | undefined;
}

/** A granted slot of the rate limit. */
export interface Slot {
  readonly id: string;
  /** Milliseconds since the store was asked for it, from when on it is valid. */
  ageMs(): number;
}

/** A wait for a slot. */
export interface SlotWait {
  /** Estimated remaining milliseconds. */
  readonly ms: number;
  /** The full bucket: `token` for the general rate limit, otherwise that of the operation's own limit. */
  readonly bucket: string;
}

type Full = Extract<SlotAnswer, { kind: 'full' }>;

/** A request in the queue. */
interface Waiter {
  /** Priority; the highest is served first. */
  readonly rank: number;
  readonly buckets: readonly Bucket[];
  /** The bucket that was full when it last asked the store. */
  full?: string | undefined;
  /** Ends its pause early. */
  wake(): void;
}

/** Interval in milliseconds at which a full bucket is checked again: another process may have released a slot. */
const recheckMs = 5_000;

/** Interval in milliseconds at which a queued request estimates its wait again: other processes compete for the slots. */
const reestimateMs = 60_000;

/** Interval in milliseconds between two reports of the same wait. */
const reportMs = 5_000;

/** Maximum slots a minute reserved for calls: polls wait if fewer are free. */
const maxReservedForCalls = 10;

/**
 * Allocates the slots of the rate limit. The store enforces the limit over all processes; this queue only orders the requests of one
 * process: calls before polls, then first come, first served. Only the first request in the queue queries the store, and wakes the
 * next one when it is done, so that there is about one query for each slot.
 */
export class Throttle {
  readonly #slots: Slots;
  readonly #account: string;
  readonly #clock: Clock;
  /** Serializes the queries of the store, highest rank first. */
  readonly #queries = new PQueue({ concurrency: 1 });
  readonly #waiting = new Set<Waiter>();
  readonly #onTaken: (urgency: Urgency, ms: number) => void;
  #arrivals = 0;

  /** @param onTaken called for each slot, with the milliseconds that were waited for it */
  constructor(
    slots: Slots,
    account: string,
    clock: Clock,
    onTaken: (urgency: Urgency, ms: number) => void = () => undefined,
  ) {
    this.#onTaken = onTaken;
    this.#slots = slots;
    this.#account = account;
    this.#clock = clock;
  }

  /**
   * Resolves with a slot in all buckets. Rejects with `rate_limited` as soon as the wait is known to exceed the caller's
   * `slotWaitMs`, and with the signal's reason when it is aborted.
   */
  async take(wanted: SlotWanted): Promise<Slot> {
    const rank = (wanted.urgency === 'call' ? 1e12 : 0) - this.#arrivals++;
    const began = this.#clock.steady();
    const slotWaitUntil = began + wanted.slotWaitMs;
    const waiter: Waiter = { rank, buckets: wanted.buckets, wake: () => undefined };
    this.#waiting.add(waiter);
    try {
      for (;;) {
        const answer = await this.#queries.add(() => this.#ask(wanted, waiter), { priority: rank });
        if (answer.kind === 'taken') {
          this.#onTaken(wanted.urgency, this.#clock.steady() - began);
          return answer;
        }
        waiter.full = answer.bucket;
        if (this.#clock.steady() + answer.ms > slotWaitUntil) throw rateLimited(answer.bucket, answer.ms);
        const ms = this.#isNext(waiter)
          ? Math.min(answer.ms, recheckMs)
          : Math.min(Math.max(answer.ms, reestimateMs), slotWaitUntil - this.#clock.steady());
        await this.#pause(waiter, ms, wanted, answer);
      }
    } finally {
      this.#waiting.delete(waiter);
      for (const other of this.#waiting) if (this.#isNext(other)) other.wake();
    }
  }

  async #ask(
    { buckets, urgency, deadline, signal }: SlotWanted,
    waiter: Waiter,
  ): Promise<SlotAnswer & Pick<Slot, 'ageMs'>> {
    signal?.throwIfAborted();
    const ageMs = stopwatch(this.#clock);
    const ahead = this.#countAhead(waiter);
    const quarter = Math.floor(buckets[0].requests / 4);
    const reservedForCalls = urgency === 'poll' ? Math.min(maxReservedForCalls, quarter) : 0;
    const answer = await this.#slots.take(this.#account, { buckets, deadline, reservedForCalls, ahead });
    // The store was busy for longer than the caller's `slotWaitMs`.
    if (signal?.aborted && answer.kind === 'taken') await this.#slots.release(answer.id);
    signal?.throwIfAborted();
    return { ...answer, ageMs };
  }

  /** Number of requests that `goesBefore` puts before this one. */
  #countAhead(waiter: Waiter): number {
    return [...this.#waiting].filter((other) => goesBefore(other, waiter)).length;
  }

  /** Whether no other request has to be served before this one. */
  #isNext(waiter: Waiter): boolean {
    return ![...this.#waiting].some((other) => goesBefore(other, waiter));
  }

  /** Rejects with the signal's reason when it is aborted. */
  async #pause(
    waiter: Waiter,
    ms: number,
    { signal, onWait }: SlotWanted,
    { ms: expected, bucket }: Full,
  ): Promise<void> {
    const woken = new AbortController();
    waiter.wake = () => woken.abort();
    const step = onWait ? reportMs : ms;
    for (let slept = 0; slept < ms && !woken.signal.aborted; slept += step) {
      onWait?.({ ms: Math.max(0, expected - slept), bucket });
      await sleepUnlessWoken(this.#clock, Math.min(step, ms - slept), woken.signal, signal);
    }
  }
}

/** Whether `other` has a higher rank and waits for a bucket that `waiter` wants too, or does not know yet which bucket is full. */
const goesBefore = (other: Waiter, { rank, buckets }: Waiter): boolean =>
  other.rank > rank && (other.full === undefined || buckets.some(({ name }) => name === other.full));

/**
 * Returns a function that gives the milliseconds since this call, by the clock that shows more: the steady clock stops while the machine
 * is suspended, and the wall clock may be set back.
 */
function stopwatch(clock: Clock): () => number {
  const [now, steady] = [clock.now(), clock.steady()];
  return () => Math.max(clock.now() - now, clock.steady() - steady);
}

/** The rate-limit buckets that a call counts against: that of the token first, then those of the operation. */
export const bucketsOf = (operation: Operation, input: Arguments, requestsPerMinute: number): SlotWanted['buckets'] => [
  { name: 'token', requests: requestsPerMinute, per: 60_000 },
  ...operation.limits.map((limit) => ({
    name: limit.scope === 'project' ? `${limit.bucket}:${String(input[operation.params[0] ?? ''])}` : limit.bucket,
    requests: limit.requests,
    per: limit.per * 1000,
  })),
];

/** No rate-limit slot becomes free within the caller's wait. */
function rateLimited(bucket: string, waitMs: number): VisibilityError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const which = bucket === 'token' ? 'The request rate of this token is used up' : `The limit "${bucket}" is used up`;
  return new VisibilityError('rate_limited', `${which}; there is room again in ${seconds} s.`, {
    retryAfter: seconds,
    next: `Repeat the same call in ${seconds} s.`,
  });
}
