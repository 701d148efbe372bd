import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isFields } from '../../base/json/is-fields.ts';
import type { Operation } from '../../catalog/index.ts';
import { snakeCased } from '../../base/json/snake-cased.ts';
import type { WireResponse } from '../http/transport/transport.ts';
import { contentOf, isShown } from './content.ts';
import type { DecodedResponse } from './decoded-response.ts';
import { fileNameIn } from './file-name.ts';
import { readCsv } from './read-csv.ts';
import { maxJsonBytes, readJson } from './read-json.ts';
import { readNdjson } from './read-ndjson.ts';
import { throwIfRefused } from './refusal.ts';

/** Maximum characters of a text in `data`. A longer one is cut; `raw` has all of it. */
const maxTextLength = 1_000_000;

/**
 * Decodes a successful response. One that is in another form than the declared one is handed over unchanged (`unexpectedForm` says how it
 * differs); one that says nothing about the call has `isUnreadable`. Rejects with a refusal that came with the status of a success, and
 * with nothing else. Does not block the event loop.
 */
export async function readAnswer(operation: Operation, given: WireResponse): Promise<DecodedResponse> {
  const response = { ...given, body: inUtf8(given) };
  throwIfRefused(operation, response);
  const { status, headers, body } = response;
  const { answer } = operation;
  const mime = headers['content-type'] ?? '';
  if (answer.kind === 'binary') return isFileOf(answer.mime, mime, body) ? fileIn(response) : readOther(response);
  if (isBlank(body)) {
    const isEmptyTable = answer.kind === 'ndjson' && isNdjson.test(mime);
    if (!isEmptyTable)
      return { status, rawJson: null, data: null, isUnreadable: isDone(operation, status) ? undefined : true };
  }
  if (answer.kind === 'csv' || answer.kind === 'ndjson') {
    const table = await readTable(operation, response).catch(() => undefined);
    return table ?? readOther(response);
  }
  const document = parsed(body);
  if (!document) {
    const other = readOther(response);
    const isTextField = answer.kind === 'flat' && answer.textField !== undefined && isFields(other.data);
    return isTextField && !other.isUnreadable ? withTextField(other, answer.textField) : other;
  }
  const { value } = document;
  if (answer.kind === 'flat' && answer.textField !== undefined && typeof value === 'string')
    return { status, rawJson: value, data: { [answer.textField]: value } };
  const { isDeclared, ...content } = contentOf(answer, value);
  const { data } = content;
  const isUnreadable = isDeclared || answer.kind === 'nothing' || holdsSomething(data) ? undefined : true;
  return { ...content, status, rawJson: asWatched(value, data), isUnreadable };
}

/** The bytes of an answer, in UTF-8 where its `charset` names another set of characters. */
function inUtf8({ headers, body }: WireResponse): Uint8Array {
  const [, charset] = /;\s*charset="?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? [];
  if (charset === undefined || (isUtf8(body) && !/^utf-16/i.test(charset))) return body;
  try {
    return Buffer.from(new TextDecoder(charset).decode(body));
  } catch {
    return body;
  }
}

/** Whether a call with an empty answer is complete, as a successful write is. */
const isDone = ({ answer, method }: Operation, status: number): boolean =>
  answer.kind === 'nothing' || (method !== 'GET' && (status === 204 || !isShown(answer)));

/** Whether data in another form has any content. Empty rows must not be read as "there are none". */
const holdsSomething = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null && value !== '');

/** A record together with the fields of its envelope, where job states and identifiers are looked for. */
function asWatched(body: unknown, data: unknown): unknown {
  if (!isFields(body) || !isFields(data) || !isFields(body['data']) || data === body) return body;
  const { data: record, ...around } = body;
  const beside = Object.entries(around).filter(([name]) => !Object.hasOwn(record as object, name));
  return { ...Object.fromEntries(beside), data: record };
}

/** Whether bytes are a file of the declared type. A web page or JSON is not, unless arbitrary bytes are declared. */
function isFileOf(declared: string, mime: string, body: Uint8Array): boolean {
  const isDocument = (type: string): boolean => /html|json|octet-stream/i.test(type);
  return body.byteLength > 0 && (!isDocument(mime) || isDocument(declared));
}

