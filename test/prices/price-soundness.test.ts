import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { inputSchemaOf } from '../../src/catalog/schema/json-schema.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { argumentsOf, type Given } from './arbitrary-arguments.ts';
import { openMarket, type Purchase } from './market.ts';
import { scenes } from './scenes.ts';

/** `npm run fuzz:prices`: other values every time, and so many sequences for each operation. */
const fuzzRuns = Number(process.env['VISIBILITY_FUZZ_PRICES'] ?? 0);
const isFuzzing = fuzzRuns > 0;
const randomRuns = isFuzzing ? fuzzRuns : 1;
const seed = isFuzzing ? Date.now() : 20261104;

/** How many calls of one operation follow each other on the same platform: later ones meet what earlier ones left. */
const callsInARow = isFuzzing ? 4 : 2;

const paid = allOperations().filter(({ effect, aliasOf }) => effect === 'paid' && aliasOf === undefined);

const drew = new Set<string>();

/** Paid, and most of them drawing nothing on the embedded platform: the contract states no cost, so that it has none to draw. */
const unpriced = new Set([
  ...paid.filter(({ price }) => price.kind === 'unlisted').map(({ name }) => name),
  'keywords.import_csv',
]);

describe('what the platform draws is within the estimate, and the estimate within what was reserved', () => {
  test.each(paid.map((operation) => [operation.name, operation] as const))(
    '%s',
    { timeout: 600_000 },
    async (_, operation) => {
      const calls = fc.array(callOf(operation), { minLength: 1, maxLength: callsInARow });
      const examples = [
        ...flagsOf(operation).map((given) => [given]),
        ...(scenes[operation.name]?.sequences ?? []),
      ].map((sequence): [Given[]] => [[...sequence]]);
      const check = (runs: number): Promise<void> =>
        fc.assert(
          fc.asyncProperty(calls, (sequence) => isSound(operation, sequence)),
          { seed, examples, numRuns: runs + examples.length, endOnFailure: !isFuzzing },
        );
      await check(randomRuns);
      // The platform may have refused all of them.
      if (!drew.has(operation.name) && !unpriced.has(operation.name)) await check(3 * randomRuns);
    },
  );

  test('each of them has drawn at least once, unless the contract states no cost', () => {
    const silent = paid.map(({ name }) => name).filter((name) => !drew.has(name));
    expect(silent.filter((name) => !unpriced.has(name))).toEqual([]);
  });
});

/** The plainest call with every combination of its flags; for an operation without flags only where it is known to cost something. */
function flagsOf(operation: Operation): Given[] {
  const { properties = {} } = inputSchemaOf(operation);
  const flags = Object.keys(properties).filter((name) => properties[name]?.type === 'boolean');
  const plainScene = scenes[operation.name]?.plain;
  if (flags.length === 0 && !plainScene) return [];
  const plain = { ...sampleArguments(operation), ...plainScene };
  return flags.reduce<Given[]>((all, flag) => all.flatMap((given) => [given, { ...given, [flag]: true }]), [plain]);
}

function callOf(operation: Operation): fc.Arbitrary<Given> {
  const arbitrary = argumentsOf(operation);
  const own = scenes[operation.name]?.given;
  return own ? fc.tuple(arbitrary, own).map(([given, overriding]) => ({ ...given, ...overriding })) : arbitrary;
}

async function isSound(operation: Operation, sequence: readonly Given[]): Promise<void> {
  await using market = await openMarket();
  const prepared = (await scenes[operation.name]?.prepare?.(market.ask)) ?? {};
  const purchases: Purchase[] = [];
  for (const given of sequence) {
    const purchase = await market.buy(operation, { ...given, ...prepared });
    purchases.push(purchase);
    const result = JSON.stringify(purchases);
    if (purchase.drawn > 0) drew.add(operation.name);
    if (purchase.reserved === undefined)
      expect(purchase.drawn, `drawn without an entry in the ledger: ${result}`).toBe(0);
    else {
      expect(purchase.drawn, `drawn more than was reserved: ${result}`).toBeLessThanOrEqual(purchase.reserved);
      if (purchase.estimate !== null) {
        expect(purchase.drawn, `drawn more than was estimated: ${result}`).toBeLessThanOrEqual(purchase.estimate);
        expect(purchase.estimate, `estimated more than was reserved: ${result}`).toBeLessThanOrEqual(purchase.reserved);
      }
    }
  }
  for (const { accepted, charged, isFinal, drawn } of purchases) {
    if (accepted && isFinal && charged !== undefined)
      expect(drawn, `the result states another charge than was drawn: ${JSON.stringify(purchases)}`).toBe(charged);
  }
  const { counted, drawn } = await market.books();
  expect(drawn, `the ledger counts less than was drawn: ${JSON.stringify(purchases)}`).toBeLessThanOrEqual(counted);
}
