import { createHash } from 'node:crypto';
import { canonicalJson } from '../../json/canonical-json.ts';
import { numberInId } from '../../catalog/id-text.ts';
import type { WireRequest } from './encode.ts';

/**
 * Equal for requests that ask the platform for the same thing: same address and headers, same body whatever
 * the order of its keys, same file content. White space at the ends of a text or doubled within a line, and the form in which
 * Unicode composes a character, make no difference, nor does whether an id is a number or its text; letter case does, since the platform
 * may read it (docs/decisions/0020).
 */
export function fingerprint({ method, target, headers, contentType, body }: WireRequest): string {
  const hash = createHash('sha256').update(`${method} ${normalTarget(target)}\n`);
  if (headers) hash.update(`${normalJson(JSON.stringify(headers))}\n`);
  if (body instanceof Uint8Array) hash.update(withoutBoundary(Buffer.from(body), contentType));
  else if (body !== undefined) hash.update(normalJson(body));
  return hash.digest('hex');
}

/** The boundary of a multipart body is random. */
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

/** Path and query, each value of the query as a text like any other. */
function normalTarget(target: string): string {
  const [path = '', query] = target.split('?', 2);
  if (query === undefined) return path;
  return `${path}?${[...new URLSearchParams(query)].map(([name, value]) => `${name}=${encodeURIComponent(normalText(value))}`).join('&')}`;
}
