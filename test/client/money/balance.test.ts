import { expect, test } from 'vitest';
import { Balance } from '../../../src/client/money/balance.ts';
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
