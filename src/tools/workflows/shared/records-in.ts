import type { Data, OperationName, Output } from '../../../catalog/index.ts';
import { isFields } from '../../../base/json/is-fields.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import { recordsOf } from '../../../client/answers/pages/index.ts';

/** The records of a list in an answer. Answers are not validated: what is no list or no record is left out. */
export function recordsIn<T extends object>(list: readonly (T | null)[] | null | undefined): T[] {
  return Array.isArray(list) ? list.filter((one): one is T => isFields(one)) : [];
}

/** The rows of a table, into which CSV and NDJSON are read, as records; a list of records is returned unchanged. */
export const rowsOf = <N extends OperationName>(data: Data<N> | null): RowOf<N>[] =>
  recordsIn(recordsOf(data) as readonly RowOf<N>[]);

type RowOf<N extends OperationName> = Output<N> extends readonly (infer R extends object)[] ? R : never;

/** A flag, also as 1 and 0 or as text; undefined for anything else. */
export const flagIn = (value: unknown): boolean | undefined =>
  /^(true|1)$/.test(scalarText(value) ?? '') ? true : /^(false|0)$/.test(scalarText(value) ?? '') ? false : undefined;

/** A comparison of texts by their rank in a list; those that are not in it come first. */
export const byRank =
  <T>(ranks: readonly string[], rankOf: (one: T) => unknown) =>
  (a: T, b: T): number =>
    ranks.indexOf(scalarText(rankOf(a)) ?? '') - ranks.indexOf(scalarText(rankOf(b)) ?? '');
