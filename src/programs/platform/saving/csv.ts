import { stringify } from 'csv-stringify/sync';
import { inTurns } from './in-turns.ts';
import type { Row } from './row.ts';

/** Marks a file as UTF-8: without it, spreadsheets show umlauts as two characters. Readers of CSV drop it, some only with an option (`bom`). */
export const byteOrderMark = '\u{FEFF}';

/**
 * Rows as CSV (RFC 4180), in pieces, after a line with the names of the columns. Lists and records become JSON. Texts are guarded
 * (`guarded`). Other work of the process goes on between the pieces.
 */
export async function* csvOf(columns: readonly string[], rows: readonly Row[]): AsyncGenerator<string> {
  const options = { record_delimiter: '\r\n', quoted_match: special, quoted_empty: columns.length === 1 };
  yield stringify([startOfLine(columns.map(guarded))], options);
  for await (const some of inTurns(rows, Math.ceil(cellsAtOnce / Math.max(1, columns.length))))
    yield stringify(
      some.map((row) => startOfLine(columns.map((name) => cell(row[name])))),
      options,
    );
}

/** Cells that are written in one turn of the event loop. */
const cellsAtOnce = 2_000;

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return guarded(value);
  return typeof value === 'object' ? withoutSemicolons(JSON.stringify(value)) : String(value);
}

/** For a reader with another separator, a negative number at the beginning of a line goes on with the cells after it. */
const startOfLine = ([first = '', ...others]: readonly string[]): string[] =>
  others.length > 0 && first.startsWith('-') ? [`'${first}`, ...others] : [first, ...others];

/**
 * A text in which no cell begins as a formula, in whatever way a spreadsheet takes the line apart: in many languages it takes a semicolon,
 * a tab or a line end within a text for the end of a cell, despite the quotes. An apostrophe is put before each such beginning, also where
 * apostrophes or quotes stand before it. Plain numbers stay.
 */
const guarded = (text: string): string => (plainNumber.test(text) ? text : text.replaceAll(formulas, "'"));

/** The text before `guarded`. */
export const withoutGuard = (text: string): string => text.replaceAll(guardedFormulas, '');

/** JSON in which a semicolon before a formula is written as an escape, which does not change the value. */
const withoutSemicolons = (json: string): string => json.replaceAll(/;(?=["']*[=+\-@＝＋－＠])/g, String.raw`\u003b`);

/**
 * What begins a formula, at the beginning of a text and after the possible end of a cell: also in full-width forms, which spreadsheets in
 * East Asian languages accept. A quotation mark at the beginning of a text is written as three, and is the beginning of the cell.
 */
const beginning = String.raw`[=+\-@\t＝＋－＠]|\r(?!\n)`;
const formulas = new RegExp(`^(?='*(?:${beginning}|[\\r\\n]))|(?<=[;\\t\\r\\n])(?=["']*(?:${beginning}))`, 'g');
const guardedFormulas = new RegExp(
  `^'(?='*(?:${beginning}|[\\r\\n]))|(?<=[;\\t\\r\\n])'(?=["']*(?:${beginning}))`,
  'g',
);
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** Texts that need quotes for readers with another separator: also those with white space at an end, or with a byte order mark at the beginning. */
const special = /[;\t\r\n]|^\s|\s$|^\uFEFF/;
