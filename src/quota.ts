/** Counts what is under way, in total and of each caller: one that has used up its share leaves the rest to the others. */
export class Quota {
  readonly #max: number;
  readonly #maxPerCaller: number;
  readonly #of = new Map<string, number>();
  #taken = 0;

  constructor(max: number, maxPerCaller: number) {
    this.#max = max;
    this.#maxPerCaller = maxPerCaller;
  }

  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes `count` of it until `over` resolves. Takes nothing where too much is taken already: `full`, or `share` where it is
   * the caller's own share that is used up. Without a caller only the total counts.
   */
  take(count: number, caller: string | undefined, over: Promise<void>): 'taken' | 'full' | 'share' {
    const own = (caller === undefined ? undefined : this.#of.get(caller)) ?? 0;
    if (caller !== undefined && own + count > this.#maxPerCaller) return 'share';
    if (this.#taken + count > this.#max) return 'full';
    if (count === 0) return 'taken';
    this.#taken += count;
    if (caller !== undefined) this.#of.set(caller, own + count);
    void over.then(() => {
      this.#taken -= count;
      if (caller === undefined) return;
      const left = (this.#of.get(caller) ?? count) - count;
      if (left > 0) this.#of.set(caller, left);
      else this.#of.delete(caller);
    });
    return 'taken';
  }
}
