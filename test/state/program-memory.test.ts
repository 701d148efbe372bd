import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Claim, maxMemoryNames } from '../../src/state/program-memory.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';
import { engine, freshState } from '../support/state/store.ts';

const second = 1_000;
const day = 86_400 * second;
const place = { account: 'a' };
const claim = (holder: string, more: Partial<Claim> = {}): Claim => ({
  holder,
  owner: 'p',
  leaseMs: 15 * second,
  ...more,
});

async function staged(
  work: (memory: State['memory'], clock: VirtualClock, state: State) => Promise<void>,
): Promise<void> {
  const clock = virtualClock();
  await using store = await freshState(clock);
  await work(store.state.memory, clock, store.state);
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

  it.runIf(engine === 'sqlite')('finds its place full of names, and room once one is deleted', () =>
    staged(async (memory) => {
      for (let n = 0; n < maxMemoryNames.values; n++) await memory.set(place, `n${n}`, '0');
      expect(await memory.set(place, 'more', '0')).toBe(false);
      expect(await memory.set(place, 'n7', '1')).toBe(true);
      expect(await memory.set({ ...place, label: 'x' }, 'more', '0')).toBe(true);
      await memory.delete(place, 'n7');
      expect(await memory.set(place, 'more', '0')).toBe(true);
    }),
  );
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
      expect(await memory.settle(place, 'n', holder, '7')).toBe(true);
      expect(await memory.claim(place, 'n', claim('late'))).toEqual({ kind: 'done', json: '7' });
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
      await memory.release(place, 'n', 'x');
      expect(await memory.isHeld(place, 'x')).toBe(true);
      expect(await memory.claim(place, 'n', claim('y'))).toEqual({ kind: 'claimed' });
      await clock.advance(10 * second);
      expect(await memory.renew(place, 'n', claim('y'))).toBe(true);
      await clock.advance(15 * second - 1);
      expect(await memory.claim(place, 'n', claim('z'))).toEqual({ kind: 'busy' });
      await clock.advance(1);
      expect(await memory.claim(place, 'n', claim('z', { owner: `${hostname()} 4194303 x` }))).toEqual({
        kind: 'claimed',
      });
      expect(await memory.renew(place, 'n', claim('y'))).toBe(false);
      expect(await memory.settle(place, 'n', 'y', '1')).toBe(false);
      expect(await memory.isHeld(place, 'y')).toBe(false);
      // A process of this machine that has ended.
      expect(await memory.claim(place, 'n', claim('w'))).toEqual({ kind: 'claimed' });
    }));

  it('by a run lasts while a process carries that on, which loses the run with it', () =>
    staged(async (memory, clock, state) => {
      const lease = { owner: 'p', leaseMs: 15 * second, holdMs: 600 * second };
      const run = { id: 'run_1', account: 'a', session: 's', code: '', input: '', may: [], maxCredits: 0 };
      await state.runs.begin(run, { ...lease, session: 's', limits: [], consentThresholds: [] });
      await memory.claim(place, 'n', claim('run_1 0', { run: 'run_1' }));
      await clock.advance(10 * second);
      await state.runs.renew('run_1', lease);
      await clock.advance(10 * second);
      expect(await memory.claim(place, 'n', claim('y'))).toEqual({ kind: 'busy' });
      await clock.advance(5 * second);
      expect(await memory.claim(place, 'n', claim('y'))).toEqual({ kind: 'claimed' });
      // Its process only slept: it records nothing more.
      expect(await state.runs.renew('run_1', lease)).toBe(false);
      expect(await memory.isHeld(place, 'run_1 0')).toBe(false);
      await memory.release(place, 'n', 'y');
      await memory.claim(place, 'n', claim('run_2 0', { run: 'run_2' }));
      expect(await memory.claim(place, 'n', claim('z'))).toEqual({ kind: 'claimed' });
    }));
});
