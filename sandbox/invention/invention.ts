/** Made-up content: the same for the same seed and subject, in whatever order it is asked for. */
export interface Invention {
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** True once in `1 / share` times. */
  chance(share: number): boolean;
  /** Lowercase letters and digits, hard to guess from one another. */
  token(length: number): string;
}

export type Invent = (...subject: readonly (string | number)[]) => Invention;

/** Inventions of one seed. */
export const inventor =
  (seed: number): Invent =>
  (...subject) => {
    let state = hash(`${seed}/${subject.map(withinRange).join('/')}`);
    const next = () => {
      // mulberry32, by Tommy Ettinger: 32 bits of state are plenty for believable figures.
      state = (state + 0x6d2b79f5) | 0;
      let bits = Math.imul(state ^ (state >>> 15), 1 | state);
      bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
      return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
    };
    const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
    return {
      whole,
      pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
      chance: (share) => next() < share,
      token: (length) => Array.from({ length }, () => 'abcdefghjkmnpqrstuvwxyz23456789'[whole(0, 30)]).join(''),
    };
  };

/** An id counts as its place in the range of its kind, so that content stays the same when kinds get other ranges. */
const withinRange = (part: string | number): string | number =>
  typeof part === 'number' && part > 0 && part < 1_000_000 ? ((part - 1) % 1000) + 1 : part;

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
