/** The share of common pairs of letters (Dice's coefficient), 0 to 1. It tolerates swapped parts. */
export const similarity = (one: string, other: string): number => dice(pairs(one), pairs(other));

/** The names that are most similar to `name`, best first, at most `count`. */
export function nearest(name: string, names: readonly string[], count = 3, atLeast = 0.4): string[] {
  const wantedPairs = pairs(name);
  return names
    .map((candidate) => ({ candidate, likeness: dice(wantedPairs, pairs(candidate)) }))
    .filter(({ likeness }) => likeness >= atLeast)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** `; did you mean …?` for an unknown name; `otherwise` if no other name is similar. */
export function didYouMean(name: string, names: readonly string[], otherwise = ''): string {
  const [suggestion] = nearest(name, names, 1);
  return suggestion === undefined ? otherwise : `; did you mean ${suggestion}?`;
}

function pairs(name: string): Map<string, number> {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const counts = new Map<string, number>();
  for (let at = 0; at < letters.length - 1; at++) {
    const pair = letters.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

function dice(a: Map<string, number>, b: Map<string, number>): number {
  let shared = 0;
  for (const [pair, times] of a) shared += Math.min(times, b.get(pair) ?? 0);
  const all = sum(a) + sum(b);
  return all === 0 ? 0 : (2 * shared) / all;
}

const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((total, times) => total + times, 0);
