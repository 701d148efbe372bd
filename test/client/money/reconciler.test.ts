import { describe, expect, it, test } from 'vitest';
import { Reconciler, type ReconcilerDependencies, secondsToNextLook } from '../../../src/client/money/reconciler.ts';
import type { Entry, EntryChange } from '../../../src/state/entry.ts';
import type { ReserveRequest } from '../../../src/state/reservation.ts';
import type { State } from '../../../src/state/state.ts';
import { type VirtualClock, virtualClock } from '../../support/clock/virtual-clock.ts';
import { recordedCall } from '../../support/state/recorded-call.ts';
import { freshState } from '../../support/state/store.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** A row of the platform's history. */
interface Row {
  /** Milliseconds after the call was sent. Default: a second. */
  readonly after?: number;
  readonly delta?: number;
  readonly endpoint?: string;
  readonly reference?: string | number;
}

interface Platform {
  readonly rows?: readonly Row[];
  /** Its balance: the one that the rows lead to, one they do not lead to, or none. */
  readonly balance?: 'explained' | 'other' | 'none';
  /** Pages of the history that it has beside the one that it shows. */
  readonly morePages?: boolean;
  /** Called while the history is read. */
  readonly whileRead?: () => Promise<unknown>;
}

interface Stage {
  readonly clock: VirtualClock;
  readonly state: State;
  readonly reads: readonly unknown[];
  /** A call that was sent at the beginning and ended a second later with `change`. */
  sent(request: Partial<ReserveRequest>, change?: EntryChange, endsAfter?: number): Promise<string>;
  reconciler(platform: Platform, more?: Partial<ReconcilerDependencies>): Reconciler;
}

async function staged(work: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = virtualClock();
  await using store = await freshState(clock);
  const { state } = store;
  const began = clock.now();
  const reads: unknown[] = [];
  await work({
    clock,
    state,
    reads,
    async sent(request, change, endsAfter = second) {
      const { id } = await recordedCall(state, { arguments: { id: 1 }, ...request });
      await state.ledger.dispatch(id, 30_000);
      await clock.advance(endsAfter);
      if (change) await state.ledger.record(id, change);
      return id;
    },
    reconciler({ rows = [], balance = 'explained', morePages = false, whileRead }, more) {
      let credits = 1_000;
      const opening: Row = { after: -30 * day, delta: credits, endpoint: 'Opening top-up' };
      const data = [opening, ...rows].map(({ after = second, delta = -5, endpoint = writing, reference }, at) => ({
        created_at: new Date(began + after).toISOString(),
        delta,
        endpoint,
        reference_id: reference ?? null,
        balance_after: at === 0 ? credits : (credits += delta),
      }));
      return new Reconciler({
        state,
        clock,
        account: { key: 'a' },
        balance: async () => (balance === 'none' ? undefined : balance === 'other' ? credits - 1 : credits),
        read: async (_, input, how) => {
          reads.push([input['page'], how]);
          await whileRead?.();
          const newestFirst = input['page'] === 1 ? data.toReversed() : [];
          return {
            status: 200,
            rawJson: null,
            data: morePages ? newestFirst.slice(0, -1) : newestFirst,
            ...(morePages && input['page'] === 1 ? { incomplete: { rows: 1, says: 'more' } } : {}),
            ...(morePages && input['page'] !== 1 ? { data: null } : {}),
          } as never;
        },
        ...more,
      });
    },
  });
}

const writing = 'POST /articles/{id}/generate';
const lost: EntryChange = { money: 'in_doubt', state: 'unknown' };
const refused: EntryChange = { money: 'in_doubt', state: 'failed' };
const settled = (charged = 5, confirmation?: EntryChange['confirmation']): EntryChange => ({
  money: 'settled',
  state: 'completed',
  charged,
  confirmation,
});

/** The call of a case, in addition to `articles.generate` with the id 1, which draws 5. */
interface Call extends Partial<ReserveRequest> {
  /** Milliseconds after the call was sent at which it ended. Default: a second. */
  readonly endsAfter?: number;
}

