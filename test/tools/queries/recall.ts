import { searchOperations } from '../../../src/tools/discovery/search-index.ts';
import type { Query } from './queries.ts';

export interface Recall {
  /** Share of the queries with a right operation first, and among the first five. */
  readonly first: number;
  readonly firstFive: number;
  /** Mean of 1 / rank of the first right operation, 0 where it is not among the first eight. */
  readonly reciprocalRank: number;
  /** A line for each query without a right operation among the first five. */
  readonly missed: readonly string[];
}

/** How often a search finds what was asked for. */
export async function recallOf(queries: readonly Query[]): Promise<Recall> {
  const ranks: number[] = [];
  const missed: string[] = [];
  for (const { query, right } of queries) {
    const { hits } = await searchOperations(query, 8);
    const names = hits.map(({ operation }) => operation.name);
    const rank = names.findIndex((name) => right.includes(name)) + 1;
    ranks.push(rank);
    if (rank === 0 || rank > 5) missed.push(`${query} → ${names.slice(0, 5).join(', ')}`);
  }
  const share = (fits: (rank: number) => boolean): number => ranks.filter(fits).length / ranks.length;
  return {
    first: share((rank) => rank === 1),
    firstFive: share((rank) => rank >= 1 && rank <= 5),
    reciprocalRank: ranks.reduce((sum, rank) => sum + (rank ? 1 / rank : 0), 0) / ranks.length,
    missed,
  };
}
