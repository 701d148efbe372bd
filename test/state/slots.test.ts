import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { State } from '../../src/state/state.ts';
import { busiest } from '../support/bench.ts';
import { holds } from '../support/state/holds.ts';
import { engine, preparedStore, openStore } from '../support/state/store.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

const minute = 60_000;
const deadline = 30_000;

/** A request that has a slot, and when the platform counted it. */
interface Sent {
  readonly id: string;
  readonly at: number;
  counted: number | undefined;
}

const which = fc.nat(3);
const by = fc.nat(2);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('take' as const), by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('count' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), which, by }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), which, by }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 9_000, 20_000, 29_000, 31_000, 60_020),
    }),
  },
);

test('wherever between its start and its end the platform counts a request, no minute holds more than there are slots', async () => {
  const clock = virtualClock();
  await using store = await preparedStore();
  const states: State[] = [];
  for (let n = 0; n < 3; n++) states.push(await openStore(store.location, clock));
  let runs = 0;
  let fullest = 0;

  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 4 }),
    fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }),
    async (requests, steps) => {
      const account = `account ${++runs}`;
      const asked = { buckets: [{ name: 'token', requests, per: minute }], deadline, reservedForCalls: 0, ahead: 0 };
      const underWay: Sent[] = [];
      const counts: number[] = [];
      const count = (one: Sent, at: number): void => {
        if (one.counted === undefined) counts.push((one.counted = at));
      };
      const pick = (n: number, from = underWay): Sent | undefined => from[n % Math.max(1, from.length)];
      const gone = (one: Sent): void => void underWay.splice(underWay.indexOf(one), 1);

      for (const [at, one] of steps.entries()) {
        const state = states['by' in one ? one.by : 0] as State;
        if (one.do === 'take') {
          const answer = await state.slots.take(account, asked);
          if (answer.kind === 'taken') underWay.push({ id: answer.id, at: clock.steady(), counted: undefined });
        } else if (one.do === 'count') {
          const sent = pick(one.which);
          if (sent) count(sent, clock.steady());
        } else if (one.do === 'answer') {
          const sent = pick(one.which);
          if (!sent) continue;
          count(sent, clock.steady());
          await state.slots.markAnswered(sent.id);
          gone(sent);
        } else if (one.do === 'drop') {
          const sent = pick(
            one.which,
            underWay.filter(({ counted }) => counted === undefined),
          );
          if (!sent) continue;
          await state.slots.release(sent.id);
          gone(sent);
        } else if (one.do === 'pass') {
          await clock.advance(one.ms);
          // Nobody waits for these any more: they arrived in the last moment, or earlier.
          for (const lost of underWay.filter((sent) => sent.at + deadline < clock.steady())) {
            count(lost, lost.at + deadline);
            gone(lost);
          }
        }
        fullest = Math.max(fullest, busiest(counts, minute) / requests);
        expect(busiest(counts, minute), `after ${JSON.stringify(steps.slice(0, at + 1))}`).toBeLessThanOrEqual(
          requests,
        );
      }
    },
  );
  try {
    await holds(property, { seed: 20_261_104, numRuns: engine === 'postgres' ? 15 : 100 });
  } finally {
    for (const state of states) await state.close();
  }
  // The limit was reached, or nothing was seen.
  expect(fullest).toBe(1);
});

test('slots that are asked for at a time, by several processes and for several accounts, are as many as there are', async () => {
  const clock = virtualClock();
  await using store = await preparedStore();
  const states: State[] = [];
  for (let n = 0; n < 3; n++) states.push(await openStore(store.location, clock));
  const accounts = Array.from({ length: 9 }, (_, n) => ({ account: `account ${n}`, requests: n + 1 }));
  const takeAll = async (): Promise<Record<string, number>> => {
    const taken: Record<string, number> = {};
    await Promise.all(
      Array.from({ length: 10 }, () =>
        accounts.flatMap(({ account, requests }) =>
          states.map(async ({ slots }) => {
            const buckets = [{ name: 'token', requests, per: minute }];
            const answer = await slots.take(account, { buckets, deadline, reservedForCalls: 0, ahead: 0 });
            if (answer.kind === 'full') return expect(answer).toMatchObject({ bucket: 'token', ms: minute + 20 });
            taken[account] = (taken[account] ?? 0) + 1;
            await slots.markAnswered(answer.id);
          }),
        ),
      ).flat(),
    );
    return taken;
  };
  const expected = Object.fromEntries(accounts.map(({ account, requests }) => [account, requests]));
  expect(await takeAll()).toEqual(expected);
  expect(await takeAll()).toEqual({});
  await clock.advance(minute + 20);
  expect(await takeAll()).toEqual(expected);
  for (const state of states) await state.close();
});
