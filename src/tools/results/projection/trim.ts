import { cleanKey } from '../../../base/text/clean-deep.ts';
import type { LeftOut } from './fit.ts';
import { isFields } from '../../../base/json/is-fields.ts';

export interface Trimmed {
  readonly value: unknown;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Reduces `value` to about `budget` characters of JSON: lists keep their first records; objects keep their small fields, an equal
 * share of each large field, and only the first fields if there are too many. `maxText`: the maximum length that one text counts,
 * for texts that are cut later. Runs in time linear in the size of `value`.
 */
export function trim(value: unknown, budget: number, maxText = Infinity): Trimmed {
  const leftOut: LeftOut[] = [];
  const trimmed = within(value, budget, [], { sizeOf: sizing(maxText), leftOut });
  return { value: trimmed === undefined ? '…' : trimmed, leftOut };
}

interface Trimming {
  readonly sizeOf: SizeOf;
  readonly leftOut: LeftOut[];
}

/** The length as JSON in characters. Counting stops at `enough`. */
type SizeOf = (value: unknown, enough: number) => number;

/** Minimum characters of a field to show. */
const minField = 40;

/** The part of a value that fits; undefined if nothing does. */
function within(value: unknown, budget: number, path: readonly string[], trimming: Trimming): unknown {
  if (trimming.sizeOf(value, budget) <= budget) return value;
  if (Array.isArray(value)) return fewerRecords(value, budget, path, trimming);
  if (isFields(value)) return fewerFields(value, budget, path, trimming);
  return undefined;
}

function fewerRecords(
  list: readonly unknown[],
  budget: number,
  path: readonly string[],
  trimming: Trimming,
): unknown[] | undefined {
  let remaining = budget - 2;
  let shown = 0;
  for (; shown < list.length; shown++) {
    remaining -= trimming.sizeOf(list[shown], remaining) + 1;
    if (remaining < 0) break;
  }
  if (shown > 0) {
    trimming.leftOut.push({ path: nameOf(path), shown, of: list.length });
    return list.slice(0, shown);
  }
  const first = within(list[0], budget - 2, path, trimming);
  if (first === undefined) return undefined;
  if (list.length > 1) trimming.leftOut.push({ path: nameOf(path), shown: 1, of: list.length });
  return [first];
}

function fewerFields(
  fields: Readonly<Record<string, unknown>>,
  budget: number,
  path: readonly string[],
  trimming: Trimming,
): Record<string, unknown> | undefined {
  const all = Object.entries(fields);
  const first = all.slice(0, Math.max(1, Math.floor(budget / minField)));
  const bySize = first
    .map(([name, field], at) => ({ name, field, at, size: sizeOfName(name) + trimming.sizeOf(field, budget) }))
    .sort((a, b) => a.size - b.size);
  const fittingFields: { at: number; entry: [string, unknown] }[] = [];
  let remaining = budget - 2;
  bySize.forEach(({ name, field, at, size }, index) => {
    const share = Math.floor(remaining / (bySize.length - index));
    const part = size <= share ? field : within(field, share - sizeOfName(name), [...path, name], trimming);
    if (part === undefined) return;
    fittingFields.push({ at, entry: [name, part] });
    remaining -= Math.min(size, share);
  });
  if (fittingFields.length === 0) return undefined;
  if (fittingFields.length < all.length)
    trimming.leftOut.push({ path: nameOf(path), shown: fittingFields.length, of: all.length, fields: true });
  return Object.fromEntries(fittingFields.sort((a, b) => a.at - b.at).map(({ entry }) => entry));
}

const nameOf = (path: readonly string[]): string => path.map(cleanKey).join('.');

/** The length of a field's name in JSON, with quotes, colon and comma. */
const sizeOfName = (name: string): number => name.length + 4;

/** Sizes of objects and lists, so that each is measured once. */
function sizing(maxText: number): SizeOf {
  const sizes = new Map<object, number>();
  const sizeOf: SizeOf = (value, enough) => {
    if (typeof value === 'string') return value.length >= maxText ? maxText : JSON.stringify(value).length;
    if (typeof value !== 'object' || value === null) return String(value).length;
    const before = sizes.get(value);
    if (before !== undefined) return before;
    let size = 2;
    if (Array.isArray(value)) {
      for (const one of value) if ((size += sizeOf(one, enough - size) + 1) > enough) return size;
    } else {
      for (const [name, field] of Object.entries(value))
        if ((size += sizeOfName(name) + sizeOf(field, enough - size)) > enough) return size;
    }
    sizes.set(value, size);
    return size;
  };
  return sizeOf;
}
