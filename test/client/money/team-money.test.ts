import { expect, test } from 'vitest';
import { Reconciler } from '../../../src/client/money/reconciler.ts';
import { TeamMoney, type TeamMoneyDependencies } from '../../../src/client/money/team-money.ts';
import type { EntryChange } from '../../../src/state/entry.ts';
import type { State } from '../../../src/state/state.ts';
import { type VirtualClock, virtualClock } from '../../support/clock/virtual-clock.ts';
import { recordedCall } from '../../support/state/recorded-call.ts';
import { freshState } from '../../support/state/store.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

const day = 86_400_000;

/** An account whose team can be looked up for writing, if at all. */
const accountOf = (key: string): TeamMoneyDependencies['account'] => ({
  toRead: async () => key,
  toWrite: async () => key,
});

const nothingDue = { ended: 0, compared: 0, unexplained: 0, mayBeDrawn: 0, doubtful: false };

/** The team's money: a balance of 50, nothing to compare, nothing to reconcile. */
function moneyOf(state: State, clock: VirtualClock, more: Partial<TeamMoneyDependencies> = {}) {
  return new TeamMoney({
    state,
    own: state,
    account: accountOf('a'),
    clock,
    balance: {
      read: async () => 60,
      now: async (fresh) => (fresh ? 0 : 50),
      plan: 'scale',
      renewsAt: '2026-12-01T00:00:00.000Z',
    },
    budget: { limits: async () => [], total: async () => ({ spent: 19, held: 18, inDoubt: 0 }) },
    watch: {
      lastComparison: async () => nothingDue,
      settle: async () => Promise.reject(new Error('nothing is due')),
    },
    reconciler: new Reconciler({
      state,
      clock,
      account: { key: 'a' },
      balance: async () => undefined,
      read: async () => Promise.reject(new Error('no history')),
    }),
    ...more,
  });
}

