import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { parse } from 'csv-parse';

export interface ReadTable {
  readonly table: { readonly columns: string[]; readonly rows: unknown[][] };
  /** Rows that were left out because the table exceeds the limits. */
  readonly unreadRows?: number | undefined;
  /** Set if the answer ends within a row, which is left out. */
  readonly endsWithinRow?: true | undefined;
}

/** Bytes parsed before the event loop can run other work. */
const pieceBytes = 64 * 1024;

/** Maximum cells and columns of a table. */
export const maxCells = 150_000;
const maxColumns = 5_000;

/** Maximum bytes of one row; longer content is not a table. */
const maxRowBytes = 1024 * 1024;

/** Parses CSV, up to `maxCells`, without blocking the event loop. Rejects if it is not CSV. */
export async function readCsv(bytes: Uint8Array): Promise<ReadTable> {
  const source = Readable.from(pieces(bytes));
  const parser = source.pipe(
    parse({ bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: maxRowBytes }),
  );
  let columns: string[] | undefined;
  const rows: string[][] = [];
  let cells = 0;
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (!columns) {
        columns = row.slice(0, maxColumns);
        continue;
      }
      cells += Math.max(1, row.length);
      if (cells > maxCells)
        return { table: { columns, rows }, unreadRows: Math.max(1, (await linesIn(bytes)) - rows.length - 1) };
      rows.push(row.slice(0, columns.length));
    }
  } finally {
    source.destroy();
    parser.destroy();
  }
  return { table: { columns: columns ?? [], rows } };
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += pieceBytes) {
    if (from > 0) await turn();
    yield bytes.subarray(from, from + pieceBytes);
  }
}

async function linesIn(bytes: Uint8Array): Promise<number> {
  let lines = 0;
  for await (const part of pieces(bytes)) for (const byte of part) if (byte === 0x0a) lines++;
  return lines;
}
