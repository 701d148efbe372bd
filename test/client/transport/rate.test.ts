import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bench, busiest, refusal, token } from '../../support/bench.ts';
import { override } from '../../support/override.ts';
import { hangUp, later, type Behaviour } from '../../support/platform.ts';
import { emptyList, projects } from '../../support/stories.ts';
import { engine } from '../../support/state/store.ts';
import type { Slots } from '../../../src/state/slots.ts';
import { rest } from '../../support/clock/virtual-clock.ts';
import { runningJob } from '../../support/running-job.ts';
import { json } from '../../support/platform.ts';

const minute = 60_000;

interface Trip {
  readonly outward: number;
  readonly back: number;
  readonly lost: number;
}

/** Counts a request when it arrives: the way there takes its time in one minute, and none in the next. Now and then it hangs up. */
const erratic = (trips: readonly Trip[], counted: number[]): Behaviour => {
  let requests = 0;
  return (request, response, clock) => {
    const { outward, back, lost } = trips[requests++ % trips.length] as Trip;
    const isSlow = Math.floor(clock.steady() / minute) % 2 === 0;
    const count: Behaviour = (...arrived) => {
      counted.push(clock.steady());
      return later(back, lost === 0 ? hangUp : emptyList)(...arrived);
    };
    return later(isSlow ? outward : 0, count)(request, response, clock);
  };
};

test('no 60 seconds hold more than 60 requests of a token, whatever the number of clients, and wherever on their way they are counted', async () => {
  const travel = fc.integer({ min: 0, max: 14_000 });
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.record({ at: fc.integer({ min: 0, max: 150_000 }), outward: travel, back: travel, lost: fc.nat(19) }), {
      minLength: 90,
      maxLength: 170,
    }),
    async (count, calls) => {
      await using it = await bench();
      const counted: number[] = [];
      it.platform.on('GET /projects', erratic(calls, counted));
      const clients = await Promise.all(Array.from({ length: count }, () => it.client()));
      await Promise.all(
        calls.map(async ({ at }, index) => {
          // Half of them at once, the others whenever they come.
          if (index % 2 === 1) await it.clock.sleep(at);
          await clients[index % count]?.call(projects, {}, { waitSeconds: 3_000 });
        }),
      );
      expect(busiest(counted, minute)).toBeLessThanOrEqual(60);
    },
  );
  // What is left of ninety calls by shrinking is no easier to read.
  await fc.assert(property, { seed: 20_261_104, numRuns: engine === 'postgres' ? 4 : 5, endOnFailure: true });
});

test('where there is work, at least 57 requests a minute are made of the 60', async () => {
  await using it = await bench();
  let calls = 0;
  it.platform.on(
    'GET /projects',
    later(() => (calls++ * 379) % 1_500, emptyList),
  );
  const clients = [await it.client(), await it.client(), await it.client()];
  const began = it.clock.steady();
  await Promise.all(Array.from({ length: 300 }, (_, n) => clients[n % 3]?.call(projects, {}, { waitSeconds: 3_000 })));
  const arrivals = it.platform.seen.map(({ at }) => at - began);
  expect(arrivals.filter((at) => at < 5 * minute).length).toBeGreaterThanOrEqual(5 * 57);
  expect(busiest(arrivals, minute)).toBe(60);
});

test('another token has a rate of its own', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  const [one, other] = [
    await it.client({ requestsPerMinute: 5 }),
    await it.client({ requestsPerMinute: 5, token: 'another' }),
  ];
  const began = it.clock.steady();
  await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).call(projects, {})));
  expect(it.platform.seen.every(({ at }) => at === began)).toBe(true);
});

test('a wait that outlasts slotWaitMs is refused at once, and says when there is room', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  const client = await it.client({ requestsPerMinute: 10 });
  await Promise.all(Array.from({ length: 10 }, () => client.call(projects, {})));
  await it.clock.sleep(20_000);
  const asked = it.clock.steady();
  const refused = await refusal(client.call(projects, {}, { waitSeconds: 30 }));
  expect(refused).toMatchObject({ code: 'rate_limited', outcome: 'not_sent', retryAfter: 41 });
  expect(it.clock.steady()).toBe(asked);
  expect(it.platform.seen).toHaveLength(10);
});

test('a waiting caller gets the share of the callers ahead, rounds of the window included', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  const client = await it.client({ requestsPerMinute: 10 });
  const began = it.clock.steady();
  const refusals: number[] = [];
  const calls = Array.from({ length: 35 }, () =>
    client.call(projects, {}, { waitSeconds: 130 }).catch((error: { retryAfter: number }) => {
      refusals.push(error.retryAfter);
      expect(it.clock.steady() - began).toBe(0);
    }),
  );
  await Promise.all(calls);
  expect(it.platform.seen).toHaveLength(30);
  expect(refusals).toEqual([181, 181, 181, 181, 181]);
});

