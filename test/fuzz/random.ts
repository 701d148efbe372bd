/** Seeded pseudo-random numbers (mulberry32): the same seed gives the same inputs on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }
}
