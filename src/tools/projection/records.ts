export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Columnar data: one list of names and one list of values a record. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

export const isTable = (value: unknown): value is Table =>
  isFields(value) &&
  Object.keys(value).length === 2 &&
  Array.isArray(value['columns']) &&
  value['columns'].every((name) => typeof name === 'string') &&
  Array.isArray(value['rows']) &&
  value['rows'].every(Array.isArray);

/** The records of a table, one object each. */
export const toRecords = ({ columns, rows }: Table): Fields[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])));

/**
 * Records of like shape as a table, where that is shorter; else the list as it is. Fields that some
 * records lack are null in their rows.
 */
export function toTable(list: readonly unknown[]): readonly unknown[] | Table {
  if (list.length <= 5 || !list.every(isFields)) return list;
  const columns = [...new Set(list.flatMap((record) => Object.keys(record)))];
  const table = { columns, rows: list.map((record) => columns.map((name) => record[name] ?? null)) };
  return JSON.stringify(table).length < JSON.stringify(list).length ? table : list;
}
