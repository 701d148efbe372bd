import { operationNamed } from '../../catalog/index.ts';
import type { Clock, JobState } from '../../base/index.ts';
import type { Entry, EntryChange, Ledger, MoneyState } from '../../state/index.ts';
import { withoutCharge } from './charge.ts';
import { withoutShownOnce } from '../answers/index.ts';

/** What a reply contains, which decides what its acknowledged delivery changes in the ledger. */
export interface Delivery {
  /** Whether it holds the result of the call, or the question that its job asks. */
  readonly end: boolean;
  /** Whether it holds fields that the platform shows only once. */
  readonly oneTimeFields: boolean;
}

/** Milliseconds before the first retry of a failed write; doubled for each further one, up to the maximum. */
const firstPauseMs = 500;
const maxPauseMs = 30_000;

/** Money states that no reconciliation has decided on yet. */
const undecided: readonly MoneyState[] = ['reserved', 'dispatching', 'in_doubt'];

/**
 * Writes the outcomes of calls and the delivery of their replies to the ledger. If the store fails, an outcome is retried with
 * backoff until it is written: without it, an identical call would join a call that has ended, and the job of an accepted call
 * could not be found.
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

  /** Records the outcome of a call in flight. If the first write fails, rejects with its error and retries in the background. */
  async record(id: string, change: EntryChange): Promise<void> {
    try {
      await this.#write(id, change);
    } catch (error) {
      this.#open.set(id, change);
      this.#retries ??= this.#retryInBackground()
        .catch(() => undefined)
        .finally(() => (this.#retries = undefined));
      throw error;
    }
  }

  /**
   * Records whether the caller received a reply. An identical call returns an undelivered reply again. Never rejects: if the
   * store fails, the reply counts as undelivered.
   */
  async acknowledge(
    { id, state, operation, started, watch }: Entry,
    received: boolean,
    delivery: Delivery,
  ): Promise<void> {
    const change = {
      delivered: delivery.end ? received : undefined,
      // A question that came without an identifier is answered by another call: there is nothing left to wait for in
      // this one.
      state: delivery.end && received && state === 'needs_you' && watch === null ? ('completed' as const) : undefined,
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
   * Waits for pending acknowledgements and retries failed outcomes once. A new call must wait for both: a caller that has
   * received a result and repeats the call wants a new one. Never rejects: what fails again is retried later.
   */
  async settled(): Promise<void> {
    await Promise.all(this.#acknowledging);
    await this.#retry();
  }

  /** Stops the retries. Reservations without a recorded outcome expire; the outcome of calls that were sent stays unknown. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#retries;
  }

  /**
   * Writes an outcome, also over what a reconciliation made of the call meanwhile: that it failed since its answer was lost,
   * or that its job goes on under a handle guessed from the history. An amount that the history showed stays; what was
   * released because no row was found counts again if the answer says so. An outcome without an answer of the platform says
   * no more than the history did.
   */
  async #write(id: string, change: EntryChange): Promise<void> {
    if (await this.#ledger.record(id, change, ['starting', 'unknown'], { money: undecided })) return;
    const isAnswered = change.started !== undefined || change.answer !== undefined;
    const from: readonly JobState[] = isAnswered ? ['unknown', 'failed', 'running'] : ['unknown'];
    const isUnanswered = true;
    const counted = { ...change, confirmation: change.confirmation ?? null };
    if (isAnswered && (await this.#ledger.record(id, counted, from, { money: ['released'], isUnanswered }))) return;
    await this.#ledger.record(id, withoutCharge(change), from, { isUnanswered });
  }

  async #retry(): Promise<void> {
    this.#trying ??= this.#tryAll()
      .catch(() => undefined)
      .finally(() => (this.#trying = undefined));
    await this.#trying;
  }

  /** Rejects at the first failure: the store cannot be used. */
  async #tryAll(): Promise<void> {
    for (const [id, change] of this.#open) {
      await this.#write(id, change);
      this.#open.delete(id);
    }
  }

  /** Rejects when the recorder is closed. */
  async #retryInBackground(): Promise<void> {
    for (let pauseMs = firstPauseMs; this.#open.size > 0; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      await this.#clock.sleep(pauseMs, this.#stop.signal);
      await this.#retry();
    }
  }
}