/** `at`: milliseconds after the call was sent at which the history is read. `expected`: what that changed. Absent: nothing. */
type Case = [
  what: string,
  change: EntryChange,
  at: number,
  platform: Platform,
  expected?: Partial<Entry> | undefined,
  call?: Call,
];

const check = (...[, change, at, platform, expected, { endsAfter = second, ...request } = {}]: Case): Promise<void> =>
  staged(async ({ clock, state, sent, reconciler }) => {
    // So that there is something to look at in any case.
    await state.charges.markBalance('a', { balance: 1_000, readAt: clock.now() });
    const id = await sent(request, change, endsAfter);
    await clock.advance(at - endsAfter);
    const before = await state.ledger.find('a', id);
    const { reconciled } = await reconciler(platform).run();
    const after = await state.ledger.find('a', id);
    expect(after).toMatchObject(expected ?? (before as Entry));
    if (before?.money === 'settled') expect(after?.settledAt).toBe(before.settledAt);
    const isChanged = after?.money !== before?.money || after?.charged !== before?.charged;
    const { operation, money, charged } = after as Entry;
    expect(reconciled).toEqual(
      isChanged ? [{ job_id: id, operation, was: before?.money, now: money, charged: charged ?? 0 }] : [],
    );
  });

const explore = { operation: 'keywords.explore', arguments: {}, estimate: 50 } as const;
const explored = (delta: number, more: Row = {}): Row => ({ delta, endpoint: 'POST /explorer', ...more });
/** Charged on success. */
const create = { operation: 'storylines.create', arguments: { project: 1 } } as const;
const created = (delta: number, more: Row = {}): Row => ({ delta, endpoint: `POST /projects/1/storylines`, ...more });
/** A job with a variable price, charged at its start. */
const run = { operation: 'tracking.run', estimate: 50 } as const;
const ran = (delta: number): Row => ({ delta, endpoint: 'POST /tracking-projects/1/run' });

const watchOf = (operation: string, id: number) => ({ watch: { operation, arguments: { id } } });
const isLost = (credits: number) => ({
  money: 'settled' as const,
  charged: credits,
  state: 'failed' as const,
  watch: null,
  error: `the platform carried it out and drew ${credits} credits; its answer was lost`,
});
const unknownPlatform = { balance: 'none', morePages: true } as const;

describe('a call in doubt that the history shows', () => {
  const found = { money: 'settled', charged: 5, confirmation: 'found' } as const;
  it.each<Case>([
    [
      'is settled at what was drawn, and its job polled',
      lost,
      minute,
      { rows: [{ reference: 1 }] },
      { ...found, state: 'running', ...watchOf('articles.get', 1) },
    ],
    [
      'and whose job is known by the reference of the charge alone is polled by that',
      lost,
      minute,
      { rows: [created(-5, { reference: 7 })] },
      { state: 'running', ...watchOf('storylines.get', 7) },
      create,
    ],
    ['and whose job nothing identifies has failed', lost, minute, { rows: [created(-5)] }, isLost(5), create],
    [
      'and whose job needs more than the reference has failed',
      lost,
      minute,
      { rows: [{ endpoint: 'POST /tracking-projects/1/prompts/apply-single-tag', reference: 1 }] },
      isLost(5),
      { operation: 'prompt_tags.apply_single_tag' },
    ],
    ['and has no job has failed', lost, minute, { rows: [explored(-40)] }, isLost(40), explore],
    ['and was refused stays refused', refused, minute, { rows: [{}] }, { ...found, state: 'failed', error: null }],
    [
      'by more rows than it can have is settled, and not confirmed',
      lost,
      minute,
      { rows: [{}, { delta: -6 }] },
      { money: 'settled', charged: 11, confirmation: null },
    ],
    ['is settled, however little else is known', lost, minute, { rows: [{}], ...unknownPlatform }, found],
  ])('%s', check);
});

