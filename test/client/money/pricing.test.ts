import { describe, expect, it } from 'vitest';
import type { Operation, Price } from '../../../src/catalog/vocabulary/index.ts';
import { actualCharge, quote } from '../../../src/client/money/pricing.ts';

const operation = (price: Price): Operation =>
  ({ name: 'teas.brew', effect: 'paid', does: 'Brew tea', price }) as unknown as Operation;

/** The quote, and the reads that were made for it. */
async function quoted(price: Price, input: Record<string, unknown> = {}, facts: Record<string, unknown> = {}) {
  const reads: unknown[] = [];
  const given = await quote(operation(price), input, async (name, asked) => (reads.push([name, asked]), facts[name]));
  return { reads, ...given };
}

const common = { operation: 'teas.brew', effect: 'paid', purpose: 'brew tea' };

describe('a quote', () => {
  it.each([
    [{ kind: 'free' }, 0, 'free'],
    [{ kind: 'none_listed' }, 0, 'no cost is listed'],
    [{ kind: 'fixed', credits: 5 }, 5, '5 a call'],
    [{ kind: 'fixed', credits: 5, charged: 'at_start' }, 5, '5 a call'],
    [{ kind: 'fixed', credits: 5, charged: 'on_success' }, 5, '5 a call, charged on success'],
    [
      { kind: 'fixed', credits: 5, charged: 'in_job', refunded: true },
      5,
      '5 a call, charged by the job, returned on failure',
    ],
    [
      { kind: 'fixed', credits: 5, statedBy: 'pots.brew', onlyWhen: 'it boils' },
      5,
      '5 a call, as pots.brew states, only when it boils',
    ],
    [{ kind: 'metered', basis: 'by words' }, null, 'by words'],
    [{ kind: 'unlisted', basis: 'not stated' }, null, 'not stated'],
  ])('of %j is %j, %s', async (price, credits, basis) => {
    expect(await quoted(price as Price)).toEqual({ ...common, credits, basis, reads: [] });
  });

  it('of a formula makes the free reads that it depends on', async () => {
    const price = {
      kind: 'formula',
      basis: '2 a pot',
      charged: 'on_success',
      fact: {
        operation: 'pots.count',
        with: { kitchen: 'kitchen_id' },
        counts: 'pots',
        value: ({ pots }: Record<string, unknown>) => pots,
      },
      credits: (input: Record<string, number>, pots: number) => (input['cups'] ?? 0) + 2 * pots,
    } as unknown as Price;
    expect(await quoted(price, { cups: 1, kitchen_id: 7 }, { 'pots.count': {} })).toMatchObject({
      credits: null,
      basis: '2 a pot, charged on success; pots.count tells no pots, so that no bound is known',
    });
    expect(await quoted(price, { cups: 1, kitchen_id: 7 }, { 'pots.count': { pots: 3 } })).toEqual({
      ...common,
      credits: 7,
      basis: '2 a pot, charged on success',
      reads: [['pots.count', { kitchen: 7 }]],
    });
  });

  it.each([[null], [-1], [Number.NaN], [2_000_000_000]])('of a formula that gives %s is unknown', async (value) => {
    const price = { kind: 'formula', basis: 'x', credits: () => value } as unknown as Price;
    expect((await quoted(price)).credits).toBeNull();
  });
});

describe('the credits drawn', () => {
  it('are read at a path, or computed', () => {
    const at = { kind: 'fixed', credits: 5, actual: 'cost' } as unknown as Price;
    const computed = {
      kind: 'fixed',
      credits: 5,
      actual: (said: { cost: number }, { cups }: { cups: number }) => said.cost * cups,
    } as unknown as Price;
    expect(actualCharge(at, {}, { data: { cost: 3 } })).toBe(3);
    expect(actualCharge(computed, { cups: 4 }, { cost: 3 })).toBe(12);
  });

  it('are unknown where nothing states a valid amount', () => {
    const at = { kind: 'fixed', credits: 5, actual: 'cost' } as unknown as Price;
    for (const said of [{}, { cost: '3' }, { cost: -3 }]) expect(actualCharge(at, {}, said)).toBeUndefined();
    expect(actualCharge({ kind: 'free' } as Price, {}, { cost: 3, undefined: 3 })).toBeUndefined();
    expect(
      actualCharge({ kind: 'fixed', credits: 5, actual: undefined } as unknown as Price, {}, { undefined: 3 }),
    ).toBeUndefined();
  });
});
