import { expect, test } from 'vitest';
import type { Bucket, SlotAnswer, Slots } from '../../src/state/slots.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';
import { preparedStore, openStore } from '../support/state/store.ts';

const minute = 60_000;
const hour = 60 * minute;
const deadline = 30_000;
const bucket = (requests: number, name = 'token'): Bucket => ({ name, requests, per: minute });

interface Stage {
  readonly clock: VirtualClock;
  readonly slots: Slots;
  take(buckets: readonly Bucket[], more?: { reservedForCalls?: number; ahead?: number }): Promise<SlotAnswer>;
  /** Takes slots until there are no more, and resolves with their number. */
  free(buckets: readonly Bucket[]): Promise<number>;
}

/** Another account has slots and cooldowns of the same names, longer than any today; they stay as they are. */
async function staged(work: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = virtualClock();
  await using store = await preparedStore();
  const { slots, ...state } = await openStore(store.location, clock);
  await slots.take('o', { buckets: [bucket(2)], deadline, reservedForCalls: 0, ahead: 0 });
  for (const name of ['token', 'other']) await slots.coolDown('o', [bucket(20, name)], hour);
  for (const table of ['slots', 'cooldowns']) await store.query(`UPDATE ${table} SET until = until + ${48 * hour}`);
  const rows = async () => [
    await store.query("SELECT * FROM slots WHERE account = 'o' ORDER BY id, bucket"),
    await store.query("SELECT * FROM cooldowns WHERE account = 'o' ORDER BY bucket"),
  ];
  const before = await rows();
  const take: Stage['take'] = (buckets, { reservedForCalls = 0, ahead = 0 } = {}) =>
    slots.take('a', { buckets, deadline, reservedForCalls, ahead });
  try {
    await work({
      clock,
      slots,
      take,
      async free(buckets) {
        let taken = 0;
        while ((await take(buckets)).kind === 'taken') taken++;
        return taken;
      },
    });
    expect(await rows()).toEqual(before);
  } finally {
    await state.close();
  }
}

const idOf = (answer: SlotAnswer): string => (answer.kind === 'taken' ? answer.id : 'none');

test('a slot is free a window after the answer, at once after a release, and a window after the deadline without either', () =>
  staged(async ({ clock, slots, take }) => {
    const [answered, released] = [await take([bucket(3)]), await take([bucket(3)])];
    await take([bucket(3)]);
    expect(await take([bucket(3)])).toEqual({ kind: 'full', bucket: 'token', ms: minute + 20 });
    await slots.release(idOf(released));
    await clock.advance(1_000);
    expect((await take([bucket(3)])).kind).toBe('taken');
    await slots.markAnswered(idOf(answered));
    await clock.advance(minute + 19);
    expect(await take([bucket(3)])).toMatchObject({ kind: 'full', ms: 1 });
    await clock.advance(1);
    expect((await take([bucket(3)])).kind).toBe('taken');
    await clock.advance(deadline - 1_000 - 1);
    expect(await take([bucket(3)])).toMatchObject({ kind: 'full', ms: 1 });
    await clock.advance(1);
    expect((await take([bucket(3)])).kind).toBe('taken');
  }));

test('the wait is that of the bucket that takes longest, and nothing is taken in the others', () =>
  staged(async ({ clock, slots, take, free }) => {
    const [wide, narrow, other] = [bucket(5), bucket(1, 'narrow'), bucket(1, 'other')];
    await slots.markAnswered(idOf(await take([wide, narrow])));
    await clock.advance(10_000);
    await slots.markAnswered(idOf(await take([wide, other])));
    expect(await take([wide, narrow, other])).toEqual({ kind: 'full', bucket: 'other', ms: minute + 20 });
    expect(await take([wide, other, narrow])).toEqual({ kind: 'full', bucket: 'other', ms: minute + 20 });
    expect(await take([wide, narrow])).toEqual({ kind: 'full', bucket: 'narrow', ms: 50_020 });
    expect(await free([wide])).toBe(3);
  }));

