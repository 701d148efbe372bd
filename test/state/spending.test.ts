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

it('sums of spending are of what was charged, and are in order', async () => {
  const clock = virtualClock('2026-11-04T12:00:00Z');
  await using it = await freshState(clock);
  const { state } = it;
  const midnight = clock.now() - day / 2;
  const spend = async (request: Parameters<typeof recordedCall>[1], charged: number): Promise<void> => {
    await recordedCall(state, request, { money: 'settled', state: 'completed', charged });
  };
  const [articles, images] = ['articles.generate', 'images.generate'];
  await spend({ operation: images, owner: 'zoe', label: 'weekly' }, 2);
  await spend({ operation: images, owner: 'ann', label: 'weekly' }, 5);
  await spend({ operation: articles, owner: 'ann', label: 'nightly' }, 1);
  await spend({ operation: articles, owner: 'ann', label: 'alpha' }, 1);
  await spend({ operation: articles, owner: 'ann' }, 4);
  await spend({ operation: articles, owner: 'ann', label: 'alpha' }, 0);
  await recordedCall(state, { owner: 'ann', label: 'alpha' }, { money: 'in_doubt', state: 'unknown', charged: 9 });
  await recordedCall(state, { owner: 'ann', label: 'alpha' }, { money: 'released', state: 'failed' });
  await spend({ account: 'b', operation: articles, owner: 'zoe', label: 'nightly' }, 32);
  await clock.advance(day);
  await spend({ operation: articles, owner: 'ann', label: 'nightly' }, 8);
  await spend({ account: '0', operation: articles, owner: 'ann' }, 64);
  const { charges } = state;
  expect(await charges.spending('a', midnight)).toEqual([
    { operation: articles, day: midnight, calls: 3, charged: 6 },
    { operation: images, day: midnight, calls: 2, charged: 7 },
    { operation: articles, day: midnight + day, calls: 1, charged: 8 },
  ]);
  expect(await charges.spendingByLabel('a', midnight)).toEqual([
    { label: 'nightly', calls: 2, charged: 9 },
    { label: 'weekly', calls: 2, charged: 7 },
    { label: 'alpha', calls: 1, charged: 1 },
  ]);
  expect(await charges.spendingByLabel('a', midnight + day)).toEqual([{ label: 'nightly', calls: 1, charged: 8 }]);
  await spend({ operation: articles, owner: 'ann', label: 'alpha' }, 8);
  expect((await charges.spendingByLabel('a', midnight)).map(({ label }) => label)).toEqual([
    'alpha',
    'nightly',
    'weekly',
  ]);
  expect(await charges.spendingByCaller(midnight)).toEqual([
    { account: 'a', caller: 'ann', day: midnight, calls: 4, charged: 11 },
    { account: 'a', caller: 'zoe', day: midnight, calls: 1, charged: 2 },
    { account: 'b', caller: 'zoe', day: midnight, calls: 1, charged: 32 },
    { account: '0', caller: 'ann', day: midnight + day, calls: 1, charged: 64 },
    { account: 'a', caller: 'ann', day: midnight + day, calls: 2, charged: 16 },
  ]);
});

it('charges above their estimates are summed by operation, those without a bound left out', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { state } = it;
  const spend = async (request: Parameters<typeof recordedCall>[1], charged: number): Promise<void> => {
    await recordedCall(state, request, { money: 'settled', state: 'completed', charged });
    await clock.advance(1);
  };
  const since = clock.now() + 1;
  await spend({ operation: 'images.generate' }, 9);
  await spend({ operation: 'images.generate' }, 6);
  await spend({ operation: 'images.generate', estimate: 7 }, 8);
  await spend({ operation: 'articles.generate' }, 6);
  await spend({ operation: 'articles.generate' }, 5);
  await spend({ operation: 'articles.generate', unbounded: true }, 9);
  await spend({ operation: 'articles.generate', account: 'b' }, 9);
  expect(await state.charges.drift('a', since)).toEqual([
    { operation: 'articles.generate', calls: 1, estimated: 5, charged: 6, at: since + 2 },
    { operation: 'images.generate', calls: 2, estimated: 12, charged: 14, at: since + 1 },
  ]);
});
