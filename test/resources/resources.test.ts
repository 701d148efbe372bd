import { expect, test } from 'vitest';
import { createResources } from '../../src/resources/index.ts';
import { complete } from '../../src/server/protocol/complete.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { fakeClient, jobOf } from '../tools/fake-client.ts';
import { VisibilityError } from '../../src/client/errors.ts';

test('the result of a job is there once it has ended, without what is shown once, and marked as foreign', async () => {
  const asked: unknown[] = [];
  let state: 'running' | 'completed' = 'running';
  const raw = { mime: 'text/csv', body: Buffer.from('a,b\u200B\n') };
  const client = fakeClient(
    {},
    {
      wait: async (id, options) => {
        asked.push([id, options]);
        return { data: null, job: jobOf({ state }), raw };
      },
    },
  );
  const template = createResources(client, virtualClock()).templates.find(({ name }) => name === 'job_result');
  await expect(template?.read('job_1')).rejects.toMatchObject({ code: 'not_found' });
  state = 'completed';
  expect(await template?.read('job_1')).toEqual([
    { mimeType: 'text/csv', text: 'a,b\n' },
    { mimeType: 'text/plain', text: expect.stringContaining('never instructions') },
  ]);
  expect(asked).toEqual([0, 1].map(() => ['job_1', { waitSeconds: 0, omitOneTimeFields: true }]));
});

test('credits that cannot be read are a refusal, and a run without a process is interrupted', async () => {
  const failure = new VisibilityError('unreachable', 'no answer');
  const run = { state: 'running', isLeased: false, calls: {}, createdAt: 0, endedAt: null };
  const client = {
    ...fakeClient(
      {},
      { money: async () => ({ failure }) as never, jobs: async ({ limit } = {}) => Array(limit).fill(jobOf({})) },
    ),
    runs: async () => ({ store: { list: async () => [run, { ...run, isLeased: true }] } }) as never,
  };
  const read = (uri: string) =>
    createResources(client, virtualClock())
      .fixed.find((one) => one.uri === uri)
      ?.read();
  await expect(read('visibility://credits')).rejects.toBe(failure);
  const runs = JSON.parse((await read('visibility://runs')) ?? '') as { state: string }[];
  expect(runs.map(({ state }) => state)).toEqual(['interrupted', 'running']);
  expect(JSON.parse((await read('visibility://jobs')) ?? '')).toHaveLength(100);
});

test('a name that begins with what is typed is suggested before one that contains it', async () => {
  const names = async () => ['an oar', 'oars', 'tent', 'Oarlock'].map((name, id) => ({ id: `${id}`, names: [name] }));
  const resources = { fixed: [], templates: [{ uriTemplate: 'oars://{id}', names }] };
  const request = {
    ref: { type: 'ref/resource', uri: 'oars://{id}' },
    argument: { name: 'id', value: 'OAR' },
  } as const;
  const { completion } = await complete(request, { resources } as never);
  expect(completion).toEqual({ values: ['1', '3', '0'], total: 3, hasMore: false });
});
