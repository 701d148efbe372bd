import { expect, test } from 'vitest';
import { Balance } from '../../../src/client/money/balance.ts';
import { VisibilityError } from '../../../src/client/errors.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

test.each([
  [
    { balance: 70.9, plan: 'scale', renews_at: '2026-12-01T00:00:00Z' },
    { credits: 70, plan: 'scale', renewsAt: '2026-12-01T00:00:00.000Z' },
  ],
  [{ balance: -3, plan: 7, renews_at: 'soon' }, { credits: -3 }],
  [{ balance: 5, plan: null, renews_at: 2026 }, { credits: 5 }],
  [{ balance: Infinity, plan: 'scale', renews_at: '2026-12-01T00:00:00Z' }, {}],
  [{ plan: 'scale' }, {}],
])('of %j the balance, its plan and its renewal are read as far as they are such', async (rawJson, expected) => {
  const balance = new Balance(async () => ({ status: 200, rawJson, data: rawJson }), virtualClock());
  const credits = await balance.read();
  expect({ credits, plan: balance.plan, renewsAt: balance.renewsAt }).toEqual({
    credits: undefined,
    plan: undefined,
    renewsAt: undefined,
    ...expected,
  });
});

test('a balance is kept for 30 seconds, unless a fresh one is wanted', async () => {
  const clock = virtualClock();
  let credits = 0;
  const balance = new Balance(async () => ({ status: 200, rawJson: { balance: ++credits }, data: null }), clock);
  const seen = [await balance.now(false), await balance.now(false), await balance.now(true)];
  for (const seconds of [30, 0.001, 20]) {
    clock.pass(seconds);
    seen.push(await balance.now(false));
  }
  expect(seen).toEqual([1, 1, 2, 2, 3, 3]);
});

test.each([
  ['unreachable', undefined],
  ['rate_limited', 'rate_limited'],
] as const)('a balance whose read ends as %s is %s', async (code, outcome) => {
  const balance = new Balance(async () => Promise.reject(new VisibilityError(code, 'No answer.')), virtualClock());
  expect(await balance.now(false).catch((error: VisibilityError) => error.code)).toBe(outcome);
});
