import { nearest, similarity } from '../../base/text/nearest.ts';
import { allOperations, type Operation, operationNamed } from '../../catalog/index.ts';
import { callLine } from '../../catalog/schema/call-line.ts';
import { createNotSentError } from '../results/error-result.ts';
import { workflowsToName } from '../workflows/workflow-tools.ts';
import { searchOperations, type SearchResult } from './search-index.ts';
import { namedOperation } from './named-operation.ts';

/**
 * The operation with that name (`storylines.create`), tool name (`storylines_create`) or address (`POST
 * /projects/12/storylines`). An alias gives the operation that it stands for.
 * @throws VisibilityError `unknown_operation`, with the nearest names.
 */
export async function resolveOperation(name: string): Promise<Operation> {
  const trimmedName = name.trim();
  const operation = namedOperation(trimmedName);
  if (operation) return operation;
  const { names: near, notOffered: why } = await nearestOperations(trimmedName);
  const [first] = near;
  const isTool = workflowsToName(false).some((tool) => tool.name === trimmedName);
  throw createNotSentError(
    'unknown_operation',
    `${isTool ? `${trimmedName} is a tool of its own: call it directly` : `There is no operation ${JSON.stringify(trimmedName.slice(0, 80))}`}${why ? `: ${why}` : '.'}${first ? ` Did you mean ${near.join(', ')}?` : ''}`,
    isTool ? `${trimmedName} {…}` : first ? callInstead(first) : 'find_operations {} lists the families',
    first ? { nearest: near } : undefined,
  );
}

/** Maximum characters of an unknown name that are compared. No operation has a longer name, and a caller may send megabytes. */
const maxName = 80;

/** Minimum similarity at which a name counts as a misspelling. It is high because names of one family start alike. */
const misspelt = 0.76;

/** Names of at most three operations that an unknown name may mean, best first, or why no operation does that. */
async function nearestOperations(
  wanted: string,
): Promise<{ readonly names: readonly string[] } & Pick<SearchResult, 'notOffered'>> {
  const name = wanted.slice(0, maxName);
  const alike = nearest(
    name,
    allOperations().flatMap((operation) => (operation.aliasOf === undefined ? [operation.name] : [])),
  );
  if (similarity(name, alike[0] ?? '') >= misspelt) return { names: alike };
  const { operations, notOffered } = await searchOperations(requestIn(name), 2);
  if (notOffered !== undefined) return { names: [], notOffered };
  return { names: [...new Set([...operations.map((one) => one.name), ...alike])].slice(0, 3) };
}

/** A name as a search query: both `todos.list` and `action_center.todos` become a query for listing todos. */
function requestIn(name: string): string {
  const [family = '', action = ''] = name
    .split('.', 2)
    .map((part) => part.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' '));
  return `${action.endsWith('s') ? 'list ' : ''}${action} ${family}`;
}

/** Maximum characters of a signature in a refusal. */
const maxSignature = 200;

/** The next step after an unknown name: the signature of `name`, one of `nearestOperations`, so that it can be called. */
function callInstead(name: string): string {
  const line = callLine(operationNamed(name));
  return line.length <= maxSignature ? line : `describe_operation ${JSON.stringify({ operation: name })}`;
}
