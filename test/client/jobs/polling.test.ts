import { expect, test } from 'vitest';
import { normalAddress } from '../../../src/client/http/normal-address.ts';
import { aroundSteps } from '../../support/processes/around-steps.ts';
import { bench, refusal, token } from '../../support/bench.ts';
import { hangUp, json, later, text, tooMany, type Behaviour } from '../../support/platform.ts';
import {
  accepted,
  article,
  create,
  generate,
  research,
  start,
  story,
  storyline,
  watched,
  writeArticles,
} from '../../support/stories.ts';
import { runningJob } from '../../support/running-job.ts';

const gaps = (at: readonly { at: number }[]): number[] => at.slice(1).map((one, n) => one.at - (at[n]?.at ?? 0));

test.each([
  ['answers readily', storyline('generating')],
  ['takes its time', later(4_000, storyline('generating'))],
  ['answers 503', json({}, 503)],
  ['hangs up', hangUp],
  ['answers 429', tooMany('1')],
  ['answers with a page', text('<html>')],
])(
  'several waiters in several clients never poll a job twice within 5 seconds where the platform %s',
  async (_, answer) => {
    await using rig = await bench();
    rig.platform.on(start, accepted);
    rig.platform.on(watched, answer);
    const clients = [await rig.client(), await rig.client(), await rig.client()];
    const { job } = (await clients[0]?.call(create, story, { waitSeconds: 1 })) ?? {};
    const began = rig.clock.steady();
    await Promise.all(
      clients.flatMap((client, n) =>
        [0, 1, 2].map((m) => client.wait(job?.job_id ?? '', { waitSeconds: 120 + n + m }).catch(() => undefined)),
      ),
    );
    const polls = rig.platform.to(watched);
    expect(polls.length).toBeGreaterThanOrEqual(4);
    expect(Math.min(...gaps(polls), (polls[0]?.at ?? 0) - began)).toBeGreaterThanOrEqual(4_000);
    expect(Math.min(...gaps(polls))).toBeGreaterThanOrEqual(5_000);
  },
);

test('a change between the reading of a job and the wait for it ends the wait at once', async () => {
  await using rig = await bench();
  const state = await rig.state();
  const id = await runningJob(state, await state.accounts.key('label', 'ours'), 7, 60_000);
  const crossed = aroundSteps(state, async (step, run) => {
    const answer = await run();
    if (step === 'polls.take') await state.ledger.record(id, { state: 'completed', answer: { id: 7 } });
    return answer;
  });
  const client = await rig.client({ state: crossed, account: 'ours' });
  const began = rig.clock.steady();
  expect((await client.wait(id)).job.state).toBe('completed');
  expect(rig.clock.steady() - began).toBe(0);
});

test('a refused token ends the wait also where its answer arrives late', async () => {
  await using rig = await bench();
  rig.platform.on(start, accepted);
  rig.platform.on(watched, later(8_000, json({ message: 'Unauthenticated.' }, 401)), storyline('completed'));
  expect((await refusal((await rig.client()).call(create, story))).status).toBe(401);
  expect(rig.platform.to(watched)).toHaveLength(1);
});

test.each<[string, Behaviour, number, number]>([
  ['never shows', json({ message: 'Not found' }, 404), 10, 25],
  ['says is gone', json({ message: 'Gone' }, 410), 0, 2],
])('a job that the platform %s is given up in time, and stays in doubt', async (_, answer, from, to) => {
  await using rig = await bench();
  rig.platform.on(start, accepted);
  rig.platform.on(watched, answer);
  const client = await rig.client({ maxWaitSeconds: 100_000 });
  const began = rig.clock.steady();
  expect((await refusal(client.call(create, story))).code).toBe('outcome_unknown');
  const minutes = (rig.clock.steady() - began) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(from);
  expect(minutes).toBeLessThanOrEqual(to);
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
});

test('where a poller has died, another takes its place', async () => {
  await using rig = await bench();
  rig.platform.on('GET /articles/1', json({ data: { processing_status: 'ready' } }));
  const state = await rig.state();
  const account = await state.accounts.key(rig.platform.url, token);
  const job = await runningJob(state, account, 1);
  expect(await state.polls.take(job, 'a process that dies', 16_000)).toEqual({ kind: 'poll' });
  const began = rig.clock.steady();
  expect((await (await rig.client()).wait(job)).job.state).toBe('completed');
  expect(rig.clock.steady() - began).toBeGreaterThanOrEqual(16_000);
  expect(rig.clock.steady() - began).toBeLessThan(20_000);
});

test('a backoff that the contract states is kept', async () => {
  await using rig = await bench();
  rig.platform.on('POST /projects/1/keywords/ai-research', json({ research_id: 3 }, 202));
  rig.platform.on('GET /keyword-researches/3/status', json({ status: 'processing' }));
  await (await rig.client()).call(research, { project: 1 }, { waitSeconds: 130 });
  const polls = rig.platform.to('GET /keyword-researches/3/status');
  expect(polls.length).toBeGreaterThanOrEqual(3);
  expect(Math.min(...gaps(polls))).toBeGreaterThanOrEqual(30_000);
});

test('a Retry-After on an answer to a poll is kept', async () => {
  await using rig = await bench();
  rig.platform.on(start, accepted);
  rig.platform.on(
    watched,
    json({ data: { id: 7, status: 'generating' } }, 200, { 'retry-after': '40' }),
    storyline('completed'),
  );
  await (await rig.client()).call(create, story);
  expect(gaps(rig.platform.to(watched))[0]).toBeGreaterThanOrEqual(40_000);
});

