import { cellText } from './cell-text.ts';

/** Marks a file as UTF-8: without it, spreadsheets show umlauts as two characters. Readers of CSV drop it, some only with an option (`bom`). */
export const byteOrderMark = '\u{FEFF}';

/**
 * Values as one line of CSV (RFC 4180), with its line end. Lists and records become JSON. An apostrophe is put before a text that a
 * spreadsheet would take for a formula, also before one that begins with apostrophes already, so that removing one apostrophe restores the
 * text. The same is done after each semicolon, tab and line end within a text, which spreadsheets in many languages take for the end of a
 * cell despite the quotes.
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

/** JSON in which a semicolon before a formula is written as an escape, which does not change the value. */
const withoutSemicolons = (json: string): string => json.replaceAll(/;(?=[=+\-@＝＋－＠])/g, String.raw`\u003b`);

/** The text of a cell before `csvLine` guarded it against spreadsheets that take it for a formula. */
export function withoutGuard(cell: string): string {
  const text = cell.replaceAll(guardedInnerFormulas, '');
  return guardedFormula.test(text) ? text.slice(1) : text;
}

/** The beginning of a formula, also in full-width forms, which spreadsheets in East Asian languages accept. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guardedFormula = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Places before a formula that follows the possible end of a cell. An item of a Markdown list is no formula, unless it calls a function. */
const innerFormulas = /(?<=[;\t\r\n])(?='*(?:[=@＝＠]|[+\-＋－](?! [^|!(;\t\r\n]*(?:[;\t\r\n]|$))))/g;
const guardedInnerFormulas = /(?<=[;\t\r\n])'(?='*(?:[=@＝＠]|[+\-＋－](?! [^|!(;\t\r\n]*(?:[;\t\r\n]|$))))/g;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
/** Texts that need quotes: also those with white space at an end, which would be lost, or with a byte order mark at the beginning. */
const special = /[",;\t\r\n]|^\s|\s$|^\uFEFF/;
