import type { default as MiniSearch, SearchResult as Match } from 'minisearch';
import { allOperations, type Effect, findFamily, type Operation } from '../../catalog/index.ts';
import { namedOperation } from './named-operation.ts';
import { notOffered } from './not-offered.ts';

export interface SearchResult {
  /** Best first. */
  readonly operations: readonly Operation[];
  /** Set if the query asks for something that the platform does not do: why there are no hits. */
  readonly notOffered?: string | undefined;
}

/** Fields of the index with their weights. A family's words are shared by all its operations. */
const boost = { action: 3, family: 3, does: 2.5, asked: 3, about: 1.5, notOffered: 8 };

/** Weights of words that only begin like a word of the query, or are spelt similarly. */
const weights = { prefix: 0.5, fuzzy: 0.2 };

/** Hits below this share of the best score are dropped. */
const noise = 0.3;

let index: Promise<MiniSearch<Entry>> | undefined;

/** Finds operations for a free-text query. A query that is an operation's name, its words or its address finds it first. */
export async function searchOperations(query: string, limit: number, family?: string): Promise<SearchResult> {
  const engine = await (index ??= buildIndex());
  const plain = plainQuery(query);
  const asked = new Set(wordsOf(plain));
  const fit = fitTo(query.trim().toLowerCase());
  const matches = engine.search(plain, {
    boost,
    weights,
    prefix: (word) => word.length > 3,
    fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    boostDocument: (_id, _word, stored) => (stored?.['operation'] ? fit(stored['operation'] as Operation) : 1),
  });
  const isNamed = (operation: Operation | undefined): boolean =>
    operation !== undefined && !operation.name.endsWith('.get') && bare(operation.name) === bare(plain);
  const named = namedOperation(query.trim()) ?? matches.map(operationOf).find(isNamed);
  // The best hit, or nearly so, by a word that no operation has.
  const offered = new Set(matches.filter(operationOf).flatMap(({ terms }) => terms));
  const isAsked = ({ score, terms }: Match): boolean =>
    score * 2 > (matches[0]?.score ?? 0) && terms.some((word) => asked.has(word) && !offered.has(word));
  const none = matches.find((match, at) => !operationOf(match) && (at === 0 || isAsked(match)));
  if (!named && none) return { operations: [], notOffered: notOffered[Number(none.id)]?.says };
  const hits = matches.filter((match) => isWithin(family, operationOf(match)) && operationOf(match) !== named);
  const [best] = hits;
  const operations = hits
    .filter(({ score }) => score >= (best?.score ?? 0) * noise)
    .flatMap((match) => operationOf(match) ?? []);
  if (isWithin(family, named)) operations.unshift(named);
  return { operations: operations.slice(0, limit) };
}

/** The words of a name without order and number: `delete image` names `images.delete`, and not `images.delete_forever`. */
const bare = (name: string): string =>
  [...new Set(wordsOf(name).map((word) => word.replace(/s$/, '')))].toSorted().join(' ');

const operationOf = (match: Match): Operation | undefined => match['operation'] as Operation | undefined;

const isWithin = (family: string | undefined, operation: Operation | undefined): operation is Operation =>
  operation !== undefined && (family === undefined || operation.family === family);

interface Entry extends Partial<Readonly<Record<keyof typeof boost, string>>> {
  readonly id: string;
  /** Absent if the entry is for something that the platform does not offer. */
  readonly operation?: Operation | undefined;
}

/** The index of the whole catalog. Building it takes tens of milliseconds, so it is built by the first search. */
async function buildIndex(): Promise<MiniSearch<Entry>> {
  const { default: Engine } = await import('minisearch');
  const engine = new Engine<Entry>({ fields: Object.keys(boost), storeFields: ['operation'], tokenize: wordsOf });
  engine.addAll(
    allOperations()
      .filter(({ aliasOf }) => aliasOf === undefined)
      .map(entryOf),
  );
  engine.addAll(notOffered.map(({ asked }, at) => ({ id: String(at), notOffered: asked })));
  return engine;
}

function entryOf(operation: Operation): Entry {
  const { name, family, does, asked } = operation;
  const { about, words: shared } = findFamily(family) ?? {};
  return {
    id: name,
    operation,
    action: name.slice(family.length + 1),
    family,
    does,
    asked,
    about: `${about} ${shared}`,
  };
}

const asksToDelete =
  /^(?:please )?(?:delete|remove|erase|purge|wipe|get rid|throw|drop|trash|clear|discard|revoke|withdraw|cancel)\b/;
const asksToRead =
  /^(?:list|show|see|view|read|look|find|search|download|what|which|who|where|when|why|how|is|are|did|does|do|has|have|was|were)\b|\?$|\bstatus\b/;

/** A weight that compares the kind of an operation with the form of the query: a question, for example, never asks for a deletion. */
function fitTo(query: string): (operation: Operation) => number {
  const likelyEffect: Effect = asksToDelete.test(query) ? 'delete' : asksToRead.test(query) ? 'read' : 'write';
  const otherwise = likelyEffect === 'write' ? 0.9 : 0.6;
  return ({ effect }) => ((effect === 'paid' ? 'write' : effect) === likelyEffect ? 1 : otherwise);
}

/** The words of a text, a name (`family.action_name`) or a path, without the most common words. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !common.has(word));

const common = new Set(
  `a actually already an and any are as at be been by can could did do does exactly for from get give got had has have how i if in into is it its just let
  like ll me my of on or our please really shall should simply so some than that the their them there these this those to too us ve want was we were what
  when where which who whose will with would you your`.split(/\s+/),
);

/** A query in which the name of a day stands for a date, as in "plan that for Friday". */
const plainQuery = (query: string): string => query.toLowerCase().replaceAll('’', "'").replaceAll(days, ' date ');

const days =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|(?:(?:\d+(?:st|nd|rd|th)? )?(?:january|february|april|june|july|august|september|october|november|december)))\b/g;
