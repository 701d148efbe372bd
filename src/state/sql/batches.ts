/** Items of one batch. */
const maxItems = 64;

/** Batches under way at a time: more than one, so that a batch that waits for a lock does not hold up all others. */
const maxRunning = 2;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects what is asked for in one turn of the event loop, or while earlier batches are under way, and does it together. */
export class Batches<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #isScheduled = false;

  /** @param work does a batch: all of it or nothing. Its results are in the order of the items. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#work = work;
  }

  /** Resolves with the result for the item. Rejects with what `work` rejects with, like the whole batch. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#running >= maxRunning || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#run(this.#waiting.splice(0, maxItems));
    });
  }

  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    this.#running++;
    this.#schedule();
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#running--;
      this.#schedule();
    }
  }
}
