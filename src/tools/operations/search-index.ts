import type { default as MiniSearch } from 'minisearch';
import { allOperations, findFamily } from '../../catalog/index.ts';
import type { Effect, Operation } from '../../catalog/operation.ts';
import { kindWords } from './kind-words.ts';
import { plainQuery } from './plain-query.ts';
import { namedOperation } from './named-operation.ts';
import { wordsOf } from './words.ts';

export interface SearchResult {
  /** Best first. */
  readonly operations: readonly Operation[];
  /** Whether the best hit matches fewer than half of the query's words. It may still be right. */
  readonly isPartial: boolean;
  /** Whether the query is the name or the path of the best hit. */
  readonly isName: boolean;
  /** Words of the query that no operation has, even misspelled. The platform probably does not offer what they name. */
  readonly unknown: readonly string[];
  /** The best hit, if it changes a single thing, the query asks for many, and no bulk operation exists. */
  readonly oneOfMany: Operation | undefined;
}

/** Queries mostly use words of the name and the line; a family's words are shared by all its operations. */
const boost = { action: 3, does: 2.5, words: 2.5, asked: 3, family: 3, about: 1.5, kind: 0.5, details: 0.6 };

/** Weights of words that only begin like one of the query, or are spelt alike. */
const weights = { prefix: 0.2, fuzzy: 0.1 };

/** Hits below this share of the best score are dropped. */
const noise = 0.3;

let index: Promise<MiniSearch<Entry>> | undefined;

/** Finds operations for a free-text query. A query that is an operation's name or path finds it first; `list projects` counts as a name. */
export async function searchOperations(query: string, limit: number, family?: string): Promise<SearchResult> {
  const engine = await (index ??= buildIndex());
  const plain = plainQuery(query);
  const asked = new Set(wordsOf(plain));
  const fit = fitTo(query.trim().toLowerCase());
  const results = engine.search(plain, {
    boost,
    weights,
    prefix: (word) => word.length > 3,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    boostDocument: (_id, _word, stored) => fit(stored?.['operation'] as Operation, stored?.['isBulk'] === true),
  });
  const isName = (operation: Operation): boolean =>
    asked.size > 0 && namesOf(operation).some((name) => isSame(asked, new Set(wordsOf(name))));
  const exactMatch = namedOperation(query.trim()) ?? results.map(({ operation }): Operation => operation).find(isName);
  const inFamily = (operation: Operation): boolean => family === undefined || operation.family === family;
  const hits = results.filter(({ operation }) => inFamily(operation) && operation !== exactMatch);
  const best = hits[0];
  const operations = hits
    .filter(({ score }) => score >= (best?.score ?? 0) * noise)
    .map(({ operation }): Operation => operation);
  if (exactMatch && inFamily(exactMatch)) operations.unshift(exactMatch);
  const matched = new Set(results.flatMap(({ queryTerms }) => queryTerms));
  const isUnknown = (word: string): boolean => word.length > 3 && asked.has(word) && !matched.has(word);
  const [top] = operations;
  const changesOne = top && top.effect !== 'read' && top.bulk === undefined && !isBulk(top);
  return {
    operations: operations.slice(0, limit),
    oneOfMany:
      changesOne && namesMany.test(query.toLowerCase()) && !operations.slice(0, limit).some(isBulk) ? top : undefined,
    isName: exactMatch !== undefined && operations[0] === exactMatch,
    isPartial: !exactMatch && best !== undefined && best.queryTerms.length * 2 < asked.size,
    unknown: [...new Set(query.split(/[^\p{L}\p{N}]+/u).filter((word) => wordsOf(word).some(isUnknown)))],
  };
}

/** Common names for the things of a family: `brands.list` or `brands` means `tracking.list`. */
const thingsOf: Readonly<Record<string, readonly string[]>> = {
  tracking: ['brands', 'tracking_projects'],
  articles: ['posts'],
  projects: ['sites'],
};

function namesOf({ name, family }: Operation): readonly string[] {
  const things = thingsOf[family] ?? [];
  const action = name.slice(family.length + 1);
  // `get` is too common a word to count.
  if (action === 'get') return [name];
  return [name, ...things.flatMap((thing) => [`${thing}.${action}`, ...(action === 'list' ? [thing] : [])])];
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((word) => other.has(word));

/** Whether the operation is the bulk version of another. */
const isBulk = ({ name }: Operation): boolean => (bulk ??= new Set(allOperations().map((one) => one.bulk))).has(name);
let bulk: ReadonlySet<string | undefined> | undefined;

interface Entry extends Readonly<Record<keyof typeof boost | 'id', string>> {
  readonly operation: Operation;
  /** Whether the operation is the bulk version of another. */
  readonly isBulk: boolean;
}

/** The index of the whole catalog. Building it takes tens of milliseconds, so it is built by the first search. */
async function buildIndex(): Promise<MiniSearch<Entry>> {
  const { default: Engine } = await import('minisearch');
  const engine = new Engine<Entry>({
    fields: Object.keys(boost),
    storeFields: ['operation', 'isBulk'],
    tokenize: wordsOf,
  });
  const operations = allOperations().filter(({ aliasOf }) => aliasOf === undefined);
  engine.addAll(operations.map((operation) => entryOf(operation, isBulk(operation))));
  return engine;
}

function entryOf(operation: Operation, isBulk: boolean): Entry {
  const { name, does, words, asked, path, input, answer } = operation;
  const family = findFamily(operation.family);
  const fields = 'shape' in answer ? Object.keys(answer.shape) : [];
  return {
    id: name,
    operation,
    isBulk,
    action: name.slice(operation.family.length + 1),
    does,
    words,
    asked,
    family: operation.family,
    about: `${family?.about} ${family?.words}`,
    kind: kindWords(operation),
    details: [path, ...Object.keys(input.shape), ...fields].join(' '),
  };
}

const asksToDelete =
  /^(?:please )?(?:delete|remove|erase|purge|wipe|get rid|throw|drop|bin|trash|uninvite|clear|discard|forget|revoke|withdraw|cancel|kick|disconnect|unlink|unshare)\b/;
const asksToRead =
  /^(?:list|show|see|view|fetch|read|look|find|search|download|tell|what|which|who|where|when|why|how|is|are|did|does|do|has|have|was|were)\b|\?$|\b(?:status|progress)\b/;
const asksForMany = /\b(?:bulk|batch|several|many|lots|multiple|these|those|mass|both|every|\d{2,})\b/;

/** Whether a query asks for many things. A number alone does not count, since it may be an id. */
const namesMany =
  /\b(?:bulk|batch|several|many|lots|multiple|mass|every|each|all (?:of )?(?:the |my |our |these |those )?\w+s)\b|\b\d{2,} (?:\w+ )?\w+s\b/;

/** A weight for how well the operation's kind fits the form of the query: a question, for example, never asks for a deletion. */
function fitTo(query: string): (operation: Operation, isBulk: boolean) => number {
  const likelyEffect: Effect = asksToDelete.test(query) ? 'delete' : asksToRead.test(query) ? 'read' : 'write';
  const many = asksForMany.test(query);
  const otherwise = likelyEffect === 'write' ? 0.9 : 0.6;
  return ({ effect }, isBulk) =>
    ((effect === 'paid' ? 'write' : effect) === likelyEffect ? 1 : otherwise) * (isBulk === many ? 1 : 0.8);
}
