import { parse as parseCsv } from 'csv-parse/sync';
import type { Operation } from '../catalog/operation.ts';
import type { Page, Reply } from './reply.ts';
import type { WireResponse } from './transport.ts';

/** An answer of the platform, read. `said` is the document as it came, wrappers and all. */
export interface Answered extends Pick<Reply, 'data' | 'page' | 'raw'> {
  readonly status: number;
  readonly said: unknown;
}

/** Reads a success as its operation declares it. Throws a plain error if it cannot be read. */
export function decodeAnswer(operation: Operation, { status, headers, body }: WireResponse): Answered {
  const mime = headers['content-type'] ?? '';
  if (operation.answer.kind === 'binary') {
    const told = { mime_type: mime, size_bytes: body.byteLength };
    return { status, said: told, data: told, raw: { mime, body } };
  }
  if (body.byteLength === 0) return { status, said: null, data: null };
  const text = new TextDecoder().decode(body);
  if (operation.answer.kind === 'csv') return { status, said: null, data: fromCsv(text), raw: { mime, body } };
  if (operation.answer.kind === 'ndjson') return { status, said: null, data: fromNdjson(text), raw: { mime, body } };
  const said: unknown = JSON.parse(text);
  return { status, said, ...unwrap(said) };
}

function fromCsv(text: string): { columns: string[]; rows: string[][] } {
  const [columns = [], ...rows] = parseCsv(text, { bom: true, relax_column_count: true, skip_empty_lines: true });
  return { columns, rows };
}

/** One row a line; a last line cut off in mid-stream is left out. */
function fromNdjson(text: string): { columns: string[]; rows: unknown[][] } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const documents = lines.flatMap((line, index) => parseLine(line, index === lines.length - 1));
  const columns = [...new Set(documents.flatMap((document) => Object.keys(document)))];
  return { columns, rows: documents.map((document) => columns.map((column) => document[column] ?? null)) };
}

function parseLine(line: string, last: boolean): Record<string, unknown>[] {
  try {
    const document: unknown = JSON.parse(line);
    return typeof document === 'object' && document !== null ? [document as Record<string, unknown>] : [];
  } catch (error) {
    if (last) return [];
    throw error;
  }
}

/** Takes `{data}` and `{data, meta}` apart; an object that says more is left whole. */
function unwrap(said: unknown): Pick<Reply, 'data' | 'page'> {
  if (typeof said !== 'object' || said === null || !('data' in said)) return { data: said };
  if (Object.keys(said).some((name) => !['data', 'meta', 'links'].includes(name))) return { data: said };
  const page = 'meta' in said ? pageOf(said.meta) : undefined;
  if ('meta' in said && !page) return { data: said };
  return { data: said.data, ...(page ? { page } : {}) };
}

function pageOf(meta: unknown): Page | undefined {
  const number = (name: string): number | undefined => {
    const value = typeof meta === 'object' && meta !== null ? Reflect.get(meta, name) : undefined;
    return typeof value === 'number' ? value : undefined;
  };
  const total = number('total');
  const page = number('current_page');
  if (total === undefined || page === undefined) return undefined;
  return { page, per_page: number('per_page') ?? 0, total, last_page: number('last_page') ?? page };
}
