import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { VisibilityError } from '../../../client/errors/visibility-error.ts';
import { placeInFolder } from '../../../client/files/place-in-folder.ts';
import type { Platform } from '../platform.ts';
import { type Row, rowOf } from './row.ts';
import { makeTable, tableEndingOf, tableEndings } from './table.ts';

/** A file with rows of a program: kept for a day at `uri`, and written into the operator's folder if there is one. */
export interface SavedTable {
  /** Where a host reads it. */
  readonly uri: string;
  readonly name: string;
  readonly mime_type: string;
  readonly size_bytes: number;
  /** Until when, in ISO 8601. */
  readonly expires_at: string;
  readonly count: number;
  readonly columns: readonly string[];
  /** Where it is in the folder of `outFolder`. */
  readonly path?: string | undefined;
  /** Why there is no file: in a dry run. */
  readonly not_written?: string | undefined;
}

/**
 * Saves rows of a program under a name that ends in `.csv` or `.json`.
 *
 * @throws VisibilityError `invalid_arguments`, also if the caller keeps as many files as it may; `refused` if the folder takes no file
 */
export async function saveTable(
  { files }: Pick<Platform, 'files'>,
  name: unknown,
  rows: unknown,
  folder: string | undefined,
): Promise<SavedTable> {
  const ending = typeof name === 'string' && nameForm.test(name) ? tableEndingOf(name) : undefined;
  if (typeof name !== 'string' || ending === undefined)
    throw invalid(
      `platform.save: the name is one of a file, without a folder, and ends in .${tableEndings.join(' or .')}.`,
    );
  if (!Array.isArray(rows)) throw invalid("platform.save takes a list of rows, such as platform.save('a.csv', rows).");
  await files.checkRoom();
  const filteredRows: Row[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await turnOfEventLoop();
    filteredRows.push(...(await files.filtered(rows.slice(from, from + rowsAtOnce).map(rowOf))));
  }
  const { file, count, columns } = await makeTable(name, ending, filteredRows);
  const savedFile = await files.keepMade(file);
  if (!('uri' in savedFile)) throw invalid(`platform.save: ${savedFile.not_kept}`);
  const table = { ...savedFile, count, columns };
  if (folder === undefined) return table;
  const placement = await placeInFolder(folder, name, file.body);
  if ('path' in placement) return { ...table, path: placement.path };
  const { uri } = savedFile;
  throw new VisibilityError('refused', `platform.save: ${placement.not_written}`, {
    outcome: 'rejected',
    facts: { uri },
  });
}

/** Rows that are filtered in one turn of the event loop. */
const rowsAtOnce = 100;

const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,119}$/u;

const invalid = (message: string): VisibilityError =>
  new VisibilityError('invalid_arguments', message, { outcome: 'not_sent' });
