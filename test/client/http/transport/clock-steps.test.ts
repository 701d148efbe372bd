import { expect, test } from 'vitest';
import { bench, busiest } from '../../../support/bench.ts';
import { create, emptyList, projects, start, story, tellStory, watched } from '../../../support/stories.ts';

const hour = 3_600_000;

test.each([
  ['forth', hour],
  ['back', -hour],
])('a wall clock that steps an hour %s does not open the rate window', async (_, ms) => {
  await using rig = await bench();
  rig.platform.on('GET /projects', emptyList);
  const client = await rig.client();
  await Promise.all(Array.from({ length: 60 }, () => client.call(projects, {})));
  rig.clock.step(ms);
  const other = await rig.client();
  await Promise.all([client.call(projects, {}), other.call(projects, {})]);
  const arrivals = rig.platform.seen.map(({ at }) => at);
  expect(busiest(arrivals, 60_000)).toBe(60);
  expect(Math.max(...arrivals) - Math.min(...arrivals)).toBeLessThan(70_000);
});

test.each([
  ['forth', hour],
  ['back', -hour],
])('a wall clock that steps an hour %s loses no job and hurries no poll', async (_, ms) => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating', 'generating', 'completed');
  const [client, second] = [await rig.client(), await rig.client()];
  const call = client.call(create, story);
  await rig.platform.arrival(watched);
  rig.clock.step(ms);
  const other = second.call(create, story);
  expect((await call).job?.state).toBe('completed');
  expect((await other).job).toMatchObject({ state: 'completed', joined: true });
  const polls = rig.platform.to(watched);
  for (let n = 1; n < polls.length; n++)
    expect((polls[n]?.at ?? 0) - (polls[n - 1]?.at ?? 0)).toBeGreaterThanOrEqual(5_000);
  expect((polls.at(-1)?.at ?? 0) - (polls[0]?.at ?? 0)).toBeLessThan(130_000);
  expect(rig.platform.to(start)).toHaveLength(1);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a reservation whose call still waits for a slot when the wall clock jumps is not sent without it', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  const client = await rig.client({ account: 'label', requestsPerMinute: 3 });
  await Promise.all([1, 2, 3].map(() => client.call(projects, {})));
  const call = client.call(create, story);
  await rig.clock.sleep(10_000);
  rig.clock.step(hour);
  await client.jobs();
  await expect(call).rejects.toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
  expect(rig.platform.to(start)).toEqual([]);
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
});
