import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Progress, Reply } from '../../client/call/reply.ts';
import type { KeptFile } from '../../client/files/kept-files.ts';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import type { Clock } from '../../clock.ts';
import type { Platform } from '../platform.ts';
import { ListReading } from './list-reading.ts';
import { makeTable, type MadeTable } from './make-table.ts';
import { pickColumns } from './row.ts';
import type { TableEnding } from './table-formats.ts';

export interface SaveOptions {
  readonly as: TableEnding;
  /** Dotted paths of the columns. Absent: all. */
  readonly columns?: readonly string[] | undefined;
  /** Milliseconds that it may take, before what is missing is left to the next attempt. */
  readonly forMs: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A list that is in a file, or one of which pages are still to be read: they are kept, and the same call goes on. */
export type SavedList =
  | (Omit<MadeTable, 'file'> & {
      readonly file: KeptFile;
      readonly pages: number;
      readonly changed?: string | undefined;
      readonly resumed?: string | undefined;
    })
  | { readonly reading: { readonly pages: number; readonly rows: number; readonly of: number | undefined } };

/**
 * Saves a list whole. The rate limit is waited out.
 *
 * @param read makes one call, with the seconds that it may wait
 */
export async function saveList(
  { files }: Pick<Platform, 'files'>,
  operation: Operation,
  given: Arguments,
  read: (given: Arguments, waitSeconds: number) => Promise<Reply>,
  { as, columns, forMs, clock, signal, onProgress }: SaveOptions,
): Promise<SavedList> {
  const until = clock.steady() + forMs;
  const leftMs = (): number => until - clock.steady();
  const list = new ListReading({
    files,
    operation,
    given,
    now: () => clock.now(),
    read: (page) => read(page, Math.max(1, Math.ceil(leftMs() / 1000))),
  });

  /** False: the rate limit asks for more time than there is. */
  const patiently = async (work: () => Promise<void>): Promise<boolean> => {
    for (;;) {
      signal?.throwIfAborted();
      try {
        await work();
        return true;
      } catch (error) {
        if (!isVisibilityError(error) || error.code !== 'rate_limited' || error.outcome === 'unknown') throw error;
        const pauseMs = (error.retryAfter ?? 1) * 1000;
        if (pauseMs > leftMs()) return false;
        await clock.sleep(pauseMs, signal);
      }
    }
  };

  if (!(await patiently(() => list.begin()))) return { reading: list.progress };
  while (!list.isWhole) {
    const { pages, of, rows } = list.progress;
    if (leftMs() <= 0) return { reading: list.progress };
    onProgress?.({
      percent: of === undefined ? 0 : Math.min(99, Math.floor((100 * pages) / of)),
      message: `${operation.name}: ${pages}${of === undefined ? '' : ` of ${of}`} pages, ${rows} rows`,
    });
    if (!(await patiently(() => list.next()))) return { reading: list.progress };
  }

  const rows = columns === undefined ? () => list.rows() : () => picked(list.rows(), columns);
  const { file, ...table } = await makeTable(`${operation.name}.${as}`, as, rows);
  const savedFile = await files.keepMade(file);
  await list.drop();
  return { ...table, file: savedFile, pages: list.progress.pages, ...list.remarks };
}

async function* picked(rows: ReturnType<ListReading['rows']>, columns: readonly string[]): typeof rows {
  for await (const row of rows) yield pickColumns(row, columns);
}
