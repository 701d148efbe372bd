import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Progress, Reply } from '../../client/call/reply.ts';
import type { KeptFile } from '../../client/files/kept-files.ts';
import type { Clock } from '../../clock.ts';
import type { Platform } from '../platform.ts';
import { isRateRefusal, waitForRoom } from '../wait-for-room.ts';
import { ListReading } from './list-reading.ts';
import { makeTable, type MadeTable } from './make-table.ts';
import { pickColumns } from './row.ts';
import type { TableEnding } from './table-formats.ts';

export interface SaveOptions {
  readonly as: TableEnding;
  /** Dotted paths of the columns. Absent: all. */
  readonly columns?: readonly string[] | undefined;
  /** Milliseconds that it may take; after that the remaining pages are left to the next attempt. */
  readonly forMs: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A saved list, or the progress of one whose reading is not finished: its pages are kept, and the same call goes on with it. */
export type SavedList =
  | (Omit<MadeTable, 'file'> & {
      readonly file: KeptFile;
      readonly pages: number;
      readonly changed?: string | undefined;
      readonly resumed?: string | undefined;
    })
  | { readonly reading: { readonly pages: number; readonly rows: number; readonly of: number | undefined } };

/**
 * Saves a whole list, waiting for the rate limit where necessary.
 *
 * @param read makes one call, with the seconds that it may wait
 */
export async function saveList(
  { files }: Pick<Platform, 'files'>,
  operation: Operation,
  args: Arguments,
  read: (args: Arguments, waitSeconds: number) => Promise<Reply>,
  { as, columns, forMs, clock, signal, onProgress }: SaveOptions,
): Promise<SavedList> {
  const until = clock.steady() + forMs;
  const remainingMs = (): number => until - clock.steady();
  const list = new ListReading({
    files,
    operation,
    args,
    now: () => clock.now(),
    read: (page) => read(page, Math.max(1, Math.ceil(remainingMs() / 1000))),
  });
  const inTime = (step: () => Promise<void>): Promise<void> =>
    waitForRoom(
      async () => {
        signal?.throwIfAborted();
        await step();
      },
      { clock, signal, until },
    );

  try {
    await inTime(() => list.begin());
    while (!list.isWhole) {
      const { pages, of, rows } = list.progress;
      if (remainingMs() <= 0) return { reading: list.progress };
      onProgress?.({
        percent: of === undefined ? 0 : Math.min(99, Math.floor((100 * pages) / of)),
        message: `${operation.name}: ${pages}${of === undefined ? '' : ` of ${of}`} pages, ${rows} rows`,
      });
      await inTime(() => list.next());
    }
  } catch (error) {
    if (isRateRefusal(error)) return { reading: list.progress };
    throw error;
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
