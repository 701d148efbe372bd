import { families, findFamily } from '../../catalog/index.ts';
import type { Family, Operation } from '../../catalog/operation.ts';
import { nearest } from '../../nearest.ts';
import { refuse } from '../results/error-result.ts';
import { success } from '../results/result.ts';
import { priceShortly } from '../schema/price-in-words.ts';
import { requiredArguments } from '../schema/required-arguments.ts';
import type { ToolResult } from '../tool.ts';
import { whyNotOffered } from './not-offered.ts';

export interface Search {
  readonly query?: string;
  readonly family?: string;
  readonly limit?: number;
}

/** Characters: what is longer is no question, and matching takes time that grows with it. */
const longestQuery = 1_000;

/** Operations for a query; a family's operations; or the families, also where nothing matches well. */
export async function answerSearch({ query, family, limit }: Search): Promise<ToolResult> {
  const only = family === undefined ? undefined : familyNamed(family);
  if (query === undefined)
    return success(only ? { family: only.name, about: only.about, operations: listed(only, limit) } : familyIndex());
  const why = whyNotOffered(query.slice(0, longestQuery));
  if (why !== undefined) return success({ operations: [] }, { hint: `Nothing here does that: ${why}` });
  const { searchOperations } = await import('./search-index.ts');
  const { hits, weak, unknown } = await searchOperations(
    query.slice(0, longestQuery).toWellFormed(),
    limit ?? 8,
    only?.name,
  );
  const operations = hits.map(({ operation }) => lineOf(operation));
  const nearest =
    unknown.length > 0
      ? {
          hint: `Nothing here has to do with ${unknown
            .slice(0, 3)
            .map((word) => JSON.stringify(word.slice(0, 40)))
            .join(
              ', ',
            )}. These are the nearest by the other words; if none does what is wanted, nothing here does that.`,
        }
      : {};
  if (!weak && operations.length > 0) return success({ operations }, nearest);
  return success(
    { ...(operations.length ? { operations: operations.slice(0, 5) } : {}), ...familyIndex() },
    { hint: 'No good match: choose a family, or use other words.' },
  );
}

/** One operation as a search shows it. */
function lineOf(operation: Operation): Record<string, unknown> {
  const required = requiredArguments(operation);
  return {
    name: operation.name,
    does: operation.does,
    effect: operation.effect,
    credits: priceShortly(operation.price),
    ...(required.length ? { required } : {}),
    ...(operation.open ? { open: 'body' } : {}),
    ...(operation.audience.who === 'admin' ? { audience: 'admin' } : {}),
  };
}

const listed = (family: Family, limit = 50): Record<string, unknown>[] => ownOf(family).slice(0, limit).map(lineOf);

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
  throw refuse(
    'invalid_arguments',
    `There is no family ${JSON.stringify(name.slice(0, 60))}.${near.length ? ` Did you mean ${near.join(', ')}?` : ''}`,
    'find_operations {} lists them',
  );
}
