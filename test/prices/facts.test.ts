import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import type { Arguments } from '../../src/catalog/vocabulary/index.ts';
import { encode } from '../../src/client/http/request/encode.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { visit } from '../sandbox/visit.ts';
import { json, startPlatform, type Platform } from '../support/platform.ts';
import { limit, openStage, type Stage } from '../tools/workflows/support/stage.ts';
import type { VisibilityError } from '../../src/client/errors.ts';

const paid = allOperations().filter(({ effect, aliasOf }) => effect === 'paid' && aliasOf === undefined);
const withFact = paid.flatMap((operation) =>
  operation.price.kind === 'formula' && operation.price.fact
    ? [[operation.name, operation, operation.price.fact] as const]
    : [],
);

/** What takes the place of a number: nothing, null, other types, numbers that are no amounts. */
const noAmounts: readonly unknown[] = [undefined, null, 'many', '12', '', -1, -0.5, 1e300, true, [], [3], {}];

/** The whole path of every field of an answer, lists aside. */
const pathsIn = (answer: unknown): string[][] =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer)
    ? Object.entries(answer).flatMap(([name, inner]) => [[name], ...pathsIn(inner).map((path) => [name, ...path])])
    : [];

/** The answer with another value in one place; `undefined` takes the field out. */
const withValue = (answer: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown => ({
  ...(answer as object),
  [name]: rest.length === 0 ? value : withValue((answer as Record<string, unknown>)[name], rest, value),
});

let platform: Platform;
let it: Stage;

beforeAll(async () => {
  platform = await startPlatform();
  it = await openStage({ apiUrl: platform.url, budget: limit(1, 'call') });
});
afterAll(async () => {
  await it[Symbol.asyncDispose]();
  await platform.close();
});

describe('a number that the platform does not state makes the price unknown, never less', () => {
  test.each(withFact)('%s', async (_, operation, fact) => {
    const given = sampleArguments(operation);
    const asked = Object.fromEntries(Object.entries(fact.with).map(([name, from]) => [name, given[from]]));
    const { target } = await encode(operationNamed(fact.operation), asked);
    const { call, raw } = await visit();
    await call('orphan_scans.discover', { project: 1 });
    const { body } = await raw(target);
    const { target: start } = await encode(operation, given);
    const quote = async (answer: unknown): Promise<number | null> => {
      platform.on(`GET ${target}`, json(answer));
      const quoted = await it.client.quote(operation, given).catch((error: VisibilityError) => error);
      if ('credits' in quoted) return quoted.credits;
      // What is no answer at all is refused, and says so.
      expect(quoted).toMatchObject({ code: 'unreadable' });
      return null;
    };
    const stated = await quote(body);
    expect(stated).toBeGreaterThan(0);
    const unknown = new Set<string>();
    for (const path of pathsIn(body)) {
      for (const value of noAmounts) {
        const answer = withValue(body, path, value);
        const credits = await quote(answer);
        const result = `${path.join('.')} = ${JSON.stringify(value)}`;
        if (credits !== null) expect(credits, result).toBeGreaterThanOrEqual(stated as number);
        else if (!unknown.has(path.join('.'))) {
          unknown.add(path.join('.'));
          await expect(it.client.call(operation, given), result).rejects.toMatchObject({
            code: expect.stringMatching(/^(budget_exceeded|unreadable)$/),
          });
        }
      }
    }
    expect([...unknown], 'no field of the answer is the fact').not.toEqual([]);
    expect(platform.to(`${operation.method} ${start}`)).toEqual([]);
  });

  test('there are such prices', () => {
    expect(withFact.map(([name]) => name)).toEqual([
      'ai_scanner.humanize',
      'internal_links.analyze',
      'orphan_scans.start',
      'tracking.run',
    ]);
  });
});

/**
 * Where the contract says that these arguments cost nothing: docs/platform/content.md#storylines; a list of keywords
 * that is only stored.
 */
const statedFree: Readonly<Record<string, (given: Arguments) => boolean>> = {
  'storylines.create': ({ structure }) => Array.isArray(structure) && structure.length > 0,
  'keywords.import_csv': ({ cluster }) => cluster === false,
};

/** Arguments in which what could scale a price is empty, absent, or there. */
const extent = fc.record(
  Object.fromEntries(
    ['structure', 'urls', 'keywords', 'platforms', 'stages', 'manual_competitors', 'source_ids', 'prompts']
      .map((name): [string, fc.Arbitrary<unknown>] => [name, fc.constantFrom([], ['a'], ['a', 'b', 'c'])])
      .concat([
        ['filter', fc.constantFrom({}, { limit: 1 })],
        ['cluster', fc.boolean()],
        ['cache', fc.boolean()],
        ['start_run', fc.boolean()],
        ['limit', fc.constantFrom(1, 50)],
        ['keyword_limit', fc.constantFrom(1, 100)],
        ['competitor_limit', fc.constantFrom(1, 20)],
        ['body', fc.constantFrom({}, { level: 'light' })],
      ]),
  ),
  { requiredKeys: [] },
);

test('arguments that leave the extent open cost nothing only where the contract says so', () => {
  fc.assert(
    fc.property(fc.constantFrom(...paid), extent, ({ name, price }, given) => {
      if (price.kind === 'fixed') expect(price.credits).toBeGreaterThan(0);
      if (price.kind !== 'formula') return;
      const credits = price.fact ? price.credits(given, 1) : price.credits(given);
      if (credits !== null && !statedFree[name]?.(given))
        expect(credits, `${name} ${JSON.stringify(given)}`).toBeGreaterThan(0);
    }),
    { seed: 20_261_123, numRuns: 3_000 },
  );
});
