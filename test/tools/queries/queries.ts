import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What somebody asks, and the operations that do it: any of them is right. */
export interface Query {
  readonly query: string;
  readonly right: readonly string[];
}

/** The queries vocabulary and weights may be tuned on: half as people say it, half as agents do. */
export const tuning = read('tuning.tsv');

/**
 * Queries nothing was tuned on, about a quarter of all: which of them miss was never looked at. Who wants to
 * tune further writes new ones, and moves none of these.
 */
export const heldOut = read('held-out.tsv');

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
