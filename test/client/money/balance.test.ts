import { expect, test } from 'vitest';
import { Balance } from '../../../src/client/money/balance.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { bench, refusal } from '../../support/bench.ts';
import { json } from '../../support/platform.ts';
import { article, generate } from '../../support/stories.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

test('what was charged is taken off the balance until that is read again, at the latest after 30 s', async () => {
  await using rig = await bench();
  let balance = 12;
  rig.platform.on('GET /credits', (...given) => json({ data: { balance } })(...given));
  rig.platform.on('POST /articles/#/generate', (...given) => {
    balance -= 5;
    return json({ data: { id: 1, processing_status: 'ready' } })(...given);
  });
  const client = await rig.client();
  for (const id of [1, 2]) await client.call(generate, article(id));
  expect(rig.platform.to('GET /credits')).toHaveLength(1);
  const refused = { code: 'insufficient_credits', facts: { required: 5, available: 2 } };
  expect(await refusal(client.call(generate, article(3)))).toMatchObject(refused);
  balance = 5;
  await client.call(generate, article(4));
  balance = 50;
  await rig.clock.sleep(31_000);
  await client.call(generate, article(5));
  const looks = rig.platform.to('GET /credits').length;
  // Somebody else has spent it.
  balance = 0;
  await client.call(generate, article(6));
  expect(rig.platform.to('GET /credits')).toHaveLength(looks);
  await rig.clock.sleep(31_000);
  expect(await refusal(client.call(generate, article(7)))).toMatchObject({ facts: { available: -5 } });
});

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

test.each([
  ['unauthorized', 401, true],
  ['rate_limited', 429, true],
  ['unreachable', 500, false],
] as const)('a balance that is refused as %s stops its reader: %j', async (code, status, stops) => {
  const error = new VisibilityError(code, 'No.', { outcome: 'rejected', status });
  const reading = new Balance(async () => Promise.reject(error), virtualClock()).now(false);
  if (stops) await expect(reading).rejects.toBe(error);
  else expect(await reading).toBeUndefined();
});