test('polls leave slots of the first bucket to calls, and may have one at least', () =>
  staged(async ({ take }) => {
    const poll = (buckets: readonly Bucket[], reservedForCalls: number) => take(buckets, { reservedForCalls });
    expect((await poll([bucket(3), bucket(3, 'own')], 1)).kind).toBe('taken');
    expect((await poll([bucket(3), bucket(3, 'own')], 1)).kind).toBe('taken');
    expect(await poll([bucket(3), bucket(3, 'own')], 1)).toMatchObject({ kind: 'full', bucket: 'token' });
    expect((await take([bucket(3), bucket(3, 'own')])).kind).toBe('taken');
    expect((await poll([bucket(1, 'x')], 5)).kind).toBe('taken');
    for (let n = 0; n < 2; n++) expect((await poll([bucket(9, 'y'), bucket(2, 'z')], 1)).kind).toBe('taken');
  }));

test('the wait of a request behind others counts the slots that they take first', () =>
  staged(async ({ clock, slots, take }) => {
    for (let n = 0; n < 2; n++) {
      await slots.markAnswered(idOf(await take([bucket(2)])));
      await clock.advance(10_000);
    }
    const window = minute + 20;
    const waits = await Promise.all([0, 1, 2, 3, 4].map((ahead) => take([bucket(2)], { ahead })));
    expect(waits.map((one) => one.kind === 'full' && one.ms)).toEqual([
      window - 20_000,
      window - 10_000,
      2 * window - 20_000,
      2 * window - 10_000,
      3 * window - 20_000,
    ]);
  }));

test('a bucket cools down for an hour at most, and the longer of two pauses counts', () =>
  staged(async ({ clock, slots, take }) => {
    await slots.coolDown('a', [bucket(10)], 90_000);
    await slots.coolDown('a', [bucket(10)], 30_000);
    expect(await take([bucket(10)])).toEqual({ kind: 'full', bucket: 'token', ms: 90_000 });
    await clock.advance(89_999);
    expect(await take([bucket(10)])).toMatchObject({ kind: 'full', ms: 1 });
    await clock.advance(1);
    expect((await take([bucket(10)])).kind).toBe('taken');
    await slots.coolDown('a', [bucket(10)], 24 * hour);
    expect(await take([bucket(10)])).toMatchObject({ kind: 'full', ms: hour });
  }));

test('what no longer counts can be removed, of all accounts, and what counts stays', async () => {
  const clock = virtualClock();
  await using store = await preparedStore();
  const { slots, ...state } = await openStore(store.location, clock);
  const kept = async (): Promise<unknown[]> => {
    const tables = ['slots', 'cooldowns'].map((table) => `SELECT account FROM ${table}`);
    const found = await store.query(`${tables.join(' UNION ALL ')} ORDER BY account`);
    return found.map(({ account }) => account);
  };
  try {
    const wanted = { buckets: [bucket(2)], deadline, reservedForCalls: 0, ahead: 0 };
    for (const account of ['a', 'e']) await slots.take(account, wanted);
    await slots.coolDown('b', [{ name: 'token', requests: 0, per: minute }], deadline + minute + 20);
    await clock.advance(1);
    for (const account of ['c', 'a']) await slots.take(account, wanted);
    await slots.coolDown('d', [{ name: 'token', requests: 0, per: minute }], deadline + minute + 20);
    await clock.advance(deadline + minute + 18);
    await slots.removePassed();
    expect(await kept()).toEqual(['a', 'a', 'b', 'c', 'd', 'e']);
    await clock.advance(1);
    await slots.removePassed();
    expect(await kept()).toEqual(['a', 'c', 'd']);
  } finally {
    await state.close();
  }
});

test('what is forgotten of an account is free, and nothing of another one', () =>
  staged(async ({ slots, take, free }) => {
    const other = { buckets: [bucket(2)], deadline, reservedForCalls: 0, ahead: 0 };
    await slots.take('b', other);
    await take([bucket(2)]);
    await slots.coolDown('a', [bucket(2)], hour);
    await slots.forget('a');
    expect(await free([bucket(2)])).toBe(2);
    expect([(await slots.take('b', other)).kind, (await slots.take('b', other)).kind]).toEqual(['taken', 'full']);
  }));
