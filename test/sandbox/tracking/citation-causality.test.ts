import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const experiment = {
  name: 'Tables',
  catalog_id: 1,
  ollama_model_primary: 'a',
  ollama_model_fallback: 'b',
  prompt_template_version: '3',
  citation_filter: { project_ids: [1], limit: 40 },
  serp_counterfactual_enabled: true,
  dataforseo_domain_analytics_enabled: false,
};

test('auditing one page is a read that costs one credit', async () => {
  const { call, balance } = await visit();
  const { body } = await call('citation_causality.audit_page', { projectId: 1, url: 'https://fjordkiste.example/' });
  expect(body.estimated_uplift).toBeTypeOf('number');
  expect(await balance()).toBe(999);
});

test('a bulk audit costs 10 and goes page by page', async () => {
  const { call, clock, balance } = await visit();
  const urls = ['https://fjordkiste.example/a', 'https://fjordkiste.example/b'];
  const { audit_id: auditId } = (await call('citation_causality.audit_pages', { projectId: 1, urls })).body;
  expect(await balance()).toBe(990);
  const seen = async () => (await call('citation_causality.audit_results', { projectId: 1, auditId })).body;
  expect((await seen()).status).toBe('pending');
  clock.pass(32);
  expect(await seen()).toMatchObject({ status: 'processing', results: [{ url: urls[0] }] });
  clock.pass(30);
  expect(await seen()).toMatchObject({ status: 'completed', results: [{}, {}] });
  expect((await call('citation_causality.audit_results', { projectId: 2, auditId }, 'sandbox-guest')).status).toBe(403);
  expect((await call('citation_causality.audit_pages', { projectId: 1, urls: Array(201).fill(urls[0]) })).status).toBe(
    422,
  );
});

test('a bulk audit fails with one of its pages', async () => {
  const { call, clock } = await visit();
  const { audit_id: auditId } = (
    await call('citation_causality.audit_pages', { projectId: 1, urls: ['https://fail.example/'] })
  ).body;
  clock.pass(32);
  expect((await call('citation_causality.audit_results', { projectId: 1, auditId })).body.status).toBe('failed');
});

test('an audit of the project is watched at the bulk endpoint', async () => {
  // Document 3, POST /citation-causality/projects/{project}/audit.
  const { call, clock, balance } = await visit();
  const { body } = await call('citation_causality.audit_project', { project: 1, limit: 2 });
  expect(body).toMatchObject({ project_id: 1, team_id: 1, estimated_cost_credits: 5 });
  expect(await balance()).toBe(995);
  clock.pass(62);
  const { body: results } = await call('citation_causality.audit_results', { projectId: 1, auditId: body.job });
  expect(results).toMatchObject({ status: 'completed', total: 2 });
});

test('levers come in three buckets, and more on request', async () => {
  const { call } = await visit();
  const { top, unique, anti } = (await call('citation_causality.levers', { project: 1, include: 'trend,by_llm' })).body;
  expect([top.length, unique.length, anti.length]).toEqual([6, 3, 3]);
  expect(top[0]).toMatchObject({
    trend: expect.any(Array),
    by_llm: expect.any(Array),
    interpretation: { headline: expect.any(String) },
  });
  expect((await call('citation_causality.levers', { project: 1 })).body.top[0]).not.toHaveProperty('trend');
  expect((await call('citation_causality.levers', { project: 1, include: 'weather' })).status).toBe(422);
  const { key, value } = top[0];
  expect((await call('citation_causality.lever', { project: 1, key, value })).body.details).toMatchObject({
    key,
    value,
  });
});

test('a key of another form is 404, not 422', async () => {
  const { call } = await visit();
  for (const key of ['Has_table', '9lives', 'x'.repeat(65), 'no_such_lever']) {
    expect((await call('citation_causality.lever', { project: 1, key, value: 'yes' })).status).toBe(404);
  }
});

test('a recipe is kept for 24 hours; without samples there is none', async () => {
  const { call, clock } = await visit();
  const recipe = async () => (await call('citation_causality.recipe', { project: 1 })).body;
  const first = await recipe();
  expect(first).toMatchObject({ available: true, titles: expect.any(Array) });
  clock.pass(23 * 3600);
  expect(await recipe()).toEqual(first);
  clock.pass(3600);
  expect((await recipe()).generated_at).not.toBe(first.generated_at);
  expect((await call('citation_causality.recipe', { project: 2 }, 'sandbox-guest')).body).toEqual({
    available: false,
    reason: 'insufficient_sample',
  });
});

test('patterns and recommendations of a project, of the team and of all', async () => {
  const { call } = await visit();
  const { data } = (await call('citation_causality.patterns', { projectId: 1 })).body;
  expect((await call('citation_causality.cross_project')).body.data).toHaveLength(data.length);
  expect((await call('citation_causality.global', {}, 'sandbox-admin')).body.data).toHaveLength(data.length);
  const { data: cards } = (await call('citation_causality.recommendations', { projectId: 1 })).body;
  expect(cards.map(({ priority }: { priority: string }) => priority)).toEqual(['P1', 'P2', 'P3', 'P4']);
});

test.each([
  ['global', {}],
  ['sandbox_runs', {}],
  ['start_sandbox_run', experiment],
  ['sandbox_run', { runId: 1 }],
  ['promote_sandbox_run', { runId: 1 }],
])('%s is 401 to all but administrators', async (action, input) => {
  // Document 1, "Errors": these admin rows answer 401, the others 403.
  const { call } = await visit();
  expect((await call(`citation_causality.${action}`, input)).status).toBe(401);
});

test('an experiment takes 5 to 15 minutes and is free; promoting one is not built', async () => {
  const { call, clock, balance } = await visit();
  const { run_id: runId } = (await call('citation_causality.start_sandbox_run', experiment, 'sandbox-admin')).body;
  const seen = async () => (await call('citation_causality.sandbox_run', { runId }, 'sandbox-admin')).body;
  clock.pass(299);
  expect(await seen()).toMatchObject({ status: 'started', citations: [] });
  clock.pass(601);
  expect(await seen()).toMatchObject({ status: 'completed', name: 'Tables', counterfactuals: [{}, {}, {}] });
  expect((await call('citation_causality.sandbox_runs', {}, 'sandbox-admin')).body).toMatchObject({
    data: [{ total_citations_target: 40 }],
    meta: { per_page: 25 },
  });
  expect((await call('citation_causality.promote_sandbox_run', { runId }, 'sandbox-admin')).status).toBe(501);
  expect(await balance('sandbox-admin')).toBe(1000);
});

test('what is no number of a project names none', async () => {
  const { raw } = await visit();
  expect((await raw('/citation-causality/project/first/patterns')).status).toBe(404);
  expect((await raw('/data-mining/insights/first')).status).toBe(404);
});