test('polls leave room for calls', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  it.platform.on('GET /articles/#', json({ data: { id: 1, processing_status: 'processing' } }));
  const state = await it.state();
  const account = await state.accounts.key(it.platform.apiUrl, token);
  const jobs = await Promise.all(Array.from({ length: 70 }, (_, n) => runningJob(state, account, n + 1)));
  const client = await it.client();
  const waits = jobs.map((id) => client.wait(id, { waitSeconds: 20 }));
  await it.clock.sleep(1_000);
  const asked = it.clock.steady();
  await client.call(projects, {});
  expect(it.platform.to('GET /projects').map(({ at }) => at)).toEqual([asked]);
  await Promise.all(waits);
  expect(
    busiest(
      it.platform.seen.filter(({ path }) => path !== '/projects').map(({ at }) => at),
      minute,
    ),
  ).toBe(50);
});

test('calls overtake polls that wait for a slot', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  it.platform.on('GET /articles/#', json({ data: { id: 1, processing_status: 'processing' } }));
  const state = await it.state();
  const account = await state.accounts.key(it.platform.apiUrl, token);
  const jobs = await Promise.all(Array.from({ length: 5 }, (_, n) => runningJob(state, account, n + 1, 61_500)));
  const client = await it.client();
  for (let n = 0; n < 60; n++) {
    await client.call(projects, {});
    await it.clock.sleep(1_000);
  }
  // From here on one slot comes free each second; polls wait first, calls come after them.
  const waits = jobs.map((id) => client.wait(id, { waitSeconds: 3 }));
  await it.clock.sleep(1_600);
  const asked = it.clock.steady();
  await Promise.all([1, 2, 3, 4].map(() => client.call(projects, {})));
  expect(
    it.platform
      .to('GET /projects')
      .slice(60)
      .every(({ at }) => at - asked < 5_000),
  ).toBe(true);
  expect(
    it.platform.seen.filter(({ path }) => path.startsWith('/articles')).every(({ at }) => at - asked > 5_000),
  ).toBe(true);
  await Promise.all(waits);
});

test('a slot that is granted to a caller who has left meanwhile is given back', async () => {
  await using it = await bench({ running: false });
  it.platform.on('GET /projects', emptyList);
  const state = await it.state();
  const account = await state.accounts.key(it.platform.apiUrl, token);
  const { promise: unlocked, resolve: release } = Promise.withResolvers<void>();
  const asked: Promise<unknown>[] = [];
  const take: Slots['take'] = (...args) => {
    const answer = unlocked.then(() => state.slots.take(...args));
    asked.push(answer);
    return answer;
  };
  const client = await it.client({ state: override(state, { slots: { take } }) });
  const stop = new AbortController();
  const call = client.call(projects, {}, { signal: stop.signal });
  await rest();
  expect(asked).toHaveLength(1);
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  release();
  await Promise.all(asked);
  await rest();
  expect(await free(state, account)).toBe(60);
});

test('slots of requests that never left are given back', async () => {
  await using it = await bench();
  const client = await it.client({ apiUrl: 'http://127.0.0.1:1/api/v1' });
  await Promise.all(Array.from({ length: 30 }, () => refusal(client.call(projects, {}))));
  const state = await it.state();
  const account = await state.accounts.key('http://127.0.0.1:1/api/v1', token);
  expect(await free(state, account)).toBe(60);
});

test('the slot of a request that was never answered stays taken until a window after its deadline', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', () => undefined);
  const client = await it.client();
  await refusal(client.call({ ...projects, timeout: 0.05 }, {}));
  const attempts = it.platform.seen.length;
  const last = Math.max(...it.platform.seen.map(({ at }) => at));
  const state = await it.state();
  const account = await state.accounts.key(it.platform.apiUrl, token);
  await it.clock.sleep(last + minute - it.clock.steady());
  expect(await free(state, account)).toBeLessThan(60);
  await it.clock.sleep(200);
  expect(await free(state, account)).toBe(60);
  expect(attempts).toBe(4);
});

test('slots of a client that is gone come back by themselves', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  const state = await it.state();
  const account = await state.accounts.key(it.platform.apiUrl, token);
  const began = it.clock.steady();
  for (let n = 0; n < 60; n++) await state.slots.take(account, asking(30_000));
  await (await it.client()).call(projects, {});
  expect(it.platform.seen.map(({ at }) => Math.round((at - began) / 1000))).toEqual([90]);
});

test('a slot whose wait is cancelled is not taken', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  const client = await it.client({ requestsPerMinute: 2 });
  await Promise.all([client.call(projects, {}), client.call(projects, {})]);
  const stop = new AbortController();
  const call = client.call(projects, {}, { signal: stop.signal });
  await it.clock.sleep(10_000);
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await it.clock.sleep(61_000);
  expect(it.platform.seen).toHaveLength(2);
});

const asking = (deadline: number) => ({
  buckets: [{ name: 'token', requests: 60, per: minute }],
  deadline,
  reservedForCalls: 0,
  ahead: 0,
});

/** How many slots can be taken now; they are given back. */
async function free(
  state: Awaited<ReturnType<Awaited<ReturnType<typeof bench>>['state']>>,
  account: string,
): Promise<number> {
  const taken: string[] = [];
  for (;;) {
    const answer = await state.slots.take(account, asking(0));
    if (answer.kind === 'full') break;
    taken.push(answer.id);
  }
  for (const id of taken) await state.slots.release(id);
  return taken.length;
}
