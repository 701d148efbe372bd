import type { Clock } from '../../base/index.ts';
import { within } from '../../base/within.ts';

/** Milliseconds that `close` waits for starts and waits in progress. Their requests fail once the client is closed. */
const graceMs = 1_000;

/** The work that has to end before the runs of a process are closed: starts and waits. */
export class RunsShutdown {
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  get hasBegun(): boolean {
    return this.signal.aborted;
  }

  /** Whether a run is about to begin or continue here, or somebody waits for one. */
  get isAwaited(): boolean {
    return this.#underWay.size > 0;
  }

  /** Work that the shutdown waits for. */
  async awaiting<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  begin(): void {
    this.#closing.abort();
  }

  /** Resolves once no run is about to begin here and nobody waits for one, at the latest after a second. */
  idle(): Promise<void> {
    return within(this.#clock, graceMs, this.#allEnded());
  }

  async #allEnded(): Promise<void> {
    while (this.isAwaited) await Promise.allSettled(this.#underWay);
  }
}
