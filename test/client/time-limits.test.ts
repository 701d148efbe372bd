import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { bench, type Bench } from '../support/bench.ts';
import { later } from '../support/platform.ts';
import { accepted, create, start, story, storyline, tellStory, watched } from '../support/stories.ts';

/** How long things hold. Each time limit is met from both sides, so that a longer or shorter one fails. */

const minute = 60_000;
const hour = 60 * minute;

/** A job that has ended without a caller that read its result. */
async function undeliveredJob(rig: Bench): Promise<Client> {
  tellStory(rig.platform, 'completed');
  const client = await rig.client();
  const stop = new AbortController();
  const call = client.call(create, story, { signal: stop.signal });
  await rig.platform.arrival(watched);
  stop.abort(new Error('the host gave up'));
  await expect(call).rejects.toThrow('the host gave up');
  await expect.poll(async () => (await client.jobs())[0]?.state).toBe('completed');
  return client;
}

test.each([
  [23 * hour, true, 1],
  [24 * hour + minute, undefined, 2],
])(
  // docs/decisions/0008
  'an undelivered result is given to the next identical call for 24 hours: after %i ms',
  async (ms, joined, starts) => {
    await using rig = await bench();
    const client = await undeliveredJob(rig);
    await rig.clock.sleep(ms);
    expect((await client.call(create, story)).job?.joined).toBe(joined);
    expect(rig.platform.to(start)).toHaveLength(starts);
  },
);

test('a caller whose time is up still gets the answer of a poll that arrives within two seconds', async () => {
  await using rig = await bench();
  rig.platform.on(start, accepted);
  rig.platform.on(watched, later(1_500, storyline('completed')));
  const client = await rig.client();
  // The first poll leaves after 5 s, and the time is up half a second later.
  const { job } = await client.call(create, story, { waitSeconds: 5.5 });
  expect(job?.state).toBe('completed');
});
