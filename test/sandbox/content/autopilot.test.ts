import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const day = 86_400;

async function after({ call, clock }: Visit, days: number, config: Record<string, unknown>) {
  const { body } = await call('autopilot.create', {
    module: 'articles',
    frequency: 'daily',
    config: { project_id: 1, ...config },
  });
  for (let n = 0; n < days; n += 1) {
    clock.pass(day);
    await call('projects.list');
  }
  return (await call('autopilot.runs', { id: body.data.id, per_page: 100 })).body.data;
}

test('each run adds exactly one row', async () => {
  const here = await visit();
  const rows = await after(here, 3, { keyword: 'moss' });
  expect(rows).toMatchObject([{ status: 'success' }, { status: 'success' }, { status: 'success' }]);
  expect((await here.call('articles.get', { id: rows[0].article_id })).body.data).toMatchObject({
    status: 'draft',
    processing_status: 'ready',
  });
  expect(await here.balance()).toBeLessThan(1000);
});

test('a run without keyword or without credits is skipped, and a failed one draws nothing', async () => {
  const here = await visit();
  expect((await after(here, 2, { keywords: ['fail'] })).map(({ status }: { status: string }) => status)).toEqual([
    'skipped_no_keyword',
    'failed',
  ]);
  expect(await here.balance()).toBe(1000);
  const poor = await visit({ balance: 4 });
  expect(await after(poor, 1, {})).toMatchObject([{ status: 'skipped_no_credits', article_id: null }]);
  expect(await poor.balance()).toBe(4);
});

test('a new frequency counts from the change, and deleting ends the schedule', async () => {
  const { call, clock } = await visit();
  const { id } = (await call('autopilot.create', { module: 'articles', frequency: 'daily', config: {} })).body.data;
  await call('autopilot.update', { id, frequency: 'weekly' });
  clock.pass(6 * day);
  expect((await call('autopilot.runs', { id })).body.meta.total).toBe(0);
  clock.pass(day);
  expect((await call('autopilot.runs', { id })).body.meta.total).toBe(1);
  await call('autopilot.delete', { id });
  clock.pass(30 * day);
  expect((await call('autopilot.runs', { id })).status).toBe(404);
});
