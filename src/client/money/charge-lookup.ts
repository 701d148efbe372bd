import { sleepUnlessWoken, type Clock } from '../../base/clock.ts';

export interface ChargeLookupDependencies {
  readonly clock: Clock;
  /** Number of charges not confirmed yet. */
  readonly open: () => Promise<number>;
  /** Compares these charges with the platform's credit history. */
  readonly review: (signal: AbortSignal) => Promise<unknown>;
  /** Charges are looked up only when money is looked at, and not in the background. */
  readonly isOnDemand?: boolean | undefined;
}

/**
 * Milliseconds before each lookup: the first one collects charges of consecutive calls, later ones give a delayed history
 * time to catch up. After the last one, the next charge or the next process starts over.
 */
const pauses = [10_000, 60_000, 300_000, 1_200_000, 3_600_000];

/**
 * Confirms in the background the charges of calls whose answers state no amount. Unconfirmed charges are in the store, so any process
 * can confirm them.
 */
export class ChargeLookup {
  readonly #dependencies: ChargeLookupDependencies;
  readonly #stop = new AbortController();
  #next = new AbortController();
  #running: Promise<void> | undefined;

  constructor(dependencies: ChargeLookupDependencies) {
    this.#dependencies = dependencies;
  }

  /** Schedules a lookup and returns immediately. */
  note(): void {
    if (this.#dependencies.isOnDemand) return;
    this.#next.abort();
    this.#running ??= this.#run()
      .catch(() => undefined)
      .finally(() => (this.#running = undefined));
  }

  /** Stops the lookups. The next process continues with unconfirmed charges. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, open, review } = this.#dependencies;
    for (let step = 0; step < pauses.length; step++) {
      if (this.#next.signal.aborted) [step, this.#next] = [0, new AbortController()];
      if (this.#stop.signal.aborted || (await open()) === 0) return;
      // Consecutive charges share the first lookup; a new charge ends a long pause.
      const woken = step === 0 ? this.#stop.signal : this.#next.signal;
      await sleepUnlessWoken(clock, pauses[step] as number, woken, this.#stop.signal);
      if (!this.#next.signal.aborted || step === 0) await review(this.#stop.signal).catch(() => undefined);
    }
  }
}
