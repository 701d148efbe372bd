import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** One cell of a table. Texts may contain styles, and line breaks where a line has to end. */
export type Cell =
  | { readonly text: string; readonly isNumber: boolean }
  /** A bar, drawn as wide as its column. */
  | { readonly draw: (width: number) => string };

export interface Table {
  /** Names of the columns; empty where they need none. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const gap = '  ';
const bar = { natural: 24, min: 6 };

/** Characters below which a column of text is hard to read. */
const minText = 12;

/**
 * A table in lines of at most `columns` characters. Columns of text are wrapped where they have to be; where even that
 * does not fit, bars are left out, and at last each row becomes a paragraph. No text is left out.
 */
export function layOutTable({ header, rows }: Table, columns: number): string {
  const places = Math.max(header.length, ...rows.map((row) => row.length));
  const sizes = Array.from({ length: places }, (_, at) => sizeOf(header[at] ?? '', rows, at));
  const widths = fittingWidths(sizes, columns);
  if (!widths) {
    const bars = sizes.flatMap((size, at) => (size.isBar ? [at] : []));
    const withoutBars = {
      header: header.filter((_, at) => !bars.includes(at)),
      rows: rows.map((row) => row.filter((_, at) => !bars.includes(at))),
    };
    if (
      bars.length > 0 &&
      fittingWidths(
        sizes.filter((_, at) => !bars.includes(at)),
        columns,
      )
    )
      return layOutTable(withoutBars, columns);
    return rows.map((row) => paragraph(header, row, columns)).join('\n\n');
  }
  const lines = rows.flatMap((row) => linesOf(row, widths));
  if (header.every((name) => name === '')) return lines.join('\n');
  const names = header.map((name, at) => ({ text: name, isNumber: isNumberColumn(rows, at) }));
  return [...linesOf(names, widths), ...lines].join('\n');
}

interface Size {
  readonly natural: number;
  readonly min: number;
  readonly isBar: boolean;
}

function sizeOf(name: string, rows: Table['rows'], at: number): Size {
  const sizes = rows.map((row) => {
    const cell = row[at];
    if (!cell) return { natural: 0, min: 0 };
    if ('draw' in cell) return bar;
    const natural = widest(cell.text.split('\n'));
    return { natural, min: cell.isNumber ? natural : Math.min(natural, Math.max(minText, maxWordWidth(cell.text))) };
  });
  const title = stringWidth(name);
  return {
    natural: Math.max(title, ...sizes.map(({ natural }) => natural)),
    min: Math.max(title, ...sizes.map(({ min }) => min)),
    isBar: rows.some((row) => isBar(row[at])),
  };
}

const isBar = (cell: Cell | undefined): boolean => cell !== undefined && 'draw' in cell;

const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map((line) => stringWidth(line)));
const maxWordWidth = (text: string): number => widest(text.split(/\s/));

/** Widths of the columns that fit into the line. Bars shrink first, then the widest column that can, one character at a time. */
function fittingWidths(sizes: readonly Size[], columns: number): number[] | undefined {
  const room = columns - gap.length * (sizes.length - 1);
  if (sum(sizes.map(({ min }) => min)) > room) return undefined;
  const widths = sizes.map(({ natural }) => natural);
  while (sum(widths) > room) {
    const candidates = sizes.flatMap(({ min }, at) => ((widths[at] ?? 0) > min ? [at] : []));
    const bars = candidates.filter((at) => sizes[at]?.isBar);
    const [widest = 0] = (bars.length > 0 ? bars : candidates).toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, one) => whole + one, 0);

function linesOf(row: readonly Cell[], widths: readonly number[]): string[] {
  const cells = widths.map((width, at) => {
    const cell = row[at];
    if (!cell) return [];
    return 'draw' in cell ? [cell.draw(width)] : wrapText(cell.text, width);
  });
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, at) => {
        const cell = row[at];
        const text = cells[at]?.[line] ?? '';
        const blank = ' '.repeat(Math.max(0, width - stringWidth(text)));
        return cell && 'isNumber' in cell && cell.isNumber ? blank + text : text + blank;
      })
      .join(gap)
      .trimEnd(),
  );
}

const isNumberColumn = (rows: Table['rows'], at: number): boolean =>
  rows.some((row) => {
    const cell = row[at];
    return cell !== undefined && 'isNumber' in cell && cell.isNumber;
  });

/** `text` in lines of at most `width` characters. */
export const wrapText = (text: string, width: number): string[] =>
  (widest(text.split('\n')) <= width ? text : wrapAnsi(text, width, { hard: true })).split('\n');

/** A row as a paragraph: its first text as a title, the others below it with the names of their columns. */
function paragraph(header: readonly string[], row: readonly Cell[], columns: number): string {
  const texts = row.flatMap((cell, at) => {
    if ('draw' in cell) return [{ name: '', text: cell.draw(Math.min(bar.natural, columns - gap.length)) }];
    if (cell.text.trim() === '') return [];
    const isTitle = at === 0 && !cell.isNumber;
    return [{ name: isTitle ? '' : (header[at] ?? ''), text: cell.text }];
  });
  return texts
    .flatMap(({ name, text }, at) => {
      const indent = at === 0 ? '' : gap;
      const line = name === '' ? text : `${name}: ${text}`;
      return wrapText(line, columns - indent.length).map((part) => `${indent}${part}`);
    })
    .join('\n');
}
