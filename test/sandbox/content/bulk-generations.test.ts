import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('a bulk generation costs 15 however many keywords it has, and makes an article of each', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('bulk_generations.create', {
    project_id: 2,
    keywords: ['moss', 'fern', 'this must fail'],
    length: 120,
  });
  expect(body.data).toMatchObject({ status: 'queued', total: 3, completed: 0 });
  expect(await balance()).toBe(985);
  clock.pass(40);
  expect((await call('bulk_generations.get', { id: body.data.id })).body.data).toMatchObject({
    status: 'processing',
    completed: 2,
  });
  clock.pass(40);
  const { data } = (await call('bulk_generations.get', { id: body.data.id })).body;
  expect(data).toMatchObject({ status: 'completed', completed: 2, failed: 1 });
  expect((await call('articles.get', { id: data.items[0].article_id })).body.data).toMatchObject({
    title: 'Moss',
    project_id: 2,
    processing_status: 'ready',
  });
});

test('it has failed when nothing came of it, and is not refunded', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('bulk_generations.create', { project_id: 2, keywords: ['fail'] });
  clock.pass(40);
  expect((await call('bulk_generations.get', { id: body.data.id })).body.data.status).toBe('failed');
  expect(await balance()).toBe(985);
});

test("nothing is written into another team's project", async () => {
  const { call, balance } = await visit();
  expect((await call('bulk_generations.create', { project_id: 3, keywords: ['moss'] })).status).toBe(403);
  expect(await balance()).toBe(1000);
});
