import { expect, test } from 'vitest';
import { runningJob } from '../support/running-job.ts';
import { freshState } from '../support/state/store.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

const week = 7 * 86_400_000;

test('of the callbacks of a batch as many count as the platform sends, and none of a batch that is not known', async () => {
  await using rig = await freshState(virtualClock());
  const { events } = rig.state;
  await events.keepCallbackSecret(await runningJob(rig.state, 'acme', 1), 'b-1', 'shown once');
  const counted: boolean[] = [];
  for (let n = 0; n < 8; n++) counted.push(await events.countCallback('acme', 'b-1'));
  expect(counted).toEqual([true, true, true, true, true, false, false, false]);
  expect(await events.countCallback('acme', 'b-2')).toBe(false);
  await events.keepCallbackSecret(await runningJob(rig.state, 'acme', 2), 'b-2', 'shown once');
  expect(await events.countCallback('acme', 'b-2')).toBe(true);
});

test('a secret is kept for a week, since callbacks arrive within hours', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { events } = rig.state;
  const job = await runningJob(rig.state, 'acme', 1);
  const secretsOf = async (batch: string) => (await events.callbackSecrets(batch)).map(({ secret }) => secret);
  await events.keepCallbackSecret(job, 'b-1', 'first');
  await clock.advance(week / 2);
  await events.keepCallbackSecret(job, 'b-1', 'second');
  await clock.advance(week - 1);
  await events.keepCallbackSecret(job, 'b-2', 'another');
  expect(await secretsOf('b-1')).toEqual(['second']);
  await clock.advance(1);
  await events.keepCallbackSecret(job, 'b-3', 'another');
  expect([await secretsOf('b-1'), await secretsOf('b-2')]).toEqual([[], ['another']]);
});

test('two accounts may have a batch of the same id: each keeps its secret, its count and its poll', async () => {
  await using rig = await freshState(virtualClock());
  const { events, polls } = rig.state;
  const jobs = {
    globex: await runningJob(rig.state, 'globex', 7, week),
    acme: await runningJob(rig.state, 'acme', 7, week),
  };
  for (const [account, job] of Object.entries(jobs)) await events.keepCallbackSecret(job, '7', `secret of ${account}`);
  expect(await events.callbackSecrets('7')).toEqual([
    { account: 'acme', secret: 'secret of acme' },
    { account: 'globex', secret: 'secret of globex' },
  ]);
  for (let n = 0; n < 5; n++) await events.countCallback('acme', '7');
  expect([await events.countCallback('acme', '7'), await events.countCallback('globex', '7')]).toEqual([false, true]);
  expect(await events.announce(['articles.generate'], ['7'], { account: 'globex' })).toEqual([jobs.globex]);
  expect((await polls.take(jobs.acme, 'one', 0)).kind).toBe('wait');
  expect((await polls.take(jobs.globex, 'one', 0)).kind).toBe('poll');
});
