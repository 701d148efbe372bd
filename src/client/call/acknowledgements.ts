import { operationNamed } from '../../catalog/index.ts';
import type { Entry } from '../../state/entry.ts';
import type { Ledger } from '../../state/ledger.ts';
import { withoutShownOnce } from './start-answer.ts';

/** The contents of a reply whose delivery is to be acknowledged. */
export interface Delivery {
  /** The end of the call: its result, or the question of its job. */
  readonly end: boolean;
  /** Fields that the platform shows only once. */
  readonly oneTimeFields: boolean;
}

/** Records which replies were delivered. An identical call gets an undelivered one again. */
export class Acknowledgements {
  readonly #ledger: Ledger;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Records whether the reply was received. Never rejects: if the store fails, the reply is delivered again. */
  async record({ id, state, operation, started }: Entry, received: boolean, delivery: Delivery): Promise<void> {
    const change = {
      delivered: delivery.end ? received : undefined,
      started: delivery.oneTimeFields
        ? received
          ? withoutShownOnce(operationNamed(operation), started)
          : started
        : undefined,
    };
    const written = this.#ledger.record(id, change, delivery.end ? [state] : undefined).catch(() => undefined);
    this.#pending.add(written);
    await written;
    this.#pending.delete(written);
  }

  /** Resolves when no acknowledgement is being written: a caller that received a result and calls again means a new call. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
