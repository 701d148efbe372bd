import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../base/json/canonical-json.ts';
import { numberInId } from '../../../catalog/vocabulary/id-text.ts';
import type { WireRequest } from './encode.ts';

/**
 * Idempotency key of a request: equal if address, headers, body and file contents are. The order of JSON keys, leading, trailing and
 * repeated white space, Unicode normalization, and whether an id is a number or text make no difference. Letter case does, since it
 * may matter to the platform (docs/decisions/0020).
 */
export function fingerprint({ method, target, headers, contentType, body }: WireRequest): string {
  const hash = createHash('sha256').update(`${method} ${normalTarget(target)}\n`);
  if (headers) hash.update(`${normalJson(JSON.stringify(headers))}\n`);
  if (body instanceof Uint8Array) hash.update(withoutBoundary(Buffer.from(body), contentType));
  else if (body !== undefined) hash.update(normalJson(body));
  return hash.digest('hex');
}

/** The body with a fixed multipart boundary in place of the random one. */
function withoutBoundary(body: Buffer, contentType = ''): string {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1];
  return boundary ? body.toString('latin1').replaceAll(boundary, '') : body.toString('latin1');
}

const normalJson = (json: string): string =>
  canonicalJson(
    JSON.parse(json, (_name, value: unknown) =>
      typeof value === 'string' ? (numberInId(value) ?? normalText(value)) : value,
    ),
  );

const normalText = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .replace(/[^\S\n]+/g, ' ')
    .replaceAll(' \n', '\n');

/** Path and query, with the values of the query normalized like other texts. */
function normalTarget(target: string): string {
  const [path = '', query] = target.split('?', 2);
  if (query === undefined) return path;
  return `${path}?${[...new URLSearchParams(query)].map(([name, value]) => `${name}=${encodeURIComponent(normalText(value))}`).join('&')}`;
}
