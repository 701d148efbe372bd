import { startTimer, type Clock } from '../../clock.ts';
import { Quota } from '../../quota.ts';

export interface RefusalDelayLimits {
  readonly delayMs: number;
  /** Refusals that wait at a time, in all and of one sender. */
  readonly max: number;
  readonly maxPerSender: number;
}

/**
 * Slows down senders who are refused again and again: each refusal waits before it is sent, and only so many wait at a time.
 * Accepted requests are never delayed. Only waiting refusals are remembered.
 */
export class RefusalDelay {
  readonly #delayMs: number;
  readonly #clock: Clock;
  readonly #waiting: Quota;

  constructor({ delayMs, max, maxPerSender }: RefusalDelayLimits, clock: Clock) {
    this.#delayMs = delayMs;
    this.#waiting = new Quota(max, maxPerSender);
    this.#clock = clock;
  }

  /**
   * Calls `answer` after the delay. Returns false, and does nothing, where too many wait already.
   *
   * @param sender an address, or a caller
   */
  delay(sender: string, answer: () => void): boolean {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    if (this.#waiting.take(1, sender, over) !== 'taken') return false;
    void over.then(answer);
    startTimer(this.#clock, this.#delayMs, resolve);
    return true;
  }
}
