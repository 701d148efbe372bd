import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const day = 86_400;

const runsOf = async ({ call }: Visit, id = 2001) => (await call('tracking.runs', { id })).body.data;

test('an active project runs at its frequency, in platform time, and each run is charged when it starts', async () => {
  const here = await visit();
  const before = (await runsOf(here)).length;
  here.clock.pass(7 * day - 1);
  expect(await runsOf(here)).toHaveLength(before);
  here.clock.pass(7 * day + 1);
  const scheduledRuns = await runsOf(here);
  expect(scheduledRuns).toHaveLength(before + 2);
  expect(scheduledRuns[1].status).toBe('completed');
  // Three prompts on two platforms, twice.
  expect(await here.balance()).toBe(988);
  expect((await here.call('credits.history')).body.data[0]).toMatchObject({
    delta: -6,
    reference_id: scheduledRuns[0].id,
    endpoint: 'Scheduled tracking run',
  });
});

test('a run that the balance does not cover is skipped', async () => {
  const here = await visit({ balance: 5 });
  const before = (await runsOf(here)).length;
  here.clock.pass(15 * day);
  expect(await runsOf(here)).toHaveLength(before);
  expect(await here.balance()).toBe(5);
});
