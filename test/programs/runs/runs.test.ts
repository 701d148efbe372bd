import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { CallOptions } from '../../../src/client/calls/reply.ts';
import type { Client } from '../../../src/client/client.ts';
import type { RunStore } from '../../../src/state/run-store.ts';
import { codeLimits, type CodeLimits } from '../../../src/base/code-limits.ts';
import { type EngineEvents, Engines } from '../../../src/programs/engine/engine.ts';
import type {
  CallAnswer,
  EngineCall,
  EngineOutput,
  ProgramEnd,
  ToEngine,
} from '../../../src/programs/engine/messages.ts';
import type { RunProgress } from '../../../src/programs/runs/execution.ts';
import { Runs } from '../../../src/programs/runs/runs.ts';
import type { RunsParts } from '../../../src/programs/runs/runs-parts.ts';
import { bench, refusal } from '../../support/bench.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { json } from '../../support/platform.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

const call = (n: number, name = 'projects.list', args = '[]'): EngineCall => ({ n, name, args });

const returned = (json = 'null'): ProgramEnd => ({ kind: 'returned', json });

/** Resolves when nothing is left to happen without time passing. */
async function settled(turns = 12): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await turnOfEventLoop();
}

/** How long a busy machine may take for what takes no time. */
const patienceMs = 60_000;

/** Engines whose programs the test speaks for. */
class ScriptedEngines extends Engines {
  readonly programs: (Omit<Extract<ToEngine, { kind: 'start' }>, 'kind'> & EngineEvents)[] = [];
  readonly delivered: CallAnswer[] = [];
  prepared = 0;
  closed = 0;
  stopped = 0;

  override open(events: EngineEvents) {
    return Promise.resolve({
      start: (program: Omit<Extract<ToEngine, { kind: 'start' }>, 'kind'>) =>
        void this.programs.push({ ...program, ...events }),
      answer: (answer: CallAnswer) => void this.delivered.push(answer),
      stop: async () => void this.stopped++,
    });
  }

  override prepare(): void {
    this.prepared++;
  }

  override async close(): Promise<void> {
    this.closed++;
  }
}

interface Settings extends Partial<Omit<RunsParts, 'client' | 'limits'>> {
  readonly limits?: Partial<CodeLimits> | undefined;
  readonly label?: string | undefined;
  /** The process has died: its time stands still, so that it renews no lease. */
  readonly isDead?: boolean | undefined;
  readonly around?: ((client: Client) => Client) | undefined;
  readonly records?: ((store: RunStore) => Partial<RunStore>) | undefined;
}

