/** Counts what is in use, in total and by each caller, so that no caller uses more than its share. */
export class Quota {
  readonly #max: number;
  readonly maxPerCaller: number;
  readonly #byCaller = new Map<string | undefined, number>();
  #taken = 0;

  constructor(max: number, maxPerCaller: number) {
    this.#max = max;
    this.maxPerCaller = maxPerCaller;
  }

  get taken(): number {
    return this.#taken;
  }

  /** The count of one caller, or of all callers without an identity. */
  takenBy(caller: string | undefined): number {
    return this.#byCaller.get(caller) ?? 0;
  }

  /** The limit that `count` more would exceed, the caller's own share first. Without a caller only the total counts. */
  exceededBy(count: number, caller: string | undefined): 'full' | 'share' | undefined {
    if (caller !== undefined && this.takenBy(caller) + count > this.maxPerCaller) return 'share';
    return this.#taken + count > this.#max ? 'full' : undefined;
  }

  /** Takes `count` until `over` resolves, or nothing beyond a limit: `full` for all, `share` for the caller. */
  take(count: number, caller: string | undefined, over: Promise<void>): 'taken' | 'full' | 'share' {
    const exceeded = this.exceededBy(count, caller);
    if (exceeded) return exceeded;
    this.add(count, caller);
    void over.then(() => this.add(-count, caller));
    return 'taken';
  }

  /** Adds `count`, which may be negative, without checking the limits. */
  add(count: number, caller: string | undefined): void {
    this.#taken += count;
    const own = this.takenBy(caller) + count;
    if (own > 0) this.#byCaller.set(caller, own);
    else this.#byCaller.delete(caller);
  }
}
