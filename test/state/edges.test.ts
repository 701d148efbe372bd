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

const today = async (state: State) => (await state.ledger.usage('a', [{ window: 'day', session: 's' }]))[0];

test('a charge of the first millisecond of a day counts in it, one of the last before it does not', async () => {
  const clock = virtualClock('2026-11-04T23:59:59.999Z');
  await using it = await freshState(clock);
  const { state } = it;
  const [first, second] = [await reserved(state), await reserved(state)];
  await state.ledger.record(first.id, { money: 'settled', charged: 3 });
  expect(await today(state)).toEqual({ spent: 3, held: 5, inDoubt: 0 });
  await clock.advance(1);
  await state.ledger.record(second.id, { money: 'settled', charged: 4 });
  expect(await today(state)).toEqual({ spent: 4, held: 0, inDoubt: 0 });
});

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

test('a dispatched reservation does not expire', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { state } = it;
  const { id } = await reserved(state);
  await clock.advance(expiresAfterMs);
  await state.ledger.dispatch(id, 30_000);
  await clock.advance(1);
  expect(await today(state)).toEqual({ spent: 0, held: 5, inDoubt: 0 });
  expect(await state.ledger.find('a', id)).toMatchObject({ money: 'dispatching', state: 'starting' });
  await clock.advance(86_400_000);
  expect(await today(state)).toEqual({ spent: 0, held: 5, inDoubt: 5 });
});

test('a call cannot be sent twice', async () => {
  await using it = await freshState(virtualClock());
  const { state } = it;
  const { id } = await reserved(state);
  const left = await Promise.all([state.ledger.dispatch(id, 30_000), state.ledger.dispatch(id, 30_000)]);
  expect(left.filter(Boolean)).toHaveLength(1);
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

test('a slot is taken until a window after its answer, to the millisecond', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { state } = it;
  const one = {
    buckets: [{ name: 'token', requests: 1, per: 60_000 }],
    deadline: 30_000,
    reservedForCalls: 0,
    ahead: 0,
  };
  const taken = await state.slots.take('a', one);
  await clock.advance(7_000);
  await state.slots.markAnswered(taken.kind === 'taken' ? taken.id : '');
  await clock.advance(60_019);
  expect(await state.slots.take('a', one)).toMatchObject({ kind: 'full', ms: 1 });
  await clock.advance(1);
  expect((await state.slots.take('a', one)).kind).toBe('taken');
});

test('all slots of a call are taken, or none', async () => {
  await using it = await freshState(virtualClock());
  const { state } = it;
  const token = { name: 'token', requests: 3, per: 60_000 };
  const own = { name: 'own', requests: 1, per: 1_800_000 };
  const both = { buckets: [token, own], deadline: 30_000, reservedForCalls: 0, ahead: 0 };
  expect((await state.slots.take('a', both)).kind).toBe('taken');
  for (let n = 0; n < 5; n++) expect(await state.slots.take('a', both)).toMatchObject({ kind: 'full', bucket: 'own' });
  expect((await state.slots.take('a', { ...both, buckets: [token] })).kind).toBe('taken');
  expect((await state.slots.take('b', both)).kind).toBe('taken');
});

test('the wait that is reported is that for the bucket that takes the longest', async () => {
  await using it = await freshState(virtualClock());
  const { state } = it;
  const buckets = [
    { name: 'token', requests: 1, per: 60_000 },
    { name: 'own', requests: 1, per: 1_800_000 },
  ];
  await state.slots.take('a', { buckets, deadline: 0, reservedForCalls: 0, ahead: 0 });
  expect(await state.slots.take('a', { buckets, deadline: 0, reservedForCalls: 0, ahead: 0 })).toEqual({
    kind: 'full',
    bucket: 'own',
    ms: 1_800_020,
  });
});

test('a job is polled by one process at a time, and by the next when its lease is over', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { state } = it;
  const { id } = await reserved(state);
  expect(await state.polls.take(id, 'x', 16_000)).toEqual({ kind: 'over' });
  await state.ledger.record(id, { state: 'running', pollAfterMs: 5_000 });
  expect(await state.polls.take(id, 'x', 16_000)).toEqual({ kind: 'wait', ms: 5_000 });
  await clock.advance(5_000);
  expect(await state.polls.take(id, 'x', 16_000)).toEqual({ kind: 'poll' });
  expect(await state.polls.take(id, 'y', 16_000)).toEqual({ kind: 'wait', ms: 16_000 });
  await clock.advance(16_000);
  expect(await state.polls.take(id, 'y', 16_000)).toEqual({ kind: 'poll' });
});

test('a poll that outlived its lease cannot end the lease of its successor', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { state } = it;
  const { id } = await reserved(state);
  await state.ledger.record(id, { state: 'running', pollAfterMs: 5_000 });
  await clock.advance(5_000);
  await state.polls.take(id, 'late', 16_000);
  await clock.advance(16_000);
  expect(await state.polls.take(id, 'successor', 16_000)).toEqual({ kind: 'poll' });
  expect(await state.polls.record(id, 'late', { state: 'completed', pollAfterMs: 0 })).toBeUndefined();
  expect(await state.polls.take(id, 'third', 16_000)).toEqual({ kind: 'wait', ms: 16_000 });
  expect(await state.polls.record(id, 'successor', { state: 'completed', pollAfterMs: 0 })).toMatchObject({
    state: 'completed',
  });
});

test('a store that was closed says so', async () => {
  await using store = await preparedStore();
  const state = await openState(store.location, virtualClock());
  await state.close();
  for (const work of [() => state.ledger.find('a', 'j'), () => state.takesWrites(), () => state.check()])
    await expect(work()).rejects.toThrow(StateClosed);
});
