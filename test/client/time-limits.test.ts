import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { bench, busiest, type Bench } from '../support/bench.ts';
import { later, tooMany } from '../support/platform.ts';
import {
  accepted,
  create,
  emptyList,
  projects,
  start,
  story,
  storyline,
  tellStory,
  watched,
} from '../support/stories.ts';

/** How long things hold. Each time limit is met from both sides, so that a longer or shorter one fails. */

const minute = 60_000;
const hour = 60 * minute;

/** A job that has ended without a caller that read its result. */
async function undeliveredJob(it: Bench): Promise<Client> {
  tellStory(it.platform, 'completed');
  const client = await it.client();
  const stop = new AbortController();
  const call = client.call(create, story, { signal: stop.signal });
  await it.platform.arrival(watched);
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
    await using it = await bench();
    const client = await undeliveredJob(it);
    await it.clock.sleep(ms);
    expect((await client.call(create, story)).job?.joined).toBe(joined);
    expect(it.platform.to(start)).toHaveLength(starts);
  },
);

test('after a 429 a tenth of the slots is withheld for five minutes, and no longer', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', tooMany('1'), emptyList);
  const client = await it.client({ requestsPerMinute: 60 });
  await client.call(projects, {}, { waitSeconds: 60 });
  const since = it.clock.steady();
  const busiestMinute = async (): Promise<number> => {
    const before = it.platform.seen.length;
    await Promise.all(Array.from({ length: 130 }, () => client.call(projects, {}, { waitSeconds: 600 })));
    return busiest(
      it.platform.seen.slice(before).map(({ at }) => at),
      minute,
    );
  };
  expect(await busiestMinute()).toBe(54);
  expect(it.clock.steady() - since).toBeLessThan(5 * minute);
  await it.clock.sleep(since + 6 * minute - it.clock.steady());
  expect(await busiestMinute()).toBe(60);
});

test('a caller whose time is up still gets the answer of a poll that arrives within two seconds', async () => {
  await using it = await bench();
  it.platform.on(start, accepted);
  it.platform.on(watched, later(1_500, storyline('completed')));
  const client = await it.client();
  // The first poll leaves after 5 s, and the time is up half a second later.
  const { job } = await client.call(create, story, { waitSeconds: 5.5 });
  expect(job?.state).toBe('completed');
});
