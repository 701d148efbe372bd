import { expect, it } from 'vitest';
import { RefusalDelay } from '../../../src/server/http-entry/refusal-delay.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

const limits = { delayMs: 1_000, max: 3, maxPerSender: 2 };

it('answers guesses after the delay, two of one address and three in all at a time', async () => {
  const clock = virtualClock();
  const guesses = new RefusalDelay(limits, clock);
  const answered: string[] = [];
  const guess = (address: string): boolean => guesses.delay(address, () => answered.push(address));

  expect([guess('a'), guess('a'), guess('a')]).toEqual([true, true, false]);
  await clock.advance(400);
  expect([guess('b'), guess('c')]).toEqual([true, false]);
  await clock.advance(599);
  expect(answered).toEqual([]);
  await clock.advance(1);
  expect(answered).toEqual(['a', 'a']);

  expect([guess('a'), guess('a'), guess('a'), guess('c')]).toEqual([true, true, false, false]);
  await clock.advance(400);
  expect(answered).toEqual(['a', 'a', 'b']);
  expect(guess('c')).toBe(true);
  await clock.advance(1_000);
  expect(answered).toEqual(['a', 'a', 'b', 'a', 'a', 'c']);
});

it('frees one place of an address at a time', async () => {
  const clock = virtualClock();
  const guesses = new RefusalDelay(limits, clock);
  const guess = (): boolean => guesses.delay('a', () => undefined);
  expect(guess()).toBe(true);
  await clock.advance(500);
  expect(guess()).toBe(true);
  await clock.advance(500);
  expect([guess(), guess()]).toEqual([true, false]);
});
