import { cellText } from './cell-text.ts';

/** For UTF-8: without it spreadsheets read umlauts as two characters each. Readers of CSV drop it, some only when told (`bom`). */
export const byteOrderMark = '\u{FEFF}';

/**
 * Values as one line of CSV (RFC 4180), with its line end. Numbers are numbers; what is a list or a record is its JSON.
 * A text that a spreadsheet would take for a formula gets an apostrophe before it, and so does one that looks as if it had
 * one already: removing one apostrophe before such a text gives it back.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  const text = cellText(value);
  const safe = typeof value === 'string' && formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell as it was before `csvLine` kept spreadsheets from taking it for a formula. */
export const unguarded = (cell: string): string => (guardedFormula.test(cell) ? cell.slice(1) : cell);

const guardedFormula = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Also in their full-width forms, which spreadsheets of East Asian languages take for the same. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** White space at the ends would be lost, and a mark at the beginning would be taken for that of the file. */
const special = /[",\r\n]|^\s|\s$|^\uFEFF/;
