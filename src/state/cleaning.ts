import type { Clock } from '../clock.ts';
import type { Ledger } from './ledger.ts';

/** Milliseconds between two batches: other processes get their turn. */
const pauseMs = 100;

/** Drops what the ledger keeps no longer, in batches, so that neither an opening nor another process waits for all of it. */
export class Cleaning {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Resolves after the first batch; the rest follows in the background until `stop`. */
  async run(account: string): Promise<void> {
    if (!(await this.#ledger.clean(account))) return;
    const rest = this.#goOn(account).finally(() => this.#running.delete(rest));
    this.#running.add(rest);
  }

  /** Resolves when no batch is under way any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  /** Ends without a word where the store fails: what is left is cleaned when it is opened again. */
  async #goOn(account: string): Promise<void> {
    try {
      do await this.#clock.sleep(pauseMs, this.#stop.signal);
      while (await this.#ledger.clean(account));
    } catch {
      return;
    }
  }
}
