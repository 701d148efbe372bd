import { families, type Family, findFamily, type Operation } from '../../catalog/index.ts';
import { withoutPinned, type Pins } from '../../catalog/pins.ts';
import { callLine } from '../../catalog/schema/call-line.ts';
import { signatureOf } from '../../catalog/schema/typescript.ts';
import { definedFields } from '../../base/json/defined-fields.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import { createNotSentError } from '../results/error-result.ts';
import { success } from '../results/result.ts';
import type { ToolResult } from '../definition/tool.ts';
import { searchOperations } from './search-index.ts';

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

/** Default number of hits for each of several queries. Nearly every right answer is among the first three. */
const hitsOfEach = (queries: number): number => (queries === 1 ? 5 : queries === 2 ? 4 : 3);

/** Answers a search: the operations for one query or several, or of a family, or else the families. */
export async function answerSearch(
  { query, queries = [], family, limit, as }: Search,
  pins?: Pins,
): Promise<ToolResult> {
  const only = family === undefined ? undefined : familyNamed(family);
  const queryTexts = [...(query === undefined ? [] : [query]), ...queries].slice(0, 6);
  const show = showOnce(pins, as === 'code');
  if (queryTexts.length === 0) {
    if (!only) return success(familyIndex());
    const operations = ownOf(only)
      .slice(0, limit ?? 50)
      .map(show);
    return success({ family: only.name, about: only.about, operations });
  }
  const results = [];
  for (const one of queryTexts) {
    const words = one.slice(0, maxQueryLength).toWellFormed();
    const { operations, notOffered } = await searchOperations(
      words,
      limit ?? hitsOfEach(queryTexts.length),
      only?.name,
    );
    const isMissing = operations.length === 0 && notOffered === undefined;
    const hint =
      notOffered === undefined
        ? isMissing && 'No good match: choose a family, or use other words.'
        : `Nothing here does that: ${notOffered}`;
    results.push({
      query: words.slice(0, 100).toWellFormed(),
      operations: operations.map(show),
      hint: hint || undefined,
      isMissing,
    });
  }
  const [first] = results;
  if (results.length > 1 || first === undefined)
    return success({ results: results.map(({ isMissing: _, ...answer }) => definedFields(answer)) });
  // The families are the same for every query without a match: for several queries, they are shown only on request.
  return success(first.isMissing ? familyIndex() : { operations: first.operations }, { hint: first.hint });
}

/** Shows an operation in full the first time, and by its name after that. */
function showOnce(pins: Pins | undefined, withCode: boolean): (operation: Operation) => Record<string, unknown> {
  const shown = new Set<string>();
  const shownSentences = new Set<string>();
  return (declared) => {
    const operation = withoutPinned(declared, pins);
    const { name, does, changes, recurring } = operation;
    if (shown.has(name)) return { name, call: 'as above' };
    shown.add(name);
    // Operations of a family often have the same effects: a sentence is shown once, with the first of them.
    const sentences = [changes, recurring]
      .filter(Boolean)
      .join(' ')
      .split(/(?<=\.) /);
    const newSentences = sentences.filter((sentence) => !shownSentences.has(sentence));
    newSentences.forEach((sentence) => shownSentences.add(sentence));
    return definedFields({
      name,
      does,
      call: callLine(operation),
      changes: newSentences.join(' ') || undefined,
      code: withCode ? signatureOf(operation) : undefined,
    });
  };
}

const ownOf = ({ operations }: Family): Operation[] =>
  Object.values(operations).filter(({ aliasOf }) => aliasOf === undefined);

/** Every family by name, with the number of its operations: as an object, which costs a model a third less than a list of records. */
const familyIndex = (): Record<string, unknown> => ({
  families: Object.fromEntries(families.map((family) => [family.name, `${ownOf(family).length}: ${family.about}`])),
});

function familyNamed(given: string): Family {
  const name = given
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const family = findFamily(name);
  if (family) return family;
  const names = families.map((family) => family.name);
  throw createNotSentError(
    'invalid_arguments',
    `There is no family ${JSON.stringify(given.slice(0, 60))}${didYouMean(name, names, '.')}`,
    'find_operations {} lists them',
  );
}
