import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createTools } from '../../../src/tools/index.ts';
import { readCallOf } from '../../../src/tools/read-call.ts';
import { runTool } from '../../../src/tools/run-tool.ts';
import { noSecrets } from '../../support/no-secrets.ts';
import { fakeClient } from '../fake-client.ts';
import { options } from '../tool-of.ts';
import { isVisibilityError } from '../../../src/client/errors/visibility-error.ts';
import {
  type ArgumentsSchema,
  boundedObject,
  readArguments,
  takeArguments,
} from '../../../src/tools/calling/read-arguments.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 1, maximum: 50 } as const;
const inner = {
  type: 'object',
  properties: { size: count, label: text, exact: { type: 'boolean' }, tags: { type: 'array', items: text } },
  required: ['size'],
} as const;

const schema = {
  type: 'object',
  properties: {
    text,
    choice: { type: 'string', enum: ['Concise', 'detailed'], description: 'how much' },
    plainChoice: { type: 'string', enum: ['csv'] },
    count,
    credits: { type: 'integer', minimum: 0 },
    flag: { type: 'boolean' },
    record: { type: 'object' },
    inner,
    texts: { type: 'array', items: text, minItems: 2, maxItems: 3 },
    counts: { type: 'array', items: count },
    inners: { type: 'array', items: inner },
    textOrTexts: { type: ['string', 'array'], items: text, maxItems: 2 },
    textOrRecord: { type: ['string', 'object'] },
    fields: { type: 'array', items: text },
  },
} as const satisfies ArgumentsSchema;

type Name = keyof typeof schema.properties;

const read = (values: Record<string, unknown>) => readArguments('x', schema, values) as Record<string, unknown>;

/** What a call is refused with, by argument. */
function wrongWith(work: () => unknown): Readonly<Record<string, readonly string[]>> | undefined {
  try {
    work();
  } catch (error) {
    if (isVisibilityError(error) && error.code === 'invalid_arguments' && error.outcome === 'not_sent')
      return error.fields;
    throw error;
  }
  return undefined;
}

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const whole = fc.integer({ min: 1, max: 50 });
const asJson = (value: unknown): string => ` \n${JSON.stringify(value)}`;
const asText = (value: unknown): string => ` ${String(value)} `;
const innerOf = fc.record({ size: whole, label: word, exact: fc.boolean() }, { requiredKeys: ['size'] });
const spelledInside = ({ size, label, exact }: { size: number; label?: string; exact?: boolean }): unknown => ({
  size: String(size),
  label,
  exact: exact === undefined ? undefined : asText(exact).toUpperCase(),
});

/** By argument: values in their canonical form, and other ways in which models write them. */
const spellings: Readonly<Record<Name, readonly [fc.Arbitrary<unknown>, ...((value: never) => unknown)[]]>> = {
  text: [fc.constantFrom('12', 'moss', '{"not": "read"}', 'a, b'), (value) => (value === '12' ? 12 : value)],
  choice: [fc.constantFrom('Concise', 'detailed'), (value) => asText(value).toUpperCase()],
  plainChoice: [fc.constant('csv'), asText],
  count: [whole, String, asText],
  credits: [fc.constantFrom(0, 7, Number.MAX_SAFE_INTEGER), String, asText],
  flag: [fc.boolean(), String, (value) => asText(value).toUpperCase()],
  record: [fc.dictionary(word, fc.constantFrom(1, null, '1')), asJson],
  inner: [innerOf, asJson, spelledInside],
  texts: [
    fc.array(word, { minLength: 2, maxLength: 3 }),
    asJson,
    (value: string[]) => value.join(','),
    (value: string[]) => ` ${value.join(' , ')} `,
  ],
  counts: [
    fc.array(whole),
    asJson,
    (value: number[]) => value.map(String),
    (value: number[]) => (value.length === 1 ? value[0] : value.length > 1 ? value.join(',') : value),
  ],
  inners: [
    fc.array(innerOf),
    asJson,
    (value: never[]) => value.map(spelledInside),
    (value: never[]) => value.map(asJson),
    (value: never[]) => (value.length === 1 ? value[0] : value),
  ],
  textOrTexts: [
    fc.oneof(word, fc.constant('a, b'), fc.array(word, { minLength: 1, maxLength: 2 })),
    (value) => (Array.isArray(value) ? asJson(value) : value),
  ],
  textOrRecord: [
    fc.oneof(word, fc.dictionary(word, word)),
    (value) => (typeof value === 'string' ? value : asJson(value)),
  ],
  fields: [fc.array(fc.constantFrom('a', 'a.b', 'a[0:5]', '[5:]')), asJson],
};

