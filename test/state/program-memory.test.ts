import { describe, expect, it } from 'vitest';
import { type Claim, maxMemoryNames } from '../../src/state/program-memory.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { preparedStore, openStore } from '../support/state/store.ts';
import { endedProcess } from '../support/state/ended-process.ts';

const second = 1_000;
const day = 86_400 * second;
const place = { account: 'a' };
const claim = (holder: string, more: Partial<Claim> = {}): Claim => ({
  holder,
  owner: 'p',
  leaseMs: 15 * second,
  ...more,
});

/** Another account has a value and claims of all the names and holders that tests use; they stay as they are. */
async function staged(
  work: (memory: State['memory'], clock: VirtualClock, state: State) => Promise<void>,
): Promise<void> {
  const clock = virtualClock();
  await using store = await preparedStore();
  const state = await openStore(store.location, clock);
  const { memory } = state;
  const other = { account: 'other' };
  await memory.set(other, 'n', 'theirs');
  for (const holder of ['x', 'y', 'z', 'run_1']) await memory.claim(other, `of ${holder}`, claim(holder));
  const rows = () => {
    const tables = ['program_values', 'program_claims'].map((name) => `SELECT * FROM ${name} WHERE account = 'other'`);
    return Promise.all(tables.map((sql) => store.query(`${sql} ORDER BY name`)));
  };
  const before = await rows();
  try {
    await work(memory, clock, state);
    expect(await rows()).toEqual(before);
  } finally {
    await state.close();
  }
}

describe('a value', () => {
  it('is kept for one caller and label of an account, until it is deleted', () =>
    staged(async (memory) => {
      const others = [{ account: 'b' }, { account: 'a', owner: 'ann' }, { account: 'a', label: 'nightly' }];
      expect(await memory.set(place, 'n', '1')).toBe(true);
      for (const other of others) expect(await memory.get(other, 'n')).toBeUndefined();
      for (const other of others) await memory.set(other, 'n', JSON.stringify(other));
      expect(await memory.set(place, 'n', '2')).toBe(true);
      expect(await memory.get(place, 'n')).toBe('2');
      await memory.delete(place, 'n');
      expect(await memory.get(place, 'n')).toBeUndefined();
      for (const other of others) expect(await memory.get(other, 'n')).toBe(JSON.stringify(other));
    }));
});

