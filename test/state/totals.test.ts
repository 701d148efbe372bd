import fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowSpan } from '../../src/state/window-span.ts';
import type { ForeignCharge } from '../../src/state/accounts.ts';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import type { Usage, Window } from '../../src/state/reservation.ts';
import type { State } from '../../src/state/state.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { engine, preparedStore, openStore } from '../support/state/store.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

const windows = ['session', 'hour', 'day', 'week', 'month', 'total'] as const;
const sessions = ['s1', 's2', 's3'];
const owners = ['ann', 'bob'];
const labels = ['nightly', 'weekly'];
const dayMs = 86_400_000;
const held = new Set(['reserved', 'dispatching', 'in_doubt', 'due']);

const which = fc.nat(1_000);
const change: fc.Arbitrary<EntryChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      money: fc.constant('settled' as const),
      charged: fc.constantFrom(0, 5, 40, 60),
      state: fc.constant('completed' as const),
    }),
  },
  // A charge is corrected upwards or downwards, zeroed, opened again.
  { weight: 3, arbitrary: fc.record({ charged: fc.constantFrom(0, 5, 90) }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<EntryChange>(
      { money: 'in_doubt', state: 'unknown' },
      { money: 'due', state: 'running' },
      { money: 'released', state: 'failed' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<EntryChange>(
      { progress: 5 },
      { delivered: true },
      { pollAfterMs: 10 },
      { confirmation: 'stated' },
      { confirmation: 'absent' },
      { watch: { operation: 'articles.get', arguments: {} } },
    ),
  },
);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      session: fc.constantFrom(...sessions),
      estimate: fc.constantFrom(0, 5, 40),
      owner: fc.constantFrom(...owners, undefined),
      label: fc.constantFrom(...labels, undefined),
      operation: fc.constantFrom('articles.generate', 'images.generate'),
      unbounded: fc.boolean(),
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant('midnight' as const) }) },
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

/** A moment at a charge or call of the history, or at its midnight, or beside it. */
const moment = fc.record({ which, isMidnight: fc.boolean(), besideMs: fc.constantFrom(-1, 0, 0, 1) });

test(
  'after any history usage is the plain sum, in every window, of every caller and operation',
  { timeout: 120_000 },
  async () => {
    const clock = virtualClock('2026-03-28T22:07:31.123Z');
    await using store = await preparedStore();
    let state = await openStore(store.location, clock);
    let runs = 0;
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 50, size: 'max' }),
      moment,
      async (steps, { which: at, isMidnight, besideMs }) => {
        const account = `account-${++runs}`;
        const ids: string[] = [];
        let foreign: ForeignCharge[] = [];
        const idOf = (n: number): string => ids[n % Math.max(1, ids.length)] ?? 'none';
        for (const one of steps) {
          if (one.do === 'pass') await clock.advance(one.ms);
          if (one.do === 'midnight') await clock.advance(dayMs - (clock.now() % dayMs));
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
            const { do: _, ...asked } = one;
            ids.push((await recordedCall(state, { account, expiresAfterMs: 900_000, ...asked })).id);
          }
        }
        await expectPlainSums(state, account, clock.now(), foreign);
        const entries = await state.ledger.list(account, { limit: 100_000 });
        const moments = [...entries.flatMap((one) => one.settledAt ?? one.reservedAt), ...foreign.map((one) => one.at)];
        const then = moments[at % Math.max(1, moments.length)] ?? 0;
        await expectPlainLists(state, account, then - (isMidnight ? then % dayMs : 0) + besideMs, entries, foreign);
      },
    );
    await fc.assert(property, { seed: 20_261_122, numRuns: engine === 'postgres' ? 8 : 50 });
    expect(await state.check()).toEqual([]);
    expect(await state.charges.history(undefined, { since: 0, limit: 1 })).toHaveLength(1);
    await store.query('UPDATE spent_days SET credits = credits + 1');
    expect(await state.check()).toHaveLength(1);
    await state.close();
  },
);

async function expectPlainSums(
  state: State,
  account: string,
  now: number,
  foreign: readonly ForeignCharge[],
): Promise<void> {
  const asked: Window[] = windows.flatMap((window) =>
    (window === 'session' ? sessions : ['s1']).map((session) => ({ window, session })),
  );
  const usage = await state.ledger.usage(account, asked);
  const entries = await state.ledger.list(account, { limit: 100_000 });
  asked.forEach(({ window, session }, at) => {
    const own = window === 'session' ? entries.filter((entry) => entry.session === session) : entries;
    const { since } = windowSpan(window, now);
    const others = window === 'session' ? [] : foreign.filter((charge) => charge.at >= since);
    const plain = plainUsage(own, since);
    expect([window, usage[at]]).toEqual([
      window,
      { ...plain, spent: plain.spent + sum(others, ({ credits }) => credits) },
    ]);
  });

  for (const owner of owners) {
    const own = await state.ledger.list(account, { limit: 100_000, owner });
    const [usage] = await state.ledger.usage(account, [{ window: 'month', session: 's1', owner }]);
    const { since } = windowSpan('month', now);
    // Whose a charge from before the store was is not known, so it counts for each caller.
    const before = sum(foreign, ({ at, credits }) => (at >= since ? credits : 0));
    const plain = plainUsage(own, since);
    expect(usage).toEqual({ ...plain, spent: plain.spent + before });
  }
}

