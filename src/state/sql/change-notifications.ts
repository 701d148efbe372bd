import { EventEmitter } from 'node:events';
import { over, sleepUnlessWoken, type Clock } from '../../base/clock.ts';

/** Milliseconds between two looks of a waiter whether another process has written. */
const lookEveryMs = 500;

/** Wakes the waiters of this process when an entry changes. */
export class ChangeNotifications {
  readonly #clock: Clock;
  readonly #writesOfOthers: (() => number) | undefined;
  readonly #lookEveryMs: number;
  /** Events are named by the ids of entries. */
  readonly #changes = new EventEmitter().setMaxListeners(0);

  /** @param writesOfOthers a number that changes with each write of another process, where other processes do not call `notify` */
  constructor(clock: Clock, writesOfOthers?: () => number) {
    this.#clock = clock;
    this.#writesOfOthers = writesOfOthers;
    this.#lookEveryMs = writesOfOthers ? lookEveryMs : Infinity;
  }

  /** Wakes those who wait for a change of the entry. */
  notify(id: string): void {
    this.#changes.emit(id);
  }

  /**
   * Resolves when `notify` is called for that entry, when another process has written anything, or after `ms`; rejects with the
   * signal's reason when it is aborted.
   */
  async wait(id: string, ms: number, signal?: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort(over);
    const until = this.#clock.steady() + ms;
    const before = this.#writesOfOthers?.();
    this.#changes.on(id, wake);
    try {
      for (let restMs = ms; restMs > 0 && !woken.signal.aborted && this.#writesOfOthers?.() === before;) {
        await sleepUnlessWoken(this.#clock, Math.min(this.#lookEveryMs, restMs), woken.signal, signal);
        restMs = until - this.#clock.steady();
      }
    } finally {
      this.#changes.off(id, wake);
    }
  }
}
