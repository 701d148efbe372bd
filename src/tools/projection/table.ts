import { isFields } from '../../base/json/is-fields.ts';

/** Columnar data: a list of column names, and one list of values for each record. */
export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

export const isTable = (value: unknown): value is ResultTable =>
  isFields(value) &&
  Object.keys(value).length === 2 &&
  Array.isArray(value['columns']) &&
  value['columns'].every((name) => typeof name === 'string') &&
  Array.isArray(value['rows']) &&
  value['rows'].every(Array.isArray);

/** Records with similar fields as a table, if that is shorter; otherwise the list unchanged. */
export function toTable(list: readonly unknown[]): readonly unknown[] | ResultTable {
  if (list.length <= 5 || !list.every(isFields)) return list;
  const columns = new Set<string>();
  let fields = 0;
  let spelledOut = 0;
  for (const record of list) {
    for (const name of Object.keys(record)) {
      columns.add(name);
      fields++;
      spelledOut += sizeOfName(name);
    }
  }
  const missing = columns.size * list.length - fields;
  const heading = [...columns].reduce((sum, name) => sum + sizeOfName(name), '{"columns":[],"rows":[]}'.length);
  if (heading + missing * ',null'.length >= spelledOut) return list;
  return { columns: [...columns], rows: list.map((record) => [...columns].map((name) => record[name] ?? null)) };
}

/** The length of a name in JSON, with quotes and a colon or comma. */
const sizeOfName = (name: string): number => name.length + 3;
