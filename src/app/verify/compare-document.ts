import * as z from 'zod';
import { allOperations } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/vocabulary/index.ts';
import type { Clock } from '../../base/clock.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { readDocument } from './read-document.ts';
import type { Finding } from './verification.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The types of JSON Schema. A document that names another one is not quoted. */
const schemaTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

const maxDepth = 8;

/**
 * Compares the platform's own OpenAPI document with the catalog. The document covers only a part of the platform's interface: an operation
 * that it lacks is no finding, and one that the catalog lacks is a note. Of operations in both, the types of the fields of a success are
 * compared.
 */
export async function compareDocument(body: Uint8Array, clock: Clock): Promise<Finding[]> {
  const document = await readDocument(body, clock);
  if (typeof document === 'string')
    return [{ kind: 'shape', path: 'openapi', expected: 'an OpenAPI document', seen: document }];
  const declared = new Map(allOperations().map((one) => [addressOf(one.method, one.path), one]));
  const findings: Finding[] = [];
  for (const [address, stated] of operationsIn(document)) {
    const operation = declared.get(address);
    if (operation) compareOperation(operation, stated, document, findings);
    else findings.push({ kind: 'extra', path: `openapi ${shown(address)}`, expected: 'absent', seen: 'operation' });
  }
  return findings;
}

const addressOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/^\/api\/v1(?=\/)/, '').replaceAll(/\{[^}]*\}/g, '{}')}`;

/** A segment of an address that is a plain word; any other may be a value, and is published as `*`. */
const plainSegment = /^[a-z][a-z_-]{0,39}$/;

/** An address for publication. */
function shown(address: string): string {
  const [method = '', path = ''] = address.split(/ (.*)/s);
  return `${method} ${path
    .split('/')
    .slice(0, 20)
    .map((segment) => (segment === '' || segment === '{}' || plainSegment.test(segment) ? segment : '*'))
    .join('/')}`;
}

/** The operations of a document by method and path, without the names of path parameters. */
function operationsIn({ paths }: Fields): Map<string, Fields> {
  const operations = new Map<string, Fields>();
  for (const [path, item] of Object.entries(isFields(paths) ? paths : {})) {
    if (!isFields(item)) continue;
    for (const method of methods) {
      const operation = item[method];
      if (isFields(operation)) operations.set(addressOf(method, path), operation);
    }
  }
  return operations;
}

function compareOperation(operation: Operation, stated: Fields, document: Fields, findings: Finding[]): void {
  const { answer, method, path } = operation;
  const schema = follow(successOf(stated), document);
  if (!schema || !('shape' in answer)) return;
  const at = `openapi ${addressOf(method, path)}`;
  const row = z.looseObject(answer.shape);
  const expected =
    answer.kind === 'one'
      ? z.looseObject({ data: row })
      : answer.kind === 'list'
        ? z.looseObject({ data: z.array(row) })
        : answer.kind === 'flat'
          ? row
          : z.array(row);
  compareSchema(at, expected, schema, { document, findings }, 0);
}

/** The schema of a success in JSON. */
function successOf({ responses }: Fields): unknown {
  if (!isFields(responses)) return undefined;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const content = isFields(success) ? success['content'] : undefined;
  const json = isFields(content) ? content['application/json'] : undefined;
  return isFields(json) ? json['schema'] : undefined;
}

/** Follows a reference inside the document. */
function follow(schema: unknown, document: Fields, depth = 0): Fields | undefined {
  if (!isFields(schema) || depth > maxDepth) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  if (!$ref.startsWith('#/')) return undefined;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), document);
  return follow(target, document, depth + 1);
}

interface Comparing {
  readonly document: Fields;
  readonly findings: Finding[];
}

/** Compares the types that a schema states, and those of its fields and items, with a declared type. */
function compareSchema(at: string, declared: z.core.$ZodType, schema: Fields, into: Comparing, depth: number): void {
  const type = withoutOptions(declared as z.ZodType);
  const [expected, stated] = [typesOf(type), statedTypes(schema)];
  if (depth > maxDepth || expected.length === 0) return;
  if (stated.length > 0 && !stated.some((one) => expected.includes(one))) {
    into.findings.push({ kind: 'type', path: at, expected: expected.join(' or '), seen: stated.join(' or ') });
    return;
  }
  if (type instanceof z.ZodArray) {
    const items = follow(schema['items'], into.document);
    if (items) compareSchema(`${at}[]`, type.element, items, into, depth + 1);
  }
  if (!(type instanceof z.ZodObject) || !isFields(schema['properties'])) return;
  for (const [name, field] of Object.entries(type.shape)) {
    const property = follow(schema['properties'][name], into.document);
    if (property) compareSchema(`${at} ${name}`, field, property, into, depth + 1);
  }
}

const withoutOptions = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable
    ? withoutOptions(type.unwrap() as z.ZodType)
    : type;

/** The types of JSON Schema that a declared type allows. Empty: any. */
function typesOf(declared: z.ZodType): readonly string[] {
  const type = withoutOptions(declared);
  if (type instanceof z.ZodUnion) {
    const options = type.options.map((one) => typesOf(one as z.ZodType));
    return options.some((one) => one.length === 0) ? [] : [...new Set(options.flat())];
  }
  if (type instanceof z.ZodNumber) return type.format?.includes('int') ? ['integer'] : ['number', 'integer'];
  if (type instanceof z.ZodBoolean) return ['boolean'];
  if (type instanceof z.ZodArray) return ['array'];
  if (type instanceof z.ZodObject || type instanceof z.ZodRecord) return ['object'];
  if (type instanceof z.ZodString || type instanceof z.ZodStringFormat || type instanceof z.ZodEnum) return ['string'];
  return [];
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