const plainUsage = (of: readonly Entry[], since: number): Usage => ({
  spent: sum(of, ({ money, settledAt, charged }) => (money === 'settled' && (settledAt ?? 0) >= since ? charged : 0)),
  held: sum(of, ({ money, estimate }) => (held.has(money) ? estimate : 0)),
  inDoubt: sum(of, ({ money, estimate }) => (money === 'in_doubt' ? estimate : 0)),
});

/** What is listed since a moment: charges by day, by caller, above their estimates, and those not confirmed. */
async function expectPlainLists(
  state: State,
  account: string,
  since: number,
  entries: readonly Entry[],
  foreign: readonly ForeignCharge[],
): Promise<void> {
  const { charges } = state;
  const byOwner = new Map<string, string>();
  for (const owner of owners)
    for (const { id } of await state.ledger.list(account, { limit: 100_000, owner })) byOwner.set(id, owner);
  const settled = entries.flatMap(({ id, label, operation, money, charged, settledAt, estimate, unbounded }) =>
    money === 'settled' && settledAt !== null && charged
      ? [{ caller: byOwner.get(id) ?? null, label, operation, at: settledAt, charged, estimate, unbounded }]
      : [],
  );
  const dayOf = (at: number): number => at - (at % dayMs);
  const sameDay = <Charge extends { readonly at: number }>(
    all: readonly Charge[],
  ): (Charge & { readonly day: number })[] =>
    all.filter(({ at }) => at >= dayOf(since)).map((one) => ({ ...one, day: dayOf(one.at) }));
  const sums = <Key extends string, Charge extends Readonly<Record<Key, unknown>> & { readonly charged: number }>(
    all: readonly Charge[],
    ...keys: readonly Key[]
  ): unknown[] =>
    [...Map.groupBy(all, (one) => JSON.stringify(keys.map((key) => one[key]))).values()].map((group) => ({
      ...Object.fromEntries(keys.map((key) => [key, group[0]?.[key]])),
      calls: group.length,
      charged: sum(group, ({ charged }) => charged),
    }));
  const others = foreign.flatMap(({ credits, ...one }) => (credits > 0 ? [{ ...one, charged: credits }] : []));

  const spending = await charges.spending(account, since);
  expect(new Set(spending)).toEqual(new Set(sums(sameDay([...settled, ...others]), 'operation', 'day')));
  expect(spending.map(({ day }) => day)).toEqual(spending.map(({ day }) => day).toSorted((a, b) => a - b));
  const byLabel = sums(
    sameDay(settled).filter(({ label }) => label !== null),
    'label',
  );
  const labels = await charges.spendingByLabel(account, since);
  expect(new Set(labels)).toEqual(new Set(byLabel));
  expect(labels).toEqual(labels.toSorted((a, b) => b.charged - a.charged));
  const above = settled.filter(
    ({ at, charged, estimate, unbounded }) => at >= since && charged > estimate && !unbounded,
  );
  expect(new Set(await charges.drift(account, since))).toEqual(
    new Set(
      [...Map.groupBy(above, ({ operation }) => operation)].map(([operation, group]) => ({
        operation,
        calls: group.length,
        estimated: sum(group, ({ estimate }) => estimate),
        charged: sum(group, ({ charged }) => charged),
        at: Math.max(...group.map(({ at }) => at)),
      })),
    ),
  );
  const paid = entries.filter((one) => one.reservedAt >= since && (one.estimate > 0 || Number(one.charged) > 0));
  const history = await charges.history(account, { since, limit: 100_000 });
  expect(history.map(({ entry }) => entry)).toEqual(paid.map(({ id }) => id));
  const unconfirmed = entries.filter(
    ({ reservedAt, confirmation, money, watch }) =>
      reservedAt >= since &&
      (confirmation === null || confirmation === 'absent') &&
      (money === 'settled' || (money === 'released' && (watch !== null || confirmation === 'absent'))),
  );
  const unconfirmedCharges = await charges.unconfirmed(account, since);
  expect(new Set(unconfirmedCharges.map(({ id }) => id))).toEqual(new Set(unconfirmed.map(({ id }) => id)));
  expect(unconfirmedCharges.map(({ reservedAt }) => reservedAt)).toEqual(
    unconfirmed.map(({ reservedAt }) => reservedAt).toSorted((a, b) => b - a),
  );
}

const sum = <One>(all: readonly One[], part: (one: One) => number | null): number =>
  all.reduce((total, one) => total + (part(one) ?? 0), 0);
