import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, EntryChange } from '../../src/state/entry.ts';
import type {
  LimitWindow,
  RecordOnly,
  ReserveAnswer,
  ReserveRequest,
  Usage,
  Window,
} from '../../src/state/reservation.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall, reservation } from '../support/state/recorded-call.ts';
import { engine, freshState } from '../support/state/store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const expiresAfterMs = 15 * minute;

const limit = (credits: number, window: Window['window'] = 'day', more: Partial<LimitWindow> = {}): LimitWindow => ({
  credits,
  window,
  session: 's',
  ...more,
});

interface Stage {
  readonly clock: VirtualClock;
  readonly state: State;
  ask(more?: Partial<ReserveRequest>): Promise<ReserveAnswer>;
  /** Reserves, or fails the test. */
  reserve(more?: Partial<ReserveRequest>): Promise<Entry>;
  /** Reserves and records this outcome. */
  call(change: EntryChange, more?: Partial<ReserveRequest>): Promise<Entry>;
  usage(window?: Window['window'], owner?: string): Promise<Usage | undefined>;
}

async function staged(work: (stage: Stage) => Promise<void>, date?: string): Promise<void> {
  const clock = virtualClock(date);
  await using store = await freshState(clock);
  const { state } = store;
  const own = { arguments: { id: 7 }, fingerprint: 'f', expiresAfterMs };
  const ask: Stage['ask'] = (more) => state.ledger.reserve(reservation({ ...own, again: false, ...more }));
  const reserve: Stage['reserve'] = (more) => recordedCall(state, { ...own, ...more });
  await work({
    clock,
    state,
    ask,
    reserve,
    async call(change, more) {
      const { id } = await reserve(more);
      await state.ledger.dispatch(id, 30_000);
      return (await state.ledger.record(id, change)) as Entry;
    },
    async usage(window = 'day', owner) {
      const asked = { window, session: 's', ...(owner === undefined ? {} : { owner }) };
      return (await state.ledger.usage('a', [asked]))[0];
    },
  });
}

const settled = (charged: number): EntryChange => ({ money: 'settled', charged, state: 'completed', delivered: true });
const doubtful: EntryChange = { money: 'in_doubt', state: 'unknown' };
const running: EntryChange = { money: 'due', state: 'running' };

describe('a reservation', () => {
  it('is sent until it lapses, no matter who has looked since', () =>
    staged(async ({ clock, state, reserve }) => {
      const [{ id }, { id: lapsed }] = [await reserve(), await reserve()];
      await clock.advance(expiresAfterMs);
      expect(await state.ledger.dispatch(id, 30_000)).toBe(true);
      await clock.advance(1);
      expect(await state.ledger.dispatch(lapsed, 30_000)).toBe(false);
    }));

  it('is not withdrawn where the call has an outcome', () =>
    staged(async ({ state, call }) => {
      const { id } = await call(settled(4));
      await state.ledger.withdraw(id, minute);
      expect(await state.ledger.find('a', id)).toMatchObject({ money: 'settled', charged: 4 });
    }));
});

describe('a sender that died', () => {
  it('leaves its call in doubt, found by whatever reads the ledger first', async () => {
    const looks: ((stage: Stage, id: string) => Promise<unknown>)[] = [
      ({ state }, id) => state.ledger.find('a', id),
      ({ state }) => state.ledger.list('a', { limit: 1 }),
      ({ usage }) => usage(),
      ({ state }) => state.ledger.findInFlightDuplicate('a', 'other'),
      ({ ask }) => ask({ fingerprint: 'other' }),
    ];
    for (const look of looks)
      await staged(async (stage) => {
        const { id } = await stage.reserve();
        await stage.state.ledger.dispatch(id, 30_000);
        await stage.clock.advance(35_000);
        await look(stage, id);
        expect((await stage.state.ledger.unfinished()).inDoubt).toBe(0);
        await stage.clock.advance(1);
        await look(stage, id);
        expect((await stage.state.ledger.unfinished()).inDoubt).toBe(5);
        expect(await stage.state.ledger.find('a', id)).toMatchObject({
          money: 'in_doubt',
          state: 'unknown',
          charged: null,
          settledAt: null,
          endedAt: stage.clock.now(),
          error: expect.stringContaining('before the answer came'),
        });
      });
  });
});

