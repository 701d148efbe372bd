import type { Clock } from '../../clock.ts';
import type { EntryChange } from '../../state/entry.ts';
import type { Ledger } from '../../state/ledger.ts';

/** Milliseconds until a failed release is tried again; doubled up to the maximum. */
const firstPauseMs = 500;
const maxPauseMs = 30_000;

/**
 * Reservations of calls that were not sent, which the store failed to release. Until it has, an identical call would join one
 * that nobody carries out, and wait until the reservation lapses.
 */
export class Releases {
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

  /** Releases the reservation now or, where the store fails, later. Rejects with what the store said at first. */
  async release(id: string, change: EntryChange): Promise<void> {
    try {
      await this.#ledger.record(id, change, ['starting', 'unknown']);
    } catch (error) {
      this.#open.set(id, change);
      this.#retries ??= this.#retryInBackground().finally(() => (this.#retries = undefined));
      throw error;
    }
  }

  /** Retries failed releases. Never rejects: what fails again stays. */
  async retry(): Promise<void> {
    this.#trying ??= this.#tryAll().finally(() => (this.#trying = undefined));
    await this.#trying;
  }

  /** Ends the retries in the background: what is left lapses. */
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
