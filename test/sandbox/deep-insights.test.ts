import { expect, test } from 'vitest';
import { visit } from './visit.ts';

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
  expect((await call('deep_insights.section', { project: 1, section: 'forecast_6w' })).body.rows).toEqual(sections.forecast_6w.rows);
  expect((await call('deep_insights.section', { project: 1, section: 'weather' })).status).toBe(422);
});

test("another team's project is 403", async () => {
  const { call } = await visit();
  expect((await call('deep_insights.get', { project: 2 })).status).toBe(403);
  expect((await call('deep_insights.refresh', { project: 2 })).status).toBe(403);
});
