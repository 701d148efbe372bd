import { isFields, type Fields } from '../../json/is-fields.ts';

/** Reads of a tool's result. Missing values and those of another type are undefined: a view shows the rest. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** Records of a list, also where it came as `{columns, rows}`. */
export function recordsOf(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.filter(isFields);
  if (!isFields(value)) return [];
  const { columns, rows } = value;
  if (!Array.isArray(columns) || !Array.isArray(rows)) return [];
  return rows
    .filter((row): row is unknown[] => Array.isArray(row))
    .map((row) => Object.fromEntries(columns.map((name, at) => [String(name), row[at]])));
}

/** The text without the marks that tell a model where it begins and ends. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value.replace(/^<<(\w+)\n([^]*)\n\1>>$/, '$2')
    : typeof value === 'number'
      ? String(value)
      : undefined;

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(textOf).filter((text) => text !== undefined) : [];

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Epoch milliseconds of a date, or undefined. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) ? at : undefined;
}
