import { createHash } from 'node:crypto';
import type { Operation } from '../../catalog/operation.ts';
import { checkFile, checkFit, checkTable, isBlank } from './check-fit.ts';
import type { LeftUnread } from './prune-json.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readNdjson } from './read-ndjson.ts';
import type { Page, Reply } from '../call/reply.ts';
import type { WireResponse } from './transport.ts';

/** An answer of the platform, read. `said` is the document as it came, wrappers and all. */
export interface DecodedResponse extends Pick<Reply, 'data' | 'page' | 'raw' | 'leftUnread' | 'incomplete'> {
  readonly status: number;
  readonly said: unknown;
}

/** Reads a success as its operation declares it, without holding up the process. Rejects with a plain error if it cannot be read, or is not what is declared. */
export async function decodeResponse(
  operation: Operation,
  { status, headers, body, cut }: WireResponse,
): Promise<DecodedResponse> {
  const mime = headers['content-type'] ?? '';
  const { kind } = operation.answer;
  if (kind === 'binary') {
    checkFile(operation.answer.mime, mime, body);
    const file = { mime_type: mime, size_bytes: body.byteLength };
    // The digest tells one file from another of the same size: a job may be watched by it.
    return {
      status,
      said: { ...file, digest: createHash('sha256').update(body).digest('base64url') },
      data: file,
      raw: { mime, body },
    };
  }
  if (kind === 'csv' || kind === 'ndjson') {
    checkTable(kind, mime, body);
    const { table, ...rest } = kind === 'csv' ? await readCsv(body) : await readNdjson(body);
    return {
      status,
      said: null,
      data: table,
      raw: { mime, body },
      ...left(rest),
      ...(cut ? { incomplete: stillRunning(table.rows.length) } : {}),
    };
  }
  if (isBlank(body)) {
    checkFit(operation, status, undefined);
    return { status, said: null, data: null };
  }
  const { value: said, ...rest } = await readJson(body);
  checkFit(operation, status, said);
  return { status, said, ...unwrap(said), ...left(rest) };
}

const stillRunning = (rows: number): { rows: number; says: string } => ({
  rows,
  says: `The platform is still writing: these ${rows} rows are what had come when the time was up. The same call later gives more; it is free.`,
});

const left = ({ leftUnread }: { readonly leftUnread?: LeftUnread }): { leftUnread?: LeftUnread } =>
  leftUnread ? { leftUnread } : {};

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
