import { expect, test } from 'vitest';
import type { CallTrace } from '../../src/client/call/reply.ts';
import type { TaskStep } from '../../src/platform/task-steps.ts';
import { recordedClient } from '../../src/platform/recorded-client.ts';
import { fakeClient, jobOf } from '../tools/fake-client.ts';

/** The calls of a task, whose answers take the way over the record, which holds JSON. */
function recorded() {
  const steps: TaskStep[] = [];
  const raw = { mime: 'text/csv', body: Buffer.from([0, 255]) };
  const fake = fakeClient(
    { 'projects.list': () => ({ data: [], raw }), 'projects.update': () => ({ data: {} }) },
    { wait: async () => jobOf({}) as never },
  );
  const client = recordedClient(fake, {
    async outcomeOf(step) {
      steps.push(step);
      return JSON.parse(JSON.stringify(await step.make({} as CallTrace)));
    },
  });
  return { client, steps };
}

test('of the calls of a task those that change something, or take a result, are no reads', async () => {
  const { client, steps } = recorded();
  await client.call('projects.list', {});
  await client.call('projects.update', { id: 1 });
  await client.wait('job_1');
  await client.quote('projects.list', {});
  await client.jobs();
  await client.money();
  expect(steps.map(({ name, isRead }) => [name, isRead])).toEqual([
    ['projects.list', true],
    ['projects.update', false],
    ['job_1', false],
    ['quote', true],
    ['jobs', true],
    ['money', true],
  ]);
});

test('calls with other options are recorded apart, and bytes are restored unchanged', async () => {
  const { client, steps } = recorded();
  const { raw } = await client.call('projects.list', {});
  expect([raw?.mime, Buffer.from(raw?.body ?? [])]).toEqual(['text/csv', Buffer.from([0, 255])]);
  await client.call('projects.list', {}, { again: true });
  await client.call('projects.list', {}, { omitOneTimeFields: true });
  expect(new Set(steps.map(({ request }) => request)).size).toBe(3);
});
