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
  /** Called while the slot is waited for, every few seconds, with how long that will probably take. */
  readonly onWait?: ((wait: SlotWait) => void) | undefined;
  /** Called each time before the store is asked for the slot: one that it grants is valid from then on. */
  readonly onAsk?: (() => void) | undefined;
}

export interface SlotWait {
  readonly ms: number;
  /** The bucket that is full: `token` for the general rate, else that of a limit of the operation's own. */
  readonly bucket: string;
}

type Full = Extract<SlotAnswer, { kind: 'full' }>;

/** A request that waits. */
interface Waiter {
  /** The higher, the sooner its turn. */
  readonly rank: number;
  readonly buckets: readonly Bucket[];
  /** The bucket that it found full, once it has asked. */
  full?: string | undefined;
  /** Ends its pause. */
  wake(): void;
}

/** Milliseconds after which a full bucket is checked again: another process may have released a slot. */
const recheckMs = 5_000;

/** Milliseconds after which a queued request estimates its wait again: other processes compete for the slots. */
const reestimateMs = 60_000;

/** Milliseconds between two reports of the same wait. */
const reportMs = 5_000;

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
  /** One query of the store at a time, those of highest rank first. */
  readonly #queries = new PQueue({ concurrency: 1 });
  readonly #waiting = new Set<Waiter>();
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
    const waiter: Waiter = { rank, buckets: wanted.buckets, wake: () => undefined };
    this.#waiting.add(waiter);
    try {
      for (;;) {
        const answer = await this.#queries.add(() => this.#ask(wanted, waiter), {
          priority: rank,
          signal: wanted.signal,
        });
        if (answer.kind === 'taken') {
          this.#onTaken(wanted.urgency, this.#clock.steady() - began);
          return answer.id;
        }
        waiter.full = answer.bucket;
        if (this.#clock.steady() + answer.ms > slotWaitUntil)
          throw new RateLimited(answer.bucket, answer.ms, 'not_sent');
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

  async #ask({ buckets, urgency, deadline, signal, onAsk }: SlotWanted, waiter: Waiter): Promise<SlotAnswer> {
    signal?.throwIfAborted();
    onAsk?.();
    const ahead = this.#countAhead(waiter);
    const rate = buckets[0]?.requests ?? 0;
    const reservedForCalls = urgency === 'poll' ? Math.min(maxReservedForCalls, Math.floor(rate / 4)) : 0;
    const answer = await this.#slots.take(this.#account, { buckets, deadline, reservedForCalls, ahead });
    // The caller's wait is over: the store was busy for longer than its slotWaitMs.
    if (signal?.aborted && answer.kind === 'taken') await this.#slots.release(answer.id);
    return answer;
  }

  /** The number of requests with priority that wait for the same buckets, or for buckets not known yet. */
  #countAhead(waiter: Waiter): number {
    let count = 0;
    for (const other of this.#waiting) if (goesBefore(other, waiter)) count++;
    return count;
  }

  /** Whether no other request goes before this one. */
  #isNext(waiter: Waiter): boolean {
    for (const other of this.#waiting) if (goesBefore(other, waiter)) return false;
    return true;
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

/** Whether `other` has priority and waits for a bucket that `waiter` wants too, or for one that is not known yet. */
const goesBefore = (other: Waiter, { rank, buckets }: Waiter): boolean =>
  other.rank > rank && (other.full === undefined || buckets.some(({ name }) => name === other.full));

/** The buckets a call counts in: the token's general one, then the operation's own. */
export const bucketsOf = (operation: Operation, input: Arguments, requestsPerMinute: number): Bucket[] => [
  { name: 'token', requests: requestsPerMinute, per: 60_000 },
  ...operation.limits.map((limit) => ({
    name: limit.scope === 'project' ? `${limit.bucket}:${String(input[operation.params[0] ?? ''])}` : limit.bucket,
    requests: limit.requests,
    per: limit.per * 1000,
  })),
];
