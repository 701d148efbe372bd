import { families, findFamily } from '../../catalog/index.ts';
import type { Family, Operation } from '../../catalog/operation.ts';
import { local } from '../annotations.ts';
import { defineTool } from '../define-tool.ts';
import { nearest } from '../nearest.ts';
import { refuse } from '../refusal.ts';
import { success } from '../result.ts';
import { priceShortly } from '../schema/price-in-words.ts';
import { requiredArguments } from '../schema/required-arguments.ts';
import type { Tool } from '../tool.ts';

/** Search over all operations, and the index of families. */
export const findOperations = (): Tool =>
  defineTool({
    name: 'find_operations',
    title: 'Find operations',
    description:
      'Search the platform\'s operations by what you want done, in plain words ("pin a file", "money left"). Gives name, effect (read, write, delete, paid), credits and required arguments. Without query: the families; with family only: all its operations. Then call_read, call_write, call_delete or call_paid; describe_operation for details.',
    input: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        family: { type: 'string', description: 'Only this family' },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: '1 to 50, default 8' },
      },
    },
    annotations: local,
    run: async ({ query, family, limit }) => {
      const only = family === undefined ? undefined : familyNamed(family);
      if (query === undefined) return success(only ? { family: only.name, about: only.about, operations: listed(only, limit) } : familyIndex());
      const { searchOperations } = await import('./search-index.ts');
      const { hits, weak } = await searchOperations(query, limit ?? 8, only?.name);
      const operations = hits.map(({ operation }) => lineOf(operation));
      if (!weak && operations.length > 0) return success({ operations });
      return success({ ...(operations.length ? { operations: operations.slice(0, 4) } : {}), ...familyIndex() }, { note: 'No good match: choose a family, or use other words.' });
    },
  });

/** One operation as a search shows it. */
function lineOf(operation: Operation): Record<string, unknown> {
  const required = requiredArguments(operation);
  return {
    name: operation.name,
    does: operation.does,
    effect: operation.effect,
    credits: priceShortly(operation.price),
    ...(required.length ? { required } : {}),
    ...(operation.audience.who === 'admin' ? { audience: 'admin' } : {}),
  };
}

const listed = (family: Family, limit = 50): Record<string, unknown>[] =>
  Object.values(family.operations)
    .filter(({ aliasOf }) => aliasOf === undefined)
    .slice(0, limit)
    .map(lineOf);

const familyIndex = (): Record<string, unknown> => ({ families: families.map(({ name, about }) => ({ family: name, about })) });

function familyNamed(name: string): Family {
  const wanted = name.trim().toLowerCase().replaceAll(/[\s-]+/g, '_');
  const found = findFamily(wanted);
  if (found) return found;
  const names = families.map((family) => family.name);
  const near = nearest(wanted, names);
  throw refuse('invalid_arguments', `There is no family ${JSON.stringify(name.slice(0, 60))}.${near.length ? ` Did you mean ${near.join(', ')}?` : ''}`, 'find_operations {} lists them');
}
