import { stringify } from 'csv-stringify/sync';
import { inTurns } from './in-turns.ts';
import type { TableRow } from './row.ts';

/** Marks a file as UTF-8: without it, spreadsheets show umlauts as two characters. */
export const byteOrderMark = '\u{FEFF}';

/**
 * Rows as CSV (RFC 4180), in pieces, after a line with the names of the columns. Lists and records become JSON. Texts are
 * guarded (`guarded`). With semicolons, numbers have decimal commas. Other work of the process continues between the pieces.
 */
export async function* csvOf(
  columns: readonly string[],
  rows: readonly TableRow[],
  separator: Separator = ',',
): AsyncGenerator<string> {
  const options = {
    delimiter: separator,
    record_delimiter: '\r\n',
    quoted_match: special,
    quoted_empty: columns.length === 1,
  };
  yield stringify([startOfLine(columns.map((name) => guarded(name, separator)))], options);
  for await (const some of inTurns(rows, Math.ceil(cellsAtOnce / Math.max(1, columns.length))))
    yield stringify(
      some.map((row) => startOfLine(columns.map((name) => cell(row[name], separator)))),
      options,
    );
}

/** Maximum cells that are written in one turn of the event loop. */
const cellsAtOnce = 2_000;

/** Separator of cells: a comma, or a semicolon for spreadsheets in languages with a decimal comma. */
export type Separator = ',' | ';';

function cell(value: unknown, separator: Separator): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return guarded(value, separator);
  if (typeof value === 'object') return withoutEnds(JSON.stringify(value), separator);
  return separator === ';' && typeof value === 'number' ? String(value).replace('.', ',') : String(value);
}

/** A reader with another separator reads a negative number at the beginning of a line together with the cells after it. */
const startOfLine = ([first = '', ...others]: readonly string[]): string[] =>
  others.length > 0 && first.startsWith('-') ? [`'${first}`, ...others] : [first, ...others];

/**
 * Changes a text so that no cell begins like a formula, however a spreadsheet splits the line: it may treat a comma, a
 * semicolon, a tab or a line end within a text as the end of a cell, despite the quotes. An apostrophe is put before each
 * such beginning, even after apostrophes or quotes. Plain numbers are unchanged.
 */
const guarded = (text: string, separator: Separator): string =>
  plainNumber.test(text) ? text : text.replaceAll(formulas[separator], "'");

/** The text before `guarded`. */
export const withoutGuard = (text: string, separator: Separator): string =>
  text.replaceAll(guardedFormulas[separator], '');

/** JSON in which no character can end a cell before a formula; its value is the same. */
function withoutEnds(json: string, separator: Separator): string {
  const escaped = json.replaceAll(/;(?=["']*[=+\-@＝＋－＠])/g, String.raw`\u003b`);
  if (separator === ',') return escaped;
  return escaped
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => text.replaceAll(',', String.raw`\u002c`))
    .replaceAll(',', ', ');
}

/**
 * The beginning of a formula, at the start of a text and after the possible end of a cell, including full-width forms, which
 * spreadsheets in East Asian languages accept. A quotation mark at the start of a text is written as three, and starts the
 * cell.
 */
const beginning = '[=+\\-@＝＋－＠]';

/** Beginnings of formulas; `guard` is the text before them. The separator of the file ends no cell within quotes. */
const beginnings = (ends: string, guard: string): RegExp =>
  new RegExp(`^${guard}(?='*${beginning})|(?<=[${ends}])${guard}(?=["']*${beginning})`, 'g');

const otherEnds: Readonly<Record<Separator, string>> = { ',': ';\\t\\r\\n', ';': ';,\\t\\r\\n' };
const formulas = { ',': beginnings(otherEnds[','], ''), ';': beginnings(otherEnds[';'], '') };
const guardedFormulas = { ',': beginnings(otherEnds[','], "'"), ';': beginnings(otherEnds[';'], "'") };
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** Texts that need quotes, also for readers with another separator. */
const special = /[;\t\r\n]|^\s|\s$|^\uFEFF/;
