import { expect, test } from 'vitest';
import { bench, busiest } from '../../../support/bench.ts';
import { create, emptyList, projects, start, story, tellStory, watched } from '../../../support/stories.ts';

const hour = 3_600_000;

test.each([
  ['forth', hour],
  ['back', -hour],
])('a wall clock that steps an hour %s does not open the rate window', async (_, ms) => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  const client = await it.client();
  await Promise.all(Array.from({ length: 60 }, () => client.call(projects, {})));
  it.clock.step(ms);
  const other = await it.client();
  await Promise.all([client.call(projects, {}), other.call(projects, {})]);
  const arrivals = it.platform.seen.map(({ at }) => at);
  expect(busiest(arrivals, 60_000)).toBe(60);
  expect(Math.max(...arrivals) - Math.min(...arrivals)).toBeLessThan(70_000);
});

test.each([
  ['forth', hour],
  ['back', -hour],
])('a wall clock that steps an hour %s loses no job and hurries no poll', async (_, ms) => {
  await using it = await bench();
  tellStory(it.platform, 'generating', 'generating', 'completed');
  const [client, second] = [await it.client(), await it.client()];
  const call = client.call(create, story);
  await it.platform.arrival(watched);
  it.clock.step(ms);
  const other = second.call(create, story);
  expect((await call).job?.state).toBe('completed');
  expect((await other).job).toMatchObject({ state: 'completed', joined: true });
  const polls = it.platform.to(watched);
  for (let n = 1; n < polls.length; n++)
    expect((polls[n]?.at ?? 0) - (polls[n - 1]?.at ?? 0)).toBeGreaterThanOrEqual(5_000);
  expect((polls.at(-1)?.at ?? 0) - (polls[0]?.at ?? 0)).toBeLessThan(130_000);
  expect(it.platform.to(start)).toHaveLength(1);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a reservation whose call still waits for a slot when the wall clock jumps is not sent without it', async () => {
  await using it = await bench();
  tellStory(it.platform, 'completed');
  const client = await it.client({ account: 'label', requestsPerMinute: 3 });
  await Promise.all([1, 2, 3].map(() => client.call(projects, {})));
  const call = client.call(create, story);
  await it.clock.sleep(10_000);
  it.clock.step(hour);
  await client.jobs();
  await expect(call).rejects.toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
  expect(it.platform.to(start)).toEqual([]);
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
});
