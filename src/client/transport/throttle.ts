import PQueue from 'p-queue';
import type { Operation, Arguments } from '../../catalog/operation.ts';
import { sleepUnlessWoken, type Clock } from '../../clock.ts';
import type { Bucket, SlotAnswer, Slots } from '../../state/slots.ts';
import { RateLimited } from '../errors/rate-limited.ts';

/** Calls go before polls. */
export type Urgency = 'call' | 'poll';

export interface SlotWanted {
  readonly buckets: readonly Bucket[];
  readonly urgency: Urgency;
  /** Milliseconds the caller can wait for the slot. */
  readonly slotWaitMs: number;
  /** Milliseconds the request may take once it is sent. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

/** A request that waits. */
interface Waiter {
  readonly buckets: readonly Bucket[];
  /** The bucket that it found full, once it has asked. */
  full?: string;
  /** Ends its pause. */
  wake(): void;
}

/** Milliseconds after which a full bucket is checked again: another process may have released a slot. */
const recheckMs = 5_000;

/** Milliseconds after which a queued request estimates its wait again: other processes compete for the slots. */
const reestimateMs = 60_000;

/** Below this many requests a minute left, polls wait. */
const maxReservedForCalls = 10;

/**
 * Allocates the slots of the rate limit. The store enforces the rate over all processes; the queue here only orders the
 * requests of this process: calls before polls, then first come, first served. A request behind others does not query the
 * store and is woken when they are done, so that the store is queried about as often as slots are allocated.
 */
export class Throttle {
  readonly #slots: Slots;
  readonly #account: string;
  readonly #clock: Clock;
  readonly #queue = new PQueue({ concurrency: 1 });
  /** By rank. */
  readonly #waiting = new Map<number, Waiter>();
  readonly #onTaken: (urgency: Urgency, ms: number) => void;
  #arrivals = 0;

  /** @param onTaken called with each slot, and how long it was waited for */
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
   * Resolves with a slot in all buckets. Rejects with `RateLimited` as soon as the wait is known to
   * outlast the caller's slotWaitMs, and with the signal's reason when it is aborted.
   */
  async take(wanted: SlotWanted): Promise<string> {
    const rank = (wanted.urgency === 'call' ? 1e12 : 0) - this.#arrivals++;
    const began = this.#clock.steady();
    const slotWaitUntil = began + wanted.slotWaitMs;
    const waiter: Waiter = { buckets: wanted.buckets, wake: () => undefined };
    this.#waiting.set(rank, waiter);
    try {
      for (;;) {
        const answer = await this.#queue.add(() => this.#ask(wanted, rank), {
          priority: rank,
          ...(wanted.signal ? { signal: wanted.signal } : {}),
        });
        if (answer.kind === 'taken') {
          this.#onTaken(wanted.urgency, this.#clock.steady() - began);
          return answer.id;
        }
        waiter.full = answer.bucket;
        if (this.#clock.steady() + answer.ms > slotWaitUntil)
          throw new RateLimited(answer.bucket, answer.ms, 'not_sent');
        const isNext = this.#inTheWay(rank, waiter) === 0;
        const ms = isNext
          ? Math.min(answer.ms, recheckMs)
          : Math.min(Math.max(answer.ms, reestimateMs), slotWaitUntil - this.#clock.steady());
        await this.#pause(waiter, ms, wanted.signal);
      }
    } finally {
      this.#waiting.delete(rank);
      for (const [other, one] of this.#waiting)
        if (one.full !== undefined && this.#inTheWay(other, one) === 0) one.wake();
    }
  }

  async #ask({ buckets, urgency, deadline, signal }: SlotWanted, rank: number): Promise<SlotAnswer> {
    signal?.throwIfAborted();
    const ahead = this.#inTheWay(rank, { buckets });
    const rate = buckets[0]?.requests ?? 0;
    const reservedForCalls = urgency === 'poll' ? Math.min(maxReservedForCalls, Math.floor(rate / 4)) : 0;
    const answer = await this.#slots.take(this.#account, { buckets, deadline, reservedForCalls, ahead });
    // The caller has given up: the store was busy for longer than its slotWaitMs.
    if (signal?.aborted && answer.kind === 'taken') await this.#slots.release(answer.id);
    return answer;
  }

  /** The number of requests with priority that wait for the same buckets, or for buckets not known yet. */
  #inTheWay(rank: number, { buckets }: Pick<Waiter, 'buckets'>): number {
    let count = 0;
    for (const [other, { full }] of this.#waiting)
      if (other > rank && (full === undefined || buckets.some(({ name }) => name === full))) count++;
    return count;
  }

  /** Rejects with the signal's reason when it is aborted. */
  async #pause(waiter: Waiter, ms: number, signal: AbortSignal | undefined): Promise<void> {
    const woken = new AbortController();
    waiter.wake = () => woken.abort();
    await sleepUnlessWoken(this.#clock, ms, woken.signal, signal);
  }
}

/** The buckets a call counts in: the token's general one, then the operation's own. */
export const bucketsOf = (operation: Operation, input: Arguments, requestsPerMinute: number): Bucket[] => [
  { name: 'token', requests: requestsPerMinute, per: 60_000 },
  ...operation.limits.map((limit) => ({
    name: limit.scope === 'project' ? `${limit.bucket}:${String(input[operation.params[0] ?? ''])}` : limit.bucket,
    requests: limit.requests,
    per: limit.per * 1000,
  })),
];
