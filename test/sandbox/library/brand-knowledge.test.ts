import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const frequency = async ({ call }: Visit) => {
  const { effective_frequency, source, override, team_default } = (await call('brand_knowledge.get_refresh', { id: 1 }))
    .body.data;
  return { effective_frequency, source, override, team_default };
};

test('the schedule is the override, else the team default, else weekly', async () => {
  // Document 2, "kb-refresh".
  const here = await visit();
  expect(await frequency(here)).toEqual({
    effective_frequency: 'weekly',
    source: 'config',
    override: null,
    team_default: null,
  });
  expect((await here.call('brand_knowledge.get_team_refresh')).body).toEqual({ data: { frequency: 'weekly' } });
  await here.call('brand_knowledge.update_team_refresh', { frequency: 'monthly' });
  expect(await frequency(here)).toMatchObject({ effective_frequency: 'monthly', source: 'team' });
  await here.call('brand_knowledge.update_refresh', { id: 1, frequency: 'off' });
  expect(await frequency(here)).toMatchObject({
    effective_frequency: 'off',
    source: 'override',
    team_default: 'monthly',
  });
  await here.call('brand_knowledge.update_refresh', { id: 1, frequency: null });
  expect(await frequency(here)).toMatchObject({ source: 'team' });
  expect((await here.call('brand_knowledge.update_refresh', { id: 1, frequency: 'hourly' })).status).toBe(422);
  expect((await here.call('brand_knowledge.update_team_refresh', { frequency: null })).status).toBe(422);
  expect((await here.call('brand_knowledge.get_team_refresh', {}, 'sandbox-guest')).body.data.frequency).toBe('weekly');
});

test('a rebuild runs once at a time; reading is free, the checks after it are not', async () => {
  const { call, clock, balance } = await visit();
  const rebuild = async () => (await call('brand_knowledge.rebuild_index', { id: 1 })).body.data.status;
  expect([await rebuild(), await rebuild()]).toEqual(['queued', 'already_running']);
  expect((await call('brand_knowledge.index_status', { id: 1 })).body.indexing).toBe(true);
  clock.pass(90);
  expect((await call('brand_knowledge.index_status', { id: 1 })).body).toMatchObject({
    indexing: false,
    verifiable_pct: expect.any(Number),
  });
  expect(await balance()).toBe(995);
  // Nothing is left to check.
  expect(await rebuild()).toBe('queued');
  clock.pass(90);
  expect(await balance()).toBe(995);
});

test('a rebuild starts without a credit, and then checks nothing', async () => {
  const { call, clock, balance } = await visit({ balance: 3 });
  expect((await call('brand_knowledge.rebuild_index', { id: 1 })).status).toBe(202);
  clock.pass(90);
  expect(await balance()).toBe(3);
});

test('an active project whose index was never built counts as being indexed', async () => {
  // Document 2, "brand-kb": the old empty-and-active rule.
  const { call, clock } = await visit();
  const { body } = await call('tracking.analyze', { mode: 'domain', domain: 'oars.example' });
  const id = body.project_id;
  expect((await call('brand_knowledge.index_status', { id })).body).toMatchObject({ pages: 0, indexing: false });
  clock.pass(60);
  await call('tracking.activate', {
    personas: [],
    id,
    keywords: [],
    competitors: [],
    prompts: [],
    platforms: ['chatgpt'],
    frequency: 'weekly',
  });
  expect((await call('brand_knowledge.index_status', { id })).body).toMatchObject({
    pages: 0,
    indexing: true,
    verifiable_pct: null,
  });
  await call('brand_knowledge.rebuild_index', { id });
  clock.pass(90);
  expect((await call('brand_knowledge.index_status', { id })).body).toMatchObject({ indexing: false });
});

test('a seeded truth source waits for a person, and the brand stays unarmed', async () => {
  const { call } = await visit();
  expect((await call('brand_knowledge.refresh_truth_source', { id: 2 }, 'sandbox-guest')).status).toBe(404);
  const { status, body } = await call(
    'brand_knowledge.seed_truth_source',
    { id: 2, discover_website: true },
    'sandbox-guest',
  );
  expect(status).toBe(202);
  expect(body.data).toMatchObject({ status: 'queued', human_reviewed: false, facts_count: 2 });
  expect((await call('brand_knowledge.seed_truth_source', { id: 2 }, 'sandbox-guest')).body.data.truth_source_id).toBe(
    body.data.truth_source_id,
  );
  expect((await call('brand_knowledge.read', { brand: 2 }, 'sandbox-guest')).body).toMatchObject({
    armed: false,
    truth_sources: [{ status: 'unreviewed' }],
  });
});

test.each([
  ['id', 1],
  ['name', 'fjordkiste'],
  ['domain', 'https://www.fjordkiste.example/'],
])('a brand is found by its %s', async (_, brand) => {
  const { call } = await visit();
  expect((await call('brand_knowledge.read', { brand })).body).toMatchObject({
    brand: { id: 1, name: 'Fjordkiste' },
    armed: true,
    kb_passages: { length: 5 },
    disambiguation: [],
  });
});

test('a lookup holds what is included, at most top_k passages, and fact errors from the checks', async () => {
  const { call, clock } = await visit();
  await call('accuracy.reverify', { id: 1 });
  clock.pass(50);
  const { body } = await call('brand_knowledge.read', { brand: 1, q: 'delivery', top_k: 2, include: 'kb' });
  expect(body).toMatchObject({
    kb_passages: [{ source_url: 'https://fjordkiste.example/delivery' }, {}],
    fact_errors: [],
    truth_sources: [],
  });
  expect((await call('brand_knowledge.read', { brand: 1, include: 'facts' })).body.fact_errors.length).toBeGreaterThan(
    0,
  );
  expect((await call('brand_knowledge.read', { brand: 1, include: 'gossip' })).status).toBe(422);
  expect((await call('brand_knowledge.read', { brand: 1, top_k: 11 })).status).toBe(422);
});

test("a brand that is unknown, another team's, or not the only one, is asked back", async () => {
  const { call } = await visit();
  expect((await call('brand_knowledge.read', { brand: 2 })).body).toMatchObject({
    brand: null,
    disambiguation: [{ id: 1 }],
    message: expect.any(String),
  });
  await call('tracking.analyze', { mode: 'domain', domain: 'fjordkiste.example', country: 'AT' });
  expect((await call('brand_knowledge.read', { brand: 'fjordkiste.example' })).body).toMatchObject({
    brand: null,
    disambiguation: { length: 2 },
  });
});
