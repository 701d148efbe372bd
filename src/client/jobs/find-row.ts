import type { Operation } from '../../catalog/operation.ts';
import { type ListPage, nextPage, type PageQuery, rowsIn } from './list-pages.ts';

/** Position in a paginated list. Stored with the job, so that any process can continue the search from it. */
export interface ListPosition {
  readonly page: PageQuery;
  /** Pages between the first and this one. */
  readonly pagesBefore: number;
}

/** A search for one row of a paginated list. */
export interface RowSearch {
  readonly operation: Operation;
  /** Returns the wanted row of a page, or undefined. `rawJson`: the whole answer. */
  readonly pick: (rows: readonly unknown[], rawJson: unknown) => unknown;
  /** Where the row was last, or where the previous search stopped. Absent: the first page. */
  readonly from?: ListPosition | undefined;
  /** Reads one page; undefined if the platform has no such page. Rejects if it cannot be read now. */
  readonly read: (page: PageQuery) => Promise<ListPage | undefined>;
  /** Called before each page after the first; false stops the search for now. */
  readonly mayRead: (pagesRead: number) => boolean;
}

/** Result of a row search, and where to continue it. */
export interface RowSearchResult {
  /** The row; undefined if none of the pages read has it. */
  readonly row: unknown;
  /** Where the next search starts. Undefined: at the first page. */
  readonly position: ListPosition | undefined;
  /** Whether the last page was read. */
  readonly reachedEnd: boolean;
  readonly pagesRead: number;
}

/** Maximum number of pages followed before the search restarts at the first page: the list may be endless. */
const maxPages = 200;

const firstPage: ListPosition = { page: {}, pagesBefore: 0 };

/**
 * Searches a paginated list for a row, in any page size and order: from its last position to the last page, then from the first page
 * on. Rejects only if the first page it tries cannot be read.
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
    const rows = rowsIn(page?.rawJson);
    const row = pick(rows, page?.rawJson);
    if (row !== undefined) return result(row, at);
    const next = page && nextPage(operation, at.page, page);
    // A platform that ignores the page parameter returns the same page again.
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
