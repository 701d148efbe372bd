import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const choice = {
  personas: [],
  keywords: ['kayak'],
  competitors: [{ domain: 'https://www.Rival.example/shop' }],
  prompts: [
    { prompt: 'Which kayak?', category: 'product' },
    { prompt: 'Where to paddle?', category: 'general' },
  ],
  platforms: ['chatgpt', 'claude', 'gemini'],
  frequency: 'weekly',
};

const analyzed = async ({ call, clock }: Visit): Promise<number> => {
  const { body } = await call('tracking.analyze', { mode: 'domain', domain: 'kayak.example' });
  clock.pass(60);
  return body.project_id;
};

test('the wizard: analyze, poll, activate', async () => {
  const here = await visit();
  const { status, body } = await here.call('tracking.analyze', {
    mode: 'domain',
    domain: 'https://www.Kayak.example/',
  });
  expect(status).toBe(202);
  const id = body.project_id;
  expect((await here.call('tracking.analysis_status', { id })).body).toMatchObject({
    analysis_status: 'running',
    suggested_prompts: null,
  });
  expect((await here.call('tracking.activate', { id, ...choice })).status).toBe(409);
  here.clock.pass(60);
  const { body: analysis } = await here.call('tracking.analysis_status', { id });
  expect(analysis).toMatchObject({ analysis_status: 'completed', competitor_discovery: 'ok' });
  expect((await here.call('tracking.activate', { id, ...choice })).status).toBe(200);
  expect((await here.call('tracking.get', { id })).body.data).toMatchObject({
    status: 'active',
    domain: 'kayak.example',
    competitor_domains: ['rival.example'],
    llm_platforms: choice.platforms,
  });
});

test('an analysis that fails says why and keeps its credits', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('tracking.analyze', { mode: 'keyword', keyword: 'fail' });
  clock.pass(60);
  const { body: analysis } = await call('tracking.analysis_status', { id: body.project_id });
  expect(analysis.analysis_status).toBe('failed');
  expect(analysis.analysis_error).toBeTruthy();
  expect(await balance()).toBe(995);
});

test('a domain is required in mode domain, and prompts are written in twelve languages only', async () => {
  const { call } = await visit();
  expect((await call('tracking.analyze', { mode: 'domain' })).body.errors).toHaveProperty('domain');
  expect((await call('tracking.analyze', { mode: 'keyword', keyword: 'oars', language: 'tr' })).status).toBe(422);
});

test('a run costs what the preview says, and stands first in the history when it is over', async () => {
  const here = await visit();
  const id = await analyzed(here);
  await here.call('tracking.activate', { id, ...choice });
  const { body: preview } = await here.call('tracking.cost_preview', { id });
  expect(preview.credits_per_run).toBe(6);
  const before = await here.balance();
  const { body: started } = await here.call('tracking.run', { id });
  expect(await here.balance()).toBe(before - 6);
  here.clock.pass(20);
  expect((await here.call('tracking.runs', { id })).body.data[0]).toMatchObject({
    id: started.run_id,
    status: 'running',
    completed_at: null,
  });
  here.clock.pass(160);
  const { body } = await here.call('tracking.runs', { id, limit: 1, offset: 0 });
  expect(body).toMatchObject({ data: [{ id: started.run_id, status: 'completed' }], meta: { total: 1 } });
  expect((await here.call('tracking.get', { id })).body.data.kpis.avi_score).toEqual(expect.any(Number));
});

test('the history of runs is cut by limit and offset', async () => {
  const { call } = await visit();
  const { data } = (await call('tracking.runs', { id: 1 })).body;
  expect((await call('tracking.runs', { id: 1, limit: 1, offset: 1 })).body.data).toEqual([data[1]]);
});

test('pause and resume are refused from the wrong state', async () => {
  const { call } = await visit();
  expect((await call('tracking.resume', { id: 1 })).status).toBe(409);
  expect((await call('tracking.pause', { id: 1 })).body).toEqual({ tracking_project_id: 1, status: 'paused' });
  expect((await call('tracking.pause', { id: 1 })).status).toBe(409);
  expect((await call('tracking.resume', { id: 1 })).body.status).toBe('active');
});

test('a deleted tracking project is gone with all it held', async () => {
  const { call } = await visit();
  expect((await call('tracking.delete', { id: 1 }, 'sandbox-guest')).status).toBe(403);
  const gone = await call('tracking.delete', { id: 1 });
  expect(gone).toMatchObject({ status: 204, body: '' });
  expect((await call('tracking.runs', { id: 1 })).status).toBe(404);
});

test('an own domain is normalized, is never the main one, and leaves the competitors', async () => {
  const { call } = await visit();
  const { body } = await call('tracking.add_own_domain', { id: 1, domain: 'https://www.Kistenwerk.example/about' });
  expect(body).toEqual({ domain: 'kistenwerk.example', own_domains: ['kistenwerk.example'] });
  expect((await call('tracking.get', { id: 1 })).body.data.competitor_domains).toEqual(['zeltundco.example']);
  expect((await call('tracking.add_own_domain', { id: 1, domain: 'not a domain' })).body.errors).toHaveProperty(
    'domain',
  );
  await call('tracking.update', { id: 1, own_domains: ['fjordkiste.example', 'WWW.second.example'] });
  expect((await call('tracking.get', { id: 1 })).body.data.own_domains).toEqual(['second.example']);
});

test('the personas chosen at activation are kept, and prompts are classified by them', async () => {
  const here = await visit();
  const id = await analyzed(here);
  const personas = ['River Rita', { name: 'Lake Lars', who: 'paddles at dawn' }];
  await here.call('tracking.activate', { id, ...choice, personas });
  expect((await here.call('tracking.get', { id })).body.data.personas).toEqual(personas);
  await here.call('prompts.bulk_classify_persona', { id });
  here.clock.pass(20);
  for (const { persona_label } of (await here.call('prompts.list', { id })).body.data)
    expect(['River Rita', 'Lake Lars']).toContain(persona_label);
});

test('audits made for a tracking project go with it', async () => {
  const { call, clock } = await visit();
  const { body: content } = await call('content_audits.create', {
    source_url: 'https://fjordkiste.example/',
    tracking_project_id: 1,
    type: 'quick',
  });
  const { body: page } = await call('page_audit.create', {
    url: 'https://fjordkiste.example/a',
    tracking_project_id: 1,
  });
  const { body: grounding } = await call('grounding.analyze', {
    url: 'https://fjordkiste.example/a',
    tracking_project_id: 1,
  });
  const { body: batch } = await call('grounding.batch', {
    urls: ['https://fjordkiste.example/b'],
    tracking_project_id: 1,
  });
  const { body: other } = await call('grounding.analyze', { url: 'https://fjordkiste.example/c' });
  clock.pass(300);
  const [audited] = (await call('content_audits.pages', { id: content.data.id })).body.pages.data;
  await call('tracking.delete', { id: 1 });
  expect((await call('content_audits.get', { id: content.data.id })).status).toBe(404);
  expect((await call('content_audits.page', { id: audited.id })).status).toBe(404);
  expect((await call('page_audit.get', { id: page.id })).status).toBe(404);
  expect((await call('page_audit.list', { tracking_project_id: 1 })).body.data).toEqual([]);
  expect((await call('grounding.audit', { id: grounding.audit_id })).status).toBe(404);
  expect((await call('grounding.batch_status', { id: batch.batch_id })).status).toBe(404);
  expect((await call('grounding.audit', { id: other.audit_id })).status).toBe(200);
});