it('a call in doubt is not touched by a look that began before it was answered', () =>
  staged(async ({ clock, state, sent, reconciler }) => {
    const id = await sent(explore, lost);
    const answered: EntryChange = { ...settled(30, 'stated'), answer: { volume: 9 } };
    const charges = {
      ...state.charges,
      comparison: async (account: string) => {
        // The last read before what was found is written.
        if (reads > 0) await state.ledger.record(id, answered);
        return state.charges.comparison(account);
      },
    };
    let reads = 0;
    await clock.advance(minute);
    const { reconciled } = await reconciler(
      { rows: [explored(-40)], whileRead: async () => void reads++ },
      { state: { ...state, charges } },
    ).run();
    expect(reconciled).toEqual([]);
    expect(await state.ledger.find('a', id)).toMatchObject(answered);
  }));

it('a refused call is not charged by a look that began before a comparison released it: the next one settles it', () =>
  staged(async ({ clock, state, sent, reconciler }) => {
    await state.charges.markBalance('a', { balance: 1_000, readAt: clock.now() });
    const id = await sent({}, refused);
    const record = state.ledger.record.bind(state.ledger);
    const ledger = {
      ...state.ledger,
      record: async (...args: Parameters<typeof record>) => {
        const { ended } = await state.charges.comparison('a');
        await state.charges.compareBalance('a', { balance: 1_000, readAt: clock.now() }, { ended, others: 0 });
        return record(...args);
      },
    };
    await clock.advance(second);
    const platform = { rows: [{}], balance: 'other' } as const;
    expect((await reconciler(platform, { state: { ...state, ledger } }).run()).reconciled).toEqual([]);
    expect(await state.ledger.find('a', id)).toMatchObject({ money: 'released', state: 'failed', charged: 0 });
    expect((await reconciler(platform).run()).reconciled).toMatchObject([{ was: 'released', now: 'settled' }]);
  }));

describe('a call in doubt that the history does not show', () => {
  const released = { money: 'released', charged: 0 } as const;
  const atOnce = { endsAfter: 0 };
  const later = (after: number): Row => ({ after, delta: -3, endpoint: 'POST /humanize' });
  const unreadable = (after: number): Platform => ({
    rows: [{ after, endpoint: 'article generation' }, later(10 * minute)],
    balance: 'none',
  });
  /** The latest time that counts as that of the call, for clocks may differ by two minutes. */
  const latest = 4 * minute + second;
  it.each<Case>([
    [
      'is released two minutes later if the history leads to the balance',
      lost,
      2 * minute,
      {},
      {
        ...released,
        state: 'failed',
        confirmation: 'absent',
        error: 'the platform has no record of a charge for it',
      },
      atOnce,
    ],
    [
      'and is free is released, and may have been carried out all the same',
      { ...lost, error: 'cut off' },
      2 * minute,
      {},
      { ...released, state: 'unknown', confirmation: 'absent', error: 'cut off' },
      { operation: 'files.bulk_export', estimate: 0, ...atOnce },
    ],
    ['is not released sooner', lost, 2 * minute - 1, {}, undefined, atOnce],
    ['is not released by a history that does not lead to the balance', lost, hour, { balance: 'other' }],
    ['is not released by a history of which a part is missing', lost, hour, { morePages: true }],
    ['is released by a row that is surely later', lost, hour, { rows: [later(latest + 1)], balance: 'none' }, released],
    ['is not released by a row that may not be later', lost, hour, { rows: [later(latest)], balance: 'none' }],
    ['is not released where the oldest row of its time has an unknown address', lost, hour, unreadable(-2 * minute)],
    ['is not released where the latest row of its time has an unknown address', lost, hour, unreadable(latest)],
    ['is released where an older row has an unknown address', lost, hour, unreadable(-2 * minute - 1), released],
    ['is released where a later row has an unknown address', lost, hour, unreadable(latest + 1), released],
    [
      'and was over before is released, and stays as it ended',
      { ...refused, error: 'was refused', answer: {} },
      hour,
      {},
      { ...released, state: 'failed', confirmation: 'absent', error: 'was refused' },
    ],
    [
      'and is charged on success is not released within the hour',
      lost,
      hour - 1,
      {},
      undefined,
      { ...create, ...atOnce },
    ],
    ['and is charged on success is released after an hour', lost, hour, {}, released, { ...create, ...atOnce }],
    [
      'and ended is not released within an hour of its end',
      { ...refused, answer: {} },
      2 * hour - 1,
      {},
      undefined,
      { ...create, endsAfter: hour },
    ],
    ['and was refused is released at once', refused, second, {}, { ...released, state: 'failed', confirmation: null }],
    ['and was refused stays in doubt where the balance has another', refused, second, { balance: 'other' }],
    ['and failed with an answer is not released at once', { ...refused, answer: { status: 'failed' } }, second, {}],
    ['and whose job failed is not released at once', { ...refused, ...watchOf('articles.get', 1) }, second, {}],
  ])('%s', check);

  it('is not released, and none of its operation lowered, where a charge that belongs to no call may be theirs', () =>
    staged(async ({ clock, state, sent, reconciler }) => {
      await sent(create, settled(5));
      await clock.advance(30 * minute);
      const id = await sent({ ...create, arguments: { project: 2 } }, lost);
      await clock.advance(3 * hour);
      const other = await sent({ ...create, arguments: { project: 3 } }, settled(9));
      await clock.advance(3 * hour);
      const own = { after: 4 * hour, delta: -4, endpoint: 'POST /projects/3/storylines' };
      await reconciler({ rows: [created(-5), created(-5, { after: 9 * minute, reference: 70 }), own] }).run();
      expect(await state.ledger.find('a', id)).toMatchObject({ money: 'in_doubt' });
      expect(await state.ledger.find('a', other)).toMatchObject({ charged: 9, confirmation: null });
    }));

  it('counts as sent when it was sent, not when it was reserved', () =>
    staged(async ({ clock, state, reconciler }) => {
      const { id } = await recordedCall(state, explore);
      await clock.advance(minute);
      await state.ledger.dispatch(id, 30_000);
      await state.ledger.record(id, settled(50));
      await clock.advance(2 * minute - 1);
      expect((await reconciler({}).run()).reconciled).toEqual([]);
      await clock.advance(1);
      expect((await reconciler({}).run()).reconciled).toMatchObject([{ charged: 0 }]);
    }));
});

