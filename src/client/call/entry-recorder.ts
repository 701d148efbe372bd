import { operationNamed } from '../../catalog/index.ts';
import type { Clock } from '../../clock.ts';
import type { Entry, EntryChange } from '../../state/entry.ts';
import type { Ledger } from '../../state/ledger.ts';
import { withoutShownOnce } from './start-answer.ts';

/** The contents of a reply whose delivery is to be acknowledged. */
export interface Delivery {
  /** The end of the call: its result, or the question of its job. */
  readonly end: boolean;
  /** Fields that the platform shows only once. */
  readonly oneTimeFields: boolean;
}

/** Milliseconds until a failed change is tried again; doubled up to the maximum. */
const firstPauseMs = 500;
const maxPauseMs = 30_000;

/**
 * Records what became of calls, and which replies were delivered. An outcome is recorded at once or, where the store fails, as
 * soon as it takes it: until then an identical call would join one that nobody carries out, and the job of an accepted one could
 * not be found.
 */
export class EntryRecorder {
  readonly #ledger: Pick<Ledger, 'record'>;
  readonly #clock: Clock;
  readonly #open = new Map<string, EntryChange>();
  readonly #acknowledging = new Set<Promise<unknown>>();
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

  /**
   * Records whether a reply was received: an identical call gets an undelivered one again. Never rejects: if the store fails,
   * the reply is delivered again.
   */
  async acknowledge({ id, state, operation, started }: Entry, received: boolean, delivery: Delivery): Promise<void> {
    const change = {
      delivered: delivery.end ? received : undefined,
      started: delivery.oneTimeFields
        ? received
          ? withoutShownOnce(operationNamed(operation), started)
          : started
        : undefined,
    };
    const written = this.#ledger.record(id, change, delivery.end ? [state] : undefined).catch(() => undefined);
    this.#acknowledging.add(written);
    await written;
    this.#acknowledging.delete(written);
  }

  /**
   * Resolves when no acknowledgement is being written, since a caller that received a result and calls again means a new call,
   * and when what failed has been retried. Never rejects: what fails again stays.
   */
  async settled(): Promise<void> {
    await Promise.all(this.#acknowledging);
    await this.#retry();
  }

  /** Ends the retries in the background: reservations that are left lapse, and calls that were sent stay in doubt. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#retries;
  }

  async #retry(): Promise<void> {
    this.#trying ??= this.#tryAll().finally(() => (this.#trying = undefined));
    await this.#trying;
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
      await this.#retry();
    }
  }
}