describe('an identical call', () => {
  const joined = (answer: ReserveAnswer): unknown => (answer.kind === 'joined' ? answer.entry.id : answer.kind);

  it.each<[string, EntryChange | undefined, boolean]>([
    ['that is reserved', undefined, true],
    ['whose job runs', running, true],
    ['that waits for a person', { state: 'needs_you' }, true],
    ['in doubt', doubtful, true],
    ['that has failed', { money: 'released', state: 'failed' }, false],
    ['whose result was delivered', settled(5), false],
    ['whose result was not delivered', { ...settled(5), delivered: false }, true],
  ])('joins one %s: %s', (_, change, joins) =>
    staged(async ({ ask, reserve, call, state }) => {
      const { id } = change ? await call(change) : await reserve();
      expect((await state.ledger.findInFlightDuplicate('a', 'f'))?.id).toBe(joins ? id : undefined);
      expect(joined(await ask())).toBe(joins ? id : 'reserved');
    }),
  );

  it('gets an undelivered result for a day', () =>
    staged(async ({ clock, ask, call }) => {
      const { id } = await call({ ...settled(5), delivered: false });
      await clock.advance(day - 1);
      expect(joined(await ask())).toBe(id);
      await clock.advance(1);
      expect(joined(await ask())).toBe('reserved');
    }));

  it('joins what is under way before a result, a result before a doubt, and of several the newest', () =>
    staged(async ({ clock, state, ask, call }) => {
      const under = await call(running);
      await clock.advance(1);
      const newer = await call(running);
      await clock.advance(1);
      const ended = await call({ ...settled(5), delivered: false });
      await clock.advance(1);
      const doubt = await call(doubtful);
      const order = [];
      for (const { id } of [newer, under, ended, doubt]) {
        order.push(joined(await ask()) === id);
        await state.ledger.record(id, { money: 'settled', state: 'failed' });
      }
      expect(order).toEqual([true, true, true, true]);
      expect(joined(await ask())).toBe('reserved');
    }));

  it('is one of the same account, caller and arguments', () =>
    staged(async ({ ask, reserve }) => {
      const { id } = await reserve({ owner: 'ann' });
      expect(joined(await ask({ owner: 'ann' }))).toBe(id);
      expect(joined(await ask())).toBe(id);
      expect(joined(await ask({ owner: 'bob' }))).toBe('reserved');
      expect(joined(await ask({ fingerprint: 'g', owner: 'ann' }))).toBe('reserved');
      expect(joined(await ask({ account: 'b', owner: 'ann' }))).toBe('reserved');
      expect(joined(await ask({ again: true, owner: 'ann' }))).toBe('reserved');
    }));
});

describe('a limit', () => {
  it('over a session counts the calls of the same sign-in, in any session, if there is one', () =>
    staged(async ({ call, state }) => {
      await call(settled(3), { session: 't', signIn: 'x' });
      await call(settled(4));
      const asked = [undefined, 'x', 'y'].map((signIn) => ({ window: 'session' as const, session: 's', signIn }));
      expect((await state.ledger.usage('a', asked)).map(({ spent }) => spent)).toEqual([4, 3, 0]);
    }));

  it('counts what runs hold beyond what their calls have used, each run by itself', () =>
    staged(async ({ ask, call, reserve, state, usage }) => {
      const hold = { owner: 'p', leaseMs: hour, holdMs: hour, session: 's', limits: [], consentThresholds: [] };
      const begin = (id: string, maxCredits: number, account = 'a') =>
        state.runs.begin({ id, account, code: '', input: '', may: [], maxCredits }, hold);
      await begin('run_0', 50, 'b');
      for (const [id, max] of [
        ['run_1', 20],
        ['run_2', 9],
        ['run_3', 4],
      ] as const)
        await begin(id, max);
      for (const charged of [3, 2]) await call(settled(charged), { run: 'run_1', estimate: charged });
      await reserve({ run: 'run_1', estimate: 4 });
      await call(running, { run: 'run_1', estimate: 1 });
      // It drew more than the run may spend.
      await call(settled(7), { run: 'run_3', estimate: 4 });
      await call(settled(1));
      // The runs hold 10, 9 and nothing.
      expect(await usage('total')).toEqual({ spent: 13, held: 5 + 10 + 9, inDoubt: 0 });
      const beyond = (run: string, estimate: number) => ask({ run, estimate, again: true });
      const one = { kind: 'beyond_run', max: 20, charged: 5, underWay: 5, remaining: 10, held: 10 };
      expect(await beyond('run_1', 11)).toEqual(one);
      const two = { kind: 'beyond_run', max: 9, charged: 0, underWay: 0, remaining: 9, held: 9 };
      expect(await beyond('run_2', 10)).toEqual(two);
    }));
});

