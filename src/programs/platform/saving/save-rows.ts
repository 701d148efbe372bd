import type { CallerFiles, KeptFile } from '../../../client/index.ts';
import { byteOrderMark, csvOf, type Separator } from './csv.ts';
import { inTurns } from './in-turns.ts';
import type { TableRow } from './row.ts';
import { VisibilityError } from '../../../client/errors.ts';

/** Maximum bytes of one file, since hosts read it in one message. */
export const maxFileBytes = 32 * 1024 * 1024;

/** Maximum bytes of one line: a longer one would delay other work of the process. */
const maxColumns = 1_000;

/** Maximum rows that are written in one turn of the event loop. */
const rowsAtOnce = 100;

/** The formats in which lists are saved, by the extension of the file. */
const mimes = { csv: 'text/csv; charset=utf-8', json: 'application/json' } as const;

export type TableEnding = keyof typeof mimes;

export const tableEndings = Object.keys(mimes) as readonly TableEnding[];

/** The extension of a file's name, if it is one of a table. */
export const tableEndingOf = (name: string): TableEnding | undefined =>
  tableEndings.find((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** A list in a file. */
export interface SavedRows {
  readonly file: KeptFile;
  readonly body: Buffer;
  readonly count: number;
  /** In the order of their first occurrence. */
  readonly columns: readonly string[];
}

/**
 * Writes rows into a file and keeps it for a day.
 * @throws VisibilityError `invalid_arguments` if it would be too large, or the caller has the maximum number of files
 */
export async function saveRows(
  files: CallerFiles,
  name: string,
  ending: TableEnding,
  rows: readonly TableRow[],
  separator?: Separator,
): Promise<SavedRows> {
  const columns = await columnsOf(rows);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const text of ending === 'csv' ? csvOf(columns, rows, separator) : jsonOf(rows)) {
    const piece = Buffer.from(ending === 'csv' && bytes === 0 ? byteOrderMark + text : text);
    bytes += piece.byteLength;
    if (bytes > maxFileBytes) throw tooLarge(`${maxFileBytes / 2 ** 20} MB`);
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  const file = await files.keepMade({ name, mime: mimes[ending], body });
  return { file, body, count: rows.length, columns };
}

async function columnsOf(rows: readonly TableRow[]): Promise<readonly string[]> {
  const columns = new Set<string>();
  for await (const some of inTurns(rows, rowsAtOnce)) {
    for (const row of some) for (const column of Object.keys(row)) columns.add(column);
    if (columns.size > maxColumns) throw tooLarge(`${maxColumns} columns`);
  }
  return [...columns];
}

async function* jsonOf(rows: readonly TableRow[]): AsyncGenerator<string> {
  let before = '[\n';
  for await (const some of inTurns(rows, rowsAtOnce)) {
    yield before + some.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield rows.length === 0 ? '[\n]\n' : '\n]\n';
}

const tooLarge = (bound: string): VisibilityError =>
  new VisibilityError('invalid_arguments', `The file would have more than ${bound}. Nothing was saved.`, {
    outcome: 'not_sent',
    next: 'Take fewer columns by fields, or filter the list by its arguments.',
  });
