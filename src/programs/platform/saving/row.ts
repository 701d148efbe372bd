import { isFields, type Fields } from '../../../base/json/is-fields.ts';

/** One row of a table: values by column. */
export type TableRow = Fields;

/** A record as a row; anything else as a row of one column. */
export const rowOf = (value: unknown): TableRow => (isFields(value) ? value : { value });

/** The values of a row at dotted paths, each as a column with the path as its name. */
export const pickColumns = (row: TableRow, paths: readonly string[]): TableRow =>
  Object.fromEntries(paths.map((path) => [path, valueAt(row, path)]));

function valueAt(row: TableRow, path: string): unknown {
  let at: unknown = row;
  for (const name of path.split('.')) at = isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at ?? null;
}
