/** The candidate that takes the fewest edits to reach from `word`, if it is close enough to be meant. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const reach = Math.max(2, Math.floor(word.length / 3));
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: edits(word, candidate) }))
    .filter((match) => match.edits <= reach)
    .toSorted((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/** Levenshtein distance, one row at a time. */
function edits(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}
