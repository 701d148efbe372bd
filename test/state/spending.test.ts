import { expect, it } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { freshState } from '../support/state/store.ts';

const day = 86_400_000;

it('sums of spending begin with the day of the moment they are asked for, by operation, label and caller alike', async () => {
  const clock = virtualClock('2026-11-04T00:00:00Z');
  await using it = await freshState(clock);
  const { state } = it;
  const midnight = clock.now();
  let charged = 1;
  const spendAt = async (at: number): Promise<number> => {
    clock.set(new Date(at).toISOString());
    charged *= 2;
    const { id } = await recordedCall(state, { owner: 'ann', label: 'nightly' });
    await state.ledger.record(id, { money: 'settled', state: 'completed', charged });
    return charged;
  };
  // The last moment of the day before, both ends of the day, and the first moment of the next.
  await spendAt(midnight - 1);
  const ofDay = (await spendAt(midnight)) + (await spendAt(midnight + day - 1));
  const ofNext = await spendAt(midnight + day);
  const { charges } = state;
  for (const since of [midnight, midnight + 1, midnight + day / 2, midnight + day - 1]) {
    const total = { calls: 3, charged: ofDay + ofNext };
    const byDay = [
      { day: midnight, calls: 2, charged: ofDay },
      { day: midnight + day, calls: 1, charged: ofNext },
    ];
    expect(await charges.spending('a', since)).toEqual(
      byDay.map((one) => ({ operation: 'articles.generate', ...one })),
    );
    expect(await charges.spendingByLabel('a', since)).toEqual([{ label: 'nightly', ...total }]);
    expect(await charges.spendingByCaller(since)).toEqual(
      byDay.map((one) => ({ account: 'a', caller: 'ann', ...one })),
    );
  }
});
