import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { visit } from './visit.ts';

afterEach(() => vi.restoreAllMocks());

const word = fc.oneof(
  fc.constantFrom('1', '2', '3', '0', '-1', 'x', 'aud_sample1', '%', '__proto__', '1e9', 'null', '9007199254740993'),
  fc.string({ maxLength: 12 }),
);

/** As text. An object may bring a `toString` that is no function. */
const spelled = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** The platform reads one id where a list of them is meant; the document does not say so. */
const listed = (name: string, value: fc.JsonValue): fc.JsonValue =>
  /(^|_)ids$/.test(name) && !Array.isArray(value) ? [value] : value;

test('nothing a caller can send makes the platform fail', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { raw } = await visit();
  const request = fc.record({
    operation: fc.constantFrom(...allOperations()),
    values: fc.array(word, { minLength: 2, maxLength: 2 }),
    seed: fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
    picks: fc.infiniteStream(
      fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(1, 2, true, 'https://a.example', 'a.example', [1], ['a'], 'DE', {}),
      ),
    ),
    token: fc.constantFrom('sandbox-owner', 'sandbox-guest', 'sandbox-admin'),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ operation, values, seed, picks, token }) => {
      const given = [...values];
      const path = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(given.shift() || '1'));
      const fields = { ...seed };
      for (const name of Object.keys(operation.input.shape))
        if (!operation.params.includes(name)) fields[name] = listed(name, picks.next().value);
      const query = new URLSearchParams(
        [...operation.query].map((name): [string, string] => [name, spelled(fields[name])]),
      );
      const init = {
        method: operation.method,
        body: JSON.stringify(fields),
        headers: { 'content-type': 'application/json' },
      };
      const { status } = await raw(`${path}?${query}`, operation.method === 'GET' ? {} : init, token);
      expect(status, `${operation.name} ${JSON.stringify(fields)}`).not.toBe(500);
    }),
    { numRuns: 600, seed: 20_261_120 },
  );
  expect(written).not.toHaveBeenCalled();
});
