import { expect, test } from 'vitest';
import type { JobView } from '../../../../src/client/calls/reply.ts';
import { createRequestMemory } from '../../../../src/server/protocol/request-memory.ts';
import { createTasks } from '../../../../src/server/protocol/tasks/tasks.ts';
import type { ToolResult } from '../../../../src/tools/definition/tool.ts';
import { virtualClock } from '../../../support/clock/virtual-clock.ts';
import { jobOf } from '../../../tools/fake-client.ts';

const link = { uri: 'visibility://jobs/job_1/result', name: 'job_1', title: 'Result' };
const result: ToolResult = { text: 'As job_wait gives it.', structured: { ok: true }, link };

/** What a host sees of the task of a job, whose state is set. */
function stage(state: JobView['state'], knowsLinks = true) {
  const clock = virtualClock('2026-11-20T10:00:00Z');
  const tasks = createTasks(createRequestMemory(clock), clock);
  let job = jobOf({ state });
  const parts = [
    'job_1',
    { knowsTasks: true, knowsLinks },
    async () => ({ kind: 'found', job, result }) as const,
    {} as never,
  ] as const;
  return {
    clock,
    get: () => tasks.get(...parts),
    cancel: () => tasks.cancel(...parts),
    set: (state: JobView['state']) => void (job = jobOf({ state })),
  };
}

test('a task begins when its job did, and was updated now', async () => {
  expect(await stage('running').get()).toMatchObject({
    status: 'working',
    createdAt: '2026-11-20T09:00:00Z',
    lastUpdatedAt: '2026-11-20T10:00:00.000Z',
  });
});

test.each([
  ['completed', 'over'],
  ['failed', 'over'],
  ['needs_you', 'waits for an answer'],
] as const)('a job that is %s can no longer be cancelled: its task has a result, and %s', async (state, says) => {
  const { get, cancel } = stage(state);
  await cancel();
  expect(await get()).toMatchObject({
    status: 'completed',
    statusMessage: `articles.generate: ${says}`,
    result: { content: [{ text: result.text }, { type: 'resource_link' }] },
  });
});

test('a host that knows no links gets none in the result of a task', async () => {
  expect(((await stage('completed', false).get()) as { result: { content: unknown } }).result.content).toEqual([
    { type: 'text', text: result.text },
  ]);
});

test('a cancelled task stays so for a day, whatever becomes of its job', async () => {
  const { clock, get, cancel, set } = stage('running');
  await cancel();
  set('completed');
  await clock.advance(86_400_000);
  expect(await get()).toMatchObject({ status: 'cancelled', statusMessage: expect.stringContaining('stays charged') });
  await clock.advance(1);
  expect(await get()).toMatchObject({ status: 'completed' });
});
