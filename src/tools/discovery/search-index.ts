import type MiniSearch from 'minisearch';
import { allOperations, findFamily } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import { canonical } from './resolve-operation.ts';
import { synonymsOf } from './synonyms.ts';
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

let index: Promise<MiniSearch> | undefined;

/** Operations for a query in anybody's words, best first. The index is built at the first search. */
export async function searchOperations(query: string, limit: number, family?: string): Promise<Found> {
  const search = await (index ??= build());
  const asked = [...new Set(wordsOf(query))];
  const meant = [...new Set(asked.flatMap(synonymsOf))].filter((word) => !asked.includes(word));
  const found = search.search(
    { combineWith: 'OR', queries: [{ queries: asked, combineWith: 'OR' }, ...(meant.length ? [{ queries: meant, combineWith: 'OR' as const, boostTerm: () => 0.35 }] : [])] },
    {
      boost,
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.25 },
      ...(family ? { filter: (result) => (result['family'] as string) === family } : {}),
    },
  );
  const known = [...asked, ...meant];
  const matched = new Set(found[0]?.queryTerms ?? []);
  const covered = asked.filter((word) => matched.has(word) || synonymsOf(word).some((other) => matched.has(other))).length;
  const best = new Map<Operation, Hit>();
  for (const { id, score } of found) {
    const operation = operations?.get(id as string);
    if (operation && !best.has(operation)) best.set(operation, { operation, score });
  }
  return { hits: [...best.values()].slice(0, limit), weak: known.length === 0 || covered * 4 < asked.length };
}

/** What is asked most often stands in the name and the line; a family's words are shared by all its operations. */
const boost = { action: 4, does: 2.5, words: 2.5, family: 2, familyWords: 1.2, arguments: 0.5, path: 0.5 };

/** By the name under which it was indexed: an alias leads to what it stands for. */
let operations: ReadonlyMap<string, Operation> | undefined;

async function build(): Promise<MiniSearch> {
  const { default: Engine } = await import('minisearch');
  const search = new Engine({ fields: Object.keys(boost), storeFields: ['family'], tokenize: wordsOf, processTerm: (term) => term });
  const all = allOperations();
  operations = new Map(all.map((operation) => [operation.name, canonical(operation)]));
  search.addAll(all.map(entryOf));
  return search;
}

function entryOf(operation: Operation): Record<string, string> {
  const family = findFamily(operation.family);
  return {
    id: operation.name,
    family: operation.family,
    action: operation.name.slice(operation.family.length + 1),
    does: operation.does,
    words: operation.words,
    familyWords: `${family?.about ?? ''} ${family?.words ?? ''}`,
    arguments: Object.keys(operation.input.shape).join(' '),
    path: operation.path,
  };
}
