import { parse } from 'yaml';
import { allOperations } from '../../catalog/index.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import type { Finding } from './verification.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

const maxBytes = 1_000_000;

/** Maximum addresses, since a hostile document may have any number of them. */
const maxFindings = 100;

/**
 * Compares the operations of the platform's own OpenAPI document with the catalog's. The document covers only a part of the platform's
 * interface: an operation that it lacks is no finding, and one that the catalog lacks is a note.
 */
export function compareDocument(body: Uint8Array): Finding[] {
  const paths = readPaths(body);
  if (typeof paths === 'string')
    return [{ kind: 'shape', path: 'openapi', expected: 'an OpenAPI document', seen: paths }];
  const declared = new Set(allOperations().map(({ method, path }) => addressOf(method, path)));
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      methods.filter((method) => isFields(item) && isFields(item[method])).map((method) => addressOf(method, path)),
    )
    .filter((address) => !declared.has(address))
    .slice(0, maxFindings)
    .map((address) => ({ kind: 'extra', path: `openapi ${shown(address)}`, expected: 'absent', seen: 'operation' }));
}

/**
 * The paths of an OpenAPI document in JSON or YAML, or a description of what it is instead. The limit and the options prevent
 * a hostile document from occupying the YAML parser for minutes.
 */
function readPaths(body: Uint8Array): Fields | string {
  if (body.byteLength > maxBytes) return 'more than 1 MB';
  const text = new TextDecoder().decode(body);
  let document: unknown;
  try {
    document = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: 100, uniqueKeys: false });
  } catch {
    return 'unreadable';
  }
  return isFields(document) && isFields(document['paths']) ? document['paths'] : 'another document';
}

const addressOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/^\/api\/v1(?=\/)/, '').replaceAll(/\{[^}]*\}/g, '{}')}`;

/** An address in a form for publication: segments that are not plain words may be values, and are masked. */
const shown = (address: string): string =>
  address
    .split('/')
    .slice(0, 20)
    .map((one, at) => (at === 0 || /^(\{\}|[a-z][a-z_-]{0,39}|)$/.test(one) ? one : '*'))
    .join('/');