test('whatever the spelling, arguments are read in one form, which is read as itself', () => {
  const names = Object.keys(spellings) as Name[];
  const argument = fc.constantFrom(...names).chain((name) => {
    const [values, ...others] = spellings[name];
    return fc.tuple(
      fc.constant(name),
      values,
      fc.constantFrom<(value: never) => unknown>((value) => value, ...others),
    );
  });
  const run = fc.property(fc.uniqueArray(argument, { selector: ([name]) => name }), (given) => {
    const canonical = Object.fromEntries(given.map(([name, value]) => [name, value]));
    const spelled = Object.fromEntries(given.map(([name, value, spell]) => [name, spell(value as never)]));
    expect(read(spelled)).toEqual(canonical);
    expect(read(canonical)).toEqual(canonical);
  });
  fc.assert(run, { seed: 20_261_126, numRuns: 300 });
});

test('what is not given is not read, whatever else an object inherits', () => {
  expect(read({ text: undefined, count: null })).toEqual({});
  const odd = { type: 'object', properties: { constructor: text, inner: { type: 'object', properties: {} } } } as const;
  expect(readArguments('x', odd, {})).toEqual({});
  // What an object in an argument holds beside what is declared is kept as it is.
  expect(read({ inner: { size: '2', label: null, tags: null, constructor: '3' } })).toEqual({
    inner: { size: 2, label: null, tags: null, constructor: '3' },
  });
});

describe('an argument is refused', () => {
  it.each<[Name, unknown, string]>([
    ['text', ' ', 'must be text'],
    ['text', true, 'must be text'],
    ['text', {}, 'must be text'],
    ['choice', 'long', 'must be one of Concise, detailed; how much'],
    ['choice', 3, 'must be text'],
    ['plainChoice', 'tsv', 'must be one of csv'],
    ['count', 0, 'must be a whole number from 1 to 50'],
    ['count', 51, 'must be a whole number from 1 to 50'],
    ['count', '51', 'must be a whole number from 1 to 50'],
    ['count', '1.5', 'must be a whole number from 1 to 50'],
    ['count', '1 apple', 'must be a whole number from 1 to 50'],
    ['count', '0x10', 'must be a whole number from 1 to 50'],
    ['count', '1e1', 'must be a whole number from 1 to 50'],
    ['count', [1], 'must be a whole number from 1 to 50'],
    ['credits', -1, 'must be a whole number of at least 0'],
    ['credits', '-12', 'must be a whole number of at least 0'],
    ['credits', 2 ** 53, 'must be a whole number of at least 0'],
    ['flag', 1, 'must be true or false'],
    ['flag', 'yes', 'must be true or false'],
    ['record', [], 'must be an object'],
    ['record', 'a', 'must be an object'],
    ['record', '{"a": ', 'must be an object'],
    ['record', 'a {"a": 1}', 'must be an object'],
    ['inner', [], 'must be an object'],
    ['inner', {}, 'needs size'],
    ['inner', { size: null }, 'needs size'],
    ['inner', { size: 0 }, 'has size that must be a whole number from 1 to 50'],
    ['inner', { size: 1, label: ' ' }, 'has label that must be text'],
    ['texts', 'a', 'needs at least 2'],
    // One address, though it has a comma.
    ['texts', 'https://a.example/b,c', 'needs at least 2'],
    ['texts', ['a', 'b', 'c', 'd'], 'takes at most 3'],
    ['texts', ['a', ' '], ': each must be text'],
    ['counts', '1,x', ': each must be a whole number from 1 to 50'],
    ['inners', [{ size: 1 }, {}], ': each needs size'],
    ['textOrTexts', [], 'needs at least 1'],
    ['textOrTexts', ['a', 'b', 'c'], 'takes at most 2'],
    ['textOrTexts', {}, 'must be text'],
    ['textOrRecord', [], 'must be text'],
    ['textOrRecord', ' ', 'must be text'],
    ['fields', ['a[1]'], expect.stringContaining('is no path') as string],
  ])('%s: %j %s', (name, value, wrong) => {
    expect(wrongWith(() => read({ text: 'a', [name]: value }))).toEqual({ [name]: [wrong] });
  });

  it('by all names at once, with the one that was probably meant', () => {
    const small = {
      type: 'object',
      properties: { operation: text, limit: count },
      required: ['operation', 'limit'],
    } as const;
    expect(wrongWith(() => readArguments('x', small, { operaton: 'a', zzz: 1, limit: 0 }))).toEqual({
      operaton: ['is not an argument; did you mean operation?'],
      zzz: ['is not an argument; there are operation, limit'],
      operation: ['is required'],
      limit: ['must be a whole number from 1 to 50'],
    });
    const none = { type: 'object', properties: {} } as const;
    expect(wrongWith(() => readArguments('x', none, { a: 1 }))).toEqual({ a: ['is not an argument; there are none'] });
    expect(() => readArguments('x', small, { limit: 0 })).toThrow(
      'x: limit must be a whole number from 1 to 50; operation is required',
    );
  });
});

