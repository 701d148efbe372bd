import { expect, test } from 'vitest';
import { createReadiness } from '../../../src/server/http/readiness.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

const never = new Promise<never>(() => {});

test('however many ask, state and platform are looked at once in five seconds', async () => {
  const clock = virtualClock();
  let looks = 0;
  let isBroken = false;
  const state = async () => {
    looks++;
    if (isBroken) throw new Error('gone');
  };
  const ready = createReadiness({ state, platform: async () => {} }, clock);
  expect(await Promise.all([ready(), ready()])).toEqual([ok, ok]);
  isBroken = true;
  await clock.advance(4_999);
  expect([await ready(), looks]).toEqual([ok, 1]);
  await clock.advance(1);
  expect([await ready(), looks]).toEqual([{ ...ok, state: 'unreachable' }, 2]);
  expect(clock.sleepers).toBe(0);
});

test('what does not answer within three seconds is unreachable', async () => {
  const clock = virtualClock();
  const ready = createReadiness({ state: async () => {}, platform: () => never }, clock)();
  await clock.advance(3_000);
  expect(await ready).toEqual({ ...ok, platform: 'unreachable' });
});

const ok = { state: 'ok', platform: 'ok' };
