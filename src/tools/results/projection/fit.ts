import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { isTable } from './records.ts';

/** Records left out of a list, and where the list stands. */
export interface LeftOut {
  /** Dotted path of the list; empty for the answer itself. */
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  /** Whether fields of one record were left out instead of records of a list. */
  readonly fields?: true | undefined;
}

export interface Fitted {
  readonly value: unknown;
  readonly leftOut: readonly LeftOut[];
}

/**
 * `value` in at most `budget` characters of JSON, as far as leaving out records from the ends of lists can
 * do that: the longest list is cut first, between records, and keeps at least one.
 */
export function fit(value: unknown, budget: number): Fitted {
  if (countLists(value, maxLists * 4) > maxLists * 3) return { value, leftOut: [] };
  const cuts = new Map<string, LeftOut>();
  let fitted = value;
  for (let size = sizeOf(fitted); size > budget && cuts.size <= maxLists; size = sizeOf(fitted)) {
    const longest = listsIn(fitted)
      .filter(({ list }) => list.length > 1)
      .sort((a, b) => b.size - a.size)[0];
    if (!longest) break;
    const { path, list } = longest;
    const shown = recordsWithin(list, Math.max(0, longest.size - (size - budget)));
    fitted = replace(fitted, path, list.slice(0, shown));
    const name = nameOf(path);
    cuts.set(name, { path: name, shown, of: cuts.get(name)?.of ?? list.length });
  }
  return { value: fitted, leftOut: [...cuts.values()] };
}

/** Maximum number of lists to cut one by one. A value with more lists is trimmed as a whole. */
const maxLists = 12;

function countLists(value: unknown, enough: number): number {
  if (Array.isArray(value)) return 1;
  if (!isFields(value)) return 0;
  let count = 0;
  for (const name in value) if ((count += countLists(value[name], enough - count)) >= enough) break;
  return count;
}

interface ListAt {
  readonly path: readonly string[];
  readonly list: readonly unknown[];
  readonly size: number;
}

export const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** The lists of `value` that can be cut: not those inside the records of another list, whose cutting would cut a record. */
function listsIn(value: unknown, path: readonly string[] = []): ListAt[] {
  if (Array.isArray(value)) return [{ path, list: value, size: sizeOf(value) }];
  if (isTable(value)) return [{ path: [...path, 'rows'], list: value.rows, size: sizeOf(value.rows) }];
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => listsIn(field, [...path, name]));
}

/** How many records from the start come to at most `budget` characters; at least one, and fewer than all. */
function recordsWithin(list: readonly unknown[], budget: number): number {
  let size = 2;
  let count = 0;
  while (count < list.length - 1) {
    size += sizeOf(list[count]) + 1;
    if (size > budget) break;
    count++;
  }
  return Math.max(1, count);
}

function replace(value: unknown, [name, ...rest]: readonly string[], list: readonly unknown[]): unknown {
  if (name === undefined) return list;
  const fields = value as Fields;
  return { ...fields, [name]: replace(fields[name], rest, list) };
}

/** The path without `rows`: readers see a table as a list. */
const nameOf = (path: readonly string[]): string => (path.at(-1) === 'rows' ? path.slice(0, -1) : path).join('.');