test('jobs that nobody waits for do not slow down the others', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  const state = await rig.state();
  const account = await state.accounts.key(rig.platform.url, token);
  for (let n = 0; n < 50; n++) await runningJob(state, account, 100 + n, 5_000);
  rig.platform.on(
    'GET /articles/1',
    json({ data: { processing_status: null } }),
    json({ data: { processing_status: 'ready' } }),
  );
  await rig.clock.sleep(3_600_000);
  const began = rig.clock.steady();
  const reply = await (await rig.client()).call(generate, article());
  expect(reply.job?.state).toBe('completed');
  expect(rig.clock.steady() - began).toBeLessThan(10_000);
});

test('many jobs that are waited for share half of the rate', async () => {
  await using rig = await bench();
  writeArticles(rig.platform, 'processing');
  const state = await rig.state();
  const account = await state.accounts.key(rig.platform.url, token);
  const jobs: string[] = [];
  for (let n = 1; n <= 20; n++) jobs.push(await runningJob(state, account, n));
  const client = await rig.client();
  await Promise.all(jobs.map((job) => client.wait(job, { waitSeconds: 110 })));
  for (const job of [1, 9, 20]) {
    const between = gaps(rig.platform.to(`GET /articles/${job}`));
    expect(between.length).toBeGreaterThan(0);
    expect(Math.min(...between)).toBeGreaterThanOrEqual(40_000);
  }
});

test.each([
  ['one caller share the rate of their token', 'me', 60_000],
  ['a team-mate with a token of their own slow down nobody else', 'mate', 0],
])('jobs of %s', async (_, owner, atLeast) => {
  await using rig = await bench();
  writeArticles(rig.platform);
  rig.platform.on('GET /team', json({ data: { id: 3 } }));
  rig.platform.on(
    'GET /articles/1',
    json({ data: { processing_status: null } }),
    json({ data: { processing_status: 'ready' } }),
  );
  const state = await rig.state();
  const team = await state.accounts.key(`owner ${normalAddress(rig.platform.url)}`, 'team 3');
  for (let n = 0; n < 30; n++) await runningJob(state, team, 100 + n, 60_000, owner);
  const client = await rig.client({ caller: { owner: 'me', limits: [] } });
  const began = rig.clock.steady();
  expect((await client.call(generate, article())).job?.state).toBe('completed');
  expect(rig.clock.steady() - began).toBeGreaterThanOrEqual(atLeast);
  expect(rig.clock.steady() - began).toBeLessThan(atLeast + 10_000);
});

test('progress is reported at least every 10 seconds, also while a start or a poll takes longer', async () => {
  await using rig = await bench();
  let percent = 0;
  const growing: Behaviour = () => json({ status: 'processing', progress_percent: (percent += 10) });
  rig.platform.on('POST /projects/1/keywords/ai-research', later(12_000, json({ research_id: 3 }, 202)));
  rig.platform.on('GET /keyword-researches/3/status', later(14_000, growing));
  const result: { at: number; percent: number }[] = [];
  const onProgress = ({ percent }: { percent: number }): void => void result.push({ at: rig.clock.steady(), percent });
  await (await rig.client()).call(research, { project: 1 }, { waitSeconds: 120, onProgress });
  expect(Math.max(...gaps(result))).toBeLessThanOrEqual(10_000);
});

test('a poll holds up neither a wait whose time is over nor one that is cancelled, and counts all the same', async () => {
  await using rig = await bench();
  rig.platform.on(start, accepted);
  rig.platform.on(watched, later(9_000, storyline('completed')));
  const client = await rig.client();
  const began = rig.clock.steady();
  const { job } = await client.call(create, story, { waitSeconds: 6 });
  expect(job?.state).toBe('running');
  expect(rig.clock.steady() - began).toBeLessThanOrEqual(8_000);
  const stop = new AbortController();
  const cancelled = client.wait(job?.job_id ?? '', { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(cancelled).rejects.toThrow('enough');
  expect((await client.wait(job?.job_id ?? '')).job.state).toBe('completed');
  expect(rig.platform.to(watched)).toHaveLength(1);
});

test('the answer to a poll that outlived its lease changes nothing', async () => {
  await using rig = await bench({ running: false });
  writeArticles(rig.platform);
  const state = await rig.state();
  const job = await runningJob(state, await state.accounts.key(rig.platform.url, token), 1);
  // The store is slow to take the first poll's finding down: meanwhile its lease passes to another poller.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = (): void => undefined;
  const findingReady = new Promise<void>((resolve) => (asked = resolve));
  const client = await rig.client({
    state: {
      ...state,
      polls: {
        ...state.polls,
        record: async (...args) => {
          asked();
          await held;
          return state.polls.record(...args);
        },
      },
    },
  });
  rig.clock.run();
  expect(await client.wait(job, { waitSeconds: 1 })).toMatchObject({ job: { state: 'running' } });
  await findingReady;
  await rig.clock.sleep(17_000);
  expect(await state.polls.take(job, 'successor', 3_600_000)).toEqual({ kind: 'poll' });
  release();
  await rig.clock.sleep(1);
  expect(await state.ledger.find(await state.accounts.key(rig.platform.url, token), job)).toMatchObject({
    state: 'running',
  });
  expect(await state.polls.take(job, 'third', 16_000)).toMatchObject({ kind: 'wait' });
});
