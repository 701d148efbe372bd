import type { Operation } from '../../catalog/operation.ts';
import { type ListPage, nextPage, type PageQuery, rowsIn } from './list-pages.ts';

/** Where in a list a search for a row has come to: kept with the job, so that any process continues there. */
export interface ListPosition {
  readonly page: PageQuery;
  /** Pages between the first and this one. */
  readonly pagesBefore: number;
}

export interface RowSearch {
  readonly operation: Operation;
  /** The row in question among those of a page, with the answer as it came; undefined where it is not there. */
  readonly pick: (rows: readonly unknown[], rawJson: unknown) => unknown;
  /** Where the row stood last, or where the search before this one stopped. Absent: the first page. */
  readonly from?: ListPosition | undefined;
  /** Reads one page; undefined where the platform has no such page. Rejects where it cannot be read now. */
  readonly read: (page: PageQuery) => Promise<ListPage | undefined>;
  /** Asked before each page after the first: false stops the search for now. */
  readonly mayRead: (pagesRead: number) => boolean;
}

export interface RowSearchResult {
  /** Undefined: on none of the pages that were read. */
  readonly row: unknown;
  /** Where the next search begins. Undefined: at the first page. */
  readonly position: ListPosition | undefined;
  /** The last page was among those that were read. */
  readonly reachedEnd: boolean;
  readonly pagesRead: number;
}

/** Pages after which a list counts as one without end, and the search begins again. */
const maxPages = 200;

const firstPage: ListPosition = { page: {}, pagesBefore: 0 };

/**
 * Looks for a row in a list of pages, whatever their size and order: first where it stood, then onwards to the last page, then from
 * the first one on. Rejects only where not even one page can be read.
 */
export async function findRow({ operation, pick, from, read, mayRead }: RowSearch): Promise<RowSearchResult> {
  let at = from ?? firstPage;
  let pagesRead = 0;
  let reachedEnd = false;
  let rowsBefore: string | undefined;
  const result = (row: unknown, position: ListPosition | undefined): RowSearchResult => ({
    row,
    position: position && position.pagesBefore > 0 ? position : undefined,
    reachedEnd,
    pagesRead,
  });
  for (;;) {
    if (pagesRead > 0 && !mayRead(pagesRead)) return result(undefined, at);
    let page: ListPage | undefined;
    try {
      page = await read(at.page);
    } catch (error) {
      if (pagesRead === 0) throw error;
      return result(undefined, at);
    }
    pagesRead++;
    const rows = page ? rowsIn(page.rawJson) : [];
    const row = pick(rows, page?.rawJson);
    if (row !== undefined) return result(row, at);
    const next = page && nextPage(operation, at.page, page);
    // A platform that does not know the parameter gives the same page again.
    const isRepeated = JSON.stringify(rows) === rowsBefore;
    rowsBefore = JSON.stringify(rows);
    if (next && !isRepeated && at.pagesBefore + 1 < maxPages) {
      at = { page: next, pagesBefore: at.pagesBefore + 1 };
      if (reachedEnd && at.pagesBefore === from?.pagesBefore) return result(undefined, undefined);
    } else if (reachedEnd || !from || from.pagesBefore === 0) {
      reachedEnd = true;
      return result(undefined, undefined);
    } else {
      reachedEnd = true;
      rowsBefore = undefined;
      at = firstPage;
    }
  }
}
