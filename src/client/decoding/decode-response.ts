import { createHash } from 'node:crypto';
import { isFields, type Fields } from '../../json/is-fields.ts';
import type { Operation } from '../../catalog/operation.ts';
import { inUtf8 } from './character-set.ts';
import { decodeUndeclared } from './decode-undeclared.ts';
import { checkBlank, checkColumns, checkFile, checkFit, checkTable, isBlank } from './check-fit.ts';
import type { DecodedResponse } from './decoded-response.ts';
import { fileNameIn } from './file-name.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readNdjson } from './read-ndjson.ts';
import { plainResources } from './plain-resources.ts';
import { readContent, type UnwrappedAnswer } from './unwrap-answer.ts';
import type { WireResponse } from '../transport/transport.ts';

/** Decodes a successful response in the declared format, without blocking the event loop. Rejects with a plain error if it is not in that format. */
export async function decodeResponse(
  operation: Operation,
  { status, headers, body, cut }: WireResponse,
): Promise<DecodedResponse> {
  const mime = headers['content-type'] ?? '';
  const { answer } = operation;
  const { kind } = answer;
  if (kind === 'binary') {
    checkFile(answer.mime, mime, body);
    const file = { mime_type: mime || answer.mime, size_bytes: body.byteLength };
    // The digest tells one file from another of the same size: a job may be watched by it.
    return {
      status,
      rawJson: { ...file, digest: createHash('sha256').update(body).digest('base64url') },
      data: file,
      raw: { mime, body, name: fileNameIn(headers['content-disposition']) },
    };
  }
  const text = inUtf8(body, mime);
  if (kind === 'csv' || kind === 'ndjson') {
    checkTable(kind, mime, text);
    const { table, leftUnread, endsWithinRow } = kind === 'csv' ? await readCsv(text) : await readNdjson(text);
    if (kind === 'csv') checkColumns(answer, table);
    const rows = table.rows.length;
    return {
      status,
      rawJson: null,
      data: table,
      raw: { mime, body },
      leftUnread,
      incomplete: cut ? stillRunning(rows) : endsWithinRow ? brokenOff(rows) : undefined,
    };
  }
  if (isBlank(text)) {
    checkBlank(operation, status);
    return { status, rawJson: null, data: null };
  }
  const { value, leftUnread } = await readJson(text);
  const rawJson = plainResources(value);
  const unwrapped = readContent(answer, rawJson);
  checkFit(answer, rawJson, unwrapped.data);
  return { status, rawJson: asWatched(rawJson, unwrapped), ...unwrapped, leftUnread };
}

/** The answer with its content in `data` and the envelope's fields beside it, where job states, identifiers and pagination are looked for. */
function asWatched(rawJson: unknown, { data, record, page }: UnwrappedAnswer): unknown {
  const around = isFields(rawJson) ? rawJson : {};
  if (data === rawJson || data === around['data']) return rawJson;
  if (Array.isArray(data)) {
    const meta = page ? { ...page, current_page: page.page } : around['meta'];
    return { ...around, meta, data };
  }
  if (!isFields(data) || !record) return data;
  const ownFields = Object.fromEntries(Object.entries(around).filter(([, value]) => typeof value !== 'object'));
  return { ...without({ ...ownFields, ...data }, record), data: record };
}

/** Fields of an envelope without those that its content has too, such as `status` of `{status: 'success', data: {status: 'running'}}`. */
const without = (all: Fields, content: Fields): Fields =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(content, name)));

const stillRunning = (rows: number): { rows: number; says: string } => ({
  rows,
  says: `The platform is still writing: these ${rows} rows are what had come when the time was up. The same call later gives more; it is free.`,
});

const brokenOff = (rows: number): { rows: number; says: string } => ({
  rows,
  says: `The answer ends within a row: these ${rows} rows are what came before it. The same call gives all; it is free.`,
});

/**
 * Decodes the response to a call that was performed and may have been paid: if it is not in the declared format, its content is returned
 * unchanged. Never rejects.
 */
export async function decodeAny(operation: Operation, response: WireResponse): Promise<DecodedResponse> {
  const decoded = await decodeResponse(operation, response).catch(() => decodeUndeclared(operation, response));
  const { answer } = operation;
  // A text in JSON is the same text.
  return answer.kind === 'flat' && answer.textField !== undefined && typeof decoded.data === 'string'
    ? { ...decoded, data: { [answer.textField]: decoded.data } }
    : decoded;
}
