import { placeInFolder } from '../../../client/http/files/place-in-folder.ts';
import type { Platform } from '../../../client/index.ts';
import { invalidCall } from '../read-given.ts';
import { inTurns } from './in-turns.ts';
import { type TableRow, rowOf } from './row.ts';
import { saveRows, tableEndingOf, tableEndings } from './save-rows.ts';
import { VisibilityError } from '../../../client/errors.ts';

/** A file with rows of a program: kept for a day under `uri`, and written into the operator's folder if there is one. */
export interface SavedTable {
  /** The address from which a host reads it. */
  readonly uri: string;
  readonly name: string;
  readonly mime_type: string;
  readonly size_bytes: number;
  /** The time in ISO 8601 at which it expires. */
  readonly expires_at: string;
  readonly count: number;
  readonly columns: readonly string[];
  /** Its path in the folder of `outFolder`. */
  readonly path?: string | undefined;
  /** Why there is no file; set in a dry run. */
  readonly not_written?: string | undefined;
}

/**
 * Saves rows of a program under a name that ends in `.csv` or `.json`.
 * @throws VisibilityError `invalid_arguments`, also if the caller has the maximum number of files; `refused` if the folder
 * cannot be written to
 */
export async function saveTable(
  client: Pick<Platform, 'files'>,
  name: unknown,
  given: unknown,
  folder: string | undefined,
): Promise<SavedTable> {
  const ending = typeof name === 'string' && nameForm.test(name) ? tableEndingOf(name) : undefined;
  if (typeof name !== 'string' || ending === undefined)
    throw invalidCall(
      `save: the name must be that of a file, without a folder, and end in .${tableEndings.join(' or .')}.`,
    );
  if (!Array.isArray(given)) throw invalidCall("save takes a list of rows, such as platform.save('a.csv', rows).");
  const files = await client.files();
  await files.checkRoom();
  const rows: TableRow[] = [];
  for await (const some of inTurns(given, rowsAtOnce)) rows.push(...(await files.filtered(some.map(rowOf))));
  const { file, body, ...facts } = await saveRows(files, name, ending, rows);
  if (!('uri' in file)) throw invalidCall(`save: ${file.not_kept}`);
  const placement = folder === undefined ? {} : await placeInFolder(folder, name, body);
  if (!('not_written' in placement)) return { ...file, ...facts, ...placement };
  throw new VisibilityError('refused', `platform.save: ${placement.not_written}`, {
    outcome: 'rejected',
    facts: { uri: file.uri },
  });
}

/** Maximum rows that are filtered in one turn of the event loop. */
const rowsAtOnce = 100;

const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,119}$/u;
