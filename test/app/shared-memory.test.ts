import { expect, onTestFinished, test } from 'vitest';
import { sharedMemory } from '../../src/app/shared-memory.ts';
import { openState } from '../../src/state/open-state.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

test('what a request leaves for a later one is there for as many seconds as it says, and is taken once', async () => {
  const clock = virtualClock();
  const state = await openState(':memory:', clock);
  onTestFinished(() => state.close());
  const memory = sharedMemory(async () => state, clock);
  await memory.keep('question', 'a', { yes: true }, 60);
  await memory.keep('question', 'b', 7, 60);
  await clock.advance(59_000);
  expect([await memory.find('question', 'a'), await memory.find('answer', 'a')]).toEqual([{ yes: true }, undefined]);
  expect([await memory.take('question', 'b'), await memory.take('question', 'b')]).toEqual([7, undefined]);
  await clock.advance(2_000);
  expect(await memory.find('question', 'a')).toBeUndefined();
});
