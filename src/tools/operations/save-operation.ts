import { systemClock } from '../../base/clock.ts';
import { definedFields } from '../../base/json/defined-fields.ts';
import type { Arguments, Operation } from '../../catalog/index.ts';
import { type ListPage, pages } from '../../client/answers/pages/index.ts';
import type { Platform, Progress, Reply } from '../../client/index.ts';
import { resolveProjectNames } from '../../client/names/resolve-project-names.ts';
import { pickColumns, type TableRow, rowOf } from '../../programs/platform/saving/row.ts';
import { maxFileBytes, saveRows, type TableEnding } from '../../programs/platform/saving/save-rows.ts';
import { isRateRefusal, waitForRoom } from '../../programs/platform/wait-for-room.ts';
import { callOperation } from '../calls/call-operation.ts';
import { now } from '../definition/now.ts';
import type { ToolContext, ToolResult } from '../definition/tool.ts';
import { maxWaitSeconds, type Waiting } from '../definition/waiting.ts';
import { project } from '../projection/project.ts';
import { fileLine, linkToFile, projectionResult } from '../results/result.ts';

interface SaveOrder extends Waiting {
  readonly save: TableEnding;
  /** Dotted paths of the columns. Absent: all. */
  readonly fields?: readonly string[] | undefined;
}

/**
 * Saves all pages of a list to a file, waiting for the rate limit if necessary. A caller that asked for progress is
 * assumed to wait. If the list is incomplete, the result says so.
 * @throws VisibilityError `invalid_arguments` if the caller has the maximum number of files
 */
export async function saveOperation(
  client: Platform,
  operation: Operation,
  givenWithNames: Arguments,
  { save, fields, waitSeconds }: SaveOrder,
  context: ToolContext,
): Promise<ToolResult> {
  const { clock = systemClock, signal, onProgress } = context;
  const args = await resolveProjectNames(client, operation, givenWithNames, now(context));
  const files = await client.files();
  const name = await files.nameOf(operation, givenWithNames, save);
  await files.checkRoom();
  const seconds = onProgress ? Math.max(waitSeconds, maxWaitSeconds) : waitSeconds;
  const until = context.waitsUntilDone ? Infinity : clock.steady() + seconds * 1000;
  const readPage = (page: Arguments): Promise<Reply> => {
    signal?.throwIfAborted();
    const wait = Math.max(1, Math.ceil(Math.min(maxWaitMs, until - clock.steady()) / 1000));
    return callOperation(client, operation, page, { waitSeconds: wait }, { ...context, onProgress: undefined });
  };
  const list = pages(operation, args, (page) => waitForRoom(() => readPage(page), { clock, signal, until }));
  const rows: TableRow[] = [];
  let [bytes, pagesRead]: [number, number] = [0, 0];
  let last: ListPage | undefined;
  let cut: string | undefined;
  try {
    for await (const page of list) {
      const pageRows = await files.filtered(page.records.map(rowOf));
      rows.push(...(fields === undefined ? pageRows : pageRows.map((row) => pickColumns(row, fields))));
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
  const { file, count, columns } = await saveRows(files, name, save, rows, context.csvSeparator);
  const data = { count, columns, first: rows.slice(0, shownRows) };
  return {
    ...projectionResult(
      { ...project(data, { format: 'detailed', budget: shownLength }), plain: () => data },
      definedFields({
        file: fileLine(file),
        pages: pagesRead > 1 ? pagesRead : undefined,
        incomplete: cut === undefined ? last?.verdict?.missed : `${cut}: ${readOf(pagesRead, rows.length, last)}`,
        changed: last?.verdict?.changed,
        next: cut !== undefined && bytes <= maxFileBytes ? moreTime : undefined,
      }),
    ),
    link: 'uri' in file ? linkToFile(file) : undefined,
  };
}

const moreTime =
  'A command on a terminal has no time limit: visibility-mcp call call_read … --save FILE. Here, save a part of it by the filters of the list.';

/** Maximum rows of a saved list that the result shows, and maximum characters of them. */
const shownRows = 3;
const shownLength = 4_000;

/** Milliseconds that one page may wait for the rate limit, if there is no time limit for the list. */
const maxWaitMs = 600_000;

const readOf = (pagesRead: number, rows: number, last: ListPage | undefined): string =>
  `${pagesRead} of ${last?.lastPage ?? 'an unknown number of'} pages, ${rows} of ${last?.total ?? 'an unknown number of'} rows`;

const progressOf = (operation: Operation, pagesRead: number, rows: number, of: number | undefined): Progress => ({
  percent: of === undefined ? 0 : Math.min(99, Math.floor((100 * pagesRead) / of)),
  message: `${operation.name}: ${pagesRead}${of === undefined ? '' : ` of ${of}`} pages, ${rows} rows`,
});
