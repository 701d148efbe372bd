import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A request in a person's words, and the operations that fulfil it: any of them is right. */
export interface Query {
  readonly query: string;
  readonly right: readonly string[];
}

/** The queries that vocabulary may be tuned on: half as people say it, half as agents do. */
export const tuning = read('tuning.tsv');

/**
 * Queries kept out of the tuning. Variants of the search were compared by their recall here, so the variant that was kept
 * may fit these by chance: `fresh` measures it without that.
 */
export const heldOut = read('held-out.tsv');

/**
 * Queries written from what the operations do, after the search was last changed: as agents phrase them, and in words of people who
 * know no operation. Measure on them, and choose nothing by the result: whoever tunes further moves them to the held-out ones
 * and writes new ones.
 */
export const freshOfAgents = read('fresh-agents.tsv');
export const freshOfPeople = read('fresh-people.tsv');

/** One line a query: what is asked, a tab, and the right operations with spaces between. */
function read(file: string): Query[] {
  const lines = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [query = '', right = ''] = line.split('\t');
    return { query, right: right.split(' ') };
  });
}