describe('a threshold of consent', () => {
  const thresholds = { consentThresholds: [limit(10)], again: true };

  it('asks for a person when the credits since the last consent exceed it', () =>
    staged(async ({ clock, ask, call }) => {
      await call(settled(3));
      await call(doubtful, { estimate: 3 });
      expect(await ask({ ...thresholds, estimate: 5 })).toEqual({ kind: 'needs_person', limit: limit(10), spent: 6 });
      expect((await ask({ ...thresholds, estimate: 4 })).kind).toBe('reserved');
      expect(await ask({ ...thresholds, estimate: 1 })).toMatchObject({ kind: 'needs_person', spent: 10 });
      expect((await ask({ consentThresholds: [limit(8)], again: true, estimate: 0 })).kind).toBe('reserved');
      await clock.advance(1);
      await call(settled(5), { consent: 'person' });
      await clock.advance(1);
      expect((await ask({ ...thresholds, estimate: 10 })).kind).toBe('reserved');
    }));

  it('counts what was charged or is held since the newest consent, in the window', () =>
    staged(async ({ clock, ask, call }) => {
      const needed = async (credits: number): Promise<unknown> => {
        const answer = await ask({ consentThresholds: [limit(credits)], again: true, estimate: 5, fingerprint: 'g' });
        return answer.kind === 'needs_person' ? answer.spent : answer.kind;
      };
      await call(settled(4));
      await clock.advance(day);
      expect(await needed(4)).toBe(0);
      await call({ money: 'released', state: 'failed' });
      expect(await needed(4)).toBe(0);
      for (const [charged, consent] of [
        [3, 'person'],
        [2, undefined],
        [6, 'person'],
        [1, undefined],
      ] as const) {
        await clock.advance(1);
        await call(settled(charged), { consent });
      }
      expect(await needed(4)).toBe(1);
    }));

  it('over a session counts that session alone', () =>
    staged(async ({ ask, call }) => {
      await call(settled(9), { session: 'other' });
      expect(await ask({ ...thresholds, estimate: 2 })).toMatchObject({ kind: 'needs_person', spent: 9 });
      const session = { consentThresholds: [limit(10, 'session')], again: true };
      expect((await ask({ ...session, estimate: 10 })).kind).toBe('reserved');
      expect(await ask({ ...session, estimate: 1 })).toMatchObject({ kind: 'needs_person', spent: 10 });
    }));
});

describe('a run', () => {
  const lease = { owner: 'process', leaseMs: minute, holdMs: hour, session: 's', limits: [], consentThresholds: [] };
  const begin = (state: State, more: { maxCredits?: number; owner?: string } = {}) =>
    state.runs.begin({ id: 'run_1', account: 'a', code: '', input: 'null', may: [], maxCredits: 20, ...more }, lease);

  it('holds its credits while it lasts, and its calls use them', () =>
    staged(async ({ clock, state, ask, usage }) => {
      await begin(state, { owner: 'ann' });
      expect(await usage()).toMatchObject({ held: 20 });
      const asked = { run: 'run_1', again: true, limits: [limit(20)] };
      expect(await ask({ ...asked, estimate: 12 })).toMatchObject({ kind: 'reserved', heldForRun: 8 });
      expect([await usage(), await usage('session'), await usage('total'), await usage('day', 'ann')]).toMatchObject([
        { held: 20 },
        { held: 20 },
        { held: 20 },
        { held: 8 },
      ]);
      expect(await ask({ ...asked, estimate: 9 })).toEqual({
        kind: 'beyond_run',
        max: 20,
        charged: 0,
        underWay: 12,
        remaining: 8,
        held: 8,
      });
      expect(await ask({ again: true, estimate: 1, limits: [limit(20)] })).toMatchObject({ kind: 'refused' });
      await clock.advance(hour);
      expect(await ask({ ...asked, estimate: 21 })).toMatchObject({ kind: 'beyond_run', remaining: 20, held: 0 });
      expect(await usage()).toMatchObject({ held: 0 });
    }));

  it('that is not on record may spend nothing', () =>
    staged(async ({ ask }) => {
      const run = { run: 'run_none', again: true };
      expect(await ask({ ...run, estimate: 1 })).toMatchObject({ kind: 'beyond_run', max: 0, remaining: 0 });
      expect((await ask({ ...run, estimate: 0 })).kind).toBe('reserved');
    }));
});

