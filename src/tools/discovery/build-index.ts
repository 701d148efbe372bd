import type MiniSearch from 'minisearch';
import { allOperations, findFamily } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import { waysToPut } from './closeness.ts';
import { canonical } from './resolve-operation.ts';
import { askedAs } from './vocabulary/index.ts';
import { wordsOf } from './words.ts';

export interface Index {
  readonly engine: MiniSearch;
  /** Every word of every field: a word found here is not misspelt. */
  readonly known: ReadonlySet<string>;
  /** By the name under which it was indexed: an alias leads to what it stands for. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** By the same name: how an operation can be put. */
  readonly ways: ReadonlyMap<string, ReadonlySet<string>[]>;
}

/** Queries mostly use words of the name and the line; a family's words are shared by all its operations. */
export const boost = {
  action: 2.5,
  does: 2.5,
  words: 2.5,
  asked: 3,
  family: 3,
  familyWords: 1.5,
  arguments: 0.3,
  path: 0.5,
  answer: 0.4,
};

/** The index over the whole catalog, aliases included. Takes tens of milliseconds, so only a search builds it. */
export async function buildIndex(): Promise<Index> {
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
  const ways = new Map(all.map((operation) => [operation.name, waysToPut([operation.name, operation.does])]));
  return { engine, known, ways, operations: new Map(all.map((operation) => [operation.name, canonical(operation)])) };
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
    answer: 'shape' in operation.answer ? Object.keys(operation.answer.shape).join(' ') : '',
  };
}
