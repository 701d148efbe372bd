import type MiniSearch from 'minisearch';
import { allOperations, findFamily } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import { favours } from './intent.ts';
import { withPhrases } from './phrases.ts';
import { canonical } from './resolve-operation.ts';
import { synonymsOf } from './synonyms.ts';
import { askedAs } from './vocabulary/index.ts';
import { wordsOf } from './words.ts';

interface Hit {
  readonly operation: Operation;
  readonly score: number;
}

export interface Found {
  readonly hits: readonly Hit[];
  /** The best hit has little of what was asked: better show the families too. */
  readonly weak: boolean;
}

interface Index {
  readonly engine: MiniSearch;
  /** Every word of every field: a word found here is not misspelt. */
  readonly known: ReadonlySet<string>;
  /** By the name under which it was indexed: an alias leads to what it stands for. */
  readonly operations: ReadonlyMap<string, Operation>;
}

let index: Promise<Index> | undefined;

/**
 * Operations for a query in anybody's words, best first. The index is built at the first search.
 *
 * Each word asked counts once, by itself or by the best of what it may stand for; the sum is scaled by the
 * share of the words found, so that one rare word does not outweigh three plain ones.
 */
export async function searchOperations(query: string, limit: number, family?: string): Promise<Found> {
  const { engine, known, operations } = await (index ??= build());
  const asked = [...new Set(wordsOf(withPhrases(query)))];
  const sums = new Map<string, { score: number; words: number }>();
  for (const word of asked) {
    for (const [id, score] of scoresOf(engine, known, word)) {
      const sum = sums.get(id) ?? { score: 0, words: 0 };
      sums.set(id, { score: sum.score + score, words: sum.words + 1 });
    }
  }
  const favour = favours(query);
  const best = new Map<Operation, { score: number; words: number }>();
  for (const [id, { score, words }] of sums) {
    const operation = operations.get(id);
    if (!operation || (family !== undefined && operation.family !== family)) continue;
    const whole = score * (words / asked.length) ** coverage * favour(operation);
    if (whole > (best.get(operation)?.score ?? 0)) best.set(operation, { score: whole, words });
  }
  const hits = [...best].map(([operation, { score, words }]) => ({ operation, score, words })).sort((a, b) => b.score - a.score);
  return { hits: hits.slice(0, limit), weak: (hits[0]?.words ?? 0) * 3 < asked.length || asked.length === 0 };
}

/** How much a word adds to each operation that has it, or has what it may stand for. */
function scoresOf(engine: MiniSearch, known: ReadonlySet<string>, word: string): Map<string, number> {
  const scores = new Map<string, number>();
  for (const [term, weight] of [[word, 1], ...synonymsOf(word).map((other) => [other, likeness] as const)] as const) {
    const misspelt = !known.has(term);
    for (const { id, score } of engine.search(term, { boost, bm25, prefix: misspelt && term.length > 3, fuzzy: misspelt && term.length > 4 ? 0.2 : false })) {
      scores.set(id as string, Math.max(scores.get(id as string) ?? 0, score * weight));
    }
  }
  return scores;
}

/** What is asked most often stands in the name and the line; a family's words are shared by all its operations. */
const boost = { action: 4, does: 2.5, words: 2.5, asked: 2.5, family: 2, familyWords: 1.2, arguments: 0.3, path: 0.5 };

/** Lengths differ by how much there was to say, not by how well it fits: they count less than BM25 would have it. */
const bm25 = { k: 1.2, b: 0.4, d: 0.5 };

/** What a word counts that stands for the one asked. */
const likeness = 0.4;

const coverage = 1;

async function build(): Promise<Index> {
  const { default: Engine } = await import('minisearch');
  const known = new Set<string>();
  const engine = new Engine({
    fields: Object.keys(boost),
    tokenize: wordsOf,
    processTerm: (term) => {
      known.add(term);
      return term;
    },
    searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
  });
  const all = allOperations();
  engine.addAll(all.map(entryOf));
  return { engine, known, operations: new Map(all.map((operation) => [operation.name, canonical(operation)])) };
}

function entryOf(operation: Operation): Record<string, string> {
  const family = findFamily(operation.family);
  return {
    id: operation.name,
    family: operation.family,
    action: operation.name.slice(operation.family.length + 1),
    does: operation.does,
    words: operation.words,
    asked: askedAs(operation.name),
    familyWords: `${family?.about ?? ''} ${family?.words ?? ''} ${askedAs(operation.family)}`,
    arguments: Object.keys(operation.input.shape).join(' '),
    path: operation.path,
  };
}
