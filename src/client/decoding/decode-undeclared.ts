import type { Operation } from '../../catalog/operation.ts';
import { charsetOf } from './character-set.ts';
import { isBlank } from './check-fit.ts';
import type { DecodedResponse } from './decoded-response.ts';
import { fileNameIn } from './file-name.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { readNdjson } from './read-ndjson.ts';
import type { WireResponse } from '../transport/transport.ts';

/** Maximum characters of a text in `data`. A longer one is cut; `raw` has all of it. */
const maxTextLength = 1_000_000;

/**
 * Decodes a successful response that is not in the declared format: an empty body, another JSON document, a table, a text, or the bytes
 * of a file. A text becomes `{media_type, text}`, or has the declared field name in place of `text`. Never rejects.
 */
export async function decodeUndeclared(
  { answer }: Operation,
  { status, headers, body }: WireResponse,
): Promise<DecodedResponse> {
  if (isBlank(body)) return { status, rawJson: null, data: null };
  const mime = headers['content-type'] ?? '';
  const raw = { mime, body, name: fileNameIn(headers['content-disposition']) };
  const text = textOf(body, mime);
  if (text === undefined) {
    const file = { mime_type: mime || 'application/octet-stream', size_bytes: body.byteLength };
    return { status, rawJson: file, data: file, raw };
  }
  const encoded = Buffer.from(text);
  const document = await readJson(encoded).catch(() => undefined);
  if (document) {
    const { value, leftUnread } = document;
    return { status, rawJson: value, data: value, leftUnread };
  }
  const table = await tableOf(encoded, mime);
  if (table) return { status, rawJson: table, data: table, raw };
  const name = answer.kind === 'flat' ? (answer.textField ?? 'text') : 'text';
  const shown = { media_type: textType(mime, text), [name]: text.slice(0, maxTextLength) };
  const data = text.length > maxTextLength ? { ...shown, size_bytes: body.byteLength } : shown;
  return { status, rawJson: data, data, raw };
}

/** The body as text, in the character set of its media type or byte order mark; undefined if it is not text. */
function textOf(body: Uint8Array, mime: string): string | undefined {
  try {
    const text = new TextDecoder(charsetOf(body, mime), { fatal: true }).decode(body);
    return hasControls.test(text.slice(0, 100_000)) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Control characters that only binary content has. */
// oxlint-disable-next-line no-control-regex
const hasControls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

async function tableOf(body: Uint8Array, mime: string): Promise<unknown> {
  const read = /ndjson|jsonl/i.test(mime) ? readNdjson : /\bcsv\b/i.test(mime) ? readCsv : undefined;
  return read?.(body).then(
    // A table without rows may be a text, whose words are then the only column.
    ({ table }) => (table.rows.length > 0 ? table : undefined),
    () => undefined,
  );
}

/** The media type of a text. One declared as JSON that cannot be parsed as such counts as plain text or HTML. */
function textType(mime: string, text: string): string {
  const type = mime.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^text\/[\w.+-]+$/.test(type) || (/^[\w.+-]+\/[\w.+-]+$/.test(type) && !/json|octet-stream/.test(type)))
    return type;
  return /^\s*<(!doctype|html)/i.test(text) ? 'text/html' : 'text/plain';
}
