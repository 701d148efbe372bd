import { wordsOf } from './words.ts';

/** The words of each way to put what an operation is: its name, and its line. */
export const waysToPut = (texts: readonly string[]): ReadonlySet<string>[] =>
  texts.map((text) => new Set(wordsOf(text))).filter(({ size }) => size > 0);

/**
 * How near a query is as a whole to the nearest way to put an operation (Dice's coefficient over words), as
 * what that adds to its score: nothing below 0.7, 0.6 where they are the same. It tells "list projects"
 * from a list of a project's links, in which every word is found as well.
 */
export function closeness(asked: readonly string[], ways: readonly ReadonlySet<string>[]): number {
  const alike = ways.map((way) => (2 * asked.filter((word) => way.has(word)).length) / (asked.length + way.size));
  return 2 * Math.max(0, ...alike.map((share) => share - 0.7));
}
