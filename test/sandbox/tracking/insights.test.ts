import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const activated = async ({ call, clock }: Visit, platforms: string[]): Promise<number> => {
  const { body } = await call('tracking.analyze', { mode: 'domain', domain: 'oars.example' });
  clock.pass(60);
  const prompts = [{ prompt: 'Which oar?', category: 'general' }];
  await call('tracking.activate', {
    personas: [],
    id: body.project_id,
    keywords: ['oars.example shop'],
    competitors: [],
    prompts,
    platforms,
    frequency: 'weekly',
  });
  return body.project_id;
};

test('the platform gap counts total_queries, and passes the breakdown through where it cannot compare', async () => {
  // Document 2, "Insights": read total_queries, falling back to total.
  const here = await visit();
  const { body: normal } = await here.call('insights.platform_gap', { id: 1 });
  expect(normal).toMatchObject({
    status: 'ok',
    platforms: { chatgpt: { total_queries: 12, citations_measurable: true } },
  });
  expect(normal.platforms.chatgpt).not.toHaveProperty('avg_position');
  const id = await activated(here, ['claude']);
  const claude = { platform: 'claude', total: 0, avg_position: null, citations_measurable: false };
  expect((await here.call('insights.platform_gap', { id })).body).toMatchObject({
    status: 'cold_start',
    platforms: { claude },
  });
  await here.call('tracking.run', { id });
  here.clock.pass(180);
  expect((await here.call('insights.platform_gap', { id })).body).toMatchObject({
    status: 'insufficient_platforms',
    platforms: { claude: { total: 1 } },
  });
});

test('a diagnosis costs 1, comes later, and is refused for a platform that is not tracked', async () => {
  const { call, clock, balance } = await visit();
  expect((await call('insights.diagnose_platform_gap', { id: 1, platform: 'chatgpt' })).status).toBe(202);
  clock.pass(30);
  expect((await call('insights.platform_gap', { id: 1 })).body.platforms.chatgpt.diagnosis).toMatchObject({
    status: 'completed',
    finding: expect.any(String),
  });
  expect((await call('insights.diagnose_platform_gap', { id: 1, platform: 'grok' })).status).toBe(422);
  expect(await balance()).toBe(999);
});

test('a potential is estimated from 20 queries on; the period is always there', async () => {
  const { call, clock } = await visit();
  expect((await call('insights.potential_hero', { id: 1, days: 15 })).body).toEqual({
    eligible: false,
    reason: 'insufficient_data',
    threshold: 20,
    period: { from: expect.any(String), to: expect.any(String), days: 15, range_adjusted: false },
  });
  for (const n of [1, 2]) await call('prompts.create', { id: 1, prompt_text: `How about ${n}?` });
  await call('tracking.run', { id: 1 });
  clock.pass(180);
  const { body } = await call('insights.potential_hero', { id: 1, days: 15 });
  expect(body).toMatchObject({
    eligible: true,
    total_queries: 22,
    score_breakdown: { base_score: expect.any(Number) },
    period: { days: 15 },
  });
  expect(body.realisable_range[1]).toBe(body.potenzial_score);
});

test.each([
  [
    'turned round',
    { from: '2026-10-30', to: '2026-10-01' },
    { from: '2026-10-01', to: '2026-10-30', range_adjusted: true },
  ],
  [
    'in the future',
    { from: '2026-10-30', to: '2027-10-30' },
    { from: '2026-10-30', to: '2026-11-02', days: 4, range_adjusted: true },
  ],
  ['too long', { days: 5000 }, { days: 365, range_adjusted: true }],
  ['in order', { from: '2026-10-01', to: '2026-10-30' }, { days: 30, range_adjusted: false }],
])('a range that is %s is corrected and marked where it has to be', async (_, asked, period) => {
  const { call } = await visit();
  expect((await call('insights.platform_gap', { id: 1, ...asked })).body.period).toMatchObject(period);
  expect((await call('insights.low_hanging_fruit', { id: 1, ...asked })).body.meta).toMatchObject(period);
});

