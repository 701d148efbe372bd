import { isFields, type Fields } from '../../../base/json/is-fields.ts';

export { numberIn } from '../../../base/json/number-in.ts';

/** The fields of an object; none for any other value. None of these functions fails. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The records of a list, also of one in the form `{columns, rows}`. */
export function recordsOf(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.filter(isFields);
  if (!isFields(value)) return [];
  const { columns, rows } = value;
  if (!Array.isArray(columns) || !Array.isArray(rows)) return [];
  return rows
    .filter((row): row is unknown[] => Array.isArray(row))
    .map((row) => Object.fromEntries(columns.map((name, at) => [String(name), row[at]])));
}

/** A text or number as text, without the marks that show a model where foreign text begins and ends. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value.replace(/^<<(\w+)\n([^]*)\n\1>>$/, '$2')
    : typeof value === 'number'
      ? String(value)
      : undefined;

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(textOf).filter((text) => text !== undefined) : [];

/** Epoch milliseconds of a date in text form; undefined for any other value. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) ? at : undefined;
}
