import type { Answer } from '../../../src/catalog/vocabulary/index.ts';

/** A list that is read page by page. */
export interface Slices<T = unknown> {
  readonly total: number;
  slice(offset: number, count: number): readonly T[];
}

/** A status and body other than what the operation declares for its success. */
export class RawResponse {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A response that is computed and sent when the platform's clock shows `at`. */
export class DeferredResponse<T = unknown> {
  readonly at: number;
  readonly answer: () => T;
  constructor(at: number, answer: () => T) {
    this.at = at;
    this.answer = answer;
  }
}

/** A stream of rows: `more` returns the new ones and the time of the next call, or null at the end. */
export class Lines<T = unknown> {
  readonly more: () => { readonly rows: readonly T[]; readonly next: number | null };
  constructor(more: Lines<T>['more']) {
    this.more = more;
  }
}

/** A file to download. */
export class Binary {
  readonly mime: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Seconds for which a cache may keep it, if the contract says so. */
  readonly fresh: number | undefined;
  constructor(mime: string, name: string, bytes: Uint8Array, fresh?: number) {
    this.mime = mime;
    this.name = name;
    this.bytes = bytes;
    this.fresh = fresh;
  }
}

/** An HTTP response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | Lines;
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** The requested page. `perPage` is within its maximum; null: all rows are one page. */
export interface Paging {
  readonly page: number;
  readonly perPage: number | null;
}

/** Renders the result of a handler in the form that the catalog declares for the operation. */
export function render(answer: Answer, status: number, result: unknown, paging: Paging): HttpResponse {
  if (result instanceof RawResponse) return json(result.status, result.body);
  if (result instanceof Binary) return binary(status, result);
  if (status === 204) return { status, headers: {}, body: '' };
  if (result instanceof Lines) return { status, headers: { 'content-type': 'application/x-ndjson' }, body: result };
  switch (answer.kind) {
    case 'one':
      return json(status, { data: result });
    case 'list':
      return json(status, page(isSlices(result) ? result : slices(rowsOf(result)), paging));
    case 'csv':
      return {
        status,
        headers: { 'content-type': 'text/csv; charset=utf-8' },
        body: toCsv(answer.columns, rowsOf(result)),
      };
    case 'ndjson':
      return { status, headers: { 'content-type': 'application/x-ndjson' }, body: rowsOf(result).map(line).join('') };
    default:
      return json(status, result ?? {});
  }
}

export const line = (row: unknown): string => `${JSON.stringify(row)}\n`;

/** Comma-separated, with a header of the declared columns and CRLF line ends (RFC 4180). */
export function toCsv(columns: readonly string[], rows: readonly unknown[]): string {
  const values = rows.map((row) =>
    columns.map((column) => cell(typeof row === 'object' && row !== null ? Reflect.get(row, column) : undefined)),
  );
  return [columns.map(cell), ...values].map((row) => `${row.join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(' | ') : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function binary(status: number, { mime, name, bytes, fresh }: Binary): HttpResponse {
  const headers: Record<string, string> = {
    'content-type': mime,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  };
  if (fresh !== undefined) headers['cache-control'] = `public, max-age=${fresh}`;
  return { status, headers, body: bytes };
}

/** `{data, meta}` (docs/platform/conventions.md#lists). */
export function page<T>(rows: Slices<T>, { page, perPage }: Paging) {
  if (perPage === null) return { data: rows.slice(0, rows.total), meta: meta(rows.total, Math.max(1, rows.total), 1) };
  return { data: rows.slice((page - 1) * perPage, perPage), meta: meta(rows.total, perPage, page) };
}

const meta = (total: number, perPage: number, page: number) => ({
  total,
  per_page: perPage,
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / perPage)),
});

/** A list that is read page by page. `show` runs only for the rows of the requested page. */
export function slices<T>(rows: readonly T[]): Slices<T>;
export function slices<T, U>(rows: readonly T[], show: (row: T) => U): Slices<U>;
export function slices(rows: readonly unknown[], show: (row: unknown) => unknown = (row) => row): Slices {
  return { total: rows.length, slice: (offset, count) => rows.slice(offset, offset + count).map((row) => show(row)) };
}

/** Lists that are read page by page. */
export const isSlices = (result: unknown): result is Slices =>
  typeof result === 'object' && result !== null && 'slice' in result && 'total' in result;

const rowsOf = (result: unknown): readonly unknown[] => (Array.isArray(result) ? result : []);
