import { searchOperations } from '../src/tools/operations/search-index.ts';
import { freshOfAgents, freshOfPeople, heldOut, tuning, type Query } from '../test/tools/queries/queries.ts';
import { recallOf } from '../test/tools/queries/recall.ts';
import { findTokens } from '../test/tools/queries/find-tokens.ts';
import { median, type Row } from './table.ts';

/** How often `find_operations` has the right operation among the first five, and what a query takes and costs. */
export async function search(): Promise<Row[]> {
  const firstTook = await timed(() => searchOperations('anything', 8));
  const rows = [
    await recallRow('queries tuned on', tuning),
    await recallRow('held-out queries variants were compared on', heldOut),
    await recallRow('queries of agents, written after the last tuning', freshOfAgents, 0.97),
    await recallRow('queries of people, written after the last tuning', freshOfPeople, 0.8),
  ];
  const { hits, answers } = await findTokens();
  const each: number[] = [];
  for (const { query } of heldOut) each.push(await timed(() => searchOperations(query, 8)));
  return [
    ...rows,
    tokenRow(`a hit, of ${hits.length} operations`, hits, 60),
    tokenRow('an answer, without a limit', answers, 350),
    {
      what: 'find_operations, one query (median)',
      measured: `${median(each).toFixed(2)} ms`,
      bar: '< 5 ms',
      held: median(each) < 5,
    },
    {
      what: 'find_operations, the first query, which builds the index',
      measured: `${firstTook.toFixed(0)} ms`,
      bar: '< 150 ms',
      held: firstTook < 150,
    },
  ];
}

async function recallRow(which: string, queries: readonly Query[], atLeast = 0.95): Promise<Row> {
  const { first, firstFive, reciprocalRank } = await recallOf(queries);
  const measured = `${percent(firstFive)} (first: ${percent(first)}, MRR ${reciprocalRank.toFixed(2)})`;
  return {
    what: `find_operations, right among the first 5, ${queries.length} ${which}`,
    measured,
    bar: `≥ ${atLeast * 100} %`,
    held: firstFive >= atLeast,
  };
}

const tokenRow = (which: string, tokens: readonly number[], bar: number): Row => ({
  what: `find_operations, ${which}, tokens (median; 95th percentile)`,
  measured: `${median(tokens)}; ${tokens.toSorted((a, b) => a - b)[Math.floor(tokens.length * 0.95)]}`,
  bar: `≤ ${bar}`,
  held: median(tokens) <= bar,
});

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
