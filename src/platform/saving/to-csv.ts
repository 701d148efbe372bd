import { cellText } from './cell-text.ts';

/** For UTF-8: without it spreadsheets read umlauts as two characters each. Readers of CSV drop it, some only when told (`bom`). */
export const byteOrderMark = '\u{FEFF}';

/**
 * Values as one line of CSV (RFC 4180), with its line end. Numbers are numbers; what is a list or a record is its JSON.
 * A text that a spreadsheet would take for a formula gets an apostrophe before it, and so does one that looks as if it had
 * one already: removing one apostrophe before such a text gives it back. The same holds after each semicolon, tab and line
 * end within a text: spreadsheets of many languages take those for the end of a cell, whatever the quotes.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  const text = typeof value === 'string' ? guarded(value) : withoutSemicolons(cellText(value));
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function guarded(text: string): string {
  if (plainNumber.test(text)) return text;
  return (formula.test(text) ? "'" : '') + text.replaceAll(innerFormulas, "'");
}

/** JSON in which a semicolon that a formula follows is an escape: the value is the same. */
const withoutSemicolons = (json: string): string => json.replaceAll(/;(?=[=+\-@＝＋－＠])/g, String.raw`\u003b`);

/** A cell as it was before `csvLine` kept spreadsheets from taking it, or a part of it, for a formula. */
export function unguarded(cell: string): string {
  const text = cell.replaceAll(guardedInnerFormulas, '');
  return guardedFormula.test(text) ? text.slice(1) : text;
}

/** Also in their full-width forms, which spreadsheets of East Asian languages take for the same. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guardedFormula = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Before a formula that follows what may end a cell. An item of a list in Markdown is none, unless it calls something. */
const innerFormulas = /(?<=[;\t\r\n])(?='*(?:[=@＝＠]|[+\-＋－](?! [^|!(;\t\r\n]*(?:[;\t\r\n]|$))))/g;
const guardedInnerFormulas = /(?<=[;\t\r\n])'(?='*(?:[=@＝＠]|[+\-＋－](?! [^|!(;\t\r\n]*(?:[;\t\r\n]|$))))/g;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** White space at the ends would be lost, and a mark at the beginning would be taken for that of the file. */
const special = /[",;\t\r\n]|^\s|\s$|^\uFEFF/;
