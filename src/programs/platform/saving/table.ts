import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { VisibilityError } from '../../../client/errors/visibility-error.ts';
import type { MadeFile } from '../../../client/files/kept-files.ts';
import { byteOrderMark, csvOf } from './csv.ts';
import type { Row } from './row.ts';

/** Bytes of one table at most: hosts read it in one message. */
export const maxTableBytes = 32 * 1024 * 1024;

const maxColumns = 1_000;
const maxCells = 2_000_000;

/** Rows that are handled in one turn of the event loop. */
const rowsAtOnce = 100;

/** Rows that a result shows of a saved list. */
const shownRows = 3;

/** The forms that lists are saved in, by the ending of the file. */
const mimes = { csv: 'text/csv; charset=utf-8', json: 'application/json' } as const;

export type TableEnding = keyof typeof mimes;

export const tableEndings = Object.keys(mimes) as readonly TableEnding[];

/** The ending of a file's name, if it is one of a table. */
export const tableEndingOf = (name: string): TableEnding | undefined =>
  tableEndings.find((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** A list as a file, and facts about it. */
export interface Table {
  readonly file: MadeFile;
  readonly count: number;
  /** In the order in which rows first have them. */
  readonly columns: readonly string[];
  /** The first three. */
  readonly first: readonly Row[];
}

/**
 * Makes a file of rows.
 *
 * @throws VisibilityError `invalid_arguments` if it would be too large
 */
export async function makeTable(name: string, ending: TableEnding, rows: readonly Row[]): Promise<Table> {
  const names = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (at % rowsAtOnce === 0) await turnOfEventLoop();
    for (const column of Object.keys(row)) names.add(column);
    if (names.size > maxColumns) throw tooLarge(`${maxColumns} columns`);
  }
  const columns = [...names];
  if (columns.length * rows.length > maxCells) throw tooLarge(`${maxCells} cells`);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const text of ending === 'csv' ? withMark(csvOf(columns, rows)) : jsonOf(rows)) {
    const piece = Buffer.from(text);
    bytes += piece.byteLength;
    if (bytes > maxTableBytes) throw tooLarge(`${maxTableBytes / 2 ** 20} MB`);
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  return { file: { name, mime: mimes[ending], body }, count: rows.length, columns, first: rows.slice(0, shownRows) };
}

async function* withMark(csv: AsyncIterable<string>): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* csv;
}

async function* jsonOf(rows: readonly Row[]): AsyncGenerator<string> {
  yield '[';
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await turnOfEventLoop();
    const texts = rows.slice(from, from + rowsAtOnce).map((row) => JSON.stringify(row));
    yield `${from === 0 ? '\n' : ',\n'}${texts.join(',\n')}`;
  }
  yield '\n]\n';
}

const tooLarge = (bound: string): VisibilityError =>
  new VisibilityError('invalid_arguments', `The file would have more than ${bound}. Nothing was saved.`, {
    outcome: 'not_sent',
    next: 'Take fewer columns by fields, or filter the list by its arguments.',
  });