test('arguments of a tool are taken from among those of what it wraps', () => {
  const take = (values: Record<string, unknown>) => takeArguments('x', { count, flag: { type: 'boolean' } }, values);
  expect(take({ count: '3', other: '4', constructor: 5 })).toEqual({
    own: { count: 3 },
    rest: { other: '4', constructor: 5 },
  });
  expect(wrongWith(() => take({ count: 0, other: 1 }))).toEqual({ count: ['must be a whole number from 1 to 50'] });
});

test('all arguments may be given as JSON in a text, and nothing but an object is taken', () => {
  for (const nothing of [undefined, null, {}, '{}']) expect(boundedObject('x', nothing)).toEqual({});
  expect(boundedObject('x', ' {"a": 1}')).toEqual({ a: 1 });
  expect(boundedObject('x', '{"id":1234567890123456789}')).toEqual({ id: '1234567890123456789' });
  for (const other of [[], '[]', 'a', 1, '{'])
    expect(wrongWith(() => boundedObject('x', other))).toEqual({ arguments: ['must be an object'] });
  const tooDeep = `${'['.repeat(101)}${']'.repeat(101)}`;
  expect(wrongWith(() => boundedObject('x', tooDeep))).toEqual({
    'JSON in a text': [expect.stringContaining('has more than 100 levels')],
  });
  expect(wrongWith(() => read({ record: `{"a":${tooDeep}}` }))).toHaveProperty('JSON in a text');
});

test('a text that only looks like JSON is a text', () => {
  expect(read({ fields: '[5:], a' })).toEqual({ fields: ['[5:]', 'a'] });
  const brackets = `a ${'['.repeat(101)}`;
  expect(read({ textOrTexts: brackets })).toEqual({ textOrTexts: brackets });
});

test('arguments are bounded before a tool looks at them, also as JSON in a text', async () => {
  const deep: unknown = Array.from({ length: 40 }).reduce((inner) => [inner], 1);
  const tool = { name: 'x', read: () => Promise.reject(new Error('it looked at them')) };
  for (const [why, args] of [
    ['more than 500 names', Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`unknown${n}`, n]))],
    ['more than 50000 values', { unknown: Array(60_000).fill(0) }],
    ['deeper than 32 levels', { unknown: deep }],
  ] as const)
    for (const given of [args, JSON.stringify(args)]) {
      const refused = await runTool(await readCallOf(tool, given), {}, noSecrets);
      expect(refused.structured['error']).toMatchObject({
        code: 'invalid_arguments',
        message: expect.stringContaining(why),
      });
    }
});

test('JSON in texts is bounded before it is parsed, and in all of a call together', async () => {
  const tool = createTools(fakeClient(), options).find(({ name }) => name === 'estimate')!;
  const refusalOf = async (calls: unknown): Promise<unknown> => {
    const call = await readCallOf(tool, { calls });
    return call.args ?? (await runTool(call, {}, noSecrets)).structured['error'];
  };
  const priced = (values: number) => ({
    operation: 'keywords.list',
    arguments: JSON.stringify({ a: Array(values).fill(0) }),
  });
  expect(await refusalOf(Array(20).fill(priced(2_000)))).toHaveProperty('calls.length', 20);
  const message = (text: string) => ({ code: 'invalid_arguments', message: expect.stringContaining(text) as string });
  expect(await refusalOf(Array(40).fill(priced(2_000)))).toMatchObject(message('more than 50000 values'));
  expect(await refusalOf(`[${'[],'.repeat(200_001)}[]]`)).toMatchObject(message('has more than 400000 values'));
  expect(await refusalOf(`${'['.repeat(101)}${']'.repeat(101)}`)).toMatchObject(message('has more than 100 levels'));
});