it('a call in doubt is looked up again until two minutes after its end, unless it is free', () =>
  staged(async ({ state, sent }) => {
    const looks = async (...call: Parameters<Stage['sent']>) => {
      const entry = (await state.ledger.find('a', await sent(...call))) as Entry;
      return [1, 0].map((ms) => secondsToNextLook(entry, Number(entry.endedAt) + 2 * minute - ms));
    };
    expect(await looks({}, lost)).toEqual([30, undefined]);
    expect(await looks({ operation: 'files.bulk_export', estimate: 0 }, lost)).toEqual([undefined, undefined]);
    expect(await looks({}, { ...lost, money: 'settled', charged: 5 })).toEqual([undefined, undefined]);
  }));

describe('a settled charge', () => {
  const [found, taken] = [
    { confirmation: 'found' } as const,
    { money: 'settled', charged: 0, confirmation: 'absent' } as const,
  ];
  const reversed = { money: 'released', state: 'failed', confirmation: 'absent' } as const;
  const [long, running] = [{ endsAfter: 10 * minute }, { ...settled(50), state: 'running' } as const];
  const forty = { charged: 40, ...found };
  it.each<Case>([
    ['that the history shows as it is is confirmed', settled(), minute, { rows: [{}] }, { charged: 5, ...found }],
    [
      'is raised, however little else is known',
      settled(),
      minute,
      { rows: [{ delta: -9 }], ...unknownPlatform },
      { charged: 9, ...found },
    ],
    [
      'that was stated is raised, too',
      settled(5, 'stated'),
      minute,
      { rows: [{ delta: -9 }] },
      { charged: 9, ...found },
    ],
    ['that was stated stays so', settled(5, 'stated'), minute, { rows: [{}] }],
    ['that was stated is not lowered', settled(5, 'stated'), hour, { rows: [{ delta: -4 }] }],
    [
      'that was reversed is charged when its row appears',
      reversed,
      hour,
      { rows: [{}] },
      { money: 'settled', charged: 5, ...found },
    ],
    [
      'that was taken back is charged when its row appears',
      settled(0, 'absent'),
      hour,
      { rows: [{}] },
      { money: 'settled', charged: 5, ...found },
    ],
    ['of a call that was refused is not taken back at once', { ...settled(), state: 'failed' }, second, {}],
    ['that was reversed is not taken back', { ...refused, money: 'released', ...watchOf('articles.get', 1) }, hour, {}],
    ['is lowered to the history', settled(50), minute, { rows: [explored(-40)], balance: 'none' }, forty, explore],
    [
      'is not lowered by a part of the history',
      settled(50),
      minute,
      { rows: [explored(-40)], morePages: true },
      undefined,
      explore,
    ],
    [
      'that was found is not lowered where the balance has another',
      settled(50, 'found'),
      minute,
      { rows: [explored(-40)], balance: 'other' },
      undefined,
      explore,
    ],
    ['that nothing shows is taken back two minutes after the call', settled(50), 2 * minute, {}, taken, explore],
    ['that nothing shows is not taken back sooner', settled(50), 2 * minute - 1, {}, undefined, explore],
    ['that was taken back is not confirmed again', settled(0, 'absent'), hour, {}, undefined, explore],
    ['on success is taken back two minutes after its end', settled(), 12 * minute, {}, taken, { ...create, ...long }],
    ['on success is not taken back sooner', settled(), 12 * minute - 1, {}, undefined, { ...create, ...long }],
    [
      'of a variable price is lowered two minutes after the end of its job',
      settled(50),
      12 * minute,
      { rows: [ran(-40)] },
      forty,
      { ...run, ...long },
    ],
    [
      'of a variable price is not lowered sooner',
      settled(50),
      12 * minute - 1,
      { rows: [ran(-40)] },
      undefined,
      { ...run, ...long },
    ],
    [
      'of a job that runs is lowered an hour and two minutes after its start',
      running,
      hour + 2 * minute,
      { rows: [ran(-40)] },
      forty,
      run,
    ],
    ['of a job that runs is not lowered sooner', running, hour + 2 * minute - 1, { rows: [ran(-40)] }, undefined, run],
    [
      'with two rows where one is expected is raised, and not confirmed',
      settled(),
      minute,
      { rows: [{}, {}] },
      { charged: 10, confirmation: null },
    ],
    ['with two such rows of its sum stays as it is', settled(10), minute, { rows: [{}, {}] }],
    [
      'with two such rows of less is not lowered where the balance has another',
      settled(12),
      minute,
      { rows: [{}, {}], balance: 'other' },
    ],
    [
      'with two such rows of less is lowered, and not confirmed',
      settled(12),
      minute,
      { rows: [{}, {}] },
      { charged: 10, confirmation: null },
    ],
  ])('%s', check);

  it('that was found is lowered once the history leads to the balance without it: its rows were another call’s', () =>
    staged(async ({ clock, state, sent, reconciler }) => {
      const [own, other] = [await sent(explore, settled(50, 'found')), await sent(explore, settled(40))];
      await clock.advance(minute);
      await reconciler({ rows: [explored(-30), explored(-20, { after: 2 * second })] }).run();
      expect(await state.ledger.find('a', own)).toMatchObject({ charged: 30, confirmation: 'found' });
      expect(await state.ledger.find('a', other)).toMatchObject({ charged: 20, confirmation: 'found' });
      // Now the one row that is left is the older call's, and the other has none.
      await clock.advance(minute);
      await reconciler({ rows: [explored(-30)] }).run();
      expect(await state.ledger.find('a', other)).toMatchObject({ charged: 0 });
    }));

  it('is not lowered, nor a refused call released, where a call ended after the balance was read', async () => {
    for (const [request, change, rows] of [
      [explore, settled(50), [explored(-40)]],
      [{}, refused, []],
    ] as const)
      await staged(async ({ state, sent, reconciler }) => {
        const other = await sent({ arguments: { id: 9 } });
        await sent(request, change);
        const { reconciled } = await reconciler({
          rows,
          whileRead: async () => state.ledger.record(other, settled(5, 'stated')),
        }).run();
        expect(reconciled).toEqual([]);
      });
  });
});