test('the view of the money has the dearest operations first, and days, reservations and runs as they are', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const { state } = rig;
  const make = async (operation: string, estimate: number, change?: EntryChange, label?: string): Promise<string> =>
    (await recordedCall(state, { operation, estimate, label }, change)).id;
  const settled = (charged: number, more: EntryChange = {}): EntryChange => ({
    money: 'settled',
    state: 'completed',
    charged,
    ...more,
  });
  const now = clock.now();
  clock.set(new Date(now - 31 * day).toISOString());
  await make('old.one', 5, settled(99, { confirmation: 'found' }));
  clock.set(new Date(now - 29 * day).toISOString());
  await make('early.one', 5, settled(6, { confirmation: 'found' }));
  clock.set(new Date(now - day).toISOString());
  await make('small.one', 5, settled(2, { confirmation: 'stated' }));
  await make('small.one', 5, settled(1));
  await make('absent.one', 5, { ...settled(4), confirmation: 'absent' });
  clock.set(new Date(now).toISOString());
  await make('large.one', 5, settled(9, { confirmation: 'found' }));
  await make('small.one', 5, settled(3), 'nightly');
  await make('free.one', 0, settled(0, { confirmation: 'stated' }));
  await make('unforeseen.one', 0, settled(8, { confirmation: 'found' }));
  const doubtful = await make('doubtful.one', 4, { money: 'in_doubt', state: 'unknown' });
  await make('withdrawn.one', 5, {
    money: 'released',
    state: 'failed',
    watch: { operation: 'articles.get', arguments: { id: 1 } },
  });
  await state.accounts.begin('a', { start: 'none', since: 0 }, []);
  const open = await make('open.one', 7);
  await state.runs.begin(
    { id: 'run_1', account: 'a', code: '', input: 'null', may: [], maxCredits: 11 },
    { owner: 'p', leaseMs: 60_000, holdMs: 60_000, session: 's', limits: [], consentThresholds: [] },
  );
  const view = await moneyOf(rig.state, clock).view();
  const since = new Date(now).toISOString();
  expect(view).toMatchObject({
    balance: 50,
    plan: 'scale',
    renews_at: '2026-12-01T00:00:00.000Z',
    totals: { charged: 19, reserved: 18, in_doubt: 0 },
    reservations: expect.arrayContaining([
      { entry: open, operation: 'open.one', credits: 7, state: 'reserved', since },
      { entry: doubtful, operation: 'doubtful.one', credits: 4, state: 'in_doubt', since },
      { entry: 'run_1', operation: 'run_code', credits: 11, state: 'running', since },
    ]),
    spending: {
      by_operation: [
        { operation: 'large.one', calls: 1, charged: 9 },
        { operation: 'unforeseen.one', calls: 1, charged: 8 },
        { operation: 'early.one', calls: 1, charged: 6 },
        { operation: 'small.one', calls: 3, charged: 6 },
        { operation: 'absent.one', calls: 1, charged: 4 },
      ],
      by_day: [
        { day: new Date(now - 29 * day).toISOString().slice(0, 10), charged: 6 },
        { day: new Date(now - day).toISOString().slice(0, 10), charged: 7 },
        { day: since.slice(0, 10), charged: 20 },
      ],
      by_label: [{ label: 'nightly', calls: 1, charged: 3 }],
    },
    drift: [
      { operation: 'early.one', calls: 1, estimated: 5, charged: 6, at: new Date(now - 29 * day).toISOString() },
      { operation: 'large.one', calls: 1, estimated: 5, charged: 9, at: since },
      { operation: 'unforeseen.one', calls: 1, estimated: 0, charged: 8, at: since },
    ],
    earlier_spending: 'not counted: the platform gave no history of charges when this store began',
    // Confirmed or searched for in vain: no longer open.
    unconfirmed: { charges: 2, credits: 4 },
  });
  const recent = view.recent.map(({ operation, state: money, estimated, charged, at }) =>
    [operation, money, estimated, charged, at].join(' '),
  );
  expect(recent).not.toContainEqual(expect.stringContaining('free.one'));
  expect(recent).toEqual(
    expect.arrayContaining([
      `large.one settled 5 9 ${since}`,
      `unforeseen.one settled 0 8 ${since}`,
      `doubtful.one in_doubt 4 0 ${since}`,
      `early.one settled 5 6 ${new Date(now - 29 * day).toISOString()}`,
    ]),
  );
  expect(view.recent.find(({ operation }) => operation === 'doubtful.one')).toMatchObject({ job_id: doubtful });
  // Where there is nothing to show, there is no empty list either.
  const quiet = moneyOf(state, clock, {
    account: accountOf('b'),
    balance: { read: async () => undefined, now: async () => undefined, plan: '', renewsAt: '' },
  });
  const none = await quiet.view();
  // There is nothing to accept either.
  await quiet.acceptBalance();
  expect(none).toMatchObject({ plan: undefined, renews_at: undefined, earlier_spending: undefined, drift: undefined });
  expect([none.spending.by_label, none.unconfirmed]).toEqual([undefined, undefined]);
});

test.each<[object, number | undefined, unknown[]]>([
  [{ ended: 2 }, 60, [[60, 2]]],
  [{ ended: 2, compared: 2 }, 60, []],
  [{ ended: 2, compared: -1 }, 60, []],
  [{ ended: 2 }, undefined, []],
])(
  'a balance is compared where a call has ended since the last one was: %j, %j',
  async (standing, credits, expected) => {
    const clock = virtualClock();
    await using rig = await freshState(clock);
    const compared: unknown[] = [];
    const watch = {
      lastComparison: async () => ({ ...nothingDue, ...standing }),
      settle: async ({ balance, ended }: { balance: number; ended: number }) => compared.push([balance, ended]),
    };
    const view = (read: () => Promise<number | undefined>) =>
      moneyOf(rig.state, clock, { watch, balance: { read, now: async () => 9, plan: '', renewsAt: '' } }).view();
    await view(async () => credits);
    expect(compared).toEqual(expected);
    const down = new VisibilityError('unreachable', 'Down.', { outcome: 'not_sent' });
    const unread = await view(async () => Promise.reject(down));
    expect(unread).toMatchObject({ balance: undefined, balance_unknown: 'unreachable: Down.' });
    await expect(view(async () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  },
);
