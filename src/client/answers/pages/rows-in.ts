import { isFields } from '../../../base/json/is-fields.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import type { AroundData } from '../index.ts';

/** The rows of an answer, and how many the platform says that there are. */
export interface RowsRead {
  readonly rows: readonly unknown[];
  readonly total: number | undefined;
  readonly lastPage: number | undefined;
}

type Answer = { readonly data: unknown } & Pick<AroundData, 'page' | 'meta'>;

/**
 * The rows of an answer: the answer itself, the rows of its table, or the only list in it, which may have pages of its own. Undefined if
 * it has no list, or several.
 */
export function rowsIn({ data, page, meta }: Answer): RowsRead | undefined {
  const table = recordsOf(data);
  const stated = { total: page?.total ?? numberIn(meta?.['total']), lastPage: page?.last_page };
  if (Array.isArray(table)) return { rows: table, ...stated };
  if (!isFields(table)) return undefined;
  const lists = Object.entries(table).flatMap(([name, value]): RowsRead[] => {
    if (['error', 'errors', 'warnings', 'links'].includes(name)) return [];
    if (Array.isArray(value)) return [{ rows: value, ...stated }];
    if (!isFields(value) || !Array.isArray(value['data'])) return [];
    const own = isFields(value['meta']) ? value['meta'] : {};
    return [{ rows: value['data'], total: numberIn(own['total']), lastPage: numberIn(own['last_page']) }];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/** Columns and rows as one record a row; anything else unchanged. */
export function recordsOf(table: unknown): unknown {
  if (!isFields(table)) return table;
  const { columns, rows } = table;
  if (!Array.isArray(columns) || !Array.isArray(rows) || columns.length * rows.length > maxCells) return table;
  return rows.map((row: unknown) =>
    Object.fromEntries(columns.map((column, at) => [column, Array.isArray(row) ? row[at] : undefined])),
  );
}

/** Maximum cells of a table that is spread into records: thousands of columns over thousands of short rows take much memory. */
const maxCells = 500_000;
