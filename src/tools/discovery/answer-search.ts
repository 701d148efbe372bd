import { families, findFamily } from '../../catalog/index.ts';
import { withoutPinned, type Pins } from '../../catalog/pins.ts';
import type { Family, Operation } from '../../catalog/operation.ts';
import { signatureOf } from '../../declarations/operation-types.ts';
import { nearest } from '../../nearest.ts';
import { createNotSentError } from '../results/error-result.ts';
import { success } from '../results/result.ts';
import { exampleArguments } from '../schema/example.ts';
import { priceShortly } from '../schema/price-in-words.ts';
import { requiredArguments } from '../schema/required-arguments.ts';
import type { ToolResult } from '../tool.ts';
import { whyNotOffered } from './not-offered.ts';

export interface Search {
  readonly query?: string | undefined;
  readonly queries?: readonly string[] | undefined;
  readonly family?: string | undefined;
  readonly limit?: number | undefined;
  /** Hits as TypeScript signatures. */
  readonly as?: 'code' | undefined;
}

/** Characters: what is longer is no question, and matching takes time that grows with it. */
const maxQueryLength = 1_000;

/** Hits of each of several queries, unless a limit is given. */
const hitsOfEach = 4;

/** Operations for a query or for several; a family's operations; or the families, also where nothing matches well. */
export async function answerSearch({ query, queries, family, limit, as }: Search, pins?: Pins): Promise<ToolResult> {
  const show: Show = (operation, withExample = false) => {
    const shown = withoutPinned(operation, pins);
    return as === 'code' ? codeOf(shown) : lineOf(shown, withExample);
  };
  const only = family === undefined ? undefined : familyNamed(family);
  const asked = [...(query === undefined ? [] : [query]), ...(queries ?? [])];
  if (asked.length === 0)
    return success(
      only ? { family: only.name, about: only.about, operations: listed(only, limit, show) } : familyIndex(),
    );
  if (queries === undefined || asked.length === 1) {
    const { data, hint } = await answerOne(asked[0] ?? '', limit ?? 8, only, show);
    return success(data, { hint });
  }
  const results = [];
  for (const one of asked.slice(0, 6)) {
    const { data, hint } = await answerOne(one, limit ?? hitsOfEach, only, show);
    // The families are the same for every query that fits nothing: they are shown once, on request.
    const { operations = [] } = data;
    results.push({ query: one.slice(0, 100).toWellFormed(), operations, hint });
  }
  return success({ results });
}

/** An operation as the answer shows it. */
type Show = (operation: Operation, withExample?: boolean) => Record<string, unknown>;

interface Found {
  readonly data: { readonly operations?: readonly Record<string, unknown>[] | undefined } & Readonly<
    Record<string, unknown>
  >;
  readonly hint?: string | undefined;
}

async function answerOne(asked: string, limit: number, only: Family | undefined, show: Show): Promise<Found> {
  const query = asked.slice(0, maxQueryLength).toWellFormed();
  const why = whyNotOffered(query);
  if (why !== undefined) return { data: { operations: [] }, hint: `Nothing here does that: ${why}` };
  const { searchOperations } = await import('./search-index.ts');
  const { operations: hits, weak, unknown } = await searchOperations(query, limit, only?.name);
  const operations = hits.map((operation, at) => show(operation, at < withExample));
  const hint = unknown.length > 0 ? { hint: strangeWords(unknown) } : {};
  if (!weak && operations.length > 0) return { data: { operations }, ...hint };
  return {
    data: { operations: operations.length ? operations.slice(0, 5) : undefined, ...familyIndex() },
    hint: 'No good match: choose a family, or use other words.',
  };
}

const strangeWords = (unknown: readonly string[]): string =>
  `Nothing here has to do with ${unknown
    .slice(0, 3)
    .map((word) => JSON.stringify(word.slice(0, 40)))
    .join(', ')}. These are the nearest by the other words; if none does what is wanted, nothing here does that.`;

/** How many of the first hits carry an example. */
const withExample = 3;

/** Characters of an example that is simple enough to go with a hit. */
const maxExampleLength = 170;

/** One operation as a search shows it. */
function lineOf(operation: Operation, withExample = false): Record<string, unknown> {
  const required = requiredArguments(operation);
  const likely = Object.keys(operation.likely).slice(0, 6);
  const { changes, effect } = operation;
  const example = withExample ? exampleArguments(operation) : {};
  return {
    name: operation.name,
    does: operation.does,
    effect: operation.effect,
    credits: priceShortly(operation.price),
    required: required.length ? required : undefined,
    likely: likely.length ? likely : undefined,
    changes: changes !== undefined && (effect === 'paid' || effect === 'delete') ? changes : undefined,
    audience: operation.audience.who === 'admin' ? 'admin' : undefined,
    example:
      withExample && Object.keys(example).length > 0 && JSON.stringify(example).length <= maxExampleLength
        ? example
        : undefined,
  };
}

/** One operation as a program calls it. */
const codeOf = (operation: Operation): Record<string, unknown> => ({
  name: operation.name,
  does: operation.does,
  effect: operation.effect,
  credits: priceShortly(operation.price),
  code: signatureOf(operation),
});

const listed = (family: Family, limit = 50, show: Show): Record<string, unknown>[] =>
  ownOf(family)
    .slice(0, limit)
    .map((operation) => show(operation));

const ownOf = ({ operations }: Family): Operation[] =>
  Object.values(operations).filter(({ aliasOf }) => aliasOf === undefined);

/** Every family by name, with how many operations it has: as an object, which costs a model a third less than a list of records. */
const familyIndex = (): Record<string, unknown> => ({
  families: Object.fromEntries(families.map((family) => [family.name, `${ownOf(family).length}: ${family.about}`])),
});

function familyNamed(name: string): Family {
  const wanted = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const found = findFamily(wanted);
  if (found) return found;
  const names = families.map((family) => family.name);
  const near = nearest(wanted, names);
  throw createNotSentError(
    'invalid_arguments',
    `There is no family ${JSON.stringify(name.slice(0, 60))}.${near.length ? ` Did you mean ${near.join(', ')}?` : ''}`,
    'find_operations {} lists them',
  );
}
