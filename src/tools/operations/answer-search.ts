import { families, findFamily } from '../../catalog/index.ts';
import { withoutPinned, type Pins } from '../../catalog/pins.ts';
import type { Family, Operation } from '../../catalog/vocabulary/index.ts';
import { callLine } from '../../catalog/schema/call-line.ts';
import { signatureOf } from '../../catalog/schema/typescript.ts';
import { definedFields } from '../../base/json/defined-fields.ts';
import { nearest } from '../../base/text/nearest.ts';
import { createNotSentError } from '../results/error-result.ts';
import { success } from '../results/result.ts';
import type { Tool, ToolResult } from '../definition/tool.ts';
import { programLine } from './program-line.ts';
import { searchOperations } from './search-index.ts';
import { workflowsFor } from './workflows-for.ts';

export interface Search {
  readonly query?: string | undefined;
  readonly queries?: readonly string[] | undefined;
  readonly family?: string | undefined;
  readonly limit?: number | undefined;
  /** Whether to add TypeScript signatures. */
  readonly as?: 'code' | undefined;
}

/** Maximum characters of a query. Matching takes longer for longer queries, and a real question is shorter. */
const maxQueryLength = 1_000;

/** Default number of hits for one query. */
const usualHits = 5;

/** Default number of hits for each of several queries. Nearly every right answer is among the first three. */
const hitsOfEach = (queries: number): number => (queries > 2 ? 3 : 4);

/**
 * Operations for a query or for several; a family's operations; or the families, also where nothing matches.
 *
 * @param workflows named as well where a program asks
 * @param programs whether a hint at programs may be given where a query asks for many things at once
 */
export async function answerSearch(
  { query, queries, family, limit, as }: Search,
  pins?: Pins,
  workflows: readonly Tool[] = [],
  programs = false,
): Promise<ToolResult> {
  const told = new Set<string>();
  const show: Show = (operation) => {
    const shown = withoutPinned(operation, pins);
    const { changes, ...hit } = hitOf(shown);
    // Operations of a family often change the same: a sentence is said once, with the first of them.
    const untold = changes.filter((sentence) => !told.has(sentence));
    untold.forEach((sentence) => told.add(sentence));
    return definedFields({
      ...hit,
      changes: untold.join(' ') || undefined,
      code: as === 'code' ? signatureOf(shown) : undefined,
    });
  };
  const only = family === undefined ? undefined : familyNamed(family);
  const asked = [...(query === undefined ? [] : [query]), ...(queries ?? [])];
  if (asked.length === 0)
    return success(
      only ? { family: only.name, about: only.about, operations: listed(only, limit, show) } : familyIndex(),
    );
  if (queries === undefined || asked.length === 1) {
    const { data, hint } = await answerOne(asked[0] ?? '', limit ?? usualHits, only, show, programs);
    return success(withWorkflows(data, asked[0] ?? ''), { hint });
  }
  const results = [];
  const shown = new Set<string>();
  const showOnce: Show = (operation) => {
    if (shown.has(operation.name)) return { name: operation.name, call: 'as above' };
    shown.add(operation.name);
    return show(operation);
  };
  for (const one of asked.slice(0, 6)) {
    const { data, hint } = await answerOne(one, limit ?? hitsOfEach(asked.length), only, showOnce, programs);
    // The families are the same for every query that fits nothing: they are shown once, on request.
    const { operations = [] } = data;
    results.push(withWorkflows({ query: one.slice(0, 100).toWellFormed(), operations, hint }, one));
  }
  return success({ results });

  /** Programs have no tools, so they are shown workflows beside operations. */
  function withWorkflows(answer: Readonly<Record<string, unknown>>, one: string): Readonly<Record<string, unknown>> {
    const lines = as === 'code' && only === undefined ? workflowsFor(one.slice(0, maxQueryLength), workflows) : [];
    return lines.length > 0 ? { workflows: lines, ...answer } : answer;
  }
}

/** An operation in the answer. */
type Show = (operation: Operation) => Record<string, unknown>;

interface QueryAnswer {
  readonly data: { readonly operations?: readonly Record<string, unknown>[] | undefined } & Readonly<
    Record<string, unknown>
  >;
  readonly hint?: string | undefined;
}

async function answerOne(
  asked: string,
  limit: number,
  only: Family | undefined,
  show: Show,
  programs: boolean,
): Promise<QueryAnswer> {
  const query = asked.slice(0, maxQueryLength).toWellFormed();
  const search = await searchOperations(query, limit, only?.name);
  const { operations: hits, notOffered, isPartial, unknown, oneOfMany } = search;
  if (notOffered !== undefined) return { data: { operations: [] }, hint: `Nothing here does that: ${notOffered}` };
  if (hits.length === 0)
    return { data: { ...familyIndex() }, hint: 'No good match: choose a family, or use other words.' };
  return {
    data: { operations: hits.map(show) },
    hint:
      unknown.length > 0
        ? strangeWords(unknown)
        : isPartial
          ? partialMatch
          : programs && oneOfMany
            ? `More than five at once: ${programLine(oneOfMany)}`
            : undefined,
  };
}

const partialMatch =
  'These have less than half of the words asked for. If none fits, use other words; find_operations {} lists the families.';

const strangeWords = (unknown: readonly string[]): string =>
  `Nothing here has to do with ${unknown
    .slice(0, 3)
    .map((word) => JSON.stringify(word.slice(0, 40)))
    .join(', ')}. These are the nearest by the other words; if none does what is wanted, nothing here does that.`;

interface Hit {
  readonly name: string;
  readonly does: string;
  readonly call: string;
  /** What it changes beyond what its name says, by sentence. */
  readonly changes: readonly string[];
}

/** An operation in a search result, with everything that a call needs. */
function hitOf(operation: Operation): Hit {
  const { name, does, changes, recurring } = operation;
  const changed = [changes, recurring].filter(Boolean).join(' ');
  return { name, does, call: callLine(operation), changes: changed === '' ? [] : changed.split(/(?<=\.) /) };
}

const listed = (family: Family, limit = 50, show: Show): Record<string, unknown>[] =>
  ownOf(family).slice(0, limit).map(show);

const ownOf = ({ operations }: Family): Operation[] =>
  Object.values(operations).filter(({ aliasOf }) => aliasOf === undefined);

/** Every family by name, with how many operations it has: as an object, which costs a model a third less than a list of records. */
const familyIndex = (): Record<string, unknown> => ({
  families: Object.fromEntries(families.map((family) => [family.name, `${ownOf(family).length}: ${family.about}`])),
});

function familyNamed(name: string): Family {
  const familyName = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const familyOperations = findFamily(familyName);
  if (familyOperations) return familyOperations;
  const names = families.map((family) => family.name);
  const near = nearest(familyName, names);
  throw createNotSentError(
    'invalid_arguments',
    `There is no family ${JSON.stringify(name.slice(0, 60))}.${near.length ? ` Did you mean ${near.join(', ')}?` : ''}`,
    'find_operations {} lists them',
  );
}
