import { definedFields } from '../../../base/json/defined-fields.ts';
import type { OperationName } from '../../../catalog/index.ts';
import { isFields } from '../../../base/json/is-fields.ts';

/** A figure that a report is about: its value, what it is, and the operation whose answer should hold it. */
export type Figure = readonly [value: unknown, what: string, from: OperationName];

/**
 * The text for each figure that a report does not have, by part, for `not_available` in its data, so that no figure is
 * left out silently. Undefined if nothing is missing.
 * @param unread the parts that could not be read, and why; these come first
 */
export function missingFigures(
  figures: Readonly<Record<string, Figure | undefined>>,
  unread: Readonly<Record<string, string | undefined>> = {},
): Readonly<Record<string, string>> | undefined {
  const lines = Object.entries(figures).flatMap(([part, figure]) =>
    figure === undefined || holds(figure[0]) ? [] : [[part, `${figure[2]} gave no ${figure[1]}.`] as const],
  );
  const missing = { ...Object.fromEntries(lines), ...definedFields(unread) } as Readonly<Record<string, string>>;
  return Object.keys(missing).length > 0 ? missing : undefined;
}

/** A figure of each row: missing if any row lacks it, or, with `none`, if there are no rows. */
export function rowFigure(rows: readonly object[], field: string, from: OperationName, none?: string): Figure {
  if (rows.length === 0 && none !== undefined) return [undefined, none, from];
  const lacking = rows.filter((row) => !holds(Reflect.get(row, field))).length;
  return [lacking === 0 ? rows : undefined, `${field} in ${lacking} of ${rows.length} rows`, from];
}

const holds = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * A field whose name the documents do not state: the first of these names with a value. If that is a record (`index:
 * {value, tier}`), the field is searched in it, also as `value`. Undefined if there is none.
 */
export function fieldUnder(record: object | null | undefined, names: readonly string[]): unknown {
  const fields = isFields(record) ? record : {};
  const plain = names.map((name) => fields[name]).find((value) => holds(value) && !isFields(value));
  if (plain !== undefined) return plain;
  const inner = names.map((name) => fields[name]).find(isFields);
  return inner && [...names, 'value'].map((name) => inner[name]).find((value) => holds(value) && !isFields(value));
}
