import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import type { Progress, Reply } from '../../client/calls/reply.ts';
import type { KeptFile } from '../../client/calls/kept-files.ts';
import { type ListPage, pages } from '../../client/answers/pages/index.ts';
import type { Clock } from '../../base/clock.ts';
import type { Platform } from '../../client/platform.ts';
import { isRateRefusal, waitForRoom } from '../../programs/platform/wait-for-room.ts';
import type { Separator } from '../../programs/platform/saving/csv.ts';
import { pickColumns, type TableRow, rowOf } from '../../programs/platform/saving/row.ts';
import { maxFileBytes, saveRows, type TableEnding } from '../../programs/platform/saving/save-rows.ts';

export interface SaveOptions {
  readonly as: TableEnding;
  /** The file's name. */
  readonly name: string;
  /** Dotted paths of the columns. Absent: all. */
  readonly columns?: readonly string[] | undefined;
  /** Milliseconds that it may take; the list is cut short after that. Absent: as long as it takes. */
  readonly forMs?: number | undefined;
  /** Between the cells of a CSV file. Default: a comma. */
  readonly separator?: Separator | undefined;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface SavedList {
  readonly file: KeptFile;
  readonly count: number;
  readonly columns: readonly string[];
  /** The first three rows. */
  readonly first: readonly TableRow[];
  readonly pages: number;
  /** Why the list is not complete. */
  readonly incomplete?: string | undefined;
  /** Set if reading stopped before the end, for want of time. */
  readonly isOutOfTime: boolean;
  readonly changed?: string | undefined;
}

/**
 * Saves a whole list, waiting for the rate limit where necessary. A list that is cut short says so.
 *
 * @param read makes one call, with the seconds that it may wait
 * @throws VisibilityError `invalid_arguments` if the caller keeps as many files as it may
 */
export async function saveList(
  { files, pageSizes }: Pick<Platform, 'files' | 'pageSizes'>,
  operation: Operation,
  args: Arguments,
  read: (args: Arguments, waitSeconds: number) => Promise<Reply>,
  { as, name, columns, forMs = Infinity, separator, clock, signal, onProgress }: SaveOptions,
): Promise<SavedList> {
  await files.checkRoom();
  const until = clock.steady() + forMs;
  const readPage = (page: Arguments): Promise<Reply> => {
    signal?.throwIfAborted();
    return read(page, Math.max(1, Math.ceil(Math.min(maxWaitMs, until - clock.steady()) / 1000)));
  };
  const list = pages(operation, args, {
    sizes: pageSizes,
    read: (page) => waitForRoom(() => readPage(page), { clock, signal, until }),
  });
  const rows: TableRow[] = [];
  let [bytes, pagesRead]: [number, number] = [0, 0];
  let last: ListPage | undefined;
  let cut: string | undefined;
  try {
    for await (const page of list) {
      const pageRows = await files.filtered(page.records.map(rowOf));
      rows.push(...(columns === undefined ? pageRows : pageRows.map((row) => pickColumns(row, columns))));
      bytes += Buffer.byteLength(JSON.stringify(page.records));
      pagesRead += 1;
      last = page;
      if (page.verdict) break;
      if (bytes > maxFileBytes) cut = `stopped at ${maxFileBytes / 2 ** 20} MB`;
      else if (clock.steady() >= until) cut = 'the time was up';
      if (cut !== undefined) break;
      onProgress?.(progressOf(operation, pagesRead, rows.length, page.lastPage));
    }
  } catch (error) {
    if (!isRateRefusal(error) || !last) throw error;
    cut = 'the time was up before the rate limit allowed another page';
  }
  const { body: _, ...saved } = await saveRows(files, name, as, rows, separator);
  return {
    ...saved,
    first: rows.slice(0, shownRows),
    pages: pagesRead,
    incomplete: cut === undefined ? last?.verdict?.missed : `${cut}: ${readOf(pagesRead, rows.length, last)}`,
    isOutOfTime: cut !== undefined && bytes <= maxFileBytes,
    changed: last?.verdict?.changed,
  };
}

/** Rows that a result shows of a saved list. */
const shownRows = 3;

/** Milliseconds that one page may wait for the rate limit, if the whole has no limit. */
const maxWaitMs = 600_000;

const readOf = (pagesRead: number, rows: number, last: ListPage | undefined): string =>
  `${pagesRead} of ${last?.lastPage ?? 'an unknown number of'} pages, ${rows} of ${last?.total ?? 'an unknown number of'} rows`;

const progressOf = (operation: Operation, pagesRead: number, rows: number, of: number | undefined): Progress => ({
  percent: of === undefined ? 0 : Math.min(99, Math.floor((100 * pagesRead) / of)),
  message: `${operation.name}: ${pagesRead}${of === undefined ? '' : ` of ${of}`} pages, ${rows} rows`,
});
