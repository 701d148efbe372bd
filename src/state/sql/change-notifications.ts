import { sleepUnlessWoken, type Clock } from '../../clock.ts';

/** Wakes the waiters of this process when an entry changes. */
export class ChangeNotifications {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reports a change of the entry. */
  notify(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake();
  }

  /** Resolves when `notify` is called for that entry, or after `ms`; rejects with the signal's reason when it is aborted. */
  async wait(id: string, ms: number, signal?: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting.add(wake));
    try {
      await sleepUnlessWoken(this.#clock, ms, woken.signal, signal);
    } finally {
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(id);
    }
  }
}
