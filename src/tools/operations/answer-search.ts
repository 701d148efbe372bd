import { families, findFamily } from '../../catalog/index.ts';
import { withoutPinned, type Pins } from '../../catalog/pins.ts';
import type { Arguments, Family, Operation } from '../../catalog/vocabulary/index.ts';
import { callLine, workflowLine } from '../../catalog/schema/call-line.ts';
import { signatureOf } from '../../catalog/schema/typescript.ts';
import { definedFields } from '../../base/json/defined-fields.ts';
import { nearest } from '../../base/text/nearest.ts';
import { createNotSentError } from '../results/error-result.ts';
import { success } from '../results/result.ts';
import type { Tool, ToolResult } from '../definition/tool.ts';
import { searchOperations, type SearchResult } from './search-index.ts';
import { plainQuery, wordsOf } from './words.ts';

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

/**
 * Operations for a query or for several; a family's operations; or the families, also where nothing matches.
 *
 * @param workflows named as well where a program asks
 * @param programs whether a hint at programs may be given where a query asks for many things at once
 */
export async function answerSearch(
  { query, queries = [], family, limit, as }: Search,
  pins?: Pins,
  workflows: readonly Tool[] = [],
  programs = false,
): Promise<ToolResult> {
  const only = family === undefined ? undefined : familyNamed(family);
  const asked = [...(query === undefined ? [] : [query]), ...queries].slice(0, 6);
  const show = showOnce(pins, as === 'code');
  if (asked.length === 0)
    return success(
      only
        ? {
            family: only.name,
            about: only.about,
            operations: ownOf(only)
              .slice(0, limit ?? 50)
              .map(show),
          }
        : familyIndex(),
    );
  const results = [];
  for (const one of asked) {
    const words = one.slice(0, maxQueryLength).toWellFormed();
    const search = await searchOperations(words, limit ?? hitsOfEach(asked.length), only?.name);
    // Programs have no tools, so they are shown workflows beside operations.
    const lines = as === 'code' && only === undefined ? workflowsFor(words, workflows) : [];
    results.push({
      workflows: lines.length > 0 ? lines : undefined,
      query: words.slice(0, 100).toWellFormed(),
      operations: search.operations.map(show),
      hint: hintOf(search, programs),
      isMissing: search.operations.length === 0 && search.notOffered === undefined,
    });
  }
  const answers = results.map(({ isMissing: _, ...answer }) => definedFields(answer));
  const [first] = results;
  if (results.length > 1 || first === undefined) return success({ results: answers });
  const { operations, isMissing, hint } = first;
  // The families are the same for every query that fits nothing: for several queries, they are shown on request.
  const data = isMissing ? familyIndex() : { operations };
  return success(definedFields({ workflows: first.workflows, ...data }), { hint });
}

/** Shows an operation, and one that was shown before by its name. */
function showOnce(pins: Pins | undefined, withCode: boolean): (operation: Operation) => Record<string, unknown> {
  const shown = new Set<string>();
  const told = new Set<string>();
  return (declared) => {
    const operation = withoutPinned(declared, pins);
    const { name, does, changes, recurring } = operation;
    if (shown.has(name)) return { name, call: 'as above' };
    shown.add(name);
    // Operations of a family often change the same: a sentence is said once, with the first of them.
    const sentences = [changes, recurring]
      .filter(Boolean)
      .join(' ')
      .split(/(?<=\.) /);
    const untold = sentences.filter((sentence) => !told.has(sentence));
    untold.forEach((sentence) => told.add(sentence));
    return definedFields({
      name,
      does,
      call: callLine(operation),
      changes: untold.join(' ') || undefined,
      code: withCode ? signatureOf(operation) : undefined,
    });
  };
}

function hintOf(search: SearchResult, programs: boolean): string | undefined {
  const { operations, notOffered, unknown, isPartial, oneOfMany } = search;
  if (notOffered !== undefined) return `Nothing here does that: ${notOffered}`;
  if (operations.length === 0) return 'No good match: choose a family, or use other words.';
  if (unknown.length > 0) return strangeWords(unknown);
  if (isPartial) return partialMatch;
  return programs && oneOfMany ? `More than five at once: ${programLine(oneOfMany)}` : undefined;
}

const partialMatch =
  'These have less than half of the words asked for. If none fits, use other words; find_operations {} lists the families.';

const strangeWords = (unknown: readonly string[]): string =>
  `Nothing here has to do with ${unknown
    .slice(0, 3)
    .map((word) => JSON.stringify(word.slice(0, 40)))
    .join(', ')}. These are the nearest by the other words; if none does what is wanted, nothing here does that.`;

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

/** Maximum characters of the arguments that all calls share; longer ones become a placeholder. */
const maxAlike = 160;

/** A program that makes the same call with each row of its input, as one line to start from. `alike`: what all calls have in common. */
function programLine({ name, effect }: Pick<Operation, 'name' | 'effect'>, alike: Arguments = {}): string {
  const common = JSON.stringify(alike).slice(1, -1);
  const args = common === '' || common.length > maxAlike ? 'row' : `{${common},...row}`;
  const code =
    effect === 'read'
      ? `const out = []; for (const row of input.rows) out.push((await platform.${name}(${args})).data); return out`
      : `for (const row of input.rows) await platform.${name}(${args})`;
  const grant = effect === 'paid' ? { max_credits: 0 } : effect === 'read' ? {} : { may: [effect] };
  const line = JSON.stringify({ code, input: { rows: [] }, ...grant });
  return `run_code ${line.replace('"rows":[]', '"rows":[…]').replace('"max_credits":0', '"max_credits":…')}`;
}

/** Whole tasks that are shown beside operations. */
const maxWorkflows = 2;

/** The whole tasks whose name or description has most words of a query, the best first, as a program calls them. */
function workflowsFor(query: string, tools: readonly Tool[]): readonly string[] {
  const asked = new Set(wordsOf(plainQuery(query)));
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, asked) }))
    .filter(({ score }) => score > asked.size / 2)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxWorkflows)
    .map(({ tool }) => workflowLine(tool.name, tool.inputSchema));
}

/** A word of the name counts as much as two of the description. */
function scoreOf({ name, description }: Tool, asked: ReadonlySet<string>): number {
  const [nameWords, descriptionWords] = [new Set(wordsOf(name)), new Set(wordsOf(description))];
  return [...asked].reduce((sum, word) => sum + (nameWords.has(word) ? 1 : descriptionWords.has(word) ? 0.5 : 0), 0);
}
