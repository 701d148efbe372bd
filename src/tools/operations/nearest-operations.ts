import { allOperations, families, operationNamed } from '../../catalog/index.ts';
import { callLine } from '../../catalog/schema/call-line.ts';
import { nearest, similarity } from '../../base/text/nearest.ts';

/** Maximum characters of an unknown name that are compared. No operation has a longer name, and a caller may send megabytes. */
const maxName = 80;

/** Minimum similarity at which a name counts as a misspelling. It is high because names of one family start alike. */
const misspelt = { anywhere: 0.8, family: 0.85, inFamily: 0.7 };

/**
 * Names of at most three operations that an unknown name may mean, best first: the operation whose name is misspelled; otherwise
 * those that a search for its words finds (`todos.list`); otherwise those with a similar spelling.
 */
export async function nearestOperations(wanted: string): Promise<string[]> {
  const name = wanted.slice(0, maxName);
  const names = allOperations().flatMap((operation) => (operation.aliasOf === undefined ? [operation.name] : []));
  const alike = nearest(name, names);
  const [family] = nearest(
    name.split('.', 1)[0] ?? '',
    families.map((one) => one.name),
    1,
    misspelt.family,
  );
  const inFamily = names.filter((one) => one.startsWith(`${family}.`));
  const [first] = alike;
  const isMisspelt =
    (first !== undefined && similarity(name, first) >= misspelt.anywhere) ||
    nearest(name, inFamily, 1, misspelt.inFamily).length > 0;
  if (isMisspelt) return alike;
  const { searchOperations } = await import('./search-index.ts');
  const exact = await searchOperations(name.replace(/\.(?:all|find|filter|index|query|search)$/, '.list'), 1);
  const { operations, isPartial } = await searchOperations(requestIn(name), 3);
  const candidates = [...(exact.isName ? exact.operations : []), ...(isPartial ? [] : operations)];
  return [...new Set([...candidates.map((one) => one.name), ...alike])].slice(0, 3);
}

/** A name as a search query: both `todos.list` and `action_center.todos` become a query for listing todos. */
export function requestIn(name: string): string {
  const [family = '', action = ''] = name
    .slice(0, maxName)
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
