import { expect } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { limit, openStage } from './workflows/support/stage.ts';
import { it } from './workflows/support/staged-test.ts';

it('the next call of a result finds what the call did', async ({ stage }) => {
  const results = [
    await stage.call('insights.diagnose_platform_gap', { id: 2001, platform: 'chatgpt' }),
    await stage.call('brand_knowledge.refresh_truth_source', { id: 2001 }),
  ];
  for (const { next } of results) {
    const [, tool = '', call = ''] = /\b(call_\w+) (\{.*\})$/.exec(String(next)) ?? [];
    const { ok, data } = await stage.run(tool, JSON.parse(call));
    expect(ok && JSON.stringify(data).length).toBeGreaterThan(40);
  }
  expect(await stage.call('insights.platform_gap', { id: 2001 })).not.toHaveProperty('next');
});

it('the start of a job shows no secret that was not requested, and no address to poll', async ({ stage }) => {
  const urls = ['https://moss.example/a', 'https://moss.example/b'];
  const result = await stage.run('ground_urls', { urls });
  expect(result.started).toMatchObject({ batch_id: expect.any(String) });
  const call = { operation: 'grounding.batch', arguments: { urls: urls.map((url) => `${url}/c`) }, wait_s: 0 };
  const begun = await stage.run('call_paid', call);
  const waited = await stage.run('job_wait', { job_id: begun.job.job_id });
  expect(JSON.stringify([result, begun, waited])).not.toMatch(/callback_secret|poll_url|results_url/);
  const asked = await stage.call('grounding.batch', { ...call.arguments, callback_url: 'https://me.example/hook' });
  expect(asked.started.callback_secret).toMatch(/^whsec_/);
});

it.for([
  ['page_audit.create', { url: 'https://moss.example/' }],
  ['grounding.analyze', { url: 'https://moss.example/' }],
  ['storylines.create', { project: 1, keyword: 'moss' }],
] as const)('job_wait gives what %s would have given', async ([operation, args], { stage }) => {
  const begun = await stage.call(operation, args, { wait_s: 0 });
  expect(begun).toMatchObject({ ok: true, job: { next: expect.stringContaining('job_wait') } });
  const waited = await stage.run('job_wait', { job_id: begun.job.job_id });
  await using other = await openStage();
  const direct = await other.call(operation, args);
  expect(waited.job.state).toBe('completed');
  expect(Object.keys(waited.data)).toEqual(Object.keys(direct.data));
  expect(waited.credits).toEqual(direct.credits);
});

it('the list that fields lead to is counted, and a refusal names the way out', async ({ stage }) => {
  const { counts } = await stage.call('content_audits.pages', { id: 8002 }, { fields: ['pages.data.url'] });
  expect(counts).toMatchObject({ 'pages.data': expect.any(Number) });
  const { error } = await stage.call('storylines.assemble_article', { id: 5002 });
  expect(error.next).toContain('storylines.approve');
});

it('a score comes with its scale', async ({ stage }) => {
  for (const { name, answer, scale } of allOperations())
    if ('shape' in answer && Object.keys(answer.shape).some((field) => /(^|_)(score|possibility)$/.test(field)))
      expect(scale, name).toBeDefined();
  const text = 'Boxes keep the rain out of the tent and the bread dry.';
  const detected = await stage.call('ai_scanner.detect', { scan_type: 'quick', text });
  expect(detected.scale).toContain('neither scale nor direction');
  const { scale, meanings } = await stage.call('cited_sources.list', { id: 2001 });
  expect(scale).toContain('effective_possibility');
  expect(meanings).toEqual({ neu: 'new' });
});

it('credits show what the platform itself says was drawn', async ({ stage }) => {
  await stage.call('storylines.create', { project: 1, keyword: 'moss' });
  const { data } = await stage.run('credits', {});
  expect(data.history_30_days).toEqual({ charged: 5 });
  await stage.ask('storylines.create', { project: 1, keyword: 'fern' });
  expect((await stage.run('credits', {})).data.history_30_days.charged).toBe(10);
});

it('an estimate and an answer state recurring charges, which are no part of the price', async () => {
  await using stage = await openStage({ budget: limit(1, 'call') });
  const config = { settings: { auto_publish: false } };
  const call = { operation: 'autopilot.create', arguments: { module: 'articles', frequency: 'weekly', config } };
  const track = { operation: 'track_brand', arguments: { domain: 'a.example', country: 'DE' } };
  const says = expect.stringContaining('outside every limit here');
  const { data } = await stage.run('estimate', { calls: [call, track] });
  expect(data.calls).toMatchObject([
    { operation: 'autopilot.create', credits: 0, recurring: says },
    { recurring: says },
  ]);
  expect(await stage.run('call_write', call)).toMatchObject({ ok: true, recurring: says });
});

it('a refusal names the operation that removes its cause', async ({ stage }) => {
  const { data } = await stage.call('google.gsc_properties', {}, { format: 'detailed' });
  const unlinked = data.find((one: { linked: boolean }) => !one.linked);
  const { error } = await stage.call('google.sync_gsc_property', { p: unlinked.id });
  expect(error).toMatchObject({ status: 409, outcome: 'rejected' });
  expect(error.next).toContain(`call_write {"operation":"google.link_gsc_property","arguments":{"p":${unlinked.id}}}`);
  const kept = await stage.call('images.delete_forever', { id: 11005 });
  expect(kept.error.next).toContain('call_delete {"operation":"images.delete","arguments":{"id":11005}}');
});
