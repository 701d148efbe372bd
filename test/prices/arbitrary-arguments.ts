import * as fc from 'fast-check';
import { numbered } from '../../sandbox/engine/documents.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { inputSchemaOf, type JsonSchema } from '../../src/catalog/schema/json-schema.ts';
import { rangeOf } from '../support/sample-arguments.ts';

export type Given = Readonly<Record<string, unknown>>;

/**
 * Arguments that the operation's schema allows: each optional one absent or present, each flag both ways, lists of the
 * shortest length, of one and of many. Names decide what a text or a number looks like, so that most calls name
 * something that exists in a new embedded platform.
 */
export function argumentsOf(operation: Operation): fc.Arbitrary<Given> {
  const { properties = {}, required = [] } = inputSchemaOf(operation);
  const fields = Object.entries(properties).map(([name, schema]) => [name, valueOf(operation, name, schema)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] }) as fc.Arbitrary<Given>;
}

function valueOf(of: Operation, name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(of, name, one)));
  const types = [schema.type ?? 'object'].flat();
  // An id of any form: those of the embedded platform are numbers.
  if (types.includes('integer') && types.includes('string')) return existing(of, name);
  return fc.oneof(...types.map((type) => ofType(of, type, name, schema)));
}

function ofType(of: Operation, type: string, name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return numberOf(of, name, schema);
    case 'array':
      return listOf(of, name, schema);
    case 'object':
      return name === 'body'
        ? openBody
        : fc.record(
            Object.fromEntries(
              Object.entries(schema.properties ?? {}).map(([field, one]) => [field, valueOf(of, field, one)]),
            ),
            { requiredKeys: [...(schema.required ?? [])] },
          );
    default:
      return textOf(name, schema);
  }
}

/** The length of a list: the shortest allowed, one, a few, many. */
function listOf(
  of: Operation,
  name: string,
  { items = {}, minItems = 0, maxItems = 40 }: JsonSchema,
): fc.Arbitrary<unknown> {
  const lengths = [minItems, 1, 3, 12].filter((length) => length >= minItems && length <= maxItems);
  return fc
    .constantFrom(...lengths)
    .chain((length) => fc.array(valueOf(of, name.replace(/s$/, ''), items), { minLength: length, maxLength: length }));
}

/** Ids of things that a new embedded platform has, mostly. */
const existing = (of: Operation, name: string): fc.Arbitrary<number> => {
  const range = rangeOf(of, name) ?? rangeOf(of, `${name}s`) ?? 'project';
  return fc.constantFrom(1, 1, 1, 2, 3).map((n) => numbered(range, n));
};

function numberOf(
  of: Operation,
  name: string,
  { minimum = 0, maximum = Number.POSITIVE_INFINITY, type }: JsonSchema,
): fc.Arbitrary<number> {
  if (/(^|_)ids?$|^project|Id$/i.test(name)) return existing(of, name);
  const [low, high] = [Math.max(minimum, type === 'integer' ? 1 : 0), Math.min(maximum, 1_500)];
  return fc.oneof(fc.constantFrom(low, high), fc.integer({ min: Math.ceil(low), max: Math.floor(high) }));
}

/** Hosts that a new embedded platform knows, and hosts that it has never seen. */
const hosts = [
  'fjordkiste.example',
  'moosgarten.example',
  'kistenwerk.example',
  'new-one.example',
  'new-two.example',
  'nothing.invalid',
];
const words = [
  'camping box',
  'moss',
  'trail running shoes',
  'Ein Satz über Kisten',
  'ask me',
  'background work',
  'a plan that must fail',
];

function textOf(name: string, { format, pattern, minLength = 1 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uri' || name.endsWith('url'))
    return fc
      .tuple(fc.constantFrom(...hosts), fc.constantFrom('', '/packing', '/a/b?c=d', '/sitemap.xml'))
      .map(([host, path]) => `https://${host}${path}`);
  if (/domain|source/.test(name)) return fc.constantFrom(...hosts);
  if (format === 'date-time') return fc.constant('2026-11-20T09:00:00Z');
  if (/country/.test(name)) return fc.constantFrom('DE', 'at', 'GB');
  if (/language/.test(name)) return fc.constantFrom('de', 'en');
  if (/brand/.test(name)) return fc.constantFrom('Fjordkiste', 'Newbrand');
  if (pattern !== undefined)
    return fc.constantFrom('1', '2', 'some_key').filter((text) => new RegExp(pattern).test(text));
  return fc.constantFrom(...words).map((text) => text.padEnd(minLength, '.'));
}

/** What the contract does not show: names that callers would try, all of them optional. */
const openBody = fc.record(
  {
    text: fc.constantFrom(...words),
    keyword: fc.constantFrom(...words),
    keywords: fc.array(fc.constantFrom(...words), { maxLength: 12 }),
    texts: fc.array(fc.constantFrom(...words), { maxLength: 4 }),
    prompt: fc.constantFrom(...words),
    instruction: fc.constantFrom(...words),
    title: fc.constantFrom(...words),
    seed: fc.constantFrom(...words),
    url: fc.constantFrom(...hosts.map((host) => `https://${host}/page`)),
    content: fc.constantFrom('word '.repeat(40), 'word '.repeat(2_100)),
    project_id: fc.constantFrom(1, 2),
    level: fc.constantFrom('light', 'standard', 'deep'),
  },
  { requiredKeys: [] },
);
