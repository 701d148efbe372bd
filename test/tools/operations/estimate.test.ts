import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LimitView, MoneyView } from '../../../src/client/client.ts';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { Operation } from '../../../src/catalog/vocabulary/index.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { fakeClient, onePage } from '../fake-client.ts';
import { dataOf, run } from '../tool-of.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

const names = ['articles.generate', 'keywords.expand', 'agentic_chat.chat', 'projects.list'] as const;
const balanceFailure = new VisibilityError('unreachable', 'No answer.', { next: 'Try again later.' });

const moneyOf = (limits: readonly LimitView[], more: Partial<MoneyView> = {}): MoneyView => ({
  limits,
  reservations: [],
  recent: [],
  totals: { charged: 8, reserved: 2, in_doubt: 0 },
  spending: { by_operation: [], by_day: [] },
  ...more,
});

/** A call, and its price: null where there is no bound, undefined where it cannot be made. */
const call = fc.record({
  operation: fc.constantFrom(...names),
  price: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(null, undefined)),
});

test('a plan is the sum of its calls, and fits where every limit and the balance has room for what all of them may draw', async () => {
  const run_ = fc.asyncProperty(
    fc.array(call, { minLength: 1, maxLength: 5 }),
    fc.array(fc.record({ left: fc.integer({ min: 0, max: 30 }), isPerCall: fc.boolean() }), { maxLength: 2 }),
    fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom('not stated' as const, 'failed' as const)),
    fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
    async (calls, given, balance, confirmAbove) => {
      const limits = given.map(({ left, isPerCall }) => ({
        limit: isPerCall ? '30/call' : '30/day',
        spent: 0,
        reserved: 0,
        left,
      }));
      const money = moneyOf(limits, {
        balance: typeof balance === 'number' ? balance : undefined,
        failure: balance === 'failed' ? balanceFailure : undefined,
        balance_unknown: balance === 'failed' ? balanceFailure.message : undefined,
      });
      const quotes = [...calls];
      const client = fakeClient(
        {},
        {
          money: async () => money,
          quote: async ({ name, effect }) => {
            const price = quotes.shift()?.price;
            if (price === undefined)
              throw new VisibilityError('unreachable', 'x'.repeat(500), { next: 'Try again later.' });
            return { operation: name, effect, credits: price, basis: `basis of ${name}`, recurring: 'monthly' };
          },
        },
      );
      const plan = dataOf(
        await run(client, 'estimate', { calls: calls.map(({ operation }) => ({ operation })) }, {}, { confirmAbove }),
      );
      const prices = calls.map(({ price }) => price ?? 0);
      const sum = prices.reduce((one, other) => one + other, 0);
      const highest = Math.max(...prices);
      const named = (has: (price: number | null | undefined) => boolean) => {
        const found = calls.filter(({ price }) => has(price)).map(({ operation }) => operation);
        return found.length > 0 ? [...new Set(found)] : undefined;
      };
      const needed = given.map(({ isPerCall }) => (isPerCall ? highest : sum));
      const fits = given.map(({ left }, at) => (needed[at] ?? 0) <= left);
      // Alike calls are one line, with their number.
      const inOrder = <T extends { operation: string; credits: number | null }>(lines: T[]): T[] =>
        lines.toSorted((a, b) => `${a.operation} ${a.credits}`.localeCompare(`${b.operation} ${b.credits}`));
      const lines = (plan.calls as { operation: string; credits: number | null; times?: number }[]).flatMap(
        ({ times = 1, ...line }) => Array.from({ length: times }, () => line),
      );
      const expected = calls.map(({ operation, price }) =>
        price === undefined
          ? {
              operation,
              credits: null,
              basis: 'not priced',
              error: expect.stringMatching(/^unreachable: x{150,220}…/),
            }
          : { operation, credits: price, basis: `basis of ${operation}`, recurring: 'monthly' },
      );
      expect(inOrder(lines)).toMatchObject(
        inOrder(expected.map((line) => ({ ...line, credits: line.credits ?? null }))),
      );
      expect(plan).toMatchObject({
        credits: sum,
        limits: limits.map(({ limit, left }, at) => ({ limit, left, after: left - needed[at]!, fits: fits[at] })),
        fits:
          calls.every(({ price }) => typeof price === 'number') &&
          fits.every(Boolean) &&
          balance !== 'failed' &&
          (balance === 'not stated' || sum <= balance),
      });
      expect(plan.unbounded).toEqual(named((price) => price === null));
      expect(plan.note).toEqual(plan.unbounded && expect.stringContaining('No upper bound is known'));
      expect(plan.not_priced).toEqual(named((price) => price === undefined));
      expect(plan.balance).toEqual(
        balance === 'failed'
          ? { unknown: balanceFailure.message, fits: false }
          : balance === 'not stated'
            ? undefined
            : { now: balance, after: balance - sum, fits: sum <= balance },
      );
      expect(plan.person_is_asked).toEqual(
        confirmAbove === undefined
          ? undefined
          : {
              above: confirmAbove,
              for: named((price) => price === null || (price !== undefined && price > confirmAbove)),
            },
      );
    },
  );
  await fc.assert(run_, { seed: 20_261_126, numRuns: 200 });
});

test('a task is priced as the call that it pays for, also where the server only reads, and as free where it pays for none', async () => {
  const quote = async ({ name, effect }: { name: string; effect: 'paid' }) => ({
    operation: name,
    effect,
    credits: 2,
    basis: 'two each',
    recurring: 'monthly',
  });
  const client = fakeClient({}, { quote: quote as never });
  const calls = [{ operation: 'audit_page', arguments: { url: 'moss.example' } }, { operation: 'visibility_report' }];
  expect(dataOf(await run(client, 'estimate', { calls }, {}, { readOnly: true }))).toMatchObject({
    calls: [
      { operation: 'audit_page', credits: 2, basis: 'page_audit.create: two each', recurring: 'monthly' },
      { operation: 'visibility_report', credits: 0, basis: 'free' },
    ],
  });
});

test('a call is priced with the id of a project that it names, by a list of this minute, and with its consequence', async () => {
  const clock = virtualClock();
  const priced: object[] = [];
  const quote = async ({ name, effect }: Operation, input: object) => {
    priced.push(input);
    return { operation: name, effect, credits: 1, basis: 'one' };
  };
  const client = fakeClient({ 'projects.list': () => onePage([{ id: 4, name: 'Acme' }]) }, { quote });
  const calls = [
    { operation: 'articles.list', arguments: { project: 'Acme' } },
    { operation: 'leads.send_email', arguments: { id: 3 } },
  ];
  const plan = async () => dataOf(await run(client, 'estimate', { calls }, { clock }));
  const { consequence } = operationNamed('leads.send_email');
  const [first, second] = (await plan()).calls;
  expect([priced, first, second.consequence]).toEqual([
    [{ project: 4 }, { id: 3 }],
    { operation: 'articles.list', credits: 1, basis: 'one' },
    consequence,
  ]);
  await clock.advance(59_999);
  await plan();
  expect(client.called).toHaveLength(1);
  await clock.advance(1);
  await plan();
  expect(client.called).toHaveLength(2);
});
