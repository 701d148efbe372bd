import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bench, busiest, token } from '../../../support/bench.ts';
import { hangUp, json, later, type Behaviour } from '../../../support/platform.ts';
import { emptyList, projects } from '../../../support/stories.ts';
import { runningJob } from '../../../support/running-job.ts';
import { isThorough } from '../../../support/thorough.ts';

const minute = 60_000;

interface Trip {
  readonly outward: number;
  readonly back: number;
  readonly lost: number;
}

/** Counts a request when it arrives: the way there takes its time in one minute, and none in the next. Now and then it hangs up. */
const erratic = (trips: readonly Trip[], counted: number[]): Behaviour => {
  let requests = 0;
  return (_request, _response, clock) => {
    const { outward, back, lost } = trips[requests++ % trips.length] as Trip;
    const isSlow = Math.floor(clock.steady() / minute) % 2 === 0;
    const count: Behaviour = () => {
      counted.push(clock.steady());
      return later(back, lost === 0 ? hangUp : emptyList);
    };
    return later(isSlow ? outward : 0, count);
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
      await using rig = await bench();
      const counted: number[] = [];
      rig.platform.on('GET /projects', erratic(calls, counted));
      const clients = await Promise.all(Array.from({ length: count }, () => rig.client()));
      await Promise.all(
        calls.map(async ({ at }, index) => {
          // Half of them at once, the others whenever they come.
          if (index % 2 === 1) await rig.clock.sleep(at);
          await clients[index % count]?.call(projects, {}, { waitSeconds: 3_000 });
        }),
      );
      expect(busiest(counted, minute)).toBeLessThanOrEqual(60);
    },
  );
  // What is left of ninety calls by shrinking is no easier to read.
  await fc.assert(property, { seed: 20_261_104, numRuns: isThorough ? 5 : 2, endOnFailure: true });
});

test('where there is work, at least 57 requests a minute are made of the 60', async () => {
  await using rig = await bench();
  let calls = 0;
  rig.platform.on(
    'GET /projects',
    later(() => (calls++ * 379) % 1_500, emptyList),
  );
  const clients = [await rig.client(), await rig.client(), await rig.client()];
  const began = rig.clock.steady();
  await Promise.all(Array.from({ length: 180 }, (_, n) => clients[n % 3]?.call(projects, {}, { waitSeconds: 3_000 })));
  const arrivals = rig.platform.seen.map(({ at }) => at - began);
  expect(arrivals.filter((at) => at < 3 * minute).length).toBeGreaterThanOrEqual(3 * 57);
  expect(busiest(arrivals, minute)).toBe(60);
});

test('another token has a rate of its own', async () => {
  await using rig = await bench();
  rig.platform.on('GET /projects', emptyList);
  const [one, other] = [
    await rig.client({ requestsPerMinute: 5 }),
    await rig.client({ requestsPerMinute: 5, token: 'another' }),
  ];
  const began = rig.clock.steady();
  await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).call(projects, {})));
  expect(rig.platform.seen.every(({ at }) => at === began)).toBe(true);
});

test('polls leave room for calls', async () => {
  await using rig = await bench();
  rig.platform.on('GET /projects', emptyList);
  rig.platform.on('GET /articles/#', json({ data: { id: 1, processing_status: 'processing' } }));
  const state = await rig.state();
  const account = await state.accounts.key(rig.platform.url, token);
  const jobs = await Promise.all(Array.from({ length: 70 }, (_, n) => runningJob(state, account, n + 1)));
  const client = await rig.client();
  const waits = jobs.map((id) => client.wait(id, { waitSeconds: 20 }));
  await rig.clock.sleep(1_000);
  const asked = rig.clock.steady();
  await client.call(projects, {});
  expect(rig.platform.to('GET /projects').map(({ at }) => at)).toEqual([asked]);
  await Promise.all(waits);
  expect(
    busiest(
      rig.platform.seen.filter(({ path }) => path !== '/projects').map(({ at }) => at),
      minute,
    ),
  ).toBe(50);
});