describe('a call that may still be charged', () => {
  const due: EntryChange = { money: 'due', state: 'running', ...watchOf('storylines.get', 7) };
  /** In doubt, so that there is something to reconcile. */
  const doubt = { arguments: { id: 9 } };

  it.each([
    { what: 'has what was drawn beside its reservation', delta: -4, money: 'due', charged: 4 },
    { what: 'has what was drawn up to its estimate', delta: -5, money: 'due', charged: 5 },
    { what: 'is settled at what exceeds its estimate', delta: -6, money: 'settled', charged: 6 },
    { what: 'stays as it is where nothing was drawn', delta: undefined, money: 'due', charged: null },
  ])('$what', ({ delta, money, charged }) =>
    staged(async ({ state, sent, reconciler }) => {
      await sent(doubt, lost);
      const id = await sent(create, due);
      const rows = delta === undefined ? [] : [created(delta, { reference: 7 })];
      const reconcile = async () => (await reconciler({ rows }).run()).reconciled;
      const changes = await reconcile();
      expect(await state.ledger.find('a', id)).toMatchObject({ money, charged });
      expect(changes).toEqual(
        money === 'settled'
          ? [{ job_id: id, operation: create.operation, was: 'due', now: 'settled', charged: 6 }]
          : [],
      );
      // The charge of an open call is not in the ledger yet, so the mark must not include it either.
      expect(await reconcile()).toEqual([]);
      expect((await state.charges.balanceMark('a'))?.balance).toBe(money === 'settled' ? 994 : 1_000);
      // A history that shows less takes nothing back before the job has ended.
      await reconciler({ rows: [created(-1, { reference: 7 })], balance: 'none' }).run();
      expect((await state.ledger.find('a', id))?.charged).toBe(charged ?? 1);
    }),
  );

  it('is not touched by a look that began before it was answered', () =>
    staged(async ({ clock, state, sent, reconciler }) => {
      await sent(doubt, lost);
      const id = await sent(create, due);
      const record = state.ledger.record.bind(state.ledger);
      const ledger = {
        ...state.ledger,
        record: async (...args: Parameters<typeof record>) => {
          if (args[0] === id) await record(id, settled(5, 'stated'));
          return record(...args);
        },
      };
      await clock.advance(second);
      const { reconciled } = await reconciler(
        { rows: [created(-9, { reference: 7 })] },
        { state: { ...state, ledger } },
      ).run();
      expect(reconciled).toEqual([]);
      expect(await state.ledger.find('a', id)).toMatchObject({ money: 'settled', charged: 5 });
    }));

  it('and was not sent yet is not charged', () =>
    staged(async ({ state, sent, reconciler }) => {
      await sent(doubt, lost);
      const { id } = await recordedCall(state, { arguments: { id: 1 } });
      await reconciler({ rows: [{ delta: -9, reference: 1, after: 2 * second }] }).run();
      expect(await state.ledger.find('a', id)).toMatchObject({ money: 'reserved', charged: null });
    }));

  it('and is being sent has what was drawn, too', () =>
    staged(async ({ state, sent, reconciler }) => {
      await sent(doubt, lost);
      const id = await sent({});
      await reconciler({ rows: [{ delta: -9, reference: 1, after: 2 * second }] }).run();
      expect(await state.ledger.find('a', id)).toMatchObject({ money: 'dispatching', charged: 9 });
    }));
});

