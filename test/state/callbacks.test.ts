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
