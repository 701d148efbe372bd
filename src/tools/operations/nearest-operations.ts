import { allOperations, operationNamed } from '../../catalog/index.ts';
import { callLine } from '../../catalog/schema/call-line.ts';
import { nearest, similarity } from '../../base/text/nearest.ts';
import { searchOperations, type SearchResult } from './search-index.ts';

/** Maximum characters of an unknown name that are compared. No operation has a longer name, and a caller may send megabytes. */
const maxName = 80;

/** Minimum similarity at which a name counts as a misspelling. It is high because names of one family start alike. */
const misspelt = 0.76;

/** Names of at most three operations that an unknown name may mean, best first, or why none does what it says. */
export async function nearestOperations(
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

/** What to do instead of calling `name`, one of `nearestOperations`: its signature, which a call can be made from. */
export function callInstead(name: string): string {
  const line = callLine(operationNamed(name));
  return line.length <= maxSignature ? line : `describe_operation ${JSON.stringify({ operation: name })}`;
}