/** Processes on one store, whose time the test steers. */
async function processes() {
  const at = await bench({ running: false });
  const all: Runs[] = [];
  return {
    ...at,
    async process({ limits: given = {}, label, isDead, around = (one) => one, records, ...parts }: Settings = {}) {
      const clock = isDead ? virtualClock(new Date(at.clock.now()).toISOString()) : at.clock;
      const limits = codeLimits(given);
      const engines = new ScriptedEngines(limits);
      const defects: unknown[] = [];
      const own = await at.client({ clock, label });
      const recordsOf = own.runs.bind(own);
      const client = around(
        Object.assign(own, {
          runs: async (purpose: 'start' | 'look') => {
            const recorded = await recordsOf(purpose);
            const given = recorded.store;
            // The client's own rejects with what a caller is told.
            const store = new Proxy(given, {
              get: (target, name) => Reflect.get({ ...records?.(given) }, name) ?? Reflect.get(target, name),
            });
            return { ...recorded, store: store as RunStore };
          },
        }),
      );
      const performOver: RunsParts['performOver'] = (one) => async (name, args) =>
        (await one.call(operationNamed(name), (args[0] ?? {}) as never)).data;
      const onDefect = (error: unknown): void => void defects.push(error);
      const runs = new Runs({ client, clock, limits, engines, readOnly: false, performOver, onDefect, ...parts });
      all.push(runs);
      return {
        runs,
        engines,
        client,
        clock,
        defects,
        /** What the program that was started last asks for and logs. */
        async turn(output: Partial<EngineOutput>) {
          await vi.waitFor(() => expect(engines.programs).not.toEqual([]), patienceMs);
          engines.programs.at(-1)?.onOutput({ calls: [], log: [], ...output });
          await at.clock.advance(0);
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((one) => one.close()));
      await at[Symbol.asyncDispose]();
    },
  };
}

const order = { code: 'the code', may: ['read'] as const, maxCredits: 0 };

/** Whether a promise is pending once nothing is left to happen without time passing. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  await settled(20);
  return (await Promise.race([promise, Promise.resolve('pending')])) === 'pending';
}

describe('a run starts', () => {
  it('where other servers and its caller have its id before it is on record', async () => {
    await using all = await processes();
    const events: [string, string, boolean][] = [];
    const note = async (what: string, id: string): Promise<void> => {
      const isOnRecord = await runs.look(id).then(
        () => true,
        () => false,
      );
      events.push([what, id, isOnRecord]);
    };
    const { runs, engines } = await all.process({ label: 'mine', enqueue: (id) => note('enqueued', id) });
    const announce = (id: string): Promise<void> => note('announced', id);
    const id = await runs.start(order, { announce });
    const keyed = await runs.start({ ...order, input: { a: 1 } }, { key: 'k', label: 'other', announce });
    expect(events).toEqual([
      ['announced', id, false],
      ['enqueued', id, false],
      ['enqueued', keyed, false],
      ['announced', keyed, true],
    ]);
    expect((await runs.look(id)).run).toMatchObject({
      code: 'the code',
      input: 'null',
      may: ['read'],
      maxCredits: 0,
      label: 'mine',
      consent: 'not_needed',
      isLeased: true,
    });
    expect((await runs.look(keyed)).run).toMatchObject({ input: '{"a":1}', key: 'k', label: 'other' });
    await settled(60);
    expect(engines.programs).toMatchObject([{ code: 'the code', isDry: false }, {}]);
    expect(runs.label).toBe('mine');
  });

  it.each<[string, Parameters<Runs['start']>, object]>([
    ['an empty program', [{ ...order, code: '' }], { code: 'invalid_arguments' }],
    ['no name for a key', [order, { key: '' }], { code: 'invalid_arguments' }],
    ['no label', [order, { label: ' ' }], { code: 'invalid_arguments', message: expect.stringMatching(/^label is /) }],
    [
      'no consent',
      [{ ...order, maxCredits: 1 }, { consent: () => Promise.reject(new Error('no')) }],
      { message: 'no' },
    ],
  ])('not with %s, and leaves its place to others', async (_, args, error) => {
    await using all = await processes();
    const enqueue = vi.fn(async () => undefined);
    const { runs, engines } = await all.process({ enqueue });
    await expect(runs.start(...args)).rejects.toMatchObject(error);
    await settled();
    expect([engines.places.taken, runs.isBusy, await runs.list()]).toEqual([0, false, []]);
    expect(enqueue).toHaveBeenCalledTimes('message' in error && error.message === 'no' ? 1 : 0);
  });

  it('where there is a place for it, in all and of its caller', async () => {
    await using all = await processes();
    const { runs, turn } = await all.process({ limits: { runs: 1 } });
    const shared = await all.process({ limits: { runs: 2 }, caller: 'ann' });
    await runs.start(order);
    await shared.runs.start(order);
    const next = expect.stringMatching(/job_list.*"cancel".*raise runs in VISIBILITY_CODE/);
    const ofAll = { code: 'run_limit', message: expect.stringContaining('in this server'), next };
    expect(await refusal(runs.start(order))).toMatchObject(ofAll);
    const ofCaller = { code: 'run_limit', message: expect.stringContaining('one caller') };
    expect(await refusal(shared.runs.start(order))).toMatchObject(ofCaller);
    await turn({ end: returned() });
    await runs.start(order);
  });

  it('as a dry run, which is not recorded or offered to other servers', async () => {
    await using all = await processes();
    const enqueue = vi.fn(async () => undefined);
    const { runs, engines, turn } = await all.process({ enqueue, caller: 'ann', limits: { runs: 3 } });
    const dry = runs.dryRun({ ...order, may: ['write'] }, () => ({ id: 7 }));
    await settled(60);
    // It takes a place of its caller.
    await expect(runs.start(order)).rejects.toMatchObject({ code: 'run_limit' });
    await turn({ calls: [call(0, 'projects.update', '[{"id":1,"name":"x"}]')] });
    await vi.waitFor(() => expect(engines.delivered).toMatchObject([{ ok: true }]), patienceMs);
    await turn({ end: returned('7') });
    expect(await dry).toMatchObject({
      planned: [{ operation: 'projects.update', arguments: { id: 1, name: 'x' }, credits: 0 }],
      view: { state: 'completed', run: { result: '7', calls: { 'projects.update': 1 } } },
    });
    expect([engines.programs.map(({ isDry }) => isDry), enqueue.mock.calls, await runs.list()]).toEqual([
      [true],
      [],
      [],
    ]);
    expect(engines.places.taken).toBe(0);
  });
});

describe('a run with a key', () => {
  it.each<[string, object, object]>([
    ['code', { code: 'x' }, {}],
    ['input', { input: { a: 2 } }, {}],
    ['may', { may: ['read', 'write'] }, {}],
    ['max_credits', { maxCredits: 1 }, {}],
    ['label', {}, { label: 'x' }],
  ])('is refused with another %s', async (what, change, options) => {
    await using all = await processes();
    const { runs, engines } = await all.process();
    const id = await runs.start(order, { key: 'k' });
    expect(await runs.start({ ...order, input: null }, { key: 'k' })).toBe(id);
    expect(await refusal(runs.start({ ...order, ...change }, { key: 'k', ...options }))).toMatchObject({
      code: 'run_diverged',
      message: `The run of this key, ${id}, is on record with another ${what}.`,
      next: expect.stringContaining('another key'),
    });
    expect(engines.places.taken).toBe(1);
  });

  it('begins once where two processes start it at the same time', async () => {
    await using all = await processes();
    const one = await all.process();
    const announce = vi.fn();
    const other = await all.process({ records: () => ({ findByKey: async () => undefined }) });
    const id = await one.runs.start(order, { key: 'k' });
    expect(await other.runs.start(order, { key: 'k', announce })).toBe(id);
    await settled();
    expect([announce.mock.calls, other.engines.places.taken, other.runs.isBusy]).toEqual([[], 0, false]);
    expect((await other.runs.list()).length).toBe(1);
    await one.turn({ end: returned('6') });
    expect(await other.runs.wait(id, 60_000)).toMatchObject({ state: 'completed', run: { result: '6' } });
    await expect(other.runs.start({ ...order, code: 'x' }, { key: 'k' })).rejects.toMatchObject({
      code: 'run_diverged',
    });
  });

  it('keeps its result, for which it needs no place', async () => {
    await using all = await processes();
    const { runs, engines, turn } = await all.process({ limits: { runs: 1 } });
    const id = await runs.start(order, { key: 'k' });
    await turn({ end: returned('7') });
    await runs.start(order);
    expect(await runs.start(order, { key: 'k' })).toBe(id);
    expect(await runs.wait(id, 1_000)).toMatchObject({ state: 'completed', run: { result: '7' } });
    await settled(60);
    expect(engines.programs).toHaveLength(2);
  });

  it('is waited for where its process has lost it to another', async () => {
    await using all = await processes();
    const slow = await all.process({ isDead: true });
    const id = await slow.runs.start(order, { key: 'k' });
    const waiting = slow.runs.wait(id, 60_000);
    await all.clock.advance(15_000);
    const { runs, turn } = await all.process();
    expect(await runs.takeOver(id)).toBe('later');
    await slow.clock.advance(5_000);
    expect([await isPending(waiting), slow.engines.places.taken]).toEqual([true, 0]);
    await turn({ end: returned('5') });
    await slow.clock.advance(500);
    expect(await waiting).toMatchObject({ state: 'completed', run: { result: '5' } });
    expect(slow.engines.programs).toHaveLength(1);
  });

  it.each<[string, object, boolean]>([
    ['continues in a process that waits for it when its own dies', { key: 'k' }, true],
    ['without a key is not', {}, false],
  ])('%s', async (_, options, isCarriedOn) => {
    await using all = await processes();
    const id = await (await all.process({ isDead: true })).runs.start(order, options);
    const { runs, engines, turn } = await all.process();
    if (isCarriedOn) expect(await runs.start(order, options)).toBe(id);
    const waiting = runs.wait(id, 60_000);
    await all.clock.advance(14_000);
    expect(engines.programs).toHaveLength(0);
    await all.clock.advance(2_000);
    expect(engines.programs).toHaveLength(isCarriedOn ? 1 : 0);
    if (!isCarriedOn) return expect(await waiting).toMatchObject({ state: 'interrupted' });
    await turn({ end: returned('8') });
    expect(await waiting).toMatchObject({ state: 'completed', run: { result: '8' } });
  });
});

describe('a run is resumed', () => {
  it('only with what is on record, and where it is on record', async () => {
    await using all = await processes();
    const { runs, turn, engines } = await all.process({ limits: { runs: 1 } });
    expect(await refusal(runs.resume('run_x'))).toMatchObject({
      code: 'unknown_run',
      next: expect.stringContaining('job_list'),
      outcome: 'not_sent',
    });
    expect(await refusal(runs.resume('x'.repeat(99)))).toMatchObject({ message: `There is no run ${'x'.repeat(60)}.` });
    const id = await runs.start(order);
    const other = { code: 'run_diverged', message: `${id} is on record with another code.` };
    expect(await refusal(runs.resume(id, { code: 'x' }))).toMatchObject(other);
    // It goes on here, and keeps its result.
    await runs.resume(id, order);
    await turn({ end: returned('7') });
    expect(await refusal(runs.resume(id, { code: 'x' }))).toMatchObject(other);
    await runs.resume(id, order);
    expect([engines.programs.length, engines.places.taken]).toEqual([1, 0]);
    const gone = await all.process({ records: () => ({ take: async () => ({ kind: 'unknown' }) }) });
    await expect(gone.runs.resume(id)).rejects.toMatchObject({ code: 'unknown_run' });
  });

  it('once the lease of a process of another machine has lapsed', async () => {
    await using all = await processes();
    const id = await (await all.process({ isDead: true })).runs.start(order);
    const { runs, engines } = await all.process();
    await all.clock.advance(1_499);
    await runs.resume(id);
    expect(engines.programs).toHaveLength(0);
    await all.clock.advance(1);
    const resumed = runs.resume(id);
    await all.clock.advance(13_499);
    expect([await isPending(resumed), engines.programs.length, engines.places.taken]).toEqual([true, 0, 0]);
    await all.clock.advance(1);
    await resumed;
    expect([engines.programs.length, engines.places.taken, runs.isBusy]).toEqual([1, 1, true]);
  });

  it('with the label and the consent that it was begun with', async () => {
    await using all = await processes();
    const callers: unknown[] = [];
    const around = (client: Client): Client =>
      Object.assign(client, {
        call: (async (_operation: unknown, _input: unknown, options: CallOptions) => {
          callers.push([options.run, options.label, await options.consent?.({} as never)]);
          return { data: 1 };
        }) as never,
      });
    const first = await all.process({ around });
    const second = await all.process({ around });
    const id = await first.runs.start(order);
    const named = await second.runs.start(
      { ...order, maxCredits: 1 },
      { label: 'l', consent: () => 'person' as never },
    );
    await second.turn({ calls: [call(0)] });
    await first.turn({ calls: [call(0)] });
    await first.runs.close();
    const third = await all.process({ around });
    await third.runs.resume(id);
    await third.turn({ calls: [call(0)] });
    expect(callers).toEqual([
      [named, 'l', 'person'],
      [id, null, 'not_needed'],
      [id, null, 'not_needed'],
    ]);
  });
});

describe('a run is taken over by a server', () => {
  it('that can continue it; another receives its state', async () => {
    await using all = await processes();
    const dead = await all.process({ isDead: true });
    const id = await dead.runs.start(order);
    const { runs, engines, turn } = await all.process();
    expect(await runs.takeOver('run_x')).toBe('unknown');
    expect(await runs.takeOver(id)).toBe('later');
    await all.clock.advance(15_000);
    const full = await all.process({ limits: { runs: 1 } });
    await full.runs.start(order);
    expect(await full.runs.takeOver(id)).toBe('later');
    expect(engines.programs).toEqual([]);
    expect(await runs.takeOver(id)).toBe('later');
    await turn({ end: returned() });
    expect(await runs.takeOver(id)).toBe('over');
    expect([engines.programs.length, engines.places.taken]).toEqual([1, 0]);
    for (const error of [new VisibilityError('unreachable', 'no', { outcome: 'not_sent' }), new Error('no')]) {
      const failing = await all.process({ records: () => ({ take: () => Promise.reject(error) }) });
      await expect(failing.runs.takeOver(id)).rejects.toBe(error);
      expect(failing.engines.places.taken).toBe(0);
    }
  });

  it('three times, and fails then', async () => {
    await using all = await processes();
    const begun = await all.process({ isDead: true });
    const id = await begun.runs.start({ ...order, may: ['read', 'write'] });
    await begun.turn({ calls: [call(0, 'projects.update', '[{"id":1,"name":"x"}]')] });
    await vi.waitFor(() => expect(begun.engines.delivered).toHaveLength(1), patienceMs);
    // Its caller may do so at any time.
    for (let resumed = 1; resumed <= 4; resumed++) {
      await all.clock.advance(15_000);
      await (await all.process({ isDead: true })).runs.resume(id);
    }
    for (let failover = 1; failover <= 3; failover++) {
      await all.clock.advance(15_000);
      expect(await (await all.process({ isDead: true })).runs.takeOver(id)).toBe('later');
      expect((await begun.runs.look(id)).run.state).toBe('running');
    }
    await all.clock.advance(15_000);
    const { runs, engines } = await all.process();
    expect(await runs.takeOver(id)).toBe('over');
    expect(await runs.look(id)).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining('ended 4 times'), outcome: 'rejected' },
      run: { log: [] },
    });
    expect([engines.programs.length, engines.places.taken]).toEqual([0, 0]);
  });
});

it('a process that was stopped sends nothing more once another may have its run', async () => {
  await using all = await processes();
  // Its renewal is under way when its program goes on.
  const renewal = Promise.withResolvers<boolean>();
  const stopped = await all.process({ isDead: true, records: () => ({ renew: () => renewal.promise }) });
  const id = await stopped.runs.start({ ...order, may: ['read', 'write'] });
  await vi.waitFor(() => expect(stopped.engines.programs).toHaveLength(1), patienceMs);
  await all.clock.advance(15_000);
  const { runs, engines, turn } = await all.process();
  await runs.takeOver(id);
  const write = call(0, 'projects.update', '[{"id":1,"name":"x"}]');
  const sent = () => all.platform.seen.filter(({ method }) => method === 'PUT').length;
  await stopped.clock.advance(15_000);
  await stopped.turn({ calls: [write] });
  await settled(200);
  expect([stopped.engines.delivered, sent()]).toEqual([[], 0]);
  renewal.resolve(false);
  await vi.waitFor(() => expect(stopped.runs.isBusy).toBe(false), patienceMs);
  await turn({ calls: [write] });
  await vi.waitFor(() => expect(engines.delivered).toHaveLength(1), patienceMs);
  expect(sent()).toBe(1);
});

it.each([
  ['a result', 200],
  ['a refusal', 422],
])('a program does not see %s before that is on record, nor where it cannot be', async (_, status) => {
  await using all = await processes();
  all.platform.on('PUT /projects/1', json({ data: { id: 1 } }, status));
  const recording = Promise.withResolvers<boolean>();
  const { runs, engines, turn, defects } = await all.process({
    records: ({ noteEffect }) => ({
      noteEffect: (...note) => (note[2].outcome ? recording.promise : noteEffect(...note)),
    }),
  });
  const id = await runs.start({ ...order, may: ['write'] });
  await turn({ calls: [call(0, 'projects.update', '[{"id":1,"name":"x"}]')] });
  await vi.waitFor(() => expect(all.platform.to('PUT /projects/1')).toHaveLength(1), patienceMs);
  await settled(200);
  expect(engines.delivered).toEqual([]);
  const error = new Error('no room');
  recording.reject(error);
  expect(await runs.wait(id, 60_000)).toMatchObject({ state: 'failed', failure: { outcome: 'unknown' } });
  expect([engines.delivered, defects[0]]).toEqual([[], error]);
});

describe('a wait', () => {
  it.each<[string, Settings]>([
    ['in its process', {}],
    ['in another', {}],
  ])('ends with the run %s, and reports its progress until then', async (where) => {
    await using all = await processes();
    const first = await all.process();
    const other = await all.process();
    const { runs } = where === 'in another' ? other : first;
    const id = await first.runs.start(order);
    const progress: RunProgress[] = [];
    const early = runs.wait(id, 100, undefined, () => expect.unreachable());
    await all.clock.advance(100);
    expect(await early).toMatchObject({ state: 'running', log: [] });
    const waiting = runs.wait(id, 60_000, undefined, (one) => void progress.push(one));
    await first.turn({ calls: [call(0, 'sleep', '[10000]')], log: ['a'] });
    expect(progress.map(({ message }) => message)).toEqual(where === 'in another' ? [] : ['0 calls']);
    expect([first.runs.logOf(id), other.runs.logOf(id)]).toEqual([['a'], []]);
    expect([(await first.runs.look(id)).log, (await other.runs.look(id)).log]).toEqual([['a'], []]);
    await all.clock.advance(9_999);
    expect(await isPending(waiting)).toBe(true);
    await all.clock.advance(1);
    await vi.waitFor(() => expect(first.engines.delivered).toHaveLength(1), patienceMs);
    await first.turn({ end: returned('9'), log: ['b'] });
    await all.clock.advance(500);
    expect(await waiting).toMatchObject({
      state: 'completed',
      run: { result: '9' },
      log: ['a', 'b'],
      failure: undefined,
    });
    expect([first.runs.logOf(id), first.engines.prepared, first.runs.isBusy]).toEqual([[], 1, false]);
    expect(all.clock.sleepers).toBe(0);
  });

  it('for an interrupted run ends at once, unless other servers may continue it', async () => {
    await using all = await processes();
    const first = await all.process();
    const id = await first.runs.start(order);
    await first.runs.close();
    const alone = await all.process();
    expect(await alone.runs.wait(id, 60_000)).toMatchObject({ state: 'interrupted' });
    const { runs } = await all.process({ enqueue: async () => undefined });
    const waiting = runs.wait(id, 60_000);
    await all.clock.advance(30_000);
    expect(await isPending(waiting)).toBe(true);
    await alone.runs.takeOver(id);
    await alone.turn({ end: returned('1') });
    await all.clock.advance(500);
    expect(await waiting).toMatchObject({ state: 'completed' });
  });
});

it('runs are listed with their states, and those of a state alone', async () => {
  await using all = await processes();
  const first = await all.process();
  const dead = await all.process({ isDead: true });
  const ids: string[] = [];
  for (const process of [first, dead, dead, first]) {
    await all.clock.advance(1);
    ids.push(await process.runs.start(order));
    await settled(60);
  }
  await first.turn({ end: { kind: 'threw', error: { name: 'Error', message: 'm' } } });
  await all.clock.advance(20_000);
  const [a, b, c, d] = ids;
  const { runs } = await all.process();
  const listed = async (filter?: Parameters<Runs['list']>[0]) => (await runs.list(filter)).map(({ run }) => run.id);
  expect(await listed()).toEqual([d, c, b, a]);
  expect(await listed({ state: 'running' })).toEqual([a]);
  expect(await listed({ state: 'interrupted' })).toEqual([c, b]);
  expect(await listed({ state: 'interrupted', limit: 1 })).toEqual([c]);
  expect(await runs.list({ state: 'failed' })).toMatchObject([{ run: { id: d }, failure: { code: 'run_failed' } }]);
});

it('a run is cancelled from any process, which ends its program where it is executed here', async () => {
  await using all = await processes();
  const first = await all.process();
  const other = await all.process();
  const here = await first.runs.start(order);
  const there = await other.runs.start(order);
  await settled(60);
  for (const id of [here, there])
    expect(await first.runs.cancel(id)).toMatchObject({ state: 'cancelled', run: { id } });
  expect([first.engines.stopped, other.engines.stopped, first.runs.isBusy, first.engines.places.taken]).toEqual([
    1,
    0,
    false,
    0,
  ]);
  expect(first.engines.prepared).toBe(0);
  await expect(first.runs.cancel('run_x')).rejects.toMatchObject({ code: 'unknown_run' });
});

describe('runs that are closed', () => {
  /** After a call of `wrote`, holds back the store's answers until `go` is called. */
  const heldBack = () => {
    const [wrote, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const after = async <T>(written: Promise<T>): Promise<T> => {
      const answer = await written;
      wrote.resolve();
      await go.promise;
      return answer;
    };
    const records = ({ begin, take }: RunStore): Partial<RunStore> => ({
      begin: (...args) => after(begin(...args)),
      take: (...args) => after(take(...args)),
    });
    return { records, wrote: wrote.promise, go: go.resolve };
  };

  it('begin no program', async () => {
    await using all = await processes();
    const { runs } = await all.process();
    await runs.close();
    expect(await refusal(runs.start(order))).toMatchObject({
      code: 'unreachable',
      next: expect.stringContaining('nothing was carried out'),
    });
    expect(await (await all.process()).runs.list()).toEqual([]);
  });

  it('leave a run to other servers that is recorded during the closing', async () => {
    await using all = await processes();
    const { records, wrote, go } = heldBack();
    const { runs, engines } = await all.process({ records });
    const starting = refusal(runs.start(order, { key: 'k' }));
    await wrote;
    const closing = runs.close();
    expect(await isPending(closing)).toBe(true);
    go();
    await closing;
    const other = await all.process();
    const [{ run: { id } = { id: '' } } = {}] = await other.runs.list({ state: 'interrupted' });
    expect(await starting).toMatchObject({
      code: 'interrupted',
      message: expect.stringContaining(id),
      next: expect.stringContaining(`run_code {"resume": "${id}"}`),
    });
    expect([runs.isBusy, engines.places.taken, engines.programs]).toEqual([false, 0, []]);
    expect(await other.runs.takeOver(id)).toBe('later');
    await vi.waitFor(() => expect(other.engines.programs).toHaveLength(1), patienceMs);
  });

  it.each<[string, (runs: Runs, id: string) => Promise<unknown>, unknown]>([
    ['taken over', (runs, id) => runs.takeOver(id), 'later'],
    ['resumed', async (runs, id) => (await refusal(runs.resume(id))).code, 'interrupted'],
    ['started', async (runs) => (await refusal(runs.start(order, { key: 'k' }))).code, 'interrupted'],
  ])('leave one to others that is being %s', async (_, goOn, outcome) => {
    await using all = await processes();
    const first = await all.process();
    const id = await first.runs.start(order, { key: 'k' });
    await first.runs.close();
    const { records, wrote, go } = heldBack();
    const { runs, engines } = await all.process({ records });
    const going = goOn(runs, id);
    await wrote;
    expect(runs.isBusy).toBe(true);
    go();
    await runs.close();
    expect(await going).toBe(outcome);
    expect([runs.isBusy, engines.places.taken, engines.programs]).toEqual([false, 0, []]);
    expect((await first.runs.look(id)).state).toBe('interrupted');
  });

  it('end the waits for runs of other processes', async () => {
    await using all = await processes();
    const id = await (await all.process()).runs.start(order);
    const { runs } = await all.process();
    const waiting = runs.wait(id, 60_000);
    await settled(60);
    await runs.close();
    expect(await waiting).toMatchObject({ state: 'running' });
  });
});

