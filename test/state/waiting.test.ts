import { expect, test } from 'vitest';
import type { Database } from '../../src/state/sql/database.ts';
import { sqlState } from '../../src/state/sql/sql-state.ts';
import { SqliteDatabase } from '../../src/state/sqlite/database.ts';
import { openState } from '../../src/state/open-state.ts';
import type { State } from '../../src/state/state.ts';
import { StateUnavailable } from '../../src/state/state-unavailable.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { engine, freshState, preparedStore } from '../support/state/store.ts';

test.runIf(engine === 'sqlite')(
  'a waiter is woken at once by a write of its own process, within half a second by one of another, and else when the time is up',
  async () => {
    await using store = await preparedStore();
    const clock = virtualClock();
    const [own, other] = [await openState(store.location, clock), await openState(store.location, clock)];
    const { id } = await recordedCall(own);
    const waitedMs = async (write?: () => Promise<unknown>): Promise<number> => {
      const from = clock.steady();
      let end: number | undefined;
      const waiting = own.ledger.waitForChange(id, 5_000).then(() => (end = clock.steady()));
      await write?.();
      while (end === undefined) await clock.advance(100);
      await waiting;
      return end - from;
    };
    expect(await waitedMs(() => own.ledger.record(id, { platformState: 'a' }))).toBeLessThanOrEqual(100);
    expect(await waitedMs(() => other.ledger.record(id, { platformState: 'b' }))).toBeLessThanOrEqual(500);
    expect(await waitedMs()).toBe(5_000);
    const stopped = new AbortController();
    const waiting = own.ledger.waitForChange(id, 5_000, stopped.signal);
    stopped.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    for (const one of [own, other]) await one.close();
  },
);

const noRoom = { credits: 0, window: 'total', session: 's' } as const;

test
  .runIf(engine === 'sqlite')
  .each<[what: string, isWoken: boolean, write: (state: State, id: string) => Promise<unknown>]>([
    ['a change of the call', true, ({ ledger }, id) => ledger.record(id, { progress: 1 }, ['running'])],
    ['a change that is not made', false, ({ ledger }, id) => ledger.record(id, { progress: 1 }, ['failed'])],
    ['a poll of it', true, ({ polls }, id) => polls.record(id, 'p', { progress: 1 })],
    ['a poll that has lost its lease', false, ({ polls }, id) => polls.record(id, 'q', { progress: 1 })],
    ['an event about it', true, ({ events }) => events.announce(['articles.generate'], ['7'])],
    ['an event about another', false, ({ events }) => events.announce(['articles.generate'], ['8'])],
    ['a reservation that is withdrawn', true, ({ ledger }, id) => ledger.readmit('a', id, [noRoom])],
    ['a reservation that is kept', false, ({ ledger }, id) => ledger.readmit('a', id, [])],
    ['a change of another call', false, (state) => recordedCall(state, {}, { progress: 1 })],
  ])('a waiter is woken by %s: %s', async (_, isWoken, write) => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { ledger, polls } = it.state;
  const { id } = await recordedCall(it.state, { arguments: { id: 7 } }, { state: 'running', pollAfterMs: 0 });
  await polls.take(id, 'p', 60_000);
  const began = clock.steady();
  const woken = ledger.waitForChange(id, 5_000).then(() => clock.steady() - began);
  await write(it.state, id);
  await new Promise(setImmediate);
  await clock.advance(5_000);
  expect(await woken).toBe(isWoken ? 0 : 5_000);
});

/** An engine as PostgreSQL's: it does not count the writes of others. What else it is asked for is noted. */
async function notedEngine(clock: ReturnType<typeof virtualClock>) {
  const engine = new SqliteDatabase(':memory:', clock, 'NORMAL');
  await engine.prepare();
  const notes: string[] = [];
  const db = (name: string): Database => ({
    transaction: (...args) =>
      notes.includes('read-only') ? Promise.reject(new StateUnavailable('read-only')) : engine.transaction(...args),
    backup: async (file) => void notes.push(`${name} backup ${file}`),
    check: async () => [`${name} is damaged`],
    close: async () => void notes.push(`${name} closed`),
  });
  return { notes, db, close: () => engine.close() };
}

test('notifications of other processes wake waiters, and what this one writes is notified to them', async () => {
  const clock = virtualClock();
  const { notes, db, close } = await notedEngine(clock);
  const entries = db('store');
  let listener: ((id: string) => void) | undefined;
  const state = sqlState({
    entries,
    slots: entries,
    key: '',
    clock,
    changeNotifications: { notify: async (id) => void notes.push(id), listen: (one) => (listener = one) },
  });
  const { id } = await recordedCall(state, {}, { progress: 1 });
  expect(notes).toEqual([id]);
  for (const [notified, expected] of [
    [id, 0],
    ['another', 60_000],
  ] as const) {
    const began = clock.steady();
    const woken = state.ledger.waitForChange(id, 60_000).then(() => clock.steady() - began);
    await new Promise(setImmediate);
    listener?.(notified);
    await new Promise(setImmediate);
    await clock.advance(60_000);
    expect(await woken).toBe(expected);
  }
  await close();
});

test('a state is copied, checked and closed as its engine does it; one that takes no writes says so', async () => {
  const clock = virtualClock();
  const { notes, db, close } = await notedEngine(clock);
  const one = db('store');
  const state = sqlState({ entries: one, slots: one, key: '', clock });
  await state.backup('copy.db');
  expect(await state.check()).toEqual(['store is damaged']);
  await state.takesWrites();
  await state.close();
  await sqlState({ entries: one, slots: db('slots'), key: '', clock }).close();
  expect(notes).toEqual(['store backup copy.db', 'store closed', 'slots closed', 'store closed']);
  notes.push('read-only');
  await expect(state.takesWrites()).rejects.toThrow(StateUnavailable);
  await close();
});
