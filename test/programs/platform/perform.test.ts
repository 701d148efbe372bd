import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { createPerform } from '../../../src/programs/platform/perform.ts';
import { fakeClient } from '../../tools/fake-client.ts';

const client = fakeClient();
const perform = createPerform({ client, runTask: () => Promise.reject(new Error('none')), clock: systemClock });

test.each<[string, ...args: unknown[]]>([
  ['articles.list', { project: 1 }, { wait: 3 }],
  ['articles.list', [1]],
  ['jobs.list', { limit: 0 }],
  ['jobs.list', { limit: 1_001 }],
  ['jobs.list', { limit: 1.5 }],
  ['jobs.list', { state: 'done' }],
  ['jobs.wait', 7],
  ['estimate', { operation: 'articles.generate' }],
  ['save', '../a.csv', []],
  ['save', 'a.txt', []],
  ['save', 'a.csv', {}],
])('platform.%s refuses %j %j', async (name, ...args) => {
  await expect(perform(name, args)).rejects.toMatchObject({ code: 'invalid_arguments', outcome: 'not_sent' });
  expect(client.called).toEqual([]);
});

test('a program lists up to a thousand jobs', async () => {
  expect(await perform('jobs.list', [{ limit: 1_000, state: 'running' }])).toEqual([]);
});
