import type { default as MiniSearch, SearchOptions } from 'minisearch';
import type { Operation } from '../../catalog/operation.ts';
import { boost, buildIndex, type Index } from './build-index.ts';
import { closeness } from './closeness.ts';
import { withPhrases } from './phrases.ts';
import { plainQuery } from './plain-query.ts';
import { type Evidence, logWeight, rankedFields, type RankedField, rankerOf } from './rank.ts';
import { namedOperation } from './resolve-operation.ts';
import { synonymsOf } from './synonyms.ts';
import { wordsOf } from './words.ts';

interface Hit {
  readonly operation: Operation;
  readonly score: number;
}

export interface Found {
  readonly hits: readonly Hit[];
  /** The best hit has less than half of what was asked, or hardly anything was found: better show the families too. */
  readonly weak: boolean;
  /** Words of the query that occur nowhere here, not even misspelt: the platform likely does not offer what they name. */
  readonly unknown: readonly string[];
}

let index: Promise<Index> | undefined;

/**
 * Operations for a query in anybody's words, best first. The index is built at the first search.
 *
 * Each word asked counts once, by itself or by the best of what it may stand for; the sum is scaled by the
 * share of the words found, so that one rare word does not outweigh three plain ones. The best candidates are then
 * ranked by `rank.ts`. An operation's own name or address finds it first.
 */
export async function searchOperations(query: string, limit: number, family?: string): Promise<Found> {
  const { engine, known, operations, ways } = await (index ??= buildIndex());
  const asked = [...new Set(wordsOf(withPhrases(plainQuery(query))))];
  const sums = new Map<string, { score: number; words: number; fields: FieldSums }>();
  const unknown = new Set<string>();
  for (const word of asked) {
    const { all, byField } = scoresOf(engine, known, word);
    if (all.size === 0 && word.length > 3) unknown.add(word);
    for (const [id, score] of all) {
      const sum = sums.get(id) ?? { score: 0, words: 0, fields: { words: 0, asked: 0, familyWords: 0 } };
      for (const field of rankedFields) sum.fields[field] += byField[field].get(id) ?? 0;
      sums.set(id, { ...sum, score: sum.score + score, words: sum.words + 1 });
    }
  }
  const candidates = new Map<Operation, { rough: number; words: number; evidence: Evidence }>();
  for (const [id, { score, words, fields }] of sums) {
    const operation = operations.get(id);
    if (!operation || (family !== undefined && operation.family !== family)) continue;
    const close = closeness(asked, ways.get(id) ?? []);
    const share = words / asked.length;
    const rough = score * share * (1 + close);
    if (rough > (candidates.get(operation)?.rough ?? 0))
      candidates.set(operation, { rough, words, evidence: { score, share, close, fields } });
  }
  const rank = rankerOf(query, asked);
  const best = new Map(
    [...candidates]
      .sort(([, one], [, other]) => other.rough - one.rough)
      .slice(0, maxRanked)
      .map(([operation, { words, evidence }]) => [
        operation,
        { score: Math.exp(rank(operation, evidence) / logWeight), words },
      ]),
  );
  const named = namedOperation(query.trim());
  if (named && (family === undefined || named.family === family))
    best.set(named, { score: Infinity, words: asked.length });
  const ranked = [...best]
    .map(([operation, { score, words }]) => ({ operation, score, words }))
    .sort((a, b) => b.score - a.score);
  const second = ranked.find(({ score }) => Number.isFinite(score))?.score ?? 0;
  const hits = ranked.filter(({ score }, at) => at < fewest || score >= second * faint);
  return {
    hits: hits.slice(0, limit),
    weak:
      !named &&
      ((family === undefined ? hits.length < few : hits.length === 0) || (hits[0]?.words ?? 0) * 2 < asked.length),
    unknown: asWritten(unknown, query),
  };
}

/** The words as the query has them, not as the index does. */
const asWritten = (stems: ReadonlySet<string>, query: string): string[] => [
  ...new Set(query.split(/[^\p{L}\p{N}]+/u).filter((word) => wordsOf(word).some((stem) => stems.has(stem)))),
];

type FieldSums = Record<RankedField, number>;

interface WordScores {
  readonly all: ReadonlyMap<string, number>;
  readonly byField: Readonly<Record<RankedField, ReadonlyMap<string, number>>>;
}

/** Words looked up before: the same ones come again and again. */
const lookedUp = new Map<string, WordScores>();
const maxLookedUp = 2_000;

/** How much a word adds to each operation that has it, or has what it may stand for: in all fields, and in some alone. */
function scoresOf(engine: MiniSearch, known: ReadonlySet<string>, word: string): WordScores {
  const found = lookedUp.get(word);
  if (found) return found;
  const only = (field: RankedField) => lookUp(engine, known, word, { fields: [field] });
  const scores = {
    all: lookUp(engine, known, word, { boost }),
    byField: { words: only('words'), asked: only('asked'), familyWords: only('familyWords') },
  };
  if (lookedUp.size >= maxLookedUp) lookedUp.clear();
  lookedUp.set(word, scores);
  return scores;
}

/** A word nobody uses may be misspelt or cut. */
function lookUp(
  engine: MiniSearch,
  known: ReadonlySet<string>,
  word: string,
  where: SearchOptions,
): Map<string, number> {
  const scores = new Map<string, number>();
  const add = (term: string, weight: number, options: SearchOptions = {}): void => {
    for (const { id, score } of engine.search(term, { ...where, bm25, ...options }))
      scores.set(id as string, Math.max(scores.get(id as string) ?? 0, score * weight));
  };
  add(word, 1, known.has(word) ? {} : { prefix: word.length > 3, fuzzy: word.length > 4 ? 0.2 : false });
  for (const other of synonymsOf(word)) if (known.has(other)) add(other, likeness);
  return scores;
}

/** Candidates that are ranked; the others are too far behind. */
const maxRanked = 40;

/** Share of the best hit's score below which a hit is noise, except among the first few. */
const faint = 0.3;
const fewest = 5;

/** Fewer hits than this probably mean that the query was misunderstood. */
const few = 3;

/** Lengths differ by how much there was to say, not by how well it fits: they count less than BM25 would have it. */
const bm25 = { k: 1.2, b: 0.5, d: 0.5 };

/** Weight of a synonym relative to the word itself. */
const likeness = 0.3;
