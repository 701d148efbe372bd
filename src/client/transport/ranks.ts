/** Distinct numbers, highest first. Positions are found by bisection, so that thousands of waiters cost each other nothing to speak of. */
export class Ranks {
  readonly #ranks: number[] = [];

  get highest(): number | undefined {
    return this.#ranks[0];
  }

  add(rank: number): void {
    this.#ranks.splice(this.above(rank), 0, rank);
  }

  remove(rank: number): void {
    const at = this.above(rank);
    if (this.#ranks[at] === rank) this.#ranks.splice(at, 1);
  }

  /** How many are higher. */
  above(rank: number): number {
    let [from, to] = [0, this.#ranks.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#ranks[middle] ?? -Infinity) > rank) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
