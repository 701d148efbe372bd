import { isFields, type Fields } from '../json/is-fields.ts';
import { parse } from 'yaml';
import { openapi } from '../catalog/openapi/openapi.ts';
import { publishable } from './compare-type.ts';
import type { Finding } from './verification.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Compares the platform's own OpenAPI document with the catalog's. The platform's document covers only a part of its interface
 * (document 1, "Versioning"): an operation that it lacks is no finding, and one that the catalog lacks is a note. Of operations in both,
 * the types of the fields of a success are compared.
 */
export async function compareDocument(body: Uint8Array): Promise<Finding[]> {
  const theirs = await readDocument(body);
  if (!theirs) return [{ kind: 'shape', path: 'openapi', expected: 'an OpenAPI document', seen: 'another document' }];
  const ours = operationsIn(openapi() as Fields);
  const findings: Finding[] = [];
  for (const [address, operation] of operationsIn(theirs)) {
    const own = ours.get(address);
    if (!own) findings.push({ kind: 'extra', path: `openapi ${address}`, expected: 'absent', seen: 'operation' });
    else compareOperation(`openapi ${address}`, own, operation, theirs, findings);
  }
  return findings;
}

async function readDocument(body: Uint8Array): Promise<Fields | undefined> {
  try {
    const document: unknown = parse(new TextDecoder().decode(body), { maxAliasCount: 100 });
    return isFields(document) && isFields(document['paths']) ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Operations by method and path, without the names of path parameters. */
function operationsIn({ paths }: Fields): Map<string, Fields> {
  const operations = new Map<string, Fields>();
  for (const [path, item] of Object.entries(isFields(paths) ? paths : {})) {
    if (!isFields(item)) continue;
    for (const method of methods) {
      const operation = item[method];
      const address = path.replace(/^\/api\/v1(?=\/)/, '').replaceAll(/\{[^}]*\}/g, '{}');
      if (isFields(operation)) operations.set(`${method.toUpperCase()} ${address}`, operation);
    }
  }
  return operations;
}

function compareOperation(at: string, ours: Fields, theirs: Fields, document: Fields, findings: Finding[]): void {
  const [own, other] = [successOf(ours), resolve(successOf(theirs), document)];
  if (!own || !other) return;
  compareSchema(at, own, other, document, findings, 0);
}

/** The schema of a success in JSON. */
function successOf({ responses }: Fields): Fields | undefined {
  if (!isFields(responses)) return undefined;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const content = isFields(success) ? success['content'] : undefined;
  const json = isFields(content) ? content['application/json'] : undefined;
  const schema = isFields(json) ? json['schema'] : undefined;
  return isFields(schema) ? schema : undefined;
}

/** Follows a reference inside the document. */
function resolve(schema: unknown, document: Fields, depth = 0): Fields | undefined {
  if (!isFields(schema) || depth > 8) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  if (!$ref.startsWith('#/')) return undefined;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), document);
  return resolve(target, document, depth + 1);
}

function compareSchema(
  at: string,
  ours: Fields,
  theirs: Fields,
  document: Fields,
  findings: Finding[],
  depth: number,
): void {
  if (depth > 8) return;
  const [own, other] = [typesOf(ours), typesOf(theirs)];
  if (
    own.length > 0 &&
    other.length > 0 &&
    !other.some((type) => own.includes(type) || (type === 'integer' && own.includes('number')))
  ) {
    findings.push({ kind: 'type', path: at, expected: own.join(' or '), seen: other.join(' or ') });
    return;
  }
  const [ownEnum, otherEnum] = [ours['enum'], theirs['enum']];
  if (Array.isArray(ownEnum) && Array.isArray(otherEnum) && otherEnum.some((one) => !ownEnum.includes(one)))
    findings.push({ kind: 'enum', path: at, expected: `one of ${ownEnum.join(', ')}`, seen: 'further values' });
  const fields = isFields(theirs['properties']) ? theirs['properties'] : {};
  for (const [name, schema] of Object.entries(isFields(ours['properties']) ? ours['properties'] : {})) {
    const otherSchema = resolve(fields[name], document);
    if (isFields(schema) && otherSchema)
      compareSchema(`${at} ${publishable(name)}`, schema, otherSchema, document, findings, depth + 1);
  }
  const items = resolve(theirs['items'], document);
  if (isFields(ours['items']) && items) compareSchema(`${at}[]`, ours['items'], items, document, findings, depth + 1);
}

/** The types that a schema states, without null, which many documents do not state. */
const typesOf = ({ type }: Fields): string[] =>
  [type].flat().filter((one): one is string => typeof one === 'string' && one !== 'null');
