import { expect, test } from 'vitest';
import { Balance } from '../../../src/client/money/balance.ts';
import { VisibilityError } from '../../../src/client/errors/visibility-error.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { bench, refusal } from '../../support/bench.ts';
import { hangUp, json, later } from '../../support/platform.ts';
import { accepted, article, chat, generate, start, writeArticles } from '../../support/stories.ts';

test('a price without a bound takes what the operator allows for it, or the whole balance', async () => {
  await using it = await bench();
  it.platform.on('GET /credits', json({ data: { balance: 70 } }));
  it.platform.on(
    'POST /agentic/chat',
    json({ session_id: 8, text: 'Done.', credits_used: 3, agentic_status: 'completed' }),
  );
  const open = await it.client({ budget: [{ credits: 60, window: 'day' }] });
  expect(await refusal(open.call(chat, { message: 'Hi' }))).toMatchObject({
    code: 'budget_exceeded',
    facts: { estimate: 70 },
  });
  const allowed = await it.client({ budget: [{ credits: 60, window: 'day' }], unpriced: 20 });
  expect((await allowed.call(chat, { message: 'Hi' })).credits).toEqual({ estimated: 20, charged: 3 });
});

test('a price without a bound is refused where neither is known', async () => {
  await using it = await bench();
  it.platform.on('GET /credits', json({}, 500));
  const client = await it.client({ budget: [{ credits: 60, window: 'day' }] });
  expect((await refusal(client.call(chat, { message: 'Hi' }))).code).toBe('budget_exceeded');
  expect(it.platform.to('POST /agentic/chat')).toEqual([]);
});

test('what the team cannot pay is not sent', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('GET /credits', json({ data: { balance: 4 } }));
  const client = await it.client();
  expect(await refusal(client.call(generate, article()))).toMatchObject({
    code: 'insufficient_credits',
    outcome: 'not_sent',
    facts: { required: 5, available: 4 },
  });
  expect(it.platform.to('POST /articles/1/generate')).toEqual([]);
  expect((await client.money()).totals.reserved).toBe(0);
});

test('the balance covers the calls under way together', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('POST /articles/#/generate', later(5_000, json({}, 202)));
  it.platform.on('GET /credits', json({ data: { balance: 12 } }));
  const clients = [await it.client(), await it.client(), await it.client()];
  const ends = await Promise.allSettled(
    clients.map((client, n) => client.call(generate, article(n + 1), { waitSeconds: 30 })),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
  expect(it.platform.seen.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(2);
});

test('what was charged is taken off the balance until that is read again, at the latest after 30 s', async () => {
  await using it = await bench();
  let balance = 12;
  it.platform.on('GET /credits', (...given) => json({ data: { balance } })(...given));
  it.platform.on('POST /articles/#/generate', (...given) => {
    balance -= 5;
    return json({ data: { id: 1, processing_status: 'ready' } })(...given);
  });
  const client = await it.client();
  for (const id of [1, 2]) await client.call(generate, article(id));
  expect(it.platform.to('GET /credits')).toHaveLength(1);
  const refused = { code: 'insufficient_credits', facts: { required: 5, available: 2 } };
  expect(await refusal(client.call(generate, article(3)))).toMatchObject(refused);
  balance = 5;
  await client.call(generate, article(4));
  balance = 50;
  await it.clock.sleep(31_000);
  await client.call(generate, article(5));
  const looks = it.platform.to('GET /credits').length;
  // Somebody else has spent it.
  balance = 0;
  await client.call(generate, article(6));
  expect(it.platform.to('GET /credits')).toHaveLength(looks);
  await it.clock.sleep(31_000);
  expect(await refusal(client.call(generate, article(7)))).toMatchObject({ facts: { available: -5 } });
});

test('a top-up is noticed at once', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('GET /credits', json({ data: { balance: 4 } }), json({ data: { balance: 500 } }));
  expect((await (await it.client()).call(generate, article())).job?.state).toBe('completed');
});

test.each([
  ['500', json({}, 500)],
  ['an odd answer', json({ data: { balance: 'plenty' } })],
  ['no answer', hangUp],
])('a balance that cannot be read (%s) does not stop a call', async (_, answer) => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('GET /credits', answer);
  expect((await (await it.client()).call(generate, article())).job?.state).toBe('completed');
});

test('a balance that may not be read now leaves no reservation behind', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('GET /credits', json({ message: 'Unauthenticated.' }, 401));
  const client = await it.client({ budget: [{ credits: 5, window: 'day' }] });
  expect((await refusal(client.call(generate, article()))).code).toBe('unauthorized');
  expect((await client.money()).totals.reserved).toBe(0);
  it.platform.on('GET /credits', json({ data: { balance: 50 } }));
  expect((await client.call(generate, article())).job?.joined).toBeUndefined();
});

test('what is in doubt is not taken off the balance a second time', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('POST /articles/1/generate', hangUp);
  it.platform.on('GET /credits', json({ data: { balance: 7 } }));
  const client = await it.client();
  await refusal(client.call(generate, article(1)));
  expect((await client.call(generate, article(2))).job?.state).toBe('completed');
});

test('an estimate is shown with its basis, and sends nothing for a fixed price', async () => {
  await using it = await bench();
  it.platform.on(start, accepted);
  expect(await (await it.client()).quote(generate, article())).toMatchObject({
    operation: 'articles.generate',
    effect: 'paid',
    credits: 5,
    basis: '5 a call',
  });
  expect(it.platform.seen).toEqual([]);
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

test('a balance is kept for 30 s unless a fresh one is asked for', async () => {
  const clock = virtualClock();
  let credits = 100;
  const balance = new Balance(async () => ({ status: 200, rawJson: { balance: credits++ }, data: null }), clock);
  expect([await balance.now(false), await balance.now(false), await balance.now(true)]).toEqual([100, 100, 101]);
  balance.spent(5);
  await clock.advance(30_000);
  expect(await balance.now(false)).toBe(96);
  await clock.advance(1);
  expect(await balance.now(false)).toBe(102);
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
