import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../../src/client/decoding/read-json.ts';

const seed = 20_261_122;
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const wide = { maxNodes: 1_000_000, maxKeys: 1_000_000, maxDepth: 1_000, maxBytes: 1_000_000 };

const nodesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce<number>((sum, one) => sum + 1 + nodesIn(one), 0)
    : 0;
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const keysOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Math.max(Array.isArray(value) ? 0 : Object.keys(value).length, ...Object.values(value).map(keysOf))
    : 0;

test('what is within the limits is read as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await readJson(bytes(value), wide)).toEqual({ value: JSON.parse(JSON.stringify(value)) as unknown });
    }),
    { seed },
  );
});

test('an integer that a number cannot hold exactly is read as the text of its digits', async () => {
  const text =
    '{"id":1234567890123456789,"ids":[-9007199254740992, 9007199254740991],"a":0.30000000000000004,"b":1e21,"c":"[1234567890123456789]"}';
  const { value } = await readJson(Buffer.from(text), wide);
  expect(value).toEqual({
    id: '1234567890123456789',
    ids: ['-9007199254740992', 9007199254740991],
    a: 0.30000000000000004,
    b: 1e21,
    c: '[1234567890123456789]',
  });
  expect((await readJson(Buffer.from('1234567890123456789'), wide)).value).toBe('1234567890123456789');
});

test('what is beyond them is left out, and counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue({ maxDepth: 6 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 5 }),
      async (value, maxNodes, maxKeys, maxDepth) => {
        const { value: read, leftUnread } = await readJson(bytes(value), {
          maxNodes,
          maxKeys,
          maxDepth,
          maxBytes: 100_000,
        });
        expect(depthOf(read)).toBeLessThanOrEqual(maxDepth);
        expect(keysOf(read)).toBeLessThanOrEqual(maxKeys);
        expect(nodesIn(read)).toBeLessThanOrEqual(2 * maxNodes + 2 * maxDepth + 2);
        const left = (leftUnread?.members ?? 0) + (leftUnread?.nested ?? 0);
        if (left === 0) expect(read).toEqual(JSON.parse(JSON.stringify(value)));
        else expect(JSON.stringify(read).length).toBeLessThanOrEqual(JSON.stringify(value).length + 3);
      },
    ),
    { seed },
  );
});

test('brackets, quotes and commas within texts are text', async () => {
  const value = { 'a"],}{[': '\\"],}{[,', b: ['\\\\', '"'] };
  expect(await readJson(bytes(value), { ...wide, maxNodes: 8 })).toEqual({ value });
});

test('what is no JSON is none after it was looked at', async () => {
  for (const text of ['', '{', '}', '[1,', ']]]]', '{"a":1}}', '[1,2,3', '"'])
    await expect(readJson(Buffer.from(text), { ...wide, maxNodes: 2 })).rejects.toThrow();
});

test('a text longer than an answer may be is not read', async () => {
  await expect(readJson(bytes(['x'.repeat(5_000)]), { ...wide, maxBytes: 1_000 })).rejects.toThrow('longer than');
});