describe('a look', () => {
  it('reads nothing where nothing is open and no balance was compared', () =>
    staged(async ({ reconciler, reads, sent }) => {
      await sent({}, settled(5, 'stated'));
      expect(await reconciler({}).run()).toEqual({ reconciled: [], explainsBalance: false, foreign: [] });
      expect(reads).toEqual([]);
    }));

  it('with a compared balance returns what others drew, and whether the history leads to the balance', () =>
    staged(async ({ clock, state, reconciler }) => {
      await state.charges.markBalance('a', { balance: 1_000, readAt: clock.now() });
      await clock.advance(minute);
      const rows = [{ after: 2 * second, delta: -3, endpoint: 'POST /humanize' }];
      expect(await reconciler({ rows }).run()).toMatchObject({ explainsBalance: true, foreign: [{ delta: -3 }] });
      expect(await state.charges.balanceMark('a')).toEqual({ balance: 997, readAt: clock.now() });
      expect(await reconciler({ rows, balance: 'other' }).run()).toMatchObject({ explainsBalance: false });
      // A balance that was read already is not read again.
      const reading = { balance: 997, readAt: clock.now() + 1, ended: 0 };
      const balance = async () => Promise.reject(new Error('read again'));
      expect(await reconciler({ rows }, { balance }).run({ urgency: 'call', reading })).toMatchObject({
        explainsBalance: true,
      });
      expect(await state.charges.balanceMark('a')).toEqual({ balance: 997, readAt: clock.now() + 1 });
    }));

  it('keeps the mark of the balance where a call has ended since it was read', () =>
    staged(async ({ clock, state, sent, reconciler }) => {
      await state.charges.markBalance('a', { balance: 1_000, readAt: clock.now() });
      const began = clock.now();
      const other = await sent({});
      await reconciler({ whileRead: async () => state.ledger.record(other, settled(5, 'stated')) }).run();
      expect(await state.charges.balanceMark('a')).toEqual({ balance: 1_000, readAt: began });
    }));

  it('goes back ten minutes before the oldest open call, and passes its priority on', () =>
    staged(async ({ clock, state, sent, reconciler, reads }) => {
      // Settled, and so not open: its row must not be taken for that of the call in doubt.
      await sent({}, settled(5, 'stated'));
      await clock.advance(9 * minute);
      const doubtful = await sent({}, lost);
      await clock.advance(hour);
      const signal = new AbortController().signal;
      await reconciler({ rows: [{ after: second }], balance: 'none' }).run({ urgency: 'poll', signal });
      expect(await state.ledger.find('a', doubtful)).toMatchObject({ money: 'in_doubt' });
      expect(reads).toEqual([[1, { urgency: 'poll', signal }]]);
    }));

  it('that runs is joined; one that fails rejects, and the next tries again', () =>
    staged(async ({ sent, reconciler, reads }) => {
      await sent({}, lost);
      let fails = true;
      const one = reconciler({
        whileRead: async () => {
          if (fails) throw new Error('the history cannot be read');
        },
      });
      const [first, joined] = await Promise.allSettled([one.run(), one.run()]);
      expect([first?.status, joined?.status, reads.length]).toEqual(['rejected', 'rejected', 1]);
      fails = false;
      await one.run();
      expect(reads).toEqual([1, 1].map((page) => [page, { urgency: 'call' }]));
    }));

  it('that nobody asked for is made at most every half minute, and only where a charge is open', () =>
    staged(async ({ clock, sent, reconciler, reads }) => {
      const one = reconciler({ whileRead: async () => Promise.reject(new Error('the history cannot be read')) });
      await one.runIfDue();
      expect(reads).toEqual([]);
      await sent({}, settled());
      await one.runIfDue();
      expect(reads).toHaveLength(1);
      await clock.advance(30 * second - 1);
      await one.runIfDue();
      expect(reads).toHaveLength(1);
      await clock.advance(1);
      await one.runIfDue();
      expect(reads).toHaveLength(2);
      await clock.advance(8 * day);
      await one.runIfDue();
      expect([(await one.unconfirmed()).length, reads.length]).toEqual([0, 2]);
      await sent({}, lost);
      await one.runIfDue();
      expect(reads).toHaveLength(3);
    }));
});

test('a charge counts for one call: of two that are alike, the one that was not drawn is released', () =>
  staged(async ({ clock, state, sent, reconciler }) => {
    const [paid, doubtful] = [await sent({}, settled()), await sent({}, lost)];
    await clock.advance(hour);
    await reconciler({ rows: [{ reference: 1, delta: -9 }] }).run();
    expect(await state.ledger.find('a', paid)).toMatchObject({ money: 'settled', charged: 9, confirmation: 'found' });
    expect(await state.ledger.find('a', doubtful)).toMatchObject({ money: 'released' });
  }));
