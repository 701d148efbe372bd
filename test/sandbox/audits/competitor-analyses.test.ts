import { expect, test } from 'vitest';
import { operation } from '../../../src/catalog/index.ts';
import { visit } from '../visit.ts';

const wanted = { project_id: 1, domain: 'fjordkiste.example', keyword_limit: 100 };

test('an analysis needs 20 credits to start, and draws what its formula says after the run', async () => {
  // Document 3: 15 for 5 competitors and 100 keywords.
  const { call, clock, balance } = await visit({ balance: 20 });
  const { body } = await call('competitor_analyses.create', wanted);
  expect(await balance()).toBe(20);
  clock.pass(90);
  const { data } = (await call('competitor_analyses.get', { id: body.data.id })).body;
  expect(data).toMatchObject({ status: 'completed', competitors: expect.any(Array) });
  expect(data.competitors).toHaveLength(5);
  expect(await balance()).toBe(5);
});

test('below 20 credits it does not start, though it would cost less', async () => {
  const { call } = await visit({ balance: 19 });
  expect(await call('competitor_analyses.create', { ...wanted, competitor_limit: 1 })).toMatchObject({
    status: 402,
    body: { required: 20, available: 19 },
  });
});

test('a failed analysis draws nothing', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('competitor_analyses.create', { ...wanted, domain: 'fail.example' });
  clock.pass(90);
  expect((await call('competitor_analyses.get', { id: body.data.id })).body.data.status).toBe('failed');
  expect(await balance()).toBe(1000);
});

test.each([
  [5, 100, 15],
  [9, 100, 24],
  [20, 1000, 278],
  [1, 1, 3],
  [5, undefined, null],
])('the price of %s competitors and %s keywords is %s', (competitor_limit, keyword_limit, credits) => {
  const { price } = operation('competitor_analyses.create');
  if (price.kind !== 'formula' || price.fact) throw new Error('its price depends on the arguments alone');
  expect(price.credits({ competitor_limit, keyword_limit })).toBe(credits);
});

test.each([
  ['more than competitor_limit', { competitor_limit: 1, manual_competitors: ['a.example', 'b.example'] }],
  ['the own domain in another form', { manual_competitors: ['https://www.FJORDKISTE.example/about'] }],
  ['no domain', { manual_competitors: ['not a domain'] }],
])('manual competitors are refused: %s', async (_, more) => {
  const { call, balance } = await visit();
  expect(await call('competitor_analyses.create', { ...wanted, ...more })).toMatchObject({
    status: 422,
    body: { errors: { manual_competitors: expect.any(Array) } },
  });
  expect(await balance()).toBe(1000);
});

test('manual competitors are normalized and counted once', async () => {
  const { call, clock } = await visit();
  const manual_competitors = ['https://www.rival.example/shop', 'rival.example'];
  const { body } = await call('competitor_analyses.create', { ...wanted, competitor_limit: 1, manual_competitors });
  clock.pass(90);
  expect((await call('competitor_analyses.get', { id: body.data.id })).body.data.competitors).toMatchObject([
    { domain: 'rival.example' },
  ]);
});

test('what is not enriched yet has no authority', async () => {
  const { call, clock } = await visit();
  const { body } = await call('competitor_analyses.create', wanted);
  clock.pass(90);
  const { competitors } = (await call('competitor_analyses.get', { id: body.data.id })).body.data;
  expect(competitors.at(-1)).toMatchObject({
    trust_flow: null,
    citation_flow: null,
    ref_domains: null,
    authority_checked_at: null,
  });
  expect(competitors[0].authority_checked_at).toEqual(expect.any(String));
});

test('gaps are marked, filtered, and go with their analysis', async () => {
  const { call } = await visit();
  const total = async (input = {}) => (await call('competitor_analyses.gaps', { id: 1, ...input })).body.meta.total;
  const all = await total();
  await call('competitor_analyses.mark_gap', { id: 1, is_favorite: true });
  await call('competitor_analyses.mark_gap', { id: 2, is_dismissed: true });
  expect([
    await total({ is_favorite: true }),
    await total({ is_dismissed: false }),
    await total({ is_favorite: true, is_dismissed: true }),
  ]).toEqual([1, all - 1, 0]);
  expect((await call('competitor_analyses.delete', { id: 1 })).status).toBe(204);
  expect((await call('competitor_analyses.mark_gap', { id: 1, is_favorite: false })).status).toBe(404);
});

test('an analysis is renamed and ranked anew, by its own team', async () => {
  const { call } = await visit();
  expect((await call('competitor_analyses.rename', { id: 1, name: 'Autumn' })).body.data.name).toBe('Autumn');
  expect((await call('competitor_analyses.rerank', { id: 1 })).body.competitors).toHaveLength(3);
  expect((await call('competitor_analyses.rename', { id: 1, name: 'Mine' }, 'sandbox-guest')).status).toBe(403);
  expect((await call('competitor_analyses.create', { ...wanted, project_id: 3 })).status).toBe(403);
});
