import { expect, test } from 'vitest';
import { lazyClient } from '../../src/app/lazy-client.ts';
import type { Client } from '../../src/client/client.ts';
import { fakeClient } from '../tools/fake-client.ts';
import { unknownJob } from '../../src/client/refusals.ts';

test('a client is opened once, by the first call; an attempt that failed is made again by the next one', async () => {
  let opened = 0;
  let closed = 0;
  const client = lazyClient(async () => {
    if (++opened === 1) throw new Error('the store is away');
    return { ...fakeClient({}, { jobs: async () => [] }), close: async () => void closed++ } satisfies Client;
  });
  await expect(client.jobs()).rejects.toMatchObject({ code: 'unreachable', message: 'the store is away' });
  await Promise.all([client.jobs(), client.jobs(), client.money()]);
  expect(opened).toBe(2);
  await client.close();
  expect(closed).toBe(1);
});

test('a client that cannot be opened rejects with the reason unchanged', async () => {
  const refusal = unknownJob('job_1');
  await expect(lazyClient(() => Promise.reject(refusal)).jobs()).rejects.toBe(refusal);
});

test('one that nobody called is closed without being opened', async () => {
  const client = lazyClient(() => Promise.reject(new Error('opened')));
  await client.close();
});
