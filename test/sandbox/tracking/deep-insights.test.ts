import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('a refresh is charged when it has succeeded, and makes what opens', async () => {
  // Document 3: 10 credits, in the job after success.
  const { call, raw, clock, balance } = await visit();
  expect((await raw('/data-mining/exports/1.pdf')).status).toBe(404);
  expect((await call('deep_insights.refresh', { project: 1 })).status).toBe(202);
  expect((await call('deep_insights.refresh', { project: 1 })).status).toBe(409);
  clock.pass(119);
  expect((await raw('/data-mining/exports/1.zip')).status).toBe(404);
  expect(await balance()).toBe(1000);
  clock.pass(1);
  expect((await raw('/data-mining/exports/1.pdf')).body).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
  const archive = await raw('/data-mining/exports/1.zip');
  expect(archive.headers.get('content-type')).toBe('application/zip');
  expect(archive.body).toContain('outreach_top50.csv');
  expect(await balance()).toBe(990);
});

test('a failed refresh costs nothing', async () => {
  const { call, raw, clock, balance } = await visit();
  await call('tracking.update', { id: 1, name: 'fail' });
  await call('deep_insights.refresh', { project: 1 });
  clock.pass(120);
  expect((await raw('/data-mining/exports/1.pdf')).status).toBe(404);
  expect(await balance()).toBe(1000);
});

test('sections come together or one by one', async () => {
  const { call } = await visit();
  const { sections } = (await call('deep_insights.get', { project: 1 })).body;
  expect(Object.keys(sections)).toHaveLength(12);
  expect((await call('deep_insights.section', { project: 1, section: 'forecast_6w' })).body.rows).toEqual(
    sections.forecast_6w.rows,
  );
  expect((await call('deep_insights.section', { project: 1, section: 'weather' })).status).toBe(422);
});

test("another team's project is 403", async () => {
  const { call } = await visit();
  expect((await call('deep_insights.get', { project: 2 })).status).toBe(403);
  expect((await call('deep_insights.refresh', { project: 2 })).status).toBe(403);
});

test('fact errors show for a project whose truth source a person has reviewed, and only there', async () => {
  // Document 3: the fact check needs a human-reviewed truth source.
  const { call, clock } = await visit();
  await call('accuracy.reverify', { id: 1 });
  clock.pass(50);
  const { body } = await call('deep_insights.section', { project: 1, section: 'fact_errors' });
  expect(body).toMatchObject({
    available: true,
    rows: expect.arrayContaining([expect.objectContaining({ claim: expect.any(String) })]),
  });
  expect(body.rows).toEqual((await call('brand_knowledge.read', { brand: 1 })).body.fact_errors);
  expect(
    (await call('deep_insights.section', { project: 2, section: 'fact_errors' }, 'sandbox-guest')).body,
  ).toMatchObject({ available: false, reason: 'truth_source_not_reviewed' });
});

test('a paused project has no export, and keeps the last one', async () => {
  // Document 2, "States": active to paused.
  const { call, raw, clock } = await visit();
  await call('deep_insights.refresh', { project: 1 });
  clock.pass(120);
  await call('tracking.pause', { id: 1 });
  expect((await call('deep_insights.refresh', { project: 1 })).status).toBe(409);
  expect((await call('cited_sources.export', { id: 1 })).status).toBe(409);
  expect((await raw('/data-mining/exports/1.pdf')).status).toBe(200);
  await call('tracking.resume', { id: 1 });
  expect((await call('cited_sources.export', { id: 1 })).status).toBe(200);
});
