import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spanOf } from '../../src/state/span-of.ts';
import type { ForeignCharge } from '../../src/state/accounts.ts';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import type { Window } from '../../src/state/ledger.ts';
import type { State } from '../../src/state/state.ts';
import { engine, freshStore, openStore } from '../support/state/store.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

const windows = ['session', 'hour', 'day', 'week', 'month', 'total'] as const;
const sessions = ['s1', 's2', 's3'];
/** Offsets of half hours, of three quarters, a clock that is put forward by half an hour, and both sides of the date line. */
const zones = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'America/New_York',
];
const held = new Set(['reserved', 'dispatching', 'in_doubt', 'due']);

const which = fc.nat(1_000);
const change: fc.Arbitrary<EntryChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      money: fc.constant('settled' as const),
      charged: fc.nat(60),
      state: fc.constant('completed' as const),
    }),
  },
  // A charge is corrected upwards or downwards, zeroed, opened again.
  { weight: 3, arbitrary: fc.record({ charged: fc.oneof(fc.constant(0), fc.nat(90)) }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<EntryChange>(
      { money: 'in_doubt', state: 'unknown' },
      { money: 'due', state: 'running' },
      { money: 'released', state: 'failed' },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<EntryChange>({ progress: 5 }, { delivered: true }, { pollAfterMs: 10 }) },
);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      session: fc.constantFrom(...sessions),
      estimate: fc.nat(40),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('dispatch' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('record' as const), which, change }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rebuild' as const),
      charges: fc.array(fc.record({ ago: fc.nat(40 * 86_400_000), credits: fc.nat(30) }), { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clean' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(
        1,
        899_999,
        900_000,
        1_234_567,
        3_600_000,
        19_800_000,
        86_399_999,
        700_000_000,
        3_000_000_000,
      ),
    }),
  },
);

test(
  'after any history the totals are the plain sums, in every window and time zone',
  { timeout: 120_000 },
  async () => {
    const clock = virtualClock('2026-03-28T22:07:31.123Z');
    await using store = await freshStore();
    let state = await openStore(store.location, clock);
    let runs = 0;
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 50, size: 'max' }),
      fc.constantFrom(...zones),
      async (steps, zone) => {
        const account = `account-${++runs}`;
        const ids: string[] = [];
        let foreign: ForeignCharge[] = [];
        const idOf = (n: number): string => ids[n % Math.max(1, ids.length)] ?? 'none';
        for (const one of steps) {
          if (one.do === 'pass') await clock.advance(one.ms);
          if (one.do === 'dispatch') await state.ledger.dispatch(idOf(one.which), 30_000);
          if (one.do === 'withdraw') await state.ledger.withdraw(idOf(one.which), 60_000);
          if (one.do === 'record') await state.ledger.record(idOf(one.which), one.change);
          if (one.do === 'clean') await state.ledger.applyRetention(account);
          if (one.do === 'crash') {
            // The store is opened by another process; that the first one closes nothing is what a crash leaves.
            const next = await openStore(store.location, clock);
            await state.close();
            state = next;
          }
          if (one.do === 'rebuild') {
            foreign = one.charges.map(({ ago, credits }) => ({
              at: clock.now() - ago,
              credits,
              operation: 'images.generate',
            }));
            await state.accounts.begin(account, { start: 'read', since: 0 }, foreign, 'again');
          }
          if (one.do === 'reserve') {
            const reserved = await state.ledger.reserve(request(account, one.session, one.estimate, `${ids.length}`));
            if (reserved.kind === 'reserved') ids.push(reserved.entry.id);
          }
        }
        await expectPlainSums(state, account, zone, clock.now(), foreign);
      },
    );
    await fc.assert(property, { seed: 20_261_122, numRuns: engine === 'postgres' ? 25 : 150 });
    expect(await state.check()).toEqual([]);
    await state.close();
  },
);

async function expectPlainSums(
  state: State,
  account: string,
  zone: string,
  now: number,
  foreign: readonly ForeignCharge[],
): Promise<void> {
  const asked: Window[] = windows.flatMap((window) =>
    (window === 'session' ? sessions : ['s1']).map((session) => ({ window, session, zone })),
  );
  const usage = await state.ledger.usage(account, asked);
  const entries = await state.ledger.list(account, { limit: 100_000 });
  const sum = (of: readonly Entry[], part: (entry: Entry) => number): number =>
    of.reduce((total, entry) => total + part(entry), 0);
  asked.forEach(({ window, session }, at) => {
    const own = window === 'session' ? entries.filter((entry) => entry.session === session) : entries;
    const { since } = spanOf(window, now, zone);
    const others = window === 'session' ? [] : foreign.filter((charge) => charge.at >= since);
    expect([window, usage[at]]).toEqual([
      window,
      {
        spent:
          sum(
            own.filter(({ money, settledAt }) => money === 'settled' && (settledAt ?? 0) >= since),
            ({ charged }) => charged ?? 0,
          ) + others.reduce((total, { credits }) => total + credits, 0),
        held: sum(
          own.filter(({ money }) => held.has(money)),
          ({ estimate }) => estimate,
        ),
        inDoubt: sum(
          own.filter(({ money }) => money === 'in_doubt'),
          ({ estimate }) => estimate,
        ),
      },
    ]);
  });
  const spending = await state.charges.spending(account, 0);
  const charges = entries.filter(({ money, charged }) => money === 'settled' && (charged ?? 0) > 0);
  expect(spending.reduce((total, { charged }) => total + charged, 0)).toBe(
    sum(charges, ({ charged }) => charged ?? 0) + foreign.reduce((total, { credits }) => total + credits, 0),
  );
  expect(spending.reduce((total, { calls }) => total + calls, 0)).toBe(
    charges.length + foreign.filter(({ credits }) => credits > 0).length,
  );
}

const request = (account: string, session: string, estimate: number, fingerprint: string) => ({
  account,
  session,
  operation: 'articles.generate',
  arguments: {},
  fingerprint,
  estimate,
  basis: '',
  limits: [],
  again: true,
  expiresAfterMs: 900_000,
});

test('a total that was meddled with is found', async () => {
  const clock = virtualClock();
  await using store = await freshStore();
  const state = await openStore(store.location, clock);
  await state.accounts.begin('a', { start: 'read', since: 0 }, [{ at: clock.now(), operation: 'x', credits: 7 }]);
  expect(await state.check()).toEqual([]);
  await store.run("UPDATE account_totals SET spent = 1 WHERE account = 'a'");
  expect(await state.check()).toEqual([expect.stringMatching(/^account_totals differs/)]);
  await state.close();
});
