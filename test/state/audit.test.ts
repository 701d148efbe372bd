import { expect, test } from 'vitest';
import type { ReserveRequest } from '../../src/state/ledger.ts';
import type { State } from '../../src/state/state.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { preparedStore, openStore } from '../support/state/store.ts';
import { asked } from '../support/state/sql.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

async function open(): Promise<AsyncDisposable & { readonly state: State; readonly location: string }> {
  const store = await preparedStore();
  const state = await openStore(store.location, virtualClock());
  return {
    state,
    location: store.location,
    [Symbol.asyncDispose]: async () => (await state.close(), store[Symbol.asyncDispose]()),
  };
}

const reserveId = async (state: State, more?: Partial<ReserveRequest>): Promise<string> =>
  (await recordedCall(state, { arguments: { secret: 'sesame' }, expiresAfterMs: 60_000, ...more })).id;

const result = async (state: State) =>
  (await state.audit.list('a', { since: 0, limit: 100 })).map(({ at: _, ...line }) => line).toReversed();

test('every change of money is recorded in a line with who, what, price and consent', async () => {
  await using it = await open();
  const { state } = it;
  const id = await reserveId(state, { caller: 'c0ffee', consent: 'person' });
  await state.ledger.dispatch(id, 30_000);
  await state.ledger.record(id, { state: 'running', money: 'due' });
  await state.ledger.record(id, { progress: 50 });
  await state.ledger.record(id, { state: 'completed', money: 'settled', charged: 5 });
  await state.ledger.record(id, { charged: 7 });
  const line = { entry: id, caller: 'c0ffee', operation: 'articles.generate', consent: 'person', estimated: 5 };
  expect(await result(state)).toEqual([
    { ...line, event: 'reserved' },
    { ...line, event: 'due' },
    { ...line, event: 'settled', charged: 5 },
    { ...line, event: 'settled', charged: 7 },
  ]);
  const newest = await state.audit.list('a', { since: 0, limit: 2 });
  expect(newest.map(({ charged }) => charged)).toEqual([7, 5]);
  const { at = 0 } = newest[0] ?? {};
  expect(await state.audit.list('a', { since: at, limit: 9 })).toContainEqual(newest[0]);
  expect(await state.audit.list('a', { since: at + 1, limit: 9 })).toEqual([]);
});

test('what the store itself decides is recorded in a line too: a reservation that lapsed, a sender that died', async () => {
  const store = await preparedStore();
  const clock = virtualClock();
  const state = await openStore(store.location, clock);
  const [lapsed, lost] = [await reserveId(state), await reserveId(state)];
  await state.ledger.dispatch(lost, 30_000);
  await clock.advance(3_600_000);
  await state.ledger.list('a', { limit: 1 });
  expect(
    (await result(state))
      .slice(2)
      .map(({ entry, event }) => [entry, event])
      .sort(),
  ).toEqual(
    [
      [lapsed, 'released'],
      [lost, 'in_doubt'],
    ].sort(),
  );
  await state.close();
  await store[Symbol.asyncDispose]();
});

test('a refusal is recorded in a line, arguments are not, and another account sees nothing', async () => {
  await using it = await open();
  await it.state.audit.recordRefusal('a', {
    operation: 'articles.generate',
    reason: 'budget_exceeded',
    caller: 'c0ffee',
    estimated: 5,
  });
  await reserveId(it.state);
  expect(await result(it.state)).toMatchObject([
    { event: 'refused', reason: 'budget_exceeded', caller: 'c0ffee', estimated: 5 },
    { event: 'reserved' },
  ]);
  expect(JSON.stringify(await asked(it.location, ['SELECT * FROM audit']))).not.toContain('sesame');
  expect(await it.state.audit.list('b', { since: 0, limit: 10 })).toEqual([]);
});

test.each(['UPDATE audit SET charged = 0', 'DELETE FROM audit'])('the database refuses %s', async (sql) => {
  await using it = await open();
  await reserveId(it.state);
  await expect(asked(it.location, [sql])).rejects.toThrow('the audit trail is only appended to');
  expect(await result(it.state)).toHaveLength(1);
});

test('lines stay when their call is deleted from the ledger, and follow its account to the team', async () => {
  await using it = await open();
  const id = await reserveId(it.state);
  await it.state.accounts.bind('a', 'team', ['a']);
  await reserveId(it.state, { account: 'b', label: 'weekly' });
  await it.state.accounts.bind('b', 'another team', ['b']);
  await asked(it.location, [`DELETE FROM entries WHERE id = '${id}'`]);
  const lines = await it.state.audit.list('team', { since: 0, limit: 10 });
  expect(lines).toMatchObject([{ entry: id, event: 'reserved' }]);
  expect(lines[0]?.label).toBeUndefined();
  expect(await it.state.audit.list('another team', { since: 0, limit: 10 })).toMatchObject([{ label: 'weekly' }]);
});

test('the operator sees the newest lines of all accounts, each with its account and label', async () => {
  await using it = await open();
  const { audit } = it.state;
  const id = await reserveId(it.state, { account: 'b', label: 'nightly' });
  const refusal = { operation: 'articles.generate', reason: 'budget_exceeded', consent: 'person', label: 'x' } as const;
  await audit.recordRefusal('a', refusal);
  const lines = await audit.listAll({ since: 0, limit: 9 });
  const { at = 0 } = lines[1] ?? {};
  expect(lines).toEqual([
    { account: 'a', at: expect.any(Number), event: 'refused', ...refusal },
    {
      account: 'b',
      at,
      entry: id,
      operation: 'articles.generate',
      event: 'reserved',
      label: 'nightly',
      estimated: 5,
    },
  ]);
  expect(await audit.listAll({ since: 0, limit: 1 })).toEqual(lines.slice(0, 1));
  const newest = Math.max(...lines.map((line) => line.at));
  expect(await audit.listAll({ since: newest, limit: 9 })).toEqual(lines.filter((line) => line.at === newest));
  expect(await audit.listAll({ since: newest + 1, limit: 9 })).toEqual([]);
});