describe('the list', () => {
  const ids = (entries: readonly Entry[]): string[] => entries.map(({ id }) => id);

  it('has the newest first, by state, money, caller and time, as many as are asked for', () =>
    staged(async ({ clock, state, call, reserve }) => {
      const at = [];
      const made: string[] = [];
      const outcomes: readonly [EntryChange, string][] = [
        [settled(5), 'ann'],
        [running, 'bob'],
        [doubtful, 'ann'],
        [running, 'ann'],
      ];
      for (const [change, owner] of outcomes) {
        await clock.advance(minute);
        at.push(clock.now());
        made.push(
          (await call(change, { owner, operation: change === doubtful ? 'page_audit.run' : 'articles.generate' })).id,
        );
      }
      const [ended, bobs, doubt, anns] = made;
      const list = async (filter: Parameters<State['ledger']['list']>[1]) => ids(await state.ledger.list('a', filter));
      expect(await list({ limit: 9 })).toEqual([anns, doubt, bobs, ended]);
      expect(await list({ limit: 2 })).toEqual([anns, doubt]);
      expect(await list({ limit: 9, since: at[1] as number })).toEqual([anns, doubt, bobs]);
      expect(await list({ limit: 9, owner: 'ann' })).toEqual([anns, doubt, ended]);
      expect(await list({ limit: 9, states: ['running'] })).toEqual([anns, bobs]);
      expect(await list({ limit: 2, states: ['completed', 'running'] })).toEqual([anns, bobs]);
      expect(await list({ limit: 9, states: ['running', 'completed'], owner: 'ann' })).toEqual([anns, ended]);
      expect(await list({ limit: 9, money: ['settled', 'in_doubt'] })).toEqual([doubt, ended]);
      expect(await list({ limit: 9, money: ['settled', 'due'], states: ['running'] })).toEqual([anns, bobs]);
      expect(await list({ limit: 9, money: ['due'], states: ['running'], since: at[2] as number })).toEqual([anns]);
      const [one, other] = ['articles.generate', 'page_audit.run'];
      expect(await list({ limit: 2, operations: [one] })).toEqual([anns, bobs]);
      expect(await list({ limit: 9, operations: [one, other], owner: 'ann' })).toEqual([anns, doubt, ended]);
      expect(await list({ limit: 9, operations: [one, other], states: ['running'] })).toEqual([anns, bobs]);
      expect(await list({ limit: 9, operations: [] })).toEqual([]);
      expect(await list({ limit: 9, states: [] })).toEqual([]);
      expect(await list({ limit: 9, money: [] })).toEqual([]);
      expect(await list({ limit: 9, money: ['due'], states: [] })).toEqual([]);
      expect(ids(await state.ledger.list('b', { limit: 9 }))).toEqual([]);
      // Of one moment, the order is that of the ids.
      for (let n = 0; n < 5; n++) await reserve({ account: 'c' });
      const ofMoment = ids(await state.ledger.list('c', { limit: 9 }));
      expect(ofMoment).toEqual(ofMoment.toSorted().toReversed());
      expect((await state.ledger.find('a', String(bobs), 'bob'))?.id).toBe(bobs);
      expect(await state.ledger.find('a', String(bobs), 'ann')).toBeUndefined();
    }));

  it('of what is not finished counts jobs, and credits held and in doubt, of all accounts', () =>
    staged(async ({ state, call, reserve }) => {
      expect(await state.ledger.unfinished()).toEqual({ reserved: 0, inDoubt: 0, jobs: {} });
      await call(settled(5));
      await call(running);
      await call({ ...running, state: 'needs_you' }, { account: 'b' });
      for (const account of ['a', 'b']) await call(doubtful, { account });
      await reserve();
      expect(await state.ledger.unfinished()).toEqual({
        reserved: 25,
        inDoubt: 10,
        jobs: { running: 1, needs_you: 1, unknown: 2, starting: 1 },
      });
    }));
});

