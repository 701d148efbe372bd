import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('the stages of a pipeline run one after the other', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('pipelines.create', { name: 'Autumn', stages: ['research', 'write'] });
  const { id } = body.data;
  expect(await balance()).toBe(980);
  clock.pass(60);
  expect((await call('pipelines.get', { id })).body.data).toMatchObject({
    status: 'running',
    stages: [{ status: 'completed' }, { status: 'pending' }],
  });
  expect((await call('pipelines.retry', { id })).status).toBe(409);
  clock.pass(60);
  expect((await call('pipelines.get', { id })).body.data.status).toBe('completed');
});

test('a failed pipeline goes on at the stage that failed', async () => {
  const { call, clock } = await visit();
  const { body } = await call('pipelines.create', { name: 'Autumn', stages: ['research', 'fail here', 'write'] });
  const { id } = body.data;
  clock.pass(180);
  const failed = (await call('pipelines.get', { id })).body.data;
  expect(failed).toMatchObject({
    status: 'failed',
    stages: [{ status: 'completed' }, { status: 'failed' }, { status: 'pending' }],
  });
  await call('pipelines.retry', { id });
  clock.pass(120);
  const { data } = (await call('pipelines.get', { id })).body;
  expect(data).toMatchObject({ status: 'completed', attempts: 2 });
  expect(data.stages[0].completed_at).toBe(failed.stages[0].completed_at);
});

test('a pipeline needs a name and stages, and belongs to its team', async () => {
  const { call } = await visit();
  expect((await call('pipelines.create', { name: 'Empty', stages: [] })).status).toBe(422);
  expect((await call('pipelines.get', { id: 1 }, 'sandbox-guest')).status).toBe(403);
});
