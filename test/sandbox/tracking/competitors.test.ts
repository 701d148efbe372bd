import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const active = async ({ call }: Visit) =>
  (await call('competitors.list', { id: 1 })).body.competitors.map(
    (row: { domain: string; is_active: boolean; source: string }) => [row.domain, row.is_active, row.source],
  );

test('replacing normalizes and deduplicates; who leaves the list stays as deselected', async () => {
  const here = await visit();
  const { body } = await here.call('competitors.replace', {
    id: 1,
    domains: ['https://www.Kistenwerk.example/shop', 'kistenwerk.example', 'new.example', 'fjordkiste.example'],
  });
  expect(body.competitor_domains).toEqual(['kistenwerk.example', 'new.example']);
  expect(await active(here)).toEqual([
    ['kistenwerk.example', true, 'wizard'],
    ['new.example', true, 'api'],
    ['zeltundco.example', false, 'wizard'],
  ]);
  await here.call('tracking.update', { id: 1, competitor_domains: ['zeltundco.example'] });
  expect(await active(here)).toEqual([
    ['kistenwerk.example', false, 'wizard'],
    ['new.example', false, 'api'],
    ['zeltundco.example', true, 'wizard'],
  ]);
  await here.call('tracking.add_own_domain', { id: 1, domain: 'zeltundco.example' });
  expect(await active(here)).toHaveLength(2);
  expect(
    (await here.call('competitors.replace', { id: 1, domains: Array.from({ length: 51 }, (_, n) => `c${n}.example`) }))
      .status,
  ).toBe(422);
  expect((await here.call('competitors.replace', { id: 1, domains: ['not a domain'] })).body.errors).toHaveProperty(
    'domains',
  );
});

test('a discovery suggests without touching the list, and is charged after its success', async () => {
  const here = await visit();
  const started = await here.call('competitors.discover', { id: 1, limit: 4 });
  expect(started.body).toMatchObject({ status: 'queued', tracking_project_id: 1, credits_required: 5 });
  expect(new URL(started.body.poll_url).pathname).toBe('/api/v1/tracking-projects/1/analysis-status');
  expect(await here.balance()).toBe(1000);
  expect((await here.call('competitors.discover', { id: 1 })).status).toBe(409);
  here.clock.pass(10);
  expect((await here.call('tracking.analysis_status', { id: 1 })).body).toMatchObject({
    analysis_status: 'completed',
    competitor_rediscovery_status: 'running',
  });
  here.clock.pass(30);
  const { body } = await here.call('tracking.analysis_status', { id: 1 });
  expect(body).toMatchObject({ competitor_rediscovery_status: 'completed', suggested_competitors: { length: 4 } });
  expect(await here.balance()).toBe(995);
  expect(await active(here)).toHaveLength(2);
});

test('a discovery that fails says why and costs nothing', async () => {
  const { call, clock, balance } = await visit();
  await call('tracking.update', { id: 1, name: 'Fail' });
  await call('competitors.discover', { id: 1 });
  clock.pass(40);
  expect((await call('tracking.analysis_status', { id: 1 })).body).toMatchObject({
    competitor_rediscovery_status: 'failed',
    competitor_rediscovery_error: expect.any(String),
  });
  expect(await balance()).toBe(1000);
});

test('without search access a discovery is unavailable', async () => {
  const { call } = await visit();
  const { body } = await call('tracking.analyze', { mode: 'domain', domain: 'oars.invalid' });
  const heard = await call('competitors.discover', { id: body.project_id });
  expect([heard.status, heard.body.error.code]).toEqual([503, 'discovery_unavailable']);
});

test('a competitor says where it comes from: the wizard, an analysis, or the settings', async () => {
  const { call, clock } = await visit();
  const sources = async (id: number) => {
    const { competitors } = (await call('competitors.list', { id })).body;
    return new Map(competitors.map(({ domain, source }: { domain: string; source: string }) => [domain, source]));
  };
  await call('tracking.update', { id: 1, competitor_domains: ['kistenwerk.example', 'newcomer.example'] });
  expect(await sources(1)).toEqual(
    new Map([
      ['kistenwerk.example', 'wizard'],
      ['newcomer.example', 'api'],
      ['zeltundco.example', 'wizard'],
    ]),
  );
  const { body } = await call('ingest.start', {
    prompts: ['Which oar?'],
    domain: 'oars.example',
    country: 'DE',
    auto_confirm: true,
  });
  clock.pass(60);
  const { project_id } = (await call('ingest.get', { id: body.id })).body;
  expect(new Set((await sources(project_id)).values())).toEqual(new Set(['analysis']));
});
