import { sleepUnlessWoken, type Clock } from '../../clock.ts';

/** Milliseconds between two looks of a waiter whether another process has written. */
const lookEveryMs = 500;

/** Wakes the waiters of this process when an entry changes. */
export class ChangeNotifications {
  readonly #clock: Clock;
  readonly #writesOfOthers: (() => number) | undefined;
  readonly #waiting = new Map<string, Set<() => void>>();

  /** @param writesOfOthers a number that changes with each write of another process, where other processes do not call `notify` */
  constructor(clock: Clock, writesOfOthers?: () => number) {
    this.#clock = clock;
    this.#writesOfOthers = writesOfOthers;
  }

  /** Wakes those who wait for a change of the entry. */
  notify(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake();
  }

  /**
   * Resolves when `notify` is called for that entry, when another process has written anything, or after `ms`; rejects with the
   * signal's reason when it is aborted.
   */
  async wait(id: string, ms: number, signal?: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting.add(wake));
    const until = this.#clock.steady() + ms;
    const before = this.#writesOfOthers?.();
    const stepMs = before === undefined ? ms : lookEveryMs;
    try {
      do await sleepUnlessWoken(this.#clock, Math.min(stepMs, until - this.#clock.steady()), woken.signal, signal);
      while (!woken.signal.aborted && this.#clock.steady() < until && this.#writesOfOthers?.() === before);
    } finally {
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(id);
    }
  }
}
