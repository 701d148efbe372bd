import { isFields } from '../../base/json/is-fields.ts';
import { isTable } from './table.ts';

/** Minimum number of records for which a count is shown. */
const worthCounting = 6;

/** Maximum nesting depth at which lists are counted. */
const maxDepth = 3;

/** The number of records of each list in an answer, by its path, and under `fields`; undefined if all are short. */
export function listCounts(answer: unknown, fields: readonly string[] = []): Record<string, number> | undefined {
  const roots = fields.map((path) => path.replaceAll(/\[[^\]]*\]/g, ''));
  const counts = listsIn(answer, [], maxDepth).filter(
    ([path]) =>
      roots.length === 0 ||
      roots.some((root) => path === root || path.startsWith(`${root}.`) || root.startsWith(`${path}.`)),
  );
  return counts.some(([, count]) => count >= worthCounting) ? Object.fromEntries(counts) : undefined;
}

function listsIn(value: unknown, path: readonly string[], depth: number): (readonly [string, number])[] {
  if (!isFields(value) || isTable(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const at = [...path, name];
    if (isTable(field)) return [[at.join('.'), field.rows.length] as const];
    if (!Array.isArray(field)) return listsIn(field, at, depth - 1);
    return field.length > 0 && !field.every(isFields) ? [] : [[at.join('.'), field.length] as const];
  });
}
