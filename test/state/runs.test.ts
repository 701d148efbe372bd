import { describe, expect, it } from 'vitest';
import type { LimitWindow } from '../../src/state/reservation.ts';
import { newRunId, runBounds, type HoldOptions, type NewRun, type RunEffect } from '../../src/state/run-store.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { openStore, preparedStore } from '../support/state/store.ts';
import { endedProcess } from '../support/state/ended-process.ts';

const second = 1_000;
const day = 86_400 * second;
const lease = { owner: 'p', leaseMs: 15 * second, holdMs: 600 * second };
const hold: HoldOptions = { ...lease, session: 's', limits: [], consentThresholds: [] };
const limit = (credits: number): LimitWindow => ({ credits, window: 'day', session: 's' });
const effect = (name: string, more: Partial<RunEffect> = {}): RunEffect => ({
  effect: name,
  entry: null,
  mayHaveLeft: false,
  outcome: null,
  ...more,
});

interface Stage {
  readonly clock: VirtualClock;
  readonly state: State;
  query(sql: string): Promise<unknown>;
  begin(more?: Partial<NewRun>, options?: Partial<HoldOptions>): ReturnType<State['runs']['begin']>;
  take(more?: Partial<HoldOptions>): ReturnType<State['runs']['take']>;
  /** A paid call of the run, settled at that charge, or under way. */
  spend(estimate: number, charged?: number): Promise<void>;
}

/** Another account's run is also on record, and must stay unchanged. */
async function staged(work: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = virtualClock();
  await using store = await preparedStore();
  await using state = await opened(store.location, clock);
  const other: NewRun = { id: 'run_other', account: 'o', code: '', input: '', may: [], maxCredits: 9 };
  await state.runs.begin(other, { ...hold, leaseMs: day });
  await state.runs.noteEffect('run_other', { ...lease, leaseMs: day }, effect('articles.generate x 0'), false);
  const rows = async () => {
    const tables = ['runs WHERE id', 'run_effects WHERE run'];
    const selected = tables.map((table) => store.query(`SELECT * FROM ${table} = 'run_other'`));
    return Promise.all(selected);
  };
  const before = await rows();
  await work({
    clock,
    state,
    query: store.query,
    begin: (more, options) =>
      state.runs.begin(
        {
          id: 'run_1',
          account: 'a',
          code: 'return 1',
          input: '{"x":1}',
          may: ['read'],
          maxCredits: 20,
          ...more,
        },
        { ...hold, ...options },
      ),
    take: (more) => state.runs.take('a', 'run_1', { ...hold, ...more }),
    async spend(estimate, charged) {
      const { id } = await recordedCall(state, { run: 'run_1', estimate });
      if (charged !== undefined) await state.ledger.record(id, { money: 'settled', charged, state: 'completed' });
    },
  });
  expect(await rows()).toEqual(before);
}

async function opened(location: string, clock: VirtualClock): Promise<State & AsyncDisposable> {
  const state = await openStore(location, clock);
  return { ...state, [Symbol.asyncDispose]: () => state.close() };
}

