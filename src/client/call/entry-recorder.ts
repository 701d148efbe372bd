import type { Clock } from '../../clock.ts';
import type { EntryChange } from '../../state/entry.ts';
import type { Ledger } from '../../state/ledger.ts';

/** Milliseconds until a failed change is tried again; doubled up to the maximum. */
const firstPauseMs = 500;
const maxPauseMs = 30_000;

/**
 * Records what became of calls: at once or, where the store fails, as soon as it takes it. Until then an identical call
 * would join one that nobody carries out, and the job of an accepted one could not be found.
 */
export class EntryRecorder {
  readonly #ledger: Pick<Ledger, 'record'>;
  readonly #clock: Clock;
  readonly #open = new Map<string, EntryChange>();
  readonly #stop = new AbortController();
  #trying: Promise<void> | undefined;
  #retries: Promise<void> | undefined;

  constructor(ledger: Pick<Ledger, 'record'>, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Records the end of a call that is on its way. Rejects with what the store said at first; the change is retried then. */
  async record(id: string, change: EntryChange): Promise<void> {
    try {
      await this.#ledger.record(id, change, ['starting', 'unknown']);
    } catch (error) {
      this.#open.set(id, change);
      this.#retries ??= this.#retryInBackground().finally(() => (this.#retries = undefined));
      throw error;
    }
  }

  /** Retries what failed. Never rejects: what fails again stays. */
  async retry(): Promise<void> {
    this.#trying ??= this.#tryAll().finally(() => (this.#trying = undefined));
    await this.#trying;
  }

  /** Ends the retries in the background: reservations that are left lapse, and calls that were sent stay in doubt. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#retries;
  }

  async #tryAll(): Promise<void> {
    for (const [id, change] of this.#open) {
      try {
        await this.#ledger.record(id, change, ['starting', 'unknown']);
        this.#open.delete(id);
      } catch {
        return;
      }
    }
  }

  async #retryInBackground(): Promise<void> {
    for (let pauseMs = firstPauseMs; this.#open.size > 0; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      try {
        await this.#clock.sleep(pauseMs, this.#stop.signal);
      } catch {
        return;
      }
      await this.retry();
    }
  }
}
