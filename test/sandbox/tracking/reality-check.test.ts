import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('without a run there is no index and no report', async () => {
  const { call } = await visit();
  for (const name of ['reality_check.avi', 'reality_check.generate_report', 'reality_check.report_status']) {
    expect((await call(name, { id: 2 }, 'sandbox-guest')).status, name).toBe(404);
  }
});

test('the index has a tier, six dimensions and recommendations', async () => {
  const { call } = await visit();
  const { body } = await call('reality_check.avi', { id: 1 });
  expect(Object.keys(body.dimensions)).toHaveLength(6);
  expect(body.recommendations.length).toBeGreaterThan(0);
  const { platforms } = (await call('reality_check.dimensions', { id: 1 })).body;
  expect(Object.keys(platforms)).toEqual(['chatgpt', 'perplexity']);
  expect(Object.keys(platforms.chatgpt)).toHaveLength(6);
});

test('the report goes through its states to a PDF that opens', async () => {
  const { call, clock } = await visit();
  expect((await call('reality_check.report_status', { id: 1 })).status).toBe(404);
  expect((await call('reality_check.generate_report', { id: 1 })).status).toBe(202);
  expect((await call('reality_check.generate_report', { id: 1 })).status).toBe(409);
  const seen: string[] = [];
  for (const wait of [0, 10, 40]) {
    clock.pass(wait);
    seen.push((await call('reality_check.report_status', { id: 1 })).body.status);
  }
  expect(seen).toEqual(['queued', 'running', 'ready']);
  const { body } = await call('reality_check.report_status', { id: 1 });
  const file = await fetch(body.download_url);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect((await file.text()).slice(0, 5)).toBe('%PDF-');
});

test('a report can fail', async () => {
  const { call, clock } = await visit();
  await call('tracking.update', { id: 1, name: 'Fail' });
  await call('reality_check.generate_report', { id: 1 });
  clock.pass(50);
  expect((await call('reality_check.report_status', { id: 1 })).body).toEqual({ status: 'failed', progress: 50 });
});