describe('a run', () => {
  it('is on record as it was begun', () =>
    staged(async ({ clock, state, begin }) => {
      const begun = await begin({
        consent: 'person',
        owner: 'ann',
        key: 'k',
        label: 'nightly',
        code: '0123456789'.repeat(200),
      });
      const run = {
        id: 'run_1',
        code: '0123456789'.repeat(200),
        input: '{"x":1}',
        may: ['read'],
        maxCredits: 20,
        consent: 'person',
        key: 'k',
        label: 'nightly',
        state: 'running',
        result: null,
        error: null,
        exitCode: null,
        log: [],
        charged: 0,
        held: 0,
        calls: {},
        createdAt: clock.now(),
        endedAt: null,
        isLeased: true,
        unused: 20,
      };
      expect(begun).toEqual({ kind: 'begun', run });
      expect(await state.runs.find('a', 'run_1', 'ann')).toEqual(run);
      expect(await state.runs.find('a', 'run_1', 'bob')).toBeUndefined();
      expect(await state.runs.find('b', 'run_1')).toBeUndefined();
      const { input: _, result: __, log: ___, exitCode: ____, ...summary } = run;
      expect(await state.runs.list('a', { limit: 9 })).toEqual([{ ...summary, code: '0123456789'.repeat(100) }]);
      expect(await state.runs.list('a', { limit: 9, owner: 'bob' })).toEqual([]);
      expect(await state.runs.list('b', { limit: 9 })).toEqual([]);
    }));

  it('of a key is begun once by each caller, and found by it; where it is refused, the key stays free', () =>
    staged(async ({ state, begin }) => {
      const key = 'k';
      expect(await begin({ key }, { limits: [limit(19)] })).toMatchObject({ kind: 'refused' });
      const asked = { limits: [limit(20)], consentThresholds: [limit(20)] };
      expect(await begin({ key }, asked)).toMatchObject({ kind: 'begun' });
      // It needs no credits, and nobody is asked.
      expect(await begin({ id: 'run_2', key }, asked)).toMatchObject({ kind: 'key_taken', run: { id: 'run_1', key } });
      const others = [{ key, owner: 'ann' }, { key, account: 'b' }, { key: 'l' }, {}, {}];
      for (const [n, other] of others.entries()) {
        expect(await begin({ id: `run_${n + 3}`, ...other })).toMatchObject({ kind: 'begun' });
      }
      expect(await begin({ id: 'run_9', key, owner: 'ann' })).toMatchObject({
        kind: 'key_taken',
        run: { id: 'run_3' },
      });
      const runs = [
        state.runs.findByKey('a', key),
        state.runs.findByKey('a', key, 'ann'),
        state.runs.findByKey('b', key),
        state.runs.findByKey('a', 'l'),
        state.runs.findByKey('a', 'l', 'ann'),
      ];
      expect((await Promise.all(runs)).map((one) => one?.id)).toEqual(['run_1', 'run_3', 'run_4', 'run_5', undefined]);
    }));

  it('begins where its credits fit into every limit and under every threshold, to the last credit', () =>
    staged(async ({ begin, spend, state }) => {
      await begin({ maxCredits: 7 });
      await spend(5, 4);
      const refused = { limits: [limit(27), limit(26)] };
      expect(await begin({ id: 'run_2' }, refused)).toMatchObject({ kind: 'refused', limit: limit(26), passes: true });
      const asked = { consentThresholds: [limit(23)] };
      expect(await begin({ id: 'run_3' }, asked)).toEqual({ kind: 'needs_person', limit: limit(23), spent: 4 });
      expect(
        (await begin({ id: 'run_4', maxCredits: 0 }, { limits: [limit(0)], consentThresholds: [limit(0)] })).kind,
      ).toBe('begun');
      expect((await state.runs.list('a', { limit: 9 })).map(({ id }) => id)).toEqual(['run_4', 'run_1']);
      expect((await begin({ id: 'run_5' }, { limits: [limit(27)], consentThresholds: [limit(24)] })).kind).toBe(
        'begun',
      );
    }));

  it('holds what its calls have not used, while its hold lasts', () =>
    staged(async ({ clock, state, begin, spend }) => {
      await begin();
      await spend(6, 5);
      await spend(4);
      expect(await state.runs.find('a', 'run_1')).toMatchObject({ charged: 5, held: 4, unused: 11 });
      await clock.advance(lease.holdMs - 1);
      expect(await state.runs.find('a', 'run_1')).toMatchObject({ unused: 11 });
      await clock.advance(1);
      expect(await state.runs.find('a', 'run_1')).toMatchObject({ charged: 5, held: 4, unused: 0 });
      // Whoever carries it on holds them again, with each renewal and with each note.
      const renewals = [
        () => state.runs.renew('run_1', lease, { 'projects.list': 2 }),
        () => state.runs.noteEffect('run_1', lease, effect('x 0'), false),
        () => state.runs.forgetEffect('run_1', lease, 'x 0'),
      ];
      for (const renewal of renewals) {
        expect(await renewal()).toBe(true);
        await clock.advance(lease.holdMs - 1);
        expect(await state.runs.find('a', 'run_1')).toMatchObject({ unused: 11 });
        await clock.advance(1);
        expect(await state.runs.find('a', 'run_1')).toMatchObject({ unused: 0 });
      }
    }));

  it('belongs to one process until its lease is over, and then to the next', () =>
    staged(async ({ clock, state, begin, take }) => {
      await begin();
      expect(await take({ owner: 'q' })).toEqual({ kind: 'busy', ms: lease.leaseMs });
      await clock.advance(lease.leaseMs - 1);
      expect(await take({ owner: 'q' })).toEqual({ kind: 'busy', ms: 1 });
      expect(await state.runs.renew('run_1', lease, {})).toBe(true);
      await clock.advance(lease.leaseMs - 1);
      expect(await take({ owner: 'q' })).toEqual({ kind: 'busy', ms: 1 });
      await clock.advance(1);
      expect(await state.runs.standing('run_1')).toEqual({ state: 'running', isLeased: false });
      expect(await take({ owner: 'q', runOwner: 'ann' })).toEqual({ kind: 'unknown' });
      expect(await take({ owner: 'q' })).toMatchObject({ kind: 'taken', effects: [], failovers: 0 });
      expect(await state.runs.standing('run_1')).toEqual({ state: 'running', isLeased: true });
      const done = { state: 'completed', log: [], calls: {} } as const;
      expect(await state.runs.renew('run_1', lease, {})).toBe(false);
      expect(await state.runs.noteEffect('run_1', lease, effect('x 0'), false)).toBe(false);
      expect(await state.runs.forgetEffect('run_1', lease, 'x 0')).toBe(false);
      expect(await state.runs.end('run_1', 'p', done)).toBe(false);
      await state.runs.release('run_1', 'p');
      expect(await take()).toMatchObject({ kind: 'busy' });
      await state.runs.release('run_1', 'q');
      expect(await take()).toMatchObject({ kind: 'taken', effects: [] });
    }));

  it('is taken at once from a process of this machine that has ended', () =>
    staged(async ({ begin, take, state }) => {
      await begin({}, { owner: endedProcess('x') });
      expect(await state.runs.find('a', 'run_1')).toMatchObject({ isLeased: false });
      expect(await take()).toMatchObject({ kind: 'taken' });
    }));

  it('counts what took it over from a process that died, until its caller resumes it', () =>
    staged(async ({ clock, state, begin, take }) => {
      const failovers = async (more: Partial<HoldOptions> = {}): Promise<unknown> => {
        await clock.advance(lease.leaseMs);
        return ((await take(more)) as { failovers?: number }).failovers;
      };
      await begin();
      const counts = [];
      for (const isFailover of [true, true, false, true]) counts.push(await failovers({ isFailover }));
      await state.runs.release('run_1', 'p');
      counts.push(await failovers({ isFailover: true }));
      expect(counts).toEqual([1, 2, 0, 1, 1]);
    }));

  it('is continued where what is left of its credits fits again, once its hold has passed', () =>
    staged(async ({ clock, state, begin, spend, take }) => {
      await begin();
      await spend(5, 5);
      await spend(3);
      const { id } = await recordedCall(state, { run: 'run_1', estimate: 2 });
      await state.ledger.dispatch(id, 3_600 * second);
      await clock.advance(lease.leaseMs);
      expect(await take({ limits: [limit(0)] })).toMatchObject({ kind: 'taken' });
      await clock.advance(lease.holdMs);
      // Of 20 credits 5 are charged, 2 are held by a call that was sent, and 3 were reserved for one that was not: 13 are held again.
      expect(await take({ limits: [limit(19)] })).toMatchObject({ kind: 'refused', usage: { spent: 5, held: 2 } });
      const taken = await take({ limits: [limit(20)], session: 'next' });
      expect(taken).toMatchObject({ kind: 'taken', run: { charged: 5, held: 2 } });
      await clock.advance(lease.holdMs - 1);
      expect(await state.runs.find('a', 'run_1')).toMatchObject({ unused: 13 });
      const sessions = ['s', 'next'].map((session) => ({ window: 'session' as const, session }));
      expect((await state.ledger.usage('a', sessions)).map(({ held }) => held)).toEqual([2, 13]);
    }));

  it('has its result delivered with the effect that a call was, once that has ended', () =>
    staged(async ({ state, begin }) => {
      await begin();
      const { id } = await recordedCall(state, { run: 'run_1' });
      const isDelivered = async () => (await state.ledger.find('a', id))?.delivered;
      const note = (delivered: boolean) =>
        state.runs.noteEffect(
          'run_1',
          lease,
          effect('a 0', { entry: id, outcome: { ok: true, json: '1' } }),
          delivered,
        );
      await note(true);
      expect(await isDelivered()).toBe(false);
      await state.ledger.record(id, { state: 'completed' });
      await note(false);
      expect(await isDelivered()).toBe(false);
      await note(true);
      expect(await isDelivered()).toBe(true);
    }));

  it('has its effects taken over with it, until it ends', () =>
    staged(async ({ state, begin, take, query }) => {
      await begin();
      const effects = [
        effect('a 0', { mayHaveLeft: true }),
        effect('b 0', { entry: 'job_1', outcome: { ok: true, json: '1' } }),
        effect('c 0', { outcome: { ok: false, json: '2' } }),
      ];
      for (const one of effects) await state.runs.noteEffect('run_1', lease, one, false);
      const end = { state: 'failed', log: [], calls: {} } as const;
      expect(await state.runs.end('run_1', 'q', end)).toBe(false);
      await state.runs.release('run_1', 'p', { x: 2 });
      expect(await take()).toMatchObject({ kind: 'taken', effects, run: { calls: { x: 2 } } });
      await state.runs.release('run_1', 'p');
      expect(await take()).toMatchObject({ run: { calls: { x: 2 } } });
      await state.runs.end('run_1', 'p', end);
      expect(await query(`SELECT * FROM run_effects WHERE run = 'run_1'`)).toEqual([]);
    }));

  it('keeps its result among the newest of its caller, who may have as many on record as the bounds say', () =>
    staged(async ({ clock, state, begin, query }) => {
      const old = (first: number, last: number) =>
        query(`INSERT INTO runs (id, account, session, code, input, may, max_credits, state, result, created_at, ended_at, bytes)
          WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${last})
          SELECT 'old_' || i, 'a', 's', '', '1', '[]', 0, 'completed', '7', i, i, 1 FROM n`);
      const run = async (id: string, owner?: string): Promise<string> => {
        const { kind } = await begin({ id, owner });
        await state.runs.end(id, 'p', { state: 'completed', log: [], calls: {} });
        return kind;
      };
      const result = async (id: string) => JSON.parse((await state.runs.find('a', id))?.result ?? 'null') as unknown;
      await old(1, runBounds.results - 1);
      const ids = [newRunId(clock.now()), newRunId(clock.now() + 1)] as const;
      expect(ids[0] < ids[1]).toBe(true);
      await run(ids[0]);
      await run('run_1', 'ann');
      expect(await result('old_1')).toBe(7);
      await run(ids[1]);
      expect(await Promise.all(['old_1', 'old_2'].map(result))).toEqual([{ dropped: expect.any(String) as string }, 7]);
      await query(`UPDATE runs SET bytes = ${runBounds.bytes} WHERE id = 'old_999'`);
      await run('run_2');
      expect(await result('old_999')).toEqual({ dropped: expect.any(String) as string });
      await old(runBounds.results, runBounds.runs - 4);
      expect([await run('run_3'), await run('run_4'), await run('run_5', 'ann')]).toEqual(['begun', 'full', 'begun']);
    }));

  it('ends once, releases what it holds, and is not continued', () =>
    staged(async ({ clock, state, begin, take }) => {
      const ends = [
        (id: string) =>
          state.runs.end(id, 'p', { state: 'completed', result: '7', exitCode: 3, log: ['a'], calls: {} }),
        (id: string) => state.runs.end(id, 'p', { state: 'failed', error: '{}', log: [], calls: {} }),
        async (id: string) => (await state.runs.cancel('a', id)) !== undefined,
      ];
      for (const [at, end] of ends.entries()) {
        await begin({ id: `run_${at}` });
        expect([await end(`run_${at}`), await end(`run_${at}`)]).toEqual([true, false]);
      }
      const ended = { charged: 0, unused: 0, isLeased: false, endedAt: clock.now() };
      expect(await state.runs.list('a', { limit: 9 })).toMatchObject([
        { ...ended, state: 'cancelled', error: null },
        { ...ended, state: 'failed', error: '{}' },
        { ...ended, state: 'completed', error: null },
      ]);
      expect(await state.runs.find('a', 'run_0')).toMatchObject({ result: '7', exitCode: 3, log: ['a'], calls: {} });
      expect((await state.ledger.usage('a', [limit(0)]))[0]).toMatchObject({ held: 0 });
      expect(await take()).toMatchObject({ kind: 'over', run: { state: 'failed' } });
      expect(await state.runs.list('a', { limit: 9, state: 'failed' })).toHaveLength(1);
      expect(await state.runs.list('a', { limit: 1 })).toMatchObject([{ state: 'cancelled' }]);
    }));

  it('is cancelled by its own caller alone, and abandoned only where no process holds it', () =>
    staged(async ({ clock, state, begin }) => {
      await begin({ owner: 'ann' });
      expect(await state.runs.cancel('a', 'run_1', 'bob')).toBeUndefined();
      expect(await state.runs.cancel('b', 'run_1')).toBeUndefined();
      const unsent = await recordedCall(state, { run: 'run_1' });
      expect(await state.runs.abandon('run_1', '{"code":"x"}')).toBe(false);
      expect(await state.ledger.find('a', unsent.id)).toMatchObject({ money: 'reserved' });
      await begin({ id: 'run_2' });
      const cancelled = await recordedCall(state, { run: 'run_2' });
      expect(await state.runs.unfinished()).toEqual({ running: 3, interrupted: 0 });
      await clock.advance(lease.leaseMs);
      expect(await state.runs.unfinished()).toEqual({ running: 1, interrupted: 2 });
      expect(await state.runs.abandon('run_1', '{"code":"x"}')).toBe(true);
      const failed = { state: 'failed', error: '{"code":"x"}', unused: 0, endedAt: clock.now() };
      expect(await state.runs.find('a', 'run_1')).toMatchObject(failed);
      expect(await state.runs.unfinished()).toEqual({ running: 1, interrupted: 1 });
      await clock.advance(second);
      expect(await state.runs.abandon('run_1', 'again')).toBe(false);
      expect(await state.runs.find('a', 'run_1')).toMatchObject(failed);
      expect(await state.runs.standing('run_9')).toBeUndefined();
      expect(await state.runs.cancel('a', 'run_2')).toMatchObject({ state: 'cancelled', held: 0 });
      // Processes that were only stopped send nothing of it.
      for (const { id } of [unsent, cancelled]) expect(await state.ledger.dispatch(id, second)).toBe(false);
    }));

  it('is deleted when it ended long enough ago, with its effects', () =>
    staged(async ({ clock, state, begin, take }) => {
      await begin();
      await begin({ id: 'run_2' });
      await begin({ id: 'run_3', account: 'b' });
      await state.runs.noteEffect('run_1', lease, effect('x 0'), false);
      for (const id of ['run_1', 'run_3']) await state.runs.end(id, 'p', { state: 'completed', log: [], calls: {} });
      await state.runs.clean('a', clock.now());
      expect(await state.runs.find('a', 'run_1')).toBeDefined();
      await state.runs.clean('a', clock.now() + 1);
      const left = await Promise.all([
        state.runs.find('a', 'run_1'),
        state.runs.find('a', 'run_2'),
        state.runs.find('b', 'run_3'),
      ]);
      expect(left.map((run) => run?.id)).toEqual([undefined, 'run_2', 'run_3']);
      await begin();
      await clock.advance(lease.leaseMs);
      expect(await take()).toMatchObject({ kind: 'taken', effects: [] });
    }));
});
