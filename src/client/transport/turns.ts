interface Waiting {
  readonly rank: number;
  readonly begin: () => void;
}

/** Runs one piece of work at a time: of those that wait, the one with the highest rank is next. */
export class Turns {
  /** Highest rank first. */
  readonly #waiting: Waiting[] = [];
  #isTaken = false;

  /**
   * Resolves and rejects as the work does. Rejects with the signal's reason as soon as that is aborted: before the work begins it
   * is left out, and afterwards nothing waits for its end.
   */
  async run<T>(rank: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#isTaken) await this.#turn(rank, signal);
    this.#isTaken = true;
    try {
      return await unlessAborted(work(), signal);
    } finally {
      const next = this.#waiting.shift();
      if (next) next.begin();
      else this.#isTaken = false;
    }
  }

  #turn(rank: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        rank,
        begin: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      // Later arrivals have lower ranks, calls higher ones than polls: nearly always the place is at the end.
      const at = this.#waiting.findLastIndex((other) => other.rank > rank) + 1;
      this.#waiting.splice(at, 0, waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
