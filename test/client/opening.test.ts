import { expect, test } from 'vitest';
import { AccountClient } from '../../src/client/client.ts';
import { createParts } from '../../src/client/create-client.ts';
import { unknownJob } from '../../src/client/refusals.ts';
import { bench, configOf } from '../support/bench.ts';

test('the parts of a client are opened once, by its first call; after a failure the next call tries again', async () => {
  await using rig = await bench();
  const config = configOf({ apiUrl: rig.platform.url, state: await rig.state(), clock: rig.clock });
  let opened = 0;
  let closed = 0;
  const client = new AccountClient(config, async () => {
    if (++opened === 1) throw new Error('the store is away');
    const parts = await createParts(config);
    return { ...parts, close: () => (closed++, parts.close()) };
  });
  await expect(client.jobs()).rejects.toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
  await Promise.all([client.jobs(), client.jobs(), client.files()]);
  expect(opened).toBe(2);
  await client.close();
  expect(closed).toBe(1);
});

test('a client that cannot be opened rejects with the reason unchanged', async () => {
  const refusal = unknownJob('job_1');
  await expect(new AccountClient({}, () => Promise.reject(refusal)).jobs()).rejects.toBe(refusal);
});

test('a client that nobody called is closed without being opened', async () => {
  let opened = 0;
  const client = new AccountClient({}, () => Promise.reject(new Error(`opened ${++opened} times`)));
  await client.close();
  expect(opened).toBe(0);
});
