import { expect, test } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { freshState, freshStore, openStore, preparedStore } from '../support/state/store.ts';

const windows = [{ window: 'total', session: 's' }] as const;

test('a team takes over what an account had before it was known as hers', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { accounts, ledger, runs } = rig.state;
  await accounts.begin('old', { start: 'read', since: 77 }, [{ at: clock.now(), operation: 'x', credits: 7 }]);
  const { id } = await recordedCall(rig.state, { account: 'old' });
  const lease = { owner: 'process', leaseMs: 60_000, holdMs: 60_000, session: 's', limits: [], consentThresholds: [] };
  const run = { id: 'run_1', account: 'old', code: '', input: 'null', may: [], maxCredits: 11 };
  await runs.begin(run, lease);
  await accounts.bind('access', 'team', ['old', 'team', 'old']);

  expect(await accounts.find('access')).toBe('team');
  expect(await ledger.usage('team', windows)).toEqual([{ spent: 7, held: 16, inDoubt: 0 }]);
  expect(await ledger.usage('old', windows)).toEqual([{ spent: 0, held: 0, inDoubt: 0 }]);
  expect(await ledger.find('team', id)).toMatchObject({ estimate: 5 });
  expect(await runs.find('team', 'run_1')).toMatchObject({ maxCredits: 11 });
  expect(await accounts.beginning('team')).toEqual({ start: 'read', since: 77 });
  expect(await accounts.beginning('old')).toBeUndefined();
  expect(await rig.state.check()).toEqual([]);

  await accounts.begin('other', { start: 'waived', since: 9 }, []);
  await accounts.bind('second', 'team', ['other']);
  expect(await accounts.beginning('team')).toEqual({ start: 'read', since: 77 });
  await accounts.bind('access', 'moved', []);
  expect([await accounts.find('access'), await accounts.find('second')]).toEqual(['moved', 'team']);
});

test('the charges from before are read once, again where more of them are needed, or on request', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { accounts, ledger } = rig.state;
  const begin = async (since: number, credits: number, again?: 'again') => [
    await accounts.begin('a', { start: 'read', since }, [{ at: clock.now(), operation: 'x', credits }], again),
    (await ledger.usage('a', windows))[0]?.spent,
  ];
  expect(await begin(500, 1)).toEqual([true, 1]);
  expect(await begin(500, 2)).toEqual([false, 1]);
  expect(await begin(501, 3)).toEqual([false, 1]);
  expect(await begin(499, 4)).toEqual([true, 4]);
  expect(await begin(800, 5, 'again')).toEqual([true, 5]);
  expect(await accounts.beginning('a')).toEqual({ start: 'read', since: 800 });
  await accounts.begin('b', { start: 'waived', since: 1 }, []);
  expect((await ledger.usage('a', windows))[0]?.spent).toBe(5);
  await accounts.begin('a', { start: 'waived', since: 800 }, [], 'again');
  expect(await accounts.beginning('a')).toEqual({ start: 'waived', since: 800 });
  expect((await ledger.usage('a', windows))[0]?.spent).toBe(0);
});

test('of what has the same name the team keeps its own, and takes over the rest', async () => {
  await using rig = await freshState(virtualClock());
  const { accounts, memory, runs } = rig.state;
  const lease = { owner: 'p', leaseMs: 60_000, holdMs: 60_000, session: 's', limits: [], consentThresholds: [] };
  const begin = (id: string, account: string, key: string, owner?: string) =>
    runs.begin({ id, account, code: '', input: '', may: [], maxCredits: 0, key, owner }, lease);
  const named = [
    { account: 'old', name: 'other' },
    { account: 'old', name: 'n', owner: 'ann' },
    { account: 'old', name: 'n', label: 'nightly' },
    { account: 'old', name: 'n' },
    { account: 'team', name: 'n' },
    { account: 'third', name: 'n' },
    { account: 'third', name: 'thirds' },
  ];
  for (const { name, ...place } of named) {
    await memory.set(place, name, `${JSON.stringify(place)} ${name}`);
    await memory.claim(place, name, { holder: 'h', owner: 'p', leaseMs: 60_000 });
    await memory.settle(place, name, 'h', `${JSON.stringify(place)} ${name}`);
  }
  await accounts.begin('third', { start: 'read', since: 3 }, []);
  await begin('run_1', 'old', 'k');
  await begin('run_2', 'old', 'k', 'ann');
  await begin('run_3', 'old', 'l');
  await begin('run_4', 'team', 'k');
  await begin('run_5', 'third', 'k');
  await begin('run_6', 'team', 'l', 'ann');
  await accounts.bind('access', 'team', ['old']);

  const isTaken = ({ account, name, ...more }: (typeof named)[number]): boolean =>
    account === 'old' && (name === 'other' || 'owner' in more || 'label' in more);
  for (const one of named) {
    const { name, ...place } = one;
    const json = `${JSON.stringify(place)} ${name}`;
    const found = isTaken(one) ? { ...place, account: 'team' } : place;
    expect([await memory.get(found, name), await memory.done(found, name)]).toEqual([json, json]);
  }
  expect(await memory.get({ account: 'team' }, 'thirds')).toBeUndefined();
  expect(await accounts.beginning('third')).toEqual({ start: 'read', since: 3 });
  const byKey = [
    runs.findByKey('team', 'k'),
    runs.findByKey('team', 'k', 'ann'),
    runs.findByKey('team', 'l'),
    runs.findByKey('third', 'k'),
  ];
  expect((await Promise.all(byKey)).map((run) => run?.id)).toEqual(['run_4', 'run_2', 'run_3', 'run_5']);
  // It keeps its run, without the key.
  expect(await runs.find('team', 'run_1')).toMatchObject({ key: undefined });
});

test('an account is named by a hash of address and token that differs from store to store', async () => {
  await using one = await freshState(virtualClock());
  await using store = await freshStore();
  const other = await openStore(store.location, virtualClock());
  const keys = [
    one.state.accounts.key('https://a.example', 'token'),
    one.state.accounts.key('https://b.example', 'token'),
    one.state.accounts.key('https://a.example', 'another'),
    other.accounts.key('https://a.example', 'token'),
  ];
  const hashes = await Promise.all(keys);
  expect(hashes.map((key) => /^[\da-f]{32}$/.test(key))).toEqual([true, true, true, true]);
  expect(new Set(hashes).size).toBe(4);
  expect(await one.state.accounts.key('https://a.example', 'token')).toBe(hashes[0]);
  expect(await one.state.accounts.find(hashes[0] ?? '')).toBeUndefined();
  await other.close();
});

test('in a store that has lost commits every account begins anew that is not in it', async () => {
  const clock = virtualClock();
  await using store = await preparedStore();
  const state = await openStore(store.location, clock);
  const { accounts } = state;
  await accounts.begin('a', { start: 'read', since: 9 }, []);
  expect(await accounts.beginning('b')).toBeUndefined();
  await store.query("INSERT INTO meta (key, value) VALUES ('lost', '1')");
  expect(await accounts.beginning('a')).toEqual({ start: 'read', since: 9 });
  expect(await accounts.beginning('b')).toEqual({ start: 'lost', since: 0 });
  expect(await accounts.begin('a', { start: 'read', since: 9 }, [])).toBe(false);
  expect(await accounts.begin('b', { start: 'read', since: 9 }, [])).toBe(true);
  expect(await accounts.beginning('b')).toEqual({ start: 'read', since: 9 });
  await state.close();
});