describe('a program is ended', () => {
  const unauthorized = { state: 'failed', failure: { code: 'run_failed', cause: 'unauthorized' } };

  it('where its caller is not signed in any more while it makes no call', async () => {
    await using all = await processes();
    const { runs, turn } = await all.process({ isConnected: async () => false });
    const anybody = await all.process();
    const ids = [await runs.start(order), await anybody.runs.start(order)];
    for (const one of [turn, anybody.turn]) await one({ calls: [call(0, 'sleep', '[60000]')] });
    await all.clock.advance(5_000);
    expect(await runs.look(String(ids[0]))).toMatchObject(unauthorized);
    expect((await runs.look(String(ids[1]))).state).toBe('running');
  });

  it.each<[string, boolean, number]>([
    ['where the platform refuses its token', true, 401],
    ['but not where the platform refuses one call of it', false, 200],
    ['but not where the platform does not say', false, 404],
  ])('%s', async (_, isEnded, status) => {
    await using all = await processes();
    all.platform.on('GET /account', json({ data: { id: 1 } }), json({ data: { id: 1 } }, status));
    all.platform.on('GET /projects', json({ message: 'Unauthenticated.' }, 401));
    const { runs, engines, turn } = await all.process();
    const id = await runs.start(order);
    await turn({ calls: [call(0)] });
    if (isEnded) return expect(await runs.wait(id, 0)).toMatchObject(unauthorized);
    await vi.waitFor(() => expect(engines.delivered).toMatchObject([{ n: 0, ok: false }]), patienceMs);
    expect((await runs.look(id)).state).toBe('running');
  });

  it('not by a call that it may not make, whatever it may catch of it', async () => {
    await using all = await processes();
    for (const [readOnly, may] of [
      [true, ['write']],
      [false, ['read']],
    ] as const) {
      const { runs, engines, turn } = await all.process({ readOnly });
      await runs.start({ ...order, may });
      await turn({ calls: [call(0, 'projects.update', '[{"id":1,"name":"x"}]')] });
      await vi.waitFor(() => expect(engines.delivered).toHaveLength(1), patienceMs);
      expect(JSON.parse(engines.delivered[0]?.json ?? '')).toMatchObject({ code: 'not_permitted' });
    }
    expect(all.platform.to('PUT /projects/1').length + all.platform.to('PATCH /projects/1').length).toBe(0);
  });
});
