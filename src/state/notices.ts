import { sleepUnlessWoken, type Clock } from '../clock.ts';

/** Wakes those who wait for an entry to change. */
export class Notices {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The entry has changed. */
  tell(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake();
  }

  /** Resolves when `tell` is called for that entry, or after `ms`; rejects with the signal's reason when it is aborted. */
  async wait(id: string, ms: number, signal?: AbortSignal): Promise<void> {
    const told = new AbortController();
    const wake = (): void => told.abort();
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting.add(wake));
    try {
      await sleepUnlessWoken(this.#clock, ms, told.signal, signal);
    } finally {
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(id);
    }
  }
}
