import { VisibilityError } from '../../client/errors/visibility-error.ts';
import type { MadeFile } from '../../client/files/kept-files.ts';
import type { Row } from './row.ts';
import { tableFormats, type TableEnding } from './table-formats.ts';

/** Bytes of one table at most: hosts read it in one message. */
const maxBytes = 32 * 1024 * 1024;

const maxColumns = 1_000;

/** Rows that a result shows of a saved list. */
const shownRows = 3;

/** A list as a file, and what is said about it. */
export interface MadeTable {
  readonly file: MadeFile;
  readonly count: number;
  /** In the order in which rows first have them. */
  readonly columns: readonly string[];
  /** The first three. */
  readonly first: readonly Row[];
}

type Rows = Iterable<Row> | AsyncIterable<Row>;

/**
 * Makes a file of rows. The rows are iterated twice, one by one, so that only the file is in memory.
 *
 * @param rows begins a new iteration at each call
 * @throws VisibilityError `invalid_arguments` where it would be too large
 */
export async function makeTable(name: string, ending: TableEnding, rows: () => Rows): Promise<MadeTable> {
  const names = new Set<string>();
  const first: Row[] = [];
  let count = 0;
  for await (const row of rows()) {
    for (const column of Object.keys(row)) names.add(column);
    if (names.size > maxColumns) throw tooLarge(`${maxColumns} columns`);
    if (count++ < shownRows) first.push(row);
  }
  const columns = [...names];
  const format = tableFormats[ending];
  const pieces: Buffer[] = [];
  let bytes = 0;
  let text = format.begin(columns);
  let isFirst = true;
  const put = (): void => {
    const piece = Buffer.from(text);
    text = '';
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw tooLarge(`${maxBytes / 2 ** 20} MB`);
    pieces.push(piece);
  };
  for await (const row of rows()) {
    text += format.row(row, columns, isFirst);
    isFirst = false;
    if (text.length > pieceLength) put();
  }
  text += format.end;
  put();
  return { file: { name, mime: format.mime, body: Buffer.concat(pieces) }, count, columns, first };
}

/** Characters of the file that are put together as a text. */
const pieceLength = 64 * 1024;

const tooLarge = (bound: string): VisibilityError =>
  new VisibilityError('invalid_arguments', `The file would have more than ${bound}. Nothing was saved.`, {
    outcome: 'not_sent',
    next: 'Take fewer columns by fields, or filter the list by its arguments.',
  });
