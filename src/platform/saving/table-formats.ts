import { byteOrderMark, csvLine } from './to-csv.ts';
import { cellText } from './cell-text.ts';
import type { Row } from './row.ts';

/** How rows become a file, piece by piece. */
export interface TableFormat {
  readonly mime: string;
  begin(columns: readonly string[]): string;
  row(row: Row, columns: readonly string[], isFirst: boolean): string;
  readonly end: string;
}

const valuesOf = (row: Row, columns: readonly string[]): unknown[] => columns.map((column) => row[column]);

/** The formats that lists are saved in, by the ending of the file. */
export const tableFormats = {
  csv: {
    mime: 'text/csv; charset=utf-8',
    begin: (columns) => byteOrderMark + csvLine(columns),
    row: (row, columns) => csvLine(valuesOf(row, columns)),
    end: '',
  },
  json: {
    mime: 'application/json',
    begin: () => '[',
    row: (row, _, isFirst) => `${isFirst ? '\n' : ',\n'}${JSON.stringify(row)}`,
    end: '\n]\n',
  },
  md: {
    mime: 'text/markdown; charset=utf-8',
    begin: (columns) => `${line(columns)}${line(columns.map(() => '---'))}`,
    row: (row, columns) => line(valuesOf(row, columns)),
    end: '',
  },
} as const satisfies Readonly<Record<string, TableFormat>>;

export type TableEnding = keyof typeof tableFormats;

export const tableEndings = Object.keys(tableFormats) as readonly TableEnding[];

/** The ending of a file's name, where it is one of a table. */
export const tableEndingOf = (name: string): TableEnding | undefined =>
  tableEndings.find((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** A row of a Markdown table: a cell is one line, and holds neither the border of cells nor HTML. */
const line = (values: readonly unknown[]): string => `| ${values.map(markdownCell).join(' | ')} |\n`;

const markdownCell = (value: unknown): string =>
  cellText(value)
    .replace(/[\\|<>`[\]]/g, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`))
    .replace(/(?<!\s)\s*[\r\n\u2028\u2029]\s*/g, ' ');
