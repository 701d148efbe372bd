import { expect, test } from 'vitest';
import { freshState } from '../support/state/store.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

test('of the callbacks of a batch as many count as the platform sends, and none of a batch that is not known', async () => {
  await using it = await freshState(virtualClock());
  const { events } = it.state;
  await events.keepCallbackSecret('b-1', 'shown once');
  const counted: boolean[] = [];
  for (let n = 0; n < 8; n++) counted.push(await events.countCallback('b-1'));
  expect(counted).toEqual([true, true, true, true, true, false, false, false]);
  expect(await events.countCallback('b-2')).toBe(false);
});

test('a secret is kept for a week, since callbacks come within hours', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { events } = it.state;
  await events.keepCallbackSecret('b-1', 'first');
  await events.keepCallbackSecret('b-1', 'second');
  await clock.advance(7 * 86_400_000 - 1);
  await events.keepCallbackSecret('b-2', 'another');
  expect(await events.callbackSecret('b-1')).toBe('second');
  await clock.advance(1);
  await events.keepCallbackSecret('b-3', 'another');
  expect([await events.callbackSecret('b-1'), await events.callbackSecret('b-2')]).toEqual([undefined, 'another']);
});
