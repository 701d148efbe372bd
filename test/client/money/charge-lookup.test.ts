import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ChargeLookup } from '../../../src/client/money/charge-lookup.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

const seconds = 1_000;

function stage({ open = async () => 1, failsAfterMs = 0 } = {}) {
  const clock = virtualClock();
  const reviews: number[] = [];
  const begun = clock.steady();
  const lookup = new ChargeLookup({
    clock,
    open,
    async review(signal) {
      reviews.push((clock.steady() - begun) / seconds);
      if (failsAfterMs === 0) return;
      await clock.sleep(failsAfterMs, signal);
      throw new Error('the history cannot be read');
    },
  });
  return { clock, reviews, lookup };
}

async function pass(clock: ReturnType<typeof virtualClock>, ms: number): Promise<void> {
  for (let n = 0; n < 10; n++) await turn();
  await clock.advance(ms);
}

test('open charges are looked up after 10 s, then ever more seldom, and no more after an hour and a half', async () => {
  const { clock, reviews, lookup } = stage();
  lookup.note();
  for (let minutes = 0; minutes < 200; minutes++) await pass(clock, 60 * seconds);
  expect(reviews).toEqual([10, 70, 370, 1_570, 5_170]);
  // The next charge starts over.
  lookup.note();
  await pass(clock, 10 * seconds);
  expect(reviews.slice(5)).toEqual([12_010]);
  await lookup.close();
});

test('a new charge is looked up 10 s later, with those before it; where none is open, nobody looks', async () => {
  const { clock, reviews, lookup } = stage();
  lookup.note();
  await pass(clock, 100 * seconds);
  expect(reviews).toEqual([10, 70]);
  lookup.note();
  await pass(clock, 10 * seconds);
  expect(reviews).toEqual([10, 70, 110]);
  await lookup.close();
  const none = stage({ open: async () => 0 });
  none.lookup.note();
  await pass(none.clock, 7_200 * seconds);
  expect(none.reviews).toEqual([]);
});

test('a lookup begins after the pause that follows the one before, also where that took long and failed', async () => {
  const { clock, reviews, lookup } = stage({ failsAfterMs: 100 * seconds });
  lookup.note();
  for (let minutes = 0; minutes < 20; minutes++) await pass(clock, 60 * seconds);
  expect(reviews).toEqual([10, 170, 570]);
  await lookup.close();
});
