import { expect, test } from 'vitest';
import { openState } from '../../src/state/open-state.ts';
import { StateClosed } from '../../src/state/sql/state-unavailable.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { engine, freshState, preparedStore } from '../support/state/store.ts';

test('a waiter is woken at once by a write of its own process, within half a second by one of another', async () => {
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
  const stopped = new AbortController();
  const waiting = own.ledger.waitForChange(id, 5_000, stopped.signal);
  stopped.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  for (const one of [own, other]) await one.close();
});

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
  await using rig = await freshState(clock);
  const { ledger, polls } = rig.state;
  const { id } = await recordedCall(rig.state, { arguments: { id: 7 } }, { state: 'running', pollAfterMs: 0 });
  await polls.take(id, 'p', 60_000);
  const began = clock.steady();
  const woken = ledger.waitForChange(id, 5_000).then(() => clock.steady() - began);
  await write(rig.state, id);
  await new Promise(setImmediate);
  await clock.advance(5_000);
  expect(await woken).toBe(isWoken ? 0 : 5_000);
});

test('a store that was closed says so', async () => {
  await using store = await preparedStore();
  const state = await openState(store.location, virtualClock());
  await state.close();
  for (const work of [() => state.ledger.find('a', 'j'), () => state.takesWrites(), () => state.check()])
    await expect(work()).rejects.toThrow(StateClosed);
});
