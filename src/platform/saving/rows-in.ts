import { isFields } from '../../json/is-fields.ts';
import type { Reply } from '../../client/call/reply.ts';
import { recordsOf } from '../call-result.ts';

interface Rows {
  readonly rows: readonly unknown[];
  readonly total?: number | undefined;
  readonly lastPage?: number | undefined;
}

/** The rows of an answer: the answer itself, the rows of its table, or its only list, which may have its own pages; otherwise the answer is one row. */
export function rowsIn({ data, page }: Pick<Reply, 'data' | 'page'>): Rows {
  const table = recordsOf(data);
  const statedPage = { total: page?.total, lastPage: page?.last_page };
  if (Array.isArray(table)) return { rows: table, ...statedPage };
  if (!isFields(table)) return { rows: table === null || table === undefined ? [] : [table] };
  const lists = Object.values(table).flatMap((value): Rows[] => {
    if (Array.isArray(value)) return [{ rows: value, ...statedPage }];
    if (!isFields(value) || !Array.isArray(value['data'])) return [];
    const meta = isFields(value['meta']) ? value['meta'] : {};
    return [{ rows: value['data'], total: numberIn(meta['total']), lastPage: numberIn(meta['last_page']) }];
  });
  const [only] = lists;
  return only !== undefined && lists.length === 1 ? only : { rows: [table] };
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
