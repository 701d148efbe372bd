import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { Reply } from '../../../src/client/call/reply.ts';
import { UnknownJob } from '../../../src/client/errors/unknown-job.ts';
import { earlierScan } from '../../../src/tools/calling/earlier-scans.ts';
import { fakeClient, jobOf } from '../fake-client.ts';

const discover = operationNamed('orphan_scans.discover');
const started = (id: unknown, operation = 'orphan_scans.start') =>
  jobOf({ operation, state: 'completed', arguments: { id }, ended_at: `2026-11-0${Number(id) || 1}T00:00:00Z` });

/** A client whose finished jobs are these, and whose scans belong to these projects. */
const clientWith = (jobs: ReturnType<typeof started>[], projectOf: (id: unknown) => number) =>
  fakeClient(
    {
      'orphan_scans.get': ({ id }): Reply => ({
        data: { id, project_id: projectOf(id), pages_total: 30, orphans_count: 2 },
      }),
    },
    {
      jobs: async ({ operations, state, limit } = {}) =>
        jobs.filter((job) => job.state === state && operations?.some((name) => name === job.operation)).slice(0, limit),
    },
  );

test('the newest finished scan of the same project is named', async () => {
  const jobs = [started(5), started(4, 'orphan_scans.other'), started('no id'), started(3), started(2)];
  const client = clientWith(jobs, (id) => (id === 5 ? 9 : 1));
  expect(await earlierScan(client, discover, { project: 1 })).toEqual({
    scan_id: 3,
    finished_at: '2026-11-03T00:00:00Z',
    pages_total: 30,
    orphans_count: 2,
    read: expect.stringContaining('{"operation":"orphan_scans.pages","arguments":{"id":3}}'),
  });
  expect(client.called.map(({ input }) => input['id'])).toEqual([5, 3]);
});

test('no more than five scans are looked at', async () => {
  const client = clientWith(
    [9, 8, 7, 6, 5, 4].map((id) => started(id)),
    (id) => (id === 4 ? 1 : 2),
  );
  expect(await earlierScan(client, discover, { project: 1 })).toHaveProperty('none_known');
  expect(client.called).toHaveLength(5);
});

test('a scan that was deleted, or whose answer is none, is passed by, and a defect is not', async () => {
  const answering = (answer: () => Reply) =>
    earlierScan(fakeClient({ 'orphan_scans.get': answer }, { jobs: async () => [started(3)] }), discover, {
      project: undefined,
    });
  const none = { none_known: expect.any(String) as string };
  expect(await answering(() => ({ data: 'text' }))).toEqual(none);
  expect(
    await answering(() => {
      throw new UnknownJob('3');
    }),
  ).toEqual(none);
  await expect(
    answering(() => {
      throw new TypeError('defect');
    }),
  ).rejects.toThrow('defect');
});

test('beside other operations, nothing is looked up', async () => {
  expect(await earlierScan(fakeClient(), operationNamed('orphan_scans.start'), { project: 1 })).toBeUndefined();
});
