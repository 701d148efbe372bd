import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { keepCallbackSecret } from '../../../src/client/jobs/keep-callback-secret.ts';
import type { ClientConfig } from '../../../src/client/client-config.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { receiveDelivery, type DeliveryStatus } from '../../../src/server/http/events/receive-delivery.ts';
import type { State } from '../../../src/state/state.ts';
import { aroundSteps } from '../../support/processes/around-steps.ts';
import { bench, type Bench } from '../../support/bench.ts';
import { json, later } from '../../support/platform.ts';
import { article, batch, generate } from '../../support/stories.ts';

const secret = 'events-secret-of-the-platform';

test('a callback of a batch that is over does not change the polls of other batches', async () => {
  await using rig = await bench();
  const state = await rig.state();
  const receive = receiver(state, rig.clock);
  let started = 0;
  rig.platform.on('POST /grounding/batch', () =>
    json({ batch_id: `b-${++started}`, callback_secret: `secret ${started}` }, 202),
  );
  rig.platform.on('GET /grounding/batches/b-1', json({ batch_id: 'b-1', status: 'completed' }));
  rig.platform.on('GET /grounding/batches/b-1/results.ndjson', json({}));
  rig.platform.on('GET /grounding/batches/b-2', json({ batch_id: 'b-2', status: 'processing' }));
  const client = await rig.client({ eventsCome: true, state });
  const run = (page: number) =>
    client.call(batch, { urls: [`https://a.example/${page}`], callback_url: 'https://mcp.example.com/events' });
  const post = (n: number) =>
    receive({ 'x-service-webhook-id': `w-${n}` }, { batch_id: `b-${n}`, status: 'completed' }, `secret ${n}`);
  const polls = () => rig.platform.to('GET /grounding/batches/b-2').length;
  const pollsAfter = async (n: number) => {
    const before = polls();
    expect(await post(n)).toBe(200);
    await rig.clock.sleep(500);
    return polls() - before;
  };
  expect((await run(1)).job?.state).toBe('completed');
  const other = run(2);
  await rig.platform.arrival('GET /grounding/batches/b-2');
  await rig.clock.sleep(1_000);
  expect(await pollsAfter(1)).toBe(0);
  rig.platform.on('GET /grounding/batches/b-2', json({ batch_id: 'b-2', status: 'completed' }));
  rig.platform.on('GET /grounding/batches/b-2/results.ndjson', json({}));
  expect(await pollsAfter(2)).toBe(1);
  expect((await other).job?.state).toBe('completed');
});

/** Handles a delivery like `http`, over this state. */
function receiver(state: State, clock: Clock, secrets = [secret]) {
  return (headers: Record<string, string>, body: object, key = secret): Promise<DeliveryStatus> => {
    const raw = Buffer.from(JSON.stringify(body));
    const signature = `sha256=${createHmac('sha256', key).update(raw).digest('hex')}`;
    const order = { secrets: () => secrets, clock, events: async () => state.events };
    return receiveDelivery({ 'x-service-signature': signature, ...headers }, raw, order);
  };
}

/** Delivers events of a type; each has an id of its own unless one is given. */
function sender(state: State, clock: Clock) {
  const receive = receiver(state, clock);
  let count = 0;
  return (type: string, data: object, delivery = `evt_${++count}`) =>
    receive({ 'x-service-delivery': delivery }, { id: delivery, type, created_at: '2026-11-04T09:30:00Z', data });
}

const written = (id: number) => ['article.generated', { article_id: id, status: 'completed' }] as const;

/** Articles that are being written until they are finished. */
function articles({ platform }: Bench) {
  const finished = new Set<number>();
  platform.on('POST /articles/#/generate', json({ message: 'Queued.' }, 202));
  platform.on('GET /articles/#', (request) => {
    const id = Number(request.path.split('/')[2]);
    const processing_status = finished.has(id) ? 'ready' : 'generating';
    return later(100, json({ data: { id, processing_status } }));
  });
  return (id: number) => void finished.add(id);
}

/** Seconds after its start at which a job was polled. What is read before the start is no poll. */
function pollsOf({ platform }: Bench, id: number): number[] {
  const began = platform.to(`POST /articles/${id}/generate`)[0]?.at ?? 0;
  const reads = platform.to(`GET /articles/${id}`).filter(({ at }) => at > began);
  return reads.map(({ at }) => Math.round((at - began) / 1000));
}

/** Writes an article that takes so long, without an event. */
async function unreported(
  rig: Bench,
  id: number,
  finish: (id: number) => void,
  config: Partial<ClientConfig> = { eventsCome: true },
): Promise<number[]> {
  const client = await rig.client(config);
  const call = client.call(generate, article(id));
  await rig.platform.arrival(`POST /articles/${id}/generate`);
  await rig.clock.sleep(70_000);
  finish(id);
  await call;
  return pollsOf(rig, id);
}

test('without a delivery, polls are made as they are where no events are expected', async () => {
  await using rig = await bench();
  const finish = articles(rig);
  const usual = await unreported(rig, 1, finish, {});
  expect(usual.length).toBeGreaterThan(3);
  expect(await unreported(rig, 2, finish)).toEqual(usual);
});