describe('an outcome', () => {
  it('is written where the call is in one of the states that are named', () =>
    staged(async ({ state, reserve }) => {
      const { id } = await reserve();
      expect(await state.ledger.record(id, { state: 'running' }, ['running', 'unknown'])).toBeUndefined();
      expect(await state.ledger.find('a', id)).toMatchObject({ state: 'starting' });
      expect(await state.ledger.record(id, { state: 'running' }, ['running', 'starting'])).toMatchObject({
        state: 'running',
      });
      expect(await state.ledger.record('job_none', { state: 'running' })).toBeUndefined();
    }));

  it('is written where the money of the call is in one of the states that are named, and where no answer is on record', () =>
    staged(async ({ state, reserve }) => {
      const { id } = await reserve();
      const record = (progress: number, only: RecordOnly) => state.ledger.record(id, { progress }, undefined, only);
      expect(await record(1, { money: ['in_doubt', 'settled'] })).toBeUndefined();
      expect(await record(2, { money: ['in_doubt', 'reserved'], isUnanswered: true })).toMatchObject({ progress: 2 });
      await state.ledger.record(id, { started: null });
      expect(await record(3, { isUnanswered: true })).toBeUndefined();
      expect(await record(4, { money: ['reserved'] })).toMatchObject({ progress: 4 });
    }));
});