test('low-hanging fruit are possible, not won yet, and not the own site', async () => {
  const { call } = await visit();
  const { body } = await call('insights.low_hanging_fruit', { id: 1, min_possibility: 0, limit: 50 });
  expect(body.meta).toMatchObject({ total: 8, minPossibility: 0, days: 30, dateRange: 30 });
  await call('cited_sources.update', { id: 1, source_id: body.items[0].id, outreach_status: 'verlinkt' });
  expect((await call('insights.low_hanging_fruit', { id: 1, min_possibility: 0 })).body).toMatchObject({
    items: { length: 5 },
    meta: { total: 7 },
  });
  const { items } = (await call('insights.low_hanging_fruit', { id: 1 })).body;
  for (const item of items) expect(item.effective_possibility).toBeGreaterThanOrEqual(60);
});

test('off-page readiness is null without data, and a component says what it lacks', async () => {
  const here = await visit();
  const id = await activated(here, ['chatgpt']);
  const { body } = await here.call('insights.off_page_readiness', { id });
  expect(body).toMatchObject({ score: null, data_available: false });
  for (const component of Object.values(body.components))
    expect(component).toMatchObject({ data_available: false, meta: { reason: expect.any(String) } });
  await here.call('tracking_keywords.create', { id, keyword: 'oars.example paddle', search_volume: 90 });
  const { body: some } = await here.call('insights.off_page_readiness', { id });
  expect(some.score).toBe(some.components['geo.offpage.brand_demand'].score);
  expect((await here.call('insights.off_page_readiness', { id: 1 }, 'sandbox-guest')).status).toBe(403);
  expect((await here.call('insights.off_page_readiness', { id: 99 })).status).toBe(404);
});

test('the other media type puts the readiness under data', async () => {
  // Document 1, "Versioning", rule 3.
  const { raw } = await visit();
  const { body } = await raw('/tracking-projects/1/off-page-readiness', {
    headers: { accept: 'application/vnd.service.v2+json' },
  });
  expect(Object.keys(body)).toEqual(['data', 'meta']);
  expect(Object.keys(body.data)).toEqual(['score', 'data_available', 'components']);
});

test('scores, breakdown, brief and alias', async () => {
  const { call, balance } = await visit();
  const { data: scores } = (await call('insights.scores', { id: 1 })).body;
  expect(scores).toHaveLength(8);
  expect((await call('insights.scores', { id: 1, from: '2026-10-20', to: '2026-10-27' })).body.data).toHaveLength(1);
  expect(
    (await call('insights.platform_breakdown', { id: 1 })).body.data.map((row: { platform: string }) => row.platform),
  ).toEqual(['chatgpt', 'perplexity']);
  const {
    data: [prompt],
  } = (await call('prompts.list', { id: 1 })).body;
  expect((await call('insights.generate_brief', { id: 1, prompt: prompt.id })).body.brief.outline).toHaveLength(4);
  expect(await balance()).toBe(997);
  await call('insights.add_brand_alias', { id: 1, alias: 'Fjord Kiste' });
  expect((await call('insights.add_brand_alias', { id: 1, alias: 'Fjord Kiste' })).body.brand_aliases).toEqual([
    'Fjord Kiste',
  ]);
});

test('third-party mentions count once the community monitor is on and has found the brand or its keywords', async () => {
  // Document 2, "Insights": needs an enabled community monitor on the same project.
  const { call, clock } = await visit();
  const component = async () =>
    (await call('insights.off_page_readiness', { id: 1 })).body.components['geo.offpage.third_party_mentions'];
  expect(await component()).toMatchObject({ data_available: false, meta: { reason: 'no_community_monitor' } });
  await call('projects.activate_module', { module: 'community' });
  expect(await component()).toMatchObject({ data_available: true, score: expect.any(Number), meta: { mentions: 2 } });
  await call('community_monitor.scan', { keyword: 'fjordkiste', platforms: ['reddit'] });
  clock.pass(60);
  expect((await component()).meta.mentions).toBe(3);
});
