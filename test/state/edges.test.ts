import { expect, test } from 'vitest';
import type { Entry } from '../../src/state/entry.ts';
import { openState } from '../../src/state/open-state.ts';
import type { State } from '../../src/state/state.ts';
import { StateClosed } from '../../src/state/sql/state-unavailable.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { freshState, preparedStore } from '../support/state/store.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

const expiresAfterMs = 900_000;

const reserved = (state: State): Promise<Entry> => recordedCall(state, { expiresAfterMs });

test('a reservation may be used in its last millisecond, and not after it', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { state } = it;
  const [first, second] = [await reserved(state), await reserved(state)];
  await clock.advance(expiresAfterMs);
  expect(await state.ledger.find('a', first.id)).toMatchObject({ money: 'reserved' });
  expect(await state.ledger.dispatch(first.id, 30_000)).toBe(true);
  await clock.advance(1);
  expect(await state.ledger.dispatch(second.id, 30_000)).toBe(false);
  expect(await state.ledger.find('a', second.id)).toMatchObject({ money: 'released', charged: 0, state: 'failed' });
});

test('a sender is taken for dead five seconds after the deadline of its request, and its late word still counts', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { state } = it;
  const { id } = await reserved(state);
  await state.ledger.dispatch(id, 30_000);
  await clock.advance(35_000);
  expect(await state.ledger.find('a', id)).toMatchObject({ money: 'dispatching', state: 'starting' });
  await clock.advance(1);
  expect(await state.ledger.find('a', id)).toMatchObject({ money: 'in_doubt', state: 'unknown' });
  expect(
    await state.ledger.record(id, { money: 'settled', charged: 5, state: 'completed' }, ['starting', 'unknown']),
  ).toMatchObject({ money: 'settled' });
  expect(
    await state.ledger.record(id, { money: 'released', state: 'failed' }, ['starting', 'unknown']),
  ).toBeUndefined();
});

test('a store that was closed says so', async () => {
  await using store = await preparedStore();
  const state = await openState(store.location, virtualClock());
  await state.close();
  for (const work of [() => state.ledger.find('a', 'j'), () => state.takesWrites(), () => state.check()])
    await expect(work()).rejects.toThrow(StateClosed);
});