describe('the turn of a paid call', () => {
  const refused: EntryChange = { money: 'in_doubt', state: 'failed', error: '422' };
  const operations = ['articles.generate', 'keywords.explore'] as const;
  const money = ['reserved', 'reserved', 'dispatching', 'dispatching', 'due', 'due', 'in_doubt', 'refused'] as const;
  const past = fc.record({
    operation: fc.constantFrom(...operations),
    charged: fc.constantFrom(0, 5, 5, 6),
    unbounded: fc.constantFrom(false, false, true),
    ageMs: fc.constantFrom(minute, day, 30 * day, 30 * day, 30 * day + 1, 40 * day),
  });
  const open = fc.record({
    operation: fc.constantFrom(...operations),
    estimate: fc.constantFrom(0, 1, 5, 5, 12),
    money: fc.constantFrom(...money),
  });

  it('is given as the decision says, whatever was charged before and is under way', () =>
    staged(async ({ ask, call, clock, reserve, state }) => {
      let cases = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(past, { maxLength: 4 }),
          fc.array(open, { maxLength: 2 }),
          fc.array(open, { maxLength: 2 }),
          fc.constantFrom(...operations),
          fc.constantFrom('calls', 'calls', 'has reserved', 'takes no turns'),
          fc.constantFrom(-1, 0, 0, 1, 1_000, 1_000),
          fc.boolean(),
          async (charges, older, younger, operation, how, slack, isTight) => {
            const account = `account ${++cases}`;
            const at = clock.now() + 60 * day;
            for (const { ageMs, charged, ...more } of charges.toSorted((a, b) => b.ageMs - a.ageMs)) {
              clock.set(new Date(at - ageMs).toISOString());
              await call(settled(charged), { account, ...more });
            }
            clock.set(new Date(at - 2).toISOString());
            const made: {
              readonly id: string;
              readonly estimate: number;
              readonly as: (typeof money)[number];
              readonly operation: string;
              readonly isOlder: boolean;
            }[] = [];
            const make = async (some: typeof older, isOlder: boolean): Promise<void> => {
              for (const one of some) {
                const { id } = await reserve({ account, operation: one.operation, estimate: one.estimate });
                made.push({ ...one, id, as: one.money, isOlder });
              }
            };
            await make(older, true);
            await clock.advance(1);
            const own = how === 'has reserved' ? await reserve({ account, operation }) : undefined;
            await clock.advance(1);
            await make(younger, own === undefined);
            for (const { id, as } of made) {
              if (as !== 'reserved') await state.ledger.dispatch(id, 30_000);
              if (as === 'due') await state.ledger.record(id, running);
              if (as === 'in_doubt') await state.ledger.record(id, doubtful);
              if (as === 'refused') await state.ledger.record(id, refused);
            }

            // Decision 59, told from the history.
            const recent = charges.filter(({ ageMs }) => ageMs <= 30 * day);
            const isOvercharged = recent.some(({ charged, unbounded }) => charged > 5 && !unbounded);
            const sent = made.filter(
              ({ estimate, as, isOlder }) => estimate > 0 && (as === 'dispatching' || (as === 'reserved' && isOlder)),
            );
            const waitsFor = isOvercharged
              ? [...sent, ...made.filter(({ estimate, as }) => estimate > 0 && as === 'due')]
              : sent;
            const isProven = [operation, ...sent.map((one) => one.operation)].every((name) =>
              recent.some((one) => one.operation === name),
            );
            const isOpen = made.some(({ as }) => as === 'refused');
            const sum = (of: readonly { readonly estimate: number }[]): number =>
              of.reduce((total, { estimate }) => total + estimate, 0);
            const needed = 5 + sum(made) + charges.reduce((total, { charged }) => total + charged, 0);
            const credits = needed + slack + (isTight ? 9 * sum(sent) : 0);
            const hasRoom = credits >= needed + 9 * sum(sent);

            const limits = [limit(1e6), limit(credits, 'total')];
            const answer = own
              ? await state.ledger.readmit(account, own.id, limits)
              : await ask({ account, operation, again: true, limits, takesTurns: how === 'calls' });
            const goes =
              waitsFor.length === 0 || how === 'takes no turns' || (isProven && !isOvercharged && !isOpen && hasRoom);
            if (credits < needed) expect(answer.kind).toBe('refused');
            else if (goes) expect(answer.kind).toBe(own ? 'admitted' : 'reserved');
            else expect(waitsFor.map(({ id }) => ({ kind: 'blocked', by: id }))).toContainEqual(answer);
          },
        ),
        { seed: 59, numRuns: engine === 'postgres' ? 30 : 200 },
      );
    }));

  it('comes first, of calls reserved at the same moment, to the smaller id', () =>
    staged(async ({ state, reserve }) => {
      const [first = '', second = ''] = [(await reserve()).id, (await reserve()).id].toSorted();
      expect(await state.ledger.readmit('a', second, [limit(99)])).toEqual({ kind: 'blocked', by: first });
      expect(await state.ledger.readmit('a', first, [limit(99)])).toEqual({ kind: 'admitted' });
    }));

  it('is judged again by tighter limits, and what is not admitted is released', () =>
    staged(async ({ state, reserve, usage }) => {
      const { id } = await reserve();
      expect(await state.ledger.readmit('a', id, [limit(5)])).toEqual({ kind: 'admitted' });
      expect(await usage()).toMatchObject({ held: 5 });
      expect(await state.ledger.readmit('a', id, [limit(5), limit(4, 'total')])).toMatchObject({
        kind: 'refused',
        limit: { window: 'total' },
        usage: { spent: 0, held: 0 },
        passes: false,
      });
      expect(await state.ledger.find('a', id)).toMatchObject({
        money: 'released',
        state: 'failed',
        charged: 0,
        error: 'a limit refused it',
      });
      expect(await state.ledger.readmit('a', id, [limit(0)])).toEqual({ kind: 'admitted' });
    }));

  it('of a call of a run uses the credits held for that', () =>
    staged(async ({ state, reserve }) => {
      await state.runs.begin(
        { id: 'run_1', account: 'a', code: '', input: 'null', may: [], maxCredits: 20 },
        { owner: 'p', leaseMs: minute, holdMs: hour, session: 's', limits: [], consentThresholds: [] },
      );
      const { id } = await reserve({ run: 'run_1' });
      expect(await state.ledger.readmit('a', id, [limit(5)])).toEqual({ kind: 'admitted' });
      expect(await state.ledger.readmit('a', id, [limit(4)])).toMatchObject({ kind: 'refused', usage: { held: 0 } });
    }));
});
