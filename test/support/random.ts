export interface Random {
  /** A whole number from 0 up to, but not including, the bound. */
  below(bound: number): number;
  pick<T>(of: readonly T[]): T;
  /** Whether something of this probability happens. */
  chance(part: number): boolean;
}

/** Numbers that look random and are the same for the same seed (Mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (bound) => Math.floor(next() * bound),
    pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T,
    chance: (part) => next() < part,
  };
}
