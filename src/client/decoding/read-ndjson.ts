import { setImmediate as turn } from 'node:timers/promises';
import { parseJson } from '../../json/parse-json.ts';
import { JsonPruner, type LeftUnread } from './prune-json.ts';
import type { ReadTable } from './read-csv.ts';
import { answerLimits } from './read-json.ts';

/** Bytes parsed before the event loop can run other work. */
const pieceBytes = 256 * 1024;

/**
 * Parses newline-delimited JSON (one row per line) up to the limits of an answer, without blocking the event loop. An incomplete last line
 * is left out. Rejects if any other line is not JSON, or if there are lines and none is a row or the beginning of one.
 */
export async function readNdjson(bytes: Uint8Array): Promise<ReadTable> {
  const documents: Record<string, unknown>[] = [];
  const unread = { members: 0, nested: 0 };
  let nodes = 0;
  let since = 0;
  let lastLeftOut: Uint8Array | undefined;
  for await (const { line, last } of linesOf(bytes)) {
    since += line.byteLength + 64;
    if (since > pieceBytes) {
      since = 0;
      await turn();
    }
    if (nodes >= answerLimits.maxNodes) {
      unread.members++;
      continue;
    }
    const read = parseLine(line, last, answerLimits.maxNodes - nodes);
    if (!read) {
      lastLeftOut = last ? line : undefined;
      continue;
    }
    nodes += read.nodes;
    unread.members += read.leftUnread?.members ?? 0;
    unread.nested += read.leftUnread?.nested ?? 0;
    documents.push(read.document);
  }
  // A line such as `Service unavailable`, `null` or `"text"` is no row, and must not be read as "there are none".
  if (lastLeftOut && documents.length === 0 && !isRowBegun(lastLeftOut)) throw new Error('the answer has no rows');
  const table = tableOf(documents);
  unread.members += table.without;
  return {
    table: { columns: table.columns, rows: table.rows },
    leftUnread: unread.members + unread.nested > 0 ? unread : undefined,
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

interface ReadLine {
  readonly document: Record<string, unknown>;
  readonly nodes: number;
  readonly leftUnread?: LeftUnread | undefined;
}

function parseLine(line: Uint8Array, last: boolean, maxNodes: number): ReadLine | undefined {
  try {
    const pruner = new JsonPruner({ ...answerLimits, maxNodes });
    pruner.scan(line, 0, line.byteLength);
    const { document, ...rest } = pruner.finish(line);
    const parsed = parseJson(new TextDecoder().decode(document));
    return typeof parsed === 'object' && parsed !== null
      ? { document: parsed as Record<string, unknown>, nodes: pruner.nodes + 1, ...rest }
      : undefined;
  } catch (error) {
    if (last) return undefined;
    throw error;
  }
}

/** A table with one row per document. If the documents have few fields in common, only the first columns are kept, since most cells would be empty. */
function tableOf(documents: readonly Record<string, unknown>[]): {
  columns: string[];
  rows: unknown[][];
  without: number;
} {
  const all = [...new Set(documents.flatMap((document) => Object.keys(document)))];
  const columns = all.slice(0, Math.max(1, Math.floor((4 * answerLimits.maxNodes) / Math.max(1, documents.length))));
  return {
    columns,
    rows: documents.map((document) =>
      columns.map((column) => (Object.hasOwn(document, column) ? document[column] : null) ?? null),
    ),
    without: all.length - columns.length,
  };
}