describe('what is done once', () => {
  it('is done by one of those who ask, and its result is given to all others', () =>
    staged(async (memory) => {
      const turns = await Promise.all(['x', 'y', 'z'].map((holder) => memory.claim(place, 'n', claim(holder))));
      expect(turns.map(({ kind }) => kind).toSorted()).toEqual(['busy', 'busy', 'claimed']);
      const holder = ['x', 'y', 'z'][turns.findIndex(({ kind }) => kind === 'claimed')] ?? '';
      // Asked again after a crash.
      expect(await memory.claim(place, 'n', claim(holder))).toEqual({ kind: 'claimed' });
      expect(await memory.settle(place, 'n', 'somebody', '0')).toBe(false);
      expect(await memory.settle(place, 'n', holder, '7')).toBe(true);
      for (const asking of ['late', holder])
        expect(await memory.claim(place, 'n', claim(asking))).toEqual({ kind: 'done', json: '7' });
      expect(await memory.claim({ ...place, label: 'x' }, 'n', claim('late'))).toEqual({ kind: 'claimed' });
      expect(await memory.claim({ ...place, owner: 'ann' }, 'n', claim('later'))).toEqual({ kind: 'claimed' });
    }));

  it('is done again where its result is too old, which stays good for those with a longer span', () =>
    staged(async (memory, clock) => {
      await memory.claim(place, 'n', claim('x'));
      await memory.settle(place, 'n', 'x', '1');
      await clock.advance(7 * day - 1);
      const asked = (holder: string, days?: number) =>
        memory.claim(place, 'n', claim(holder, days === undefined ? {} : { newerThanMs: days * day }));
      const looked = (days?: number) => memory.done(place, 'n', days === undefined ? undefined : days * day);
      expect(await asked('y', 7)).toEqual({ kind: 'done', json: '1' });
      expect(await looked(7)).toBe('1');
      await clock.advance(1);
      expect([await looked(7), await looked(8), await looked()]).toEqual([undefined, '1', '1']);
      expect(await asked('y', 7)).toEqual({ kind: 'claimed' });
      expect([await asked('z', 7), await asked('z', 8), await asked('z')].map(({ kind }) => kind)).toEqual([
        'busy',
        'done',
        'done',
      ]);
      await memory.settle(place, 'n', 'y', null);
      expect(await asked('z', 7)).toEqual({ kind: 'done', json: null });
    }));

  it('is free again when it was given back, and when who did it died', () =>
    staged(async (memory, clock) => {
      await memory.claim(place, 'n', claim('x'));
      await memory.release(place, 'n', 'somebody');
      expect(await memory.claim(place, 'n', claim('y'))).toEqual({ kind: 'busy' });
      await memory.release(place, 'n', 'x');
      expect(await memory.claim(place, 'n', claim('y'))).toEqual({ kind: 'claimed' });
      await clock.advance(10 * second);
      expect(await memory.renew(place, 'n', claim('y'))).toBe(true);
      await clock.advance(15 * second - 1);
      expect(await memory.claim(place, 'n', claim('z'))).toEqual({ kind: 'busy' });
      await clock.advance(1);
      expect(await memory.claim(place, 'n', claim('z', { owner: endedProcess('x') }))).toEqual({
        kind: 'claimed',
      });
      expect(await memory.renew(place, 'n', claim('y'))).toBe(false);
      expect(await memory.settle(place, 'n', 'y', '1')).toBe(false);
      // A process of this machine that has ended.
      expect(await memory.claim(place, 'n', claim('w'))).toEqual({ kind: 'claimed' });
    }));

  it('by a run lasts while a process carries that on, which loses the run with it', () =>
    staged(async (memory, clock, state) => {
      const lease = { owner: 'p', leaseMs: 15 * second, holdMs: 600 * second };
      const run = { id: 'run_1', account: 'a', session: 's', code: '', input: '', may: [], maxCredits: 5 };
      await state.runs.begin(run, { ...lease, session: 's', limits: [], consentThresholds: [] });
      await memory.claim(place, 'n', claim('run_1', { run: 'run_1' }));
      const { id: unsent } = await recordedCall(state, { run: 'run_1' });
      await state.runs.begin(
        { ...run, id: 'run_3' },
        { ...lease, leaseMs: 600 * second, session: 's', limits: [], consentThresholds: [] },
      );
      await clock.advance(10 * second);
      await state.runs.renew('run_1', lease, {});
      await clock.advance(10 * second);
      expect(await memory.claim(place, 'n', claim('y'))).toEqual({ kind: 'busy' });
      await clock.advance(5 * second);
      expect(await memory.claim(place, 'n', claim('y'))).toEqual({ kind: 'claimed' });
      // The claim is no longer the run's, and another run of that process goes on.
      expect(await memory.claim(place, 'n', claim('z'))).toEqual({ kind: 'busy' });
      expect(await state.runs.standing('run_3')).toMatchObject({ isLeased: true });
      // Its process was only stopped: it records nothing more, and does not send what the other run will.
      expect(await state.ledger.dispatch(unsent, 30 * second)).toBe(false);
      expect(await state.runs.renew('run_1', lease, {})).toBe(false);
      // A process of this machine that has ended: others need not wait for the run either.
      const ended = { ...lease, owner: endedProcess('x'), session: 's', limits: [], consentThresholds: [] };
      await state.runs.begin({ ...run, id: 'run_4' }, ended);
      await memory.claim(place, 'l', claim('run_4', { run: 'run_4' }));
      expect(await memory.claim(place, 'l', claim('z'))).toEqual({ kind: 'claimed' });
      expect(await state.runs.take('a', 'run_4', { ...ended, owner: 'p' })).toMatchObject({ kind: 'taken' });
      await memory.release(place, 'n', 'y');
      await memory.claim(place, 'n', claim('run_2', { run: 'run_2' }));
      expect(await memory.claim(place, 'n', claim('z'))).toEqual({ kind: 'claimed' });
      await memory.claim(place, 'm', claim('run_3', { run: 'run_3' }));
      expect(await memory.claim(place, 'm', claim('z'))).toEqual({ kind: 'busy' });
      await state.runs.end('run_3', 'p', { state: 'completed', log: [], calls: {} });
      expect(await memory.claim(place, 'm', claim('z'))).toEqual({ kind: 'claimed' });
    }));

  it('is forgotten a year after the last change, where another name is claimed', () =>
    staged(async (memory, clock) => {
      const other = { account: 'b' };
      await memory.claim(place, 'taken over', claim('x'));
      await memory.release(place, 'taken over', 'x');
      for (const where of [place, other]) await memory.claim(where, 'settled', claim('x'));
      await memory.claim(place, 'released', claim('x'));
      await clock.advance(day);
      for (const where of [place, other]) await memory.settle(where, 'settled', 'x', '1');
      await memory.claim(place, 'taken over', claim('z'));
      await clock.advance(366 * day - 1);
      await memory.release(place, 'released', 'x');
      await clock.advance(1);
      await memory.claim(place, 'late', claim('y'));
      expect(await memory.done(place, 'settled')).toBe('1');
      await clock.advance(1);
      // A claim of a name that there is makes no room.
      await memory.claim(place, 'late', claim('y'));
      expect(await memory.done(place, 'settled')).toBe('1');
      await memory.claim(place, 'more', claim('more'));
      expect([await memory.done(place, 'settled'), await memory.done(other, 'settled')]).toEqual([undefined, '1']);
    }));

  it('finds its place full of names', async () => {
    const clock = virtualClock();
    await using store = await preparedStore();
    const state = await openStore(store.location, clock);
    const { memory } = state;
    const rows = (label: string, count: number, table = 'program_claims', time = 'changed_at'): Promise<unknown> =>
      store.query(`INSERT INTO ${table} (account, owner, label, name, value, ${time})
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
        SELECT 'a', '', '${label}', 'n' || n, '0', ${clock.now()} FROM numbers`);
    await rows('', maxMemoryNames.values - 1, 'program_values', 'set_at');
    expect([await memory.set(place, 'last', '1'), await memory.set(place, 'more', '1')]).toEqual([true, false]);
    expect([await memory.get(place, 'more'), await memory.set(place, 'last', '2')]).toEqual([undefined, true]);
    await rows('', maxMemoryNames.claims - 101);
    await rows('other', 100);
    expect(await memory.claim(place, 'last', claim('x'))).toEqual({ kind: 'claimed' });
    expect(await memory.claim(place, 'more', claim('x'))).toEqual({ kind: 'full' });
    expect(await memory.claim(place, 'last', claim('y'))).toEqual({ kind: 'busy' });
    expect(await memory.claim(place, 'n1', claim('x'))).toEqual({ kind: 'claimed' });
    expect(await memory.claim({ account: 'a', label: 'more' }, 'more', claim('x'))).toEqual({ kind: 'full' });
    await state.close();
  });
});