test('a job whose event is lost is found by the safety net, and until the next delivery polls are made as usual', async () => {
  await using rig = await bench();
  const finish = articles(rig);
  const usual = await unreported(rig, 1, finish, {});
  const deliver = sender(await rig.state(), rig.clock);
  await deliver(...written(99));
  // Three times what an article usually takes.
  expect(await unreported(rig, 2, finish)).toEqual([270]);
  expect(await unreported(rig, 3, finish)).toEqual(usual);
  await deliver(...written(99));
  expect(await unreported(rig, 4, finish)).toEqual([270]);
});

test('where teams share a server, each relies on events of its own jobs alone', async () => {
  await using rig = await bench();
  const finish = articles(rig);
  const deliver = sender(await rig.state(), rig.clock);
  const usual = await unreported(rig, 1, finish, {});
  const team = (token: string) => ({ eventsCome: true, token, caller: { owner: `user of ${token}`, limits: [] } });
  await deliver(...written(99));
  expect(await unreported(rig, 2, finish, team('one'))).toEqual(usual);

  const one = await rig.client(team('one'));
  const reported = one.call(generate, article(3));
  await rig.platform.arrival('POST /articles/3/generate');
  await rig.clock.sleep(3_000);
  finish(3);
  await deliver(...written(3));
  await reported;
  // A team without a subscription, whose misses are its own affair.
  expect(await unreported(rig, 4, finish, team('two'))).toEqual(usual);
  expect(await unreported(rig, 5, finish, team('one'))).toEqual([270]);
  expect(await unreported(rig, 6, finish, team('one'))).toEqual(usual);
});

test('many events about one job cause polls at least 5 seconds apart', async () => {
  await using rig = await bench();
  const finish = articles(rig);
  const deliver = sender(await rig.state(), rig.clock);
  await deliver(...written(99));
  const client = await rig.client({ eventsCome: true });
  const call = client.call(generate, article(7));
  const { at: began } = await rig.platform.arrival('POST /articles/7/generate');
  for (let n = 0; n < 40; n++) {
    await rig.clock.sleep(500);
    await deliver(...written(7));
  }
  finish(7);
  await deliver(...written(7));
  await call;
  const polls = rig.platform.to('GET /articles/7').flatMap(({ at }) => (at > began ? [at] : []));
  expect(polls.length).toBeGreaterThan(3);
  expect(Math.min(...polls.slice(1).map((at, n) => at - (polls[n] ?? 0)))).toBeGreaterThanOrEqual(4_999);
});

test('a state that does not answer in time costs no delivery that is signed, and admits no other', async () => {
  await using rig = await bench();
  const never = new Promise<never>(() => {});
  const slow = aroundSteps(await rig.state(), (step, run) =>
    step === 'events.announce' || step === 'events.callbackSecrets' ? never : run(),
  );
  const began = rig.clock.steady();
  expect(await sender(slow, rig.clock)(...written(7))).toBe(200);
  const callback = { 'x-service-webhook-id': 'w-1' };
  expect(await receiver(slow, rig.clock)(callback, { batch_id: 'b-1' }, 'not the secret')).toBe(503);
  expect(rig.clock.steady() - began).toBeLessThan(10_000);
});

test('a state that cannot be used refuses for now, and the repeated delivery is taken', async () => {
  await using rig = await bench({ running: false });
  let isBroken = true;
  const state = aroundSteps(await rig.state(), (step, run) =>
    isBroken && step === 'events.announce' ? Promise.reject(new Error('gone')) : run(),
  );
  const deliver = sender(state, rig.clock);
  expect(await deliver(...written(7), 'evt_1')).toBe(503);
  isBroken = false;
  expect(await deliver(...written(7), 'evt_1')).toBe(200);
});

test('a callback that arrives before the answer to the start of its batch is repeated by the platform, then taken', async () => {
  await using rig = await bench({ running: false });
  const state = await rig.state();
  const receive = receiver(await rig.state(), rig.clock);
  rig.platform.on('POST /grounding/batch', later(2_000, json({ batch_id: 'b-1', callback_secret: 'shown once' }, 202)));
  rig.platform.on('GET /grounding/batches/b-1', json({ batch_id: 'b-1', status: 'completed' }));
  rig.platform.on('GET /grounding/batches/b-1/results.ndjson', json({}));
  const post = (key: string) =>
    receive({ 'x-service-webhook-id': 'w-1' }, { batch_id: 'b-1', status: 'completed' }, key);
  expect(await post('shown once')).toBe(401);
  const client = await rig.client({ eventsCome: true, state });
  const call = client.call(batch, { urls: ['https://a.example'], callback_url: 'https://mcp.example.com/events' });
  await rig.platform.arrival('POST /grounding/batch');
  expect(await post('shown once')).toBe(503);
  rig.clock.run();
  await call;
  rig.clock.stop();
  expect(await post('another')).toBe(401);
  expect(await post('shown once')).toBe(200);
});

test('the secret of a batch is kept where the answer to the start has both', async () => {
  const kept: unknown[] = [];
  const events = { keepCallbackSecret: async (...one: unknown[]) => void kept.push(one) };
  for (const answer of [{ batch_id: 7 }, { callback_secret: 's' }, { data: { batch_id: 7, callback_secret: 's' } }])
    await keepCallbackSecret(events, 'job_1', answer);
  expect(kept).toEqual([['job_1', '7', 's']]);
});
