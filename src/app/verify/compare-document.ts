import * as z from 'zod';
import { parse } from 'yaml';
import { allOperations } from '../../catalog/index.ts';
import { plainSchema, type JsonSchema } from '../../catalog/schema/json-schema.ts';
import type { Answer } from '../../catalog/vocabulary/index.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import type { Finding } from './verification.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The types of JSON Schema. A document that names another one is not quoted. */
const schemaTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

const maxBytes = 1_000_000;
const maxDepth = 8;

/**
 * Compares the platform's own OpenAPI document with the catalog. The document covers only a part of the platform's interface: an operation
 * that it lacks is no finding, and one that the catalog lacks is a note. Of operations in both, the types of the fields of a success are
 * compared.
 */
export function compareDocument(body: Uint8Array): Finding[] {
  const document = readDocument(body);
  if (typeof document === 'string')
    return [{ kind: 'shape', path: 'openapi', expected: 'an OpenAPI document', seen: document }];
  const declared = new Map(allOperations().map((one) => [addressOf(one.method, one.path), one]));
  const findings: Finding[] = [];
  for (const [path, item] of Object.entries(document['paths'] as Fields))
    for (const method of methods) {
      const stated = isFields(item) ? item[method] : undefined;
      if (!isFields(stated)) continue;
      const address = addressOf(method, path);
      const operation = declared.get(address);
      if (!operation)
        findings.push({ kind: 'extra', path: `openapi ${shown(address)}`, expected: 'absent', seen: 'operation' });
      const schema = operation && follow(successOf(stated), document);
      if (schema && 'shape' in operation.answer) {
        const expected = plainSchema(bodyOf(operation.answer), 'output');
        compareSchema(`openapi ${address}`, expected, schema, { document, findings }, 0);
      }
    }
  return findings;
}

/**
 * Reads an OpenAPI document in JSON or YAML, or tells what came instead. The bound and the options keep a hostile document from occupying
 * the reader of YAML for minutes.
 */
function readDocument(body: Uint8Array): Fields | string {
  if (body.byteLength > maxBytes) return 'more than 1 MB';
  const text = new TextDecoder().decode(body);
  let document: unknown;
  try {
    document = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: 100, uniqueKeys: false });
  } catch {
    return 'unreadable';
  }
  return isFields(document) && isFields(document['paths']) ? document : 'another document';
}

const addressOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/^\/api\/v1(?=\/)/, '').replaceAll(/\{[^}]*\}/g, '{}')}`;

/** A segment of an address that is a plain word; any other may be a value, and is published as `*`. */
const plainSegment = /^[a-z][a-z_-]{0,39}$/;

/** An address for publication. */
function shown(address: string): string {
  const [method = '', path = ''] = address.split(/ (.*)/s);
  const segments = path.split('/').slice(0, 20);
  return `${method} ${segments.map((one) => (one === '' || one === '{}' || plainSegment.test(one) ? one : '*')).join('/')}`;
}

/** The schema of a success in JSON. */
function successOf({ responses }: Fields): unknown {
  if (!isFields(responses)) return undefined;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return ['content', 'application/json', 'schema'].reduce<unknown>(memberOf, success);
}

const memberOf = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined);

/** Follows a reference inside the document. */
function follow(schema: unknown, document: Fields, depth = 0): Fields | undefined {
  if (!isFields(schema) || depth > maxDepth) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  if (!$ref.startsWith('#/')) return undefined;
  return follow($ref.slice(2).split('/').reduce<unknown>(memberOf, document), document, depth + 1);
}

/** The declared type of a whole answer. */
function bodyOf(answer: Extract<Answer, { readonly shape: z.ZodRawShape }>): z.ZodType {
  const row = z.looseObject(answer.shape);
  if (answer.kind === 'one') return z.looseObject({ data: row });
  if (answer.kind === 'list') return z.looseObject({ data: z.array(row) });
  return answer.kind === 'flat' ? row : z.array(row);
}

interface Comparing {
  readonly document: Fields;
  readonly findings: Finding[];
}

/** Compares the types that a schema states, and those of its fields and items, with a declared schema. */
function compareSchema(at: string, declared: JsonSchema, schema: Fields, into: Comparing, depth: number): void {
  const [expected, stated] = [declaredTypes(declared), statedTypes(schema)];
  if (depth > maxDepth || expected.length === 0) return;
  const fits = (type: string): boolean =>
    expected.includes(type) || (type === 'integer' && expected.includes('number'));
  if (stated.length > 0 && !stated.some(fits)) {
    into.findings.push({ kind: 'type', path: at, expected: expected.join(' or '), seen: stated.join(' or ') });
    return;
  }
  const items = follow(schema['items'], into.document);
  if (items && declared.items) compareSchema(`${at}[]`, declared.items, items, into, depth + 1);
  for (const [name, field] of Object.entries(declared.properties ?? {})) {
    const property = follow(memberOf(schema['properties'], name), into.document);
    if (property) compareSchema(`${at} ${name}`, field, property, into, depth + 1);
  }
}

/** The types that a declared schema allows, without null. Empty: any. */
function declaredTypes({ type, anyOf, enum: choices }: JsonSchema): readonly string[] {
  if (anyOf) {
    const options = anyOf.filter((one) => one.type !== 'null').map(declaredTypes);
    return options.some((one) => one.length === 0) ? [] : [...new Set(options.flat())];
  }
  if (type === undefined && choices?.every((one) => typeof one === 'string')) return ['string'];
  return [type].flat().filter((one) => one !== undefined && one !== 'null') as string[];
}

/** The types that a schema states, without null, which many documents do not state. */
const statedTypes = ({ type }: Fields): readonly string[] => [
  ...new Set(
    [type]
      .flat()
      .filter((one) => typeof one === 'string' && one !== 'null')
      .map((one) => (schemaTypes.has(one as string) ? (one as string) : 'another type')),
  ),
];