function fileIn({ status, headers, body }: WireResponse, fallback = 'application/octet-stream'): DecodedResponse {
  const mime = headers['content-type'] ?? '';
  const file = { mime_type: mime || fallback, size_bytes: body.byteLength };
  // The digest distinguishes files of the same size: a change of it may show the end of a job.
  const digest = createHash('sha256').update(body).digest('base64url');
  const name = fileNameIn(headers['content-disposition']);
  return { status, rawJson: { ...file, digest }, data: file, raw: { mime, body, name } };
}

/** A table of CSV or NDJSON. Rejects if it is not one. */
async function readTable(
  { answer }: Operation,
  { status, headers, body, cut }: WireResponse,
): Promise<DecodedResponse> {
  const mime = headers['content-type'] ?? '';
  if (beginningOf(body).startsWith('<')) throw new Error('the answer is no table');
  const { table, unreadRows, endsWithinRow } = answer.kind === 'csv' ? await readCsv(body) : await readNdjson(body);
  if (answer.kind === 'csv') {
    if (/^[[{]/.test(beginningOf(body))) throw new Error('the answer is no table');
    // A text has none of the declared columns. Where none are shown, a table with rows may have any.
    const isKnown = table.columns.some((column) => answer.columns.includes(snakeCased(column.trim())));
    if (!isKnown && !(answer.assumed && table.rows.length > 0)) throw new Error('none of the declared columns');
  }
  const reason = cut
    ? 'The platform was still writing when the time was up'
    : endsWithinRow && 'The answer ends within a row';
  const says = `${reason}: these ${table.rows.length} rows are what came before. The same call later gives the rest; it is free.`;
  const incomplete = reason ? { rows: table.rows.length, says } : undefined;
  return { status, rawJson: null, data: table, raw: { mime, body }, unreadRows, incomplete };
}

/** An answer in another form: another JSON document, a text as `{media_type, text}`, or the bytes of a file. */
function readOther(response: WireResponse): DecodedResponse {
  const { status, headers, body } = response;
  if (isBlank(body)) return { status, rawJson: null, data: null, isUnreadable: true };
  const mime = headers['content-type'] ?? '';
  const isTooLarge = body.byteLength > maxJsonBytes && (announcesJson(mime) || /^[[{]/.test(beginningOf(body)));
  if (isTooLarge) return { ...fileIn(response, 'application/json'), isUnreadable: true };
  const text = textOf(body);
  if (text === undefined) return fileIn(response);
  const document = parsed(Buffer.from(text));
  if (document) {
    const { value } = document;
    return { status, rawJson: value, data: value, isUnreadable: holdsSomething(value) ? undefined : true };
  }
  const type = textType(mime, text);
  const shown = { media_type: type, text: text.slice(0, maxTextLength) };
  const data = text.length > maxTextLength ? { ...shown, size_bytes: body.byteLength } : shown;
  const raw = { mime, body, name: fileNameIn(headers['content-disposition']) };
  const isUnreadable = type === 'text/html' || announcesJson(mime) || /^\s*[[{]/.test(text) || undefined;
  return { status, rawJson: data, data, raw, isUnreadable };
}

function withTextField(other: DecodedResponse, textField: string): DecodedResponse {
  const { text, ...about } = other.data as Readonly<Record<string, unknown>>;
  const data = text === undefined ? other.data : { ...about, [textField]: text };
  return { ...other, rawJson: data, data };
}

function parsed(text: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: readJson(text) };
  } catch {
    return undefined;
  }
}

const isNdjson = /ndjson|jsonl|json-seq/i;

const announcesJson = (mime: string): boolean => /\bjson\b/i.test(mime) && !isNdjson.test(mime);

/** The body as text; undefined if it is not UTF-8. */
function textOf(body: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return hasControls.test(text.slice(0, 100_000)) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Control characters that only binary content has. */
// oxlint-disable-next-line no-control-regex
const hasControls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** The media type of a text. One that announces JSON or bytes counts as plain text or HTML. */
function textType(mime: string, text: string): string {
  if (/^\s*<(!doctype\s+html|html)\b/i.test(text)) return 'text/html';
  const type = mime.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) && !/json|octet-stream/.test(type) ? type : 'text/plain';
}

/** Whether a body is empty or only white space. */
const isBlank = (body: Uint8Array): boolean => body.byteLength < 64 && beginningOf(body) === '';

/** The first characters of a body, enough to recognise its format. */
const beginningOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, 4_096)).trim();
