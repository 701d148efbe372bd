import { searchOperations } from '../../../src/tools/operations/search-index.ts';
import type { Query } from './queries.ts';

export interface Recall {
  /** Share of the queries with a right operation first, and among the first five. */
  readonly first: number;
  readonly firstFive: number;
  /** Mean of 1 / rank of the first right operation, 0 where it is not among the first eight. */
  readonly reciprocalRank: number;
}

/** How often a search finds what was asked for. */
export async function recallOf(queries: readonly Query[]): Promise<Recall> {
  const ranks: number[] = [];
  for (const { query, right } of queries) {
    const { operations } = await searchOperations(query, 8);
    const names = operations.map(({ name }) => name);
    const rank = names.findIndex((name) => right.includes(name)) + 1;
    ranks.push(rank);
  }
  const share = (fits: (rank: number) => boolean): number => ranks.filter(fits).length / ranks.length;
  return {
    first: share((rank) => rank === 1),
    firstFive: share((rank) => rank >= 1 && rank <= 5),
    reciprocalRank: ranks.reduce((sum, rank) => sum + (rank ? 1 / rank : 0), 0) / ranks.length,
  };
}
