import { EventEmitter } from 'node:events';
import { over, sleepUnlessWoken, type Clock } from '../base/clock.ts';
import type { Entry } from './entry.ts';

export interface ChangeOptions {
  /** Milliseconds after which a waiter is woken to check whether another process has written. Default: 500. */
  readonly lookEveryMs?: number | undefined;
  /** The names of its events are the ids of entries. */
  readonly changes?: EventEmitter | undefined;
}

/** Wakes the waiters of this process when an entry changes. */
export class ChangeNotifications {
  readonly #clock: Clock;
  readonly #lookEveryMs: number;
  readonly #changes: EventEmitter;

  constructor(clock: Clock, { lookEveryMs = 500, changes = new EventEmitter() }: ChangeOptions = {}) {
    this.#clock = clock;
    this.#lookEveryMs = lookEveryMs;
    this.#changes = changes.setMaxListeners(0);
  }

  /** Wakes the waiters for a change of the entry. */
  notify(id: string): void {
    this.#changes.emit(id);
  }

  /** Wakes the waiters for the entry that `write` has written, if any. */
  async notifyOf(write: Promise<Entry | undefined>): Promise<Entry | undefined> {
    const entry = await write;
    if (entry) this.notify(entry.id);
    return entry;
  }

  /**
   * Resolves when `notify` is called for that entry, when another process may have written, or after `ms`; rejects with the
   * signal's reason when it is aborted.
   */
  async wait(id: string, ms: number, signal?: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort(over);
    this.#changes.on(id, wake);
    try {
      await sleepUnlessWoken(this.#clock, Math.min(this.#lookEveryMs, ms), woken.signal, signal);
    } finally {
      this.#changes.off(id, wake);
    }
  }
}
