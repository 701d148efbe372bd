import { expect, test } from 'vitest';
import { busiest } from '../support/bench.ts';
import { ignore, later, type Behaviour } from '../support/platform.ts';
import { fleet } from '../support/processes/processes.ts';
import { accepted, emptyList, start, story, storyline, tellStory, watched } from '../support/stories.ts';

const gaps = (at: readonly { at: number }[]): number[] => at.slice(1).map((one, n) => one.at - (at[n]?.at ?? 0));

test('two processes that start the same thing at once pay once, and share one poll after the other', async () => {
  await using rig = await fleet(10);
  tellStory(rig.platform, 'generating', 'generating', 'completed');
  rig.platform.on(start, later(3_000, accepted));
  const processes = await Promise.all([rig.process(), rig.process()]);
  const replies = await Promise.all(processes.map((one) => one.call('storylines.create', story)));
  expect(new Set(replies.map(({ job }) => job?.job_id)).size).toBe(1);
  expect(replies.every(({ job }) => job?.state === 'completed')).toBe(true);
  expect(rig.platform.to(start)).toHaveLength(1);
  expect(rig.platform.to(watched)).toHaveLength(3);
  expect(Math.min(...gaps(rig.platform.to(watched)))).toBeGreaterThanOrEqual(5_000);
  expect((await processes[0]?.money())?.totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a job survives the process that started it, also one killed in the middle of a poll', async () => {
  await using rig = await fleet(40);
  rig.platform.on(start, accepted);
  rig.platform.on(watched, ignore, storyline('generating'), storyline('completed'));
  const [first, second] = [await rig.process(), await rig.process()];
  void first.call('storylines.create', story).catch(() => undefined);
  await rig.platform.arrival(watched);
  await first.kill();
  const reply = await second.call('storylines.create', story);
  expect(reply).toMatchObject({ job: { state: 'completed', joined: true }, credits: { charged: 5 } });
  expect(rig.platform.to(start)).toHaveLength(1);
  expect(Math.min(...gaps(rig.platform.to(watched)))).toBeGreaterThanOrEqual(5_000);
});

test('a process killed while its start is under way leaves it in doubt, and nobody sends it again', async () => {
  await using rig = await fleet(40);
  rig.platform.on(start, ignore);
  const [first, second] = [await rig.process(), await rig.process()];
  void first.call('storylines.create', story).catch(() => undefined);
  await rig.platform.arrival(start);
  await first.kill();
  expect((await second.money()).totals).toMatchObject({ charged: 0, reserved: 5 });
  await expect(second.call('storylines.create', story)).rejects.toMatchObject({
    code: 'outcome_unknown',
    outcome: 'unknown',
  });
  expect((await second.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
  expect(rig.platform.to(start)).toHaveLength(1);
});

test('three processes keep one rate, and the slots of one that is killed stay taken for their time', async () => {
  await using rig = await fleet(10);
  let calls = 0;
  const erratic: Behaviour = () => {
    const call = calls++;
    return call < 10 ? undefined : later((call * 577) % 3_000, emptyList);
  };
  rig.platform.on('GET /projects', erratic);
  const processes = await Promise.all([rig.process(), rig.process(), rig.process()]);
  const [doomed, ...others] = processes;
  for (let n = 0; n < 10; n++) void doomed?.call('projects.list', {}).catch(() => undefined);
  await rig.platform.arrival('GET /projects', 10);
  await doomed?.kill();
  await Promise.all(
    Array.from({ length: 65 }, (_, n) => others[n % 2]?.call('projects.list', {}, { waitSeconds: 1_000 })),
  );
  const arrivals = rig.platform.seen.map(({ at }) => at);
  expect(arrivals).toHaveLength(75);
  // Fewer where the machine is so busy that they leave late.
  expect(busiest(arrivals, 60_000)).toBeLessThanOrEqual(60);
});
