import { setImmediate as turn } from 'node:timers/promises';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { maxCells, type ReadTable } from './read-csv.ts';
import { readJson } from './read-json.ts';

/** Bytes parsed before the event loop can run other work. */
const pieceBytes = 256 * 1024;

/**
 * Parses newline-delimited JSON (one row per line) up to `maxCells`, without blocking the event loop. A row may be in an envelope
 * (`{data: {…}}`). An incomplete last line is left out. Rejects if any other line is not a row, or if there are lines and none is a row
 * or the beginning of one.
 */
export async function readNdjson(bytes: Uint8Array): Promise<ReadTable> {
  const documents: Fields[] = [];
  let unreadRows = 0;
  let cells = 0;
  let since = 0;
  let lastLeftOut: Uint8Array | undefined;
  for await (const { line, last } of linesOf(bytes)) {
    since += line.byteLength + 64;
    if (since > pieceBytes) {
      since = 0;
      await turn();
    }
    if (cells >= maxCells) {
      unreadRows++;
      continue;
    }
    const document = parseLine(line, last);
    if (document) documents.push(document);
    else lastLeftOut = last ? line : undefined;
    cells += Object.keys(document ?? {}).length + 1;
  }
  // A line such as `Service unavailable`, `null` or `"text"` is no row, and must not be read as "there are none".
  if (lastLeftOut && documents.length === 0 && !isRowBegun(lastLeftOut)) throw new Error('the answer has no rows');
  return {
    table: tableOf(documents),
    unreadRows: unreadRows > 0 ? unreadRows : undefined,
    endsWithinRow: lastLeftOut && true,
  };
}

const isRowBegun = (line: Uint8Array): boolean => new TextDecoder().decode(line).trimStart().startsWith('{');

interface Line {
  readonly line: Uint8Array;
  readonly last: boolean;
}

async function* linesOf(bytes: Uint8Array): AsyncGenerator<Line> {
  let count = 0;
  for (let from = 0; from < bytes.byteLength;) {
    // Blank lines take time too, so they count as parsed bytes.
    if (++count % 5_000 === 0) await turn();
    const end = bytes.indexOf(0x0a, from);
    const to = end < 0 ? bytes.byteLength : end;
    const line = bytes.subarray(from, to);
    from = to + 1;
    if (line.some((byte) => byte > 0x20)) yield { line, last: from >= bytes.byteLength };
  }
}

/** The row of a line; undefined if it is not an object, or if the last line is cut. */
function parseLine(line: Uint8Array, last: boolean): Fields | undefined {
  try {
    const parsed = readJson(line);
    if (!isFields(parsed)) return undefined;
    const { data, ...beside } = parsed;
    return isFields(data) && Object.keys(beside).length === 0 ? data : parsed;
  } catch (error) {
    if (last) return undefined;
    throw error;
  }
}

/** A table with one row per document. If the documents have few fields in common, only the first columns are kept, since most cells would be empty. */
function tableOf(documents: readonly Fields[]): ReadTable['table'] {
  const all = [...new Set(documents.flatMap((document) => Object.keys(document)))];
  const columns = all.slice(0, Math.max(1, Math.floor((2 * maxCells) / Math.max(1, documents.length))));
  return {
    columns,
    rows: documents.map((document) =>
      columns.map((column) => (Object.hasOwn(document, column) ? document[column] : null) ?? null),
    ),
  };
}
