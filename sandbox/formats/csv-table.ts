import { parse } from 'csv-parse/sync';

/** Rows of cells of a delimited text, without empty rows; undefined where a quote is never closed. */
export function csvTable(text: string): readonly (readonly string[])[] | undefined {
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return rows.filter((row) => row.some((cell) => cell !== ''));
  } catch {
    return undefined;
  }
}

/** Whichever of `,` `;` tab and `|` the first line uses most. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const [separator = ','] = [';', '\t', '|', ','].toSorted((a, b) => first.split(b).length - first.split(a).length);
  return separator;
}
