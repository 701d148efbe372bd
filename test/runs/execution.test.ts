import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '../../src/client/errors/error-codes.ts';
import { type ErrorDetails, VisibilityError } from '../../src/client/errors/visibility-error.ts';
import { systemClock } from '../../src/clock.ts';
import type { ProgramCallOptions } from '../../src/platform/perform.ts';
import type { RunCall, RunNote } from '../../src/state/run-store.ts';
import { call, execute, recordedCall, returned, settled, type Settings } from './support/execute.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';

/** The machine's time, which the engine's silence and groups of notes are measured in. */
let machine: VirtualClock;
beforeEach(() => {
  vi.restoreAllMocks();
  machine = virtualClock();
  vi.spyOn(systemClock, 'sleep').mockImplementation(machine.sleep);
  vi.spyOn(systemClock, 'steady').mockImplementation(machine.steady);
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const requestOf = (name: string, args = '[]'): string => hash(`${name}\n${args}`);

const write = (n: number, args = '[]') => call(n, 'projects.update', args);
const refusal = (code: ErrorCode, more: Partial<ErrorDetails> = {}) =>
  new VisibilityError(code, 'no', { outcome: 'rejected', ...more });

/** A call with its outcome on record. */
const answered = (n: number, place: number, name = 'projects.list', more: Partial<RunCall> = {}): RunCall =>
  recordedCall(n, {
    name,
    request: requestOf(name),
    outcome: { place, ok: true, json: `${n}`, at: 1_000 + place },
    ...more,
  });

/** A call that never ends. */
const hanging = { perform: () => new Promise<never>(() => undefined) };

describe('an execution', () => {
  it('starts the program with what is on record, in the order in which outcomes reached it', async () => {
    const calls = [answered(0, 1), answered(1, 0), recordedCall(2)];
    const it = await execute({ calls, isDry: true, limits: { calls: 7 } });
    expect(it.program()).toMatchObject({
      code: 'the code',
      input: '{"a":1}',
      seed: createHash('sha256').update('run_1').digest().readUInt32BE(0),
      now: 1_700_000_000_000,
      isDry: true,
      limits: { calls: 7 },
      replay: [
        { n: 1, ok: true, json: '1', at: 1_000 },
        { n: 0, ok: true, json: '0', at: 1_001 },
      ],
    });
  });

  it('makes calls, passes their results on, and records its end', async () => {
    const it = await execute({ records: { find: () => expect.unreachable() } });
    await it.turn({ asks: [call(0), call(1, 'a b.get')], log: ['one'] });
    const at = Date.parse('2026-11-04T09:30:00Z');
    expect(it.delivered.flat()).toEqual([0, 1].map((n) => ({ n, ok: true, json: '{"data":"x"}', at })));
    await it.turn({ asks: [write(2)] });
    if (it.delivered.flat().length < 3) throw new Error('not delivered');
    await it.turn({ end: returned('[1]', 3), log: ['two'] });
    expect(await it.end()).toEqual({
      kind: 'ended',
      state: 'completed',
      result: '[1]',
      exitCode: 3,
      log: ['one', 'two'],
    });
    expect(it.notes.flat()).toEqual(
      [
        ['projects.list', requestOf('projects.list'), true],
        ['a?b.get', requestOf('a b.get'), false],
        ['projects.update', requestOf('projects.update'), false],
      ].map(([name, request, isRead], n) => ({
        n,
        name,
        request,
        isRead,
        outcome: { place: n, ok: true, json: '{"data":"x"}', at },
      })),
    );
    await it.execution.interrupt();
    expect(it.counts()).toEqual({ releases: 0, starts: 1, stops: 1 });
    expect(it.defects).toEqual([]);
  });

  it('records one batch after the other, each before the program gets it', async () => {
    const batches: { readonly notes: readonly RunNote[]; readonly commit: (isRecorded: true) => void }[] = [];
    const records: Settings['records'] = {
      note: (_id, _lease, notes) => new Promise((commit) => batches.push({ notes, commit })),
      find: async () => ({ charged: 5 }) as never,
    };
    const answers = new Map<unknown, (value: unknown) => void>();
    const it = await execute({
      records,
      perform: (_name, [n]) => new Promise((resolve) => answers.set(n, resolve)),
    });
    await it.turn({ asks: [write(0, '[0]'), call(1, 'projects.list', '[1]'), write(2, '[2]')] });
    answers.get(0)?.(1);
    await settled();
    answers.get(1)?.({ credits: { charged: 1 } });
    answers.get(2)?.(1);
    await settled();
    expect([batches.length, it.delivered]).toEqual([1, []]);
    batches[0]?.commit(true);
    await settled();
    expect([batches.length, it.delivered.flat().map(({ n }) => n)]).toEqual([2, [0]]);
    batches[1]?.commit(true);
    await settled();
    expect(it.delivered.flat().map(({ n }) => n)).toEqual([0, 1, 2]);
    const places = batches.map(({ notes }) => notes.map((note) => [note.n, 'name' in note && note.outcome?.place]));
    expect(places).toEqual([
      [[0, 0]],
      [
        [1, 1],
        [2, 2],
      ],
    ]);
    expect(it.progress.at(-1)).toMatchObject({ done: 3, charged: 5 });
  });

  it('continues with what it charged itself, where its record is gone', async () => {
    const it = await execute({ run: { charged: 2 }, perform: async () => ({ credits: { charged: 5 } }) });
    await it.turn({ asks: [write(0)] });
    expect([it.progress.at(-1)?.charged, it.defects, it.delivered.length]).toEqual([2, [], 1]);
  });

  it('waits for the turn that follows from an outcome, also where that is not the last one', async () => {
    const it = await execute();
    await it.turn({ asks: [call(0), call(1, 'sleep', '[1000]')] });
    await it.clock.advance(1_000);
    expect(it.delivered).toHaveLength(2);
    await it.turn();
    expect(it.ends).toEqual([]);
    await it.turn();
    expect(await it.end()).toMatchObject({ message: expect.stringContaining('never come') as string });
  });

  it('replaces what no name of an operation has, and cuts what is longer than any', async () => {
    const it = await execute();
    await it.turn({ asks: [call(0, `x-y.${'z'.repeat(200)}`)], end: returned() });
    await it.end();
    expect(it.notes.flat()).toMatchObject([{ name: `x?y.${'z'.repeat(96)}` }]);
  });

  it('gives a call its arguments, its trace, its claim and, if it is a workflow, its steps', async () => {
    const seen: [string, readonly unknown[], ProgramCallOptions][] = [];
    const it = await execute({
      calls: [recordedCall(0, { name: 'projects.update', request: requestOf('projects.update'), entry: 'e1' })],
      perform: async (name, args, options = {}) => {
        seen.push([name, args, options]);
        await options.trace?.recorded?.('e2');
        await options.trace?.beforeAttempt?.();
        await options.trace?.onNotAccepted?.();
        return { data: 1 };
      },
    });
    await it.turn({ asks: [write(0), call(1, 'workflows.audit_site', '[{"a":[1]},null]')], end: returned() });
    await it.end();
    const request = requestOf('projects.update');
    expect(it.notes.flat().filter(({ n }) => n === 0)).toMatchObject([
      { n: 0, name: 'projects.update', request, entry: 'e2' },
      { mayHaveLeft: true },
      { mayHaveLeft: false },
      { outcome: { ok: true } },
    ]);
    expect(seen[0]).toMatchObject([
      'projects.update',
      [],
      { trace: { entry: 'e1' }, claim: { holder: 'run_1 0', run: 'run_1' }, steps: undefined },
    ]);
    expect(seen[1]?.slice(0, 2)).toEqual(['workflows.audit_site', [{ a: [1] }, null]]);
    expect(seen[1]?.[2]).toMatchObject({ trace: { entry: undefined }, steps: expect.anything() as unknown });
  });

  it('records what was read in groups, before anything that may depend on it is sent, and at the latest after 100 ms', async () => {
    let recordedBefore = -1;
    const it = await execute({
      perform: async (name) => {
        if (name === 'projects.update') recordedBefore = it.notes.flat().length;
        return 1;
      },
    });
    await it.turn({ asks: [call(0)] });
    await it.turn({ asks: [call(1)], log: ['after one read'] });
    expect([it.delivered.length, it.notes, it.execution.log]).toEqual([2, [], []]);
    await machine.advance(99);
    expect(it.notes).toEqual([]);
    await machine.advance(1);
    expect([it.notes.length, it.notes.flat().length, it.execution.log]).toEqual([1, 2, ['after one read']]);
    // Once for each turn and for each call, and for the line.
    expect(it.progress).toHaveLength(5);
    await it.turn({ asks: [call(2)] });
    await it.turn({ asks: [write(3)] });
    expect([recordedBefore, it.notes.length]).toEqual([3, 3]);
    await it.turn({ log: ['at once'], asks: [call(4)] });
    expect(it.execution.log).toEqual(['after one read', 'at once']);
  });

  it('records 64 outcomes or 256 kB of them at once', async () => {
    const it = await execute({ perform: async (name) => (name === 'projects.get' ? 'x'.repeat(256 * 1024 - 2) : 1) });
    await it.turn({ asks: Array.from({ length: 63 }, (_, n) => call(n)) });
    expect(it.notes).toEqual([]);
    await it.turn({ asks: [call(63)] });
    expect(it.notes.flat()).toHaveLength(64);
    await it.turn({ asks: [call(64, 'projects.get')] });
    expect(it.notes.flat()).toHaveLength(65);
    await it.turn({ asks: [call(65)] });
    expect(it.notes.flat()).toHaveLength(65);
  });

  it('acknowledges what counts as delivered once it is on record', async () => {
    const ends: unknown[] = [];
    const it = await execute({
      perform: async (_name, _args, options) => {
        await options?.deferAcknowledgement?.(async (yes) => void ends.push(yes, it.notes.length));
        return 1;
      },
    });
    await it.turn({ asks: [call(0)] });
    expect(ends).toEqual([true, 1]);
  });

  it('makes 64 calls at a time, beside pauses and claims', async () => {
    let end = (): void => undefined;
    const it = await execute({
      perform: async (name) => name === 'once.begin' || new Promise<number>((resolve) => (end = () => resolve(1))),
    });
    const asks = Array.from({ length: 66 }, (_, n) => call(n));
    await it.turn({ asks: [...asks, call(66, 'once.begin'), call(67, 'sleep', '[5000]')] });
    expect(it.performed.filter((name) => name === 'projects.list')).toHaveLength(64);
    expect(it.performed).toContain('once.begin');
    await it.clock.advance(5_000);
    expect(it.delivered.flat().map(({ n }) => n)).toEqual([66, 67]);
    end();
    await settled();
    expect(it.performed.filter((name) => name === 'projects.list')).toHaveLength(65);
  });

  it.each([
    ['[5000]', 5_000],
    ['["x"]', 0],
    ['[-1]', 0],
    ['[1e12]', 86_400_000],
  ])('pauses for %s no longer than a day: %i ms', async (args, ms) => {
    const it = await execute();
    const sleep = vi.spyOn(it.clock, 'sleep');
    await it.turn({ asks: [call(0, 'sleep', args)] });
    expect(sleep.mock.calls).toEqual([[ms, expect.any(AbortSignal), { moves: true }]]);
    await it.clock.advance(Math.min(ms, 5_000));
    await settled();
    expect(it.delivered.flat()).toMatchObject(ms > 5_000 ? [] : [{ ok: true, json: 'null' }]);
  });

  const details = {
    outcome: 'rejected',
    status: 404,
    fields: { a: ['b'] },
    next: 'n',
    retryAfter: 1,
    facts: { c: 1 },
  } as const;

  it.each<[string, Settings['perform'], object]>([
    [
      'a refusal with all that it says',
      () => Promise.reject(refusal('not_found', details)),
      { name: 'VisibilityError', message: 'no', code: 'not_found', ...details },
    ],
    [
      'nothing about a defect',
      () => Promise.reject(new TypeError('secret')),
      { name: 'Error', message: 'This server failed on the call.', code: 'internal' },
    ],
  ])('tells a program %s', async (what, perform, error) => {
    const it = await execute({ perform });
    await it.turn({ asks: [call(0)] });
    const [outcome] = it.delivered.flat();
    expect(outcome?.ok).toBe(false);
    expect(JSON.parse(outcome?.json ?? '')).toMatchObject(error);
    expect(it.defects.map(String)).toEqual(what.includes('defect') ? ['TypeError: secret'] : []);
  });

  it('gives a workflow the steps that are on record of it', async () => {
    const outcomes: unknown[] = [];
    const request = hash('r');
    const it = await execute({
      calls: [0, 1].map((n) => recordedCall(n, { name: 'workflows.x', request: requestOf('workflows.x') })),
      steps: [0, 1].map((n) => ({ n, step: `${request} 0`, entry: null, outcome: { ok: true, json: `${n}` } })),
      perform: async (_name, _args, options) => {
        const step = { name: 's', request: 'r', isRead: true, make: () => expect.unreachable() as never };
        outcomes.push(await options?.steps?.outcomeOf(step));
      },
    });
    await it.turn({ asks: [call(0, 'workflows.x'), call(1, 'workflows.x')] });
    expect(outcomes).toEqual([0, 1]);
  });

  it('gives a call no more than it may hold', async () => {
    const it = await execute();
    await it.turn({ asks: [call(0, 'a.b', `[${'['.repeat(70)}${']'.repeat(70)}]`)] });
    expect(it.performed).toEqual([]);
    expect(JSON.parse(it.delivered.flat()[0]?.json ?? '')).toMatchObject({
      code: 'invalid_arguments',
      outcome: 'not_sent',
      message: expect.stringMatching(/^platform.a.b was given more than/) as string,
    });
  });

  it('makes no call again that may have been sent without a record in the ledger', async () => {
    const left = (entry: string | null) =>
      recordedCall(0, { name: 'projects.update', request: requestOf('projects.update'), mayHaveLeft: true, entry });
    const lost = await execute({ calls: [left(null)] });
    await lost.turn({ asks: [write(0)] });
    expect(lost.performed).toEqual([]);
    expect(JSON.parse(lost.delivered.flat()[0]?.json ?? '')).toMatchObject({
      code: 'outcome_unknown',
      message: expect.stringMatching(/^projects.update may have arrived/) as string,
    });
    const inLedger = await execute({ calls: [left('e')] });
    await inLedger.turn({ asks: [write(0)] });
    expect(inLedger.performed).toEqual(['projects.update']);
  });

  it('answers no call twice, and makes those that are on record without an outcome', async () => {
    const calls = [answered(0, 0), recordedCall(1, { request: requestOf('projects.list') })];
    const it = await execute({ calls });
    await it.turn({ asks: [call(0), call(1)] });
    expect(it.performed).toEqual(['projects.list']);
    expect(it.delivered.flat()).toMatchObject([{ n: 1 }]);
    await it.turn({ end: returned() });
    await it.end();
    expect(it.notes.flat()).toMatchObject([{ n: 1, outcome: { place: 1 } }]);
  });

  it('makes the calls that a returned program did not await, and drops those of one that threw', async () => {
    const underWay: { readonly signal: AbortSignal | undefined; readonly end: (value: number) => void }[] = [];
    const perform: Settings['perform'] = (_name, _args, options) =>
      new Promise<number>((end) => underWay.push({ signal: options?.signal, end }));
    const returns = await execute({ perform });
    await returns.turn({ asks: [write(0), write(1)], end: returned('7') });
    for (const { end } of underWay) {
      expect(returns.ends).toEqual([]);
      end(1);
      await settled();
    }
    expect(await returns.end()).toMatchObject({ state: 'completed', result: '7' });
    expect(returns.delivered).toEqual([]);
    const throws = await execute({ perform });
    await throws.turn({ asks: [write(0)], end: { kind: 'threw', error: { name: 'Error', message: 'x' } } });
    expect(await throws.end()).toMatchObject({ state: 'failed', message: 'x', outcome: 'unknown' });
    expect(underWay.map(({ signal }) => signal?.aborted)).toEqual([true, true, true]);
  });

  it('reports its progress', async () => {
    const charged = { credits: { charged: 5 }, data: 1 };
    const it = await execute({
      run: { maxCredits: 9 },
      records: { find: async () => ({ charged: 5 }) as never },
      perform: async (_name, _args, options) => {
        options?.onProgress?.({ operation: 'articles.generate', percent: 49.6, message: 'writing' });
        return charged;
      },
    });
    await it.turn({ asks: [write(0)] });
    const activity = 'articles.generate: 50 %, writing';
    expect(it.progress).toEqual([
      { done: 0, underWay: 1, charged: 0, message: '0 calls, 0 of 9 credits', activities: [] },
      { done: 0, underWay: 1, charged: 0, message: `0 calls, 0 of 9 credits; ${activity}`, activities: [activity] },
      { done: 1, underWay: 0, charged: 5, message: '1 calls, 5 of 9 credits', activities: [] },
    ]);
    await it.turn({ end: returned(), log: ['the last line'] });
    expect([it.progress.length, it.execution.log]).toEqual([4, ['the last line']]);
    const resumed = await execute({ calls: [answered(0, 0)], run: { charged: 3 } });
    await resumed.turn({ asks: [call(0), call(1)] });
    expect(resumed.progress[0]).toEqual({ done: 1, underWay: 1, charged: 3, message: '1 calls', activities: [] });
  });
});

describe('a program is ended', () => {
  const kb = 1024;
  it.each<[string, Settings, Parameters<Awaited<ReturnType<typeof execute>>['turn']>[0], boolean]>([
    ['log', { limits: { log: 1 } }, { log: ['x'.repeat(kb - 32), ''] }, false],
    ['log', { limits: { log: 1 } }, { log: ['x'.repeat(kb - 31), ''] }, true],
    ['arguments', { limits: { arguments: 1 } }, { asks: [call(0, 'a.b', `["${'x'.repeat(kb - 4)}"]`)] }, false],
    ['arguments', { limits: { arguments: 1 } }, { asks: [call(0, 'a.b', `["${'x'.repeat(kb - 3)}"]`)] }, true],
    ['calls', { limits: { calls: 1 } }, { asks: [call(0)] }, false],
    ['depth', {}, { end: { kind: 'limit', limit: 'depth' }, asks: [call(0)] }, true],
  ])('by its bound of %s (%#)', async (limit, settings, turn, isEnded) => {
    const it = await execute({ ...hanging, ...settings });
    await it.turn({ asks: [call(0)], ...turn });
    if (isEnded) {
      expect(await it.end()).toMatchObject({ state: 'failed', code: 'run_limit', outcome: 'not_sent' });
      expect(it.ends[0]?.error).toContain(`raise ${limit} in`);
      expect([it.performed, it.counts().stops]).toEqual([[], 1]);
    } else expect(it.ends).toEqual([]);
  });

  it('by its bounds of all turns together', async () => {
    for (const [limits, turns] of [
      [{ log: 1 }, [{ log: ['x'.repeat(500)] }, { log: ['x'.repeat(500)] }]],
      [{ arguments: 1 }, [0, 1].map((n) => ({ asks: [call(n, 'a.b', `["${'x'.repeat(600)}"]`)] }))],
      [{ calls: 1 }, [{ asks: [call(0)] }, { asks: [call(1)] }]],
    ] as const) {
      const it = await execute({ limits });
      await it.turn({ asks: [call(0)], ...turns[0] });
      await it.turn(turns[1]);
      expect(await it.end()).toMatchObject({ code: 'run_limit' });
    }
  });

  it.each([
    [[512 * kb, 512 * kb], undefined],
    [[512 * kb, 512 * kb + 1], 'run_limit'],
  ])('where its calls return more than their bound, those on record included: %j', async (sizes, code) => {
    const json = (chars: number | undefined): string => 'x'.repeat((chars ?? 0) - 2);
    const it = await execute({
      limits: { data: 1 },
      calls: [
        answered(0, 0, 'projects.list', { outcome: { place: 0, ok: true, json: json((sizes[0] ?? 0) + 2), at: 0 } }),
      ],
      perform: async () => json(sizes[1]),
    });
    await it.turn({ asks: [call(0), call(1)] });
    expect(it.delivered.length).toBe(code === undefined ? 1 : 0);
    if (code === undefined) return;
    expect(await it.end()).toMatchObject({ code, message: expect.stringContaining('1 MB of data') as string });
  });

  it('with a failure instead of its result, where that is longer than its bound', async () => {
    const it = await execute({ limits: { result: 1 } });
    await it.turn({ end: returned(`"${'x'.repeat(kb)}"`) });
    expect(await it.end()).toMatchObject({ state: 'failed', code: 'run_limit' });
    expect(it.ends[0]).not.toHaveProperty('result');
  });

  it('after the time from its start', async () => {
    const it = await execute({ limits: { wall: 10 }, ...hanging });
    await it.turn({ asks: [write(0)] });
    await it.clock.advance(9_999);
    expect(it.ends).toEqual([]);
    await it.clock.advance(1);
    expect(await it.end()).toMatchObject({ code: 'run_limit', message: expect.stringContaining('10 s') as string });
  });

  it('where its engine computes for too long without an answer', async () => {
    const it = await execute({ limits: { compute: 1 }, perform: async () => 1 });
    await machine.advance(9_000);
    await it.turn({ asks: [call(0)] });
    await machine.advance(9_000);
    await it.turn({ asks: [call(1, 'sleep', '[60000]')] });
    // Nothing to compute: it waits.
    await machine.advance(60_000);
    expect(it.ends).toEqual([]);
    await it.clock.advance(60_000);
    await machine.advance(9_000);
    expect(it.ends).toEqual([]);
    await machine.advance(1_000);
    expect(await it.end()).toMatchObject({
      code: 'run_limit',
      message: expect.stringContaining('computing') as string,
    });
  });

  it('where its engine answers none of several messages, counted from the first', async () => {
    const it = await execute({ limits: { compute: 1 } });
    await it.turn({ asks: [call(0), call(1, 'sleep', '[1000]')] });
    await machine.advance(5_000);
    await it.clock.advance(1_000);
    expect(it.delivered).toHaveLength(2);
    await machine.advance(5_000);
    expect(await it.end()).toMatchObject({ message: expect.stringContaining('computing') as string });
  });

  it('by no silence of an engine whose program has returned', async () => {
    const answers: ((value: unknown) => void)[] = [];
    const perform: Settings['perform'] = async (name) =>
      name === 'projects.get' ? new Promise((resolve) => answers.push(resolve)) : 1;
    const it = await execute({ limits: { compute: 1 }, perform });
    await it.turn({ asks: [call(0), call(1, 'sleep', '[1000]'), call(2, 'projects.get')] });
    await it.clock.advance(1_000);
    expect(it.delivered).toHaveLength(2);
    await it.turn({ end: returned() });
    await machine.advance(60_000);
    expect(it.ends).toEqual([]);
    answers[0]?.(1);
    expect(await it.end()).toMatchObject({ state: 'completed' });
  });

  it('where its engine dies', async () => {
    const oom = await execute();
    oom.die(Object.assign(new Error('x'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    expect(await oom.end()).toMatchObject({ code: 'run_limit', message: expect.stringContaining('memory') as string });
    expect(oom.defects).toEqual([]);
    const defect = await execute();
    defect.die(new Error('y'));
    expect(await defect.end()).toMatchObject({ code: 'run_failed', message: expect.stringContaining('engine failed') });
    expect(defect.defects.map(String)).toEqual(['Error: y']);
  });

  it('where it waits for nothing', async () => {
    const it = await execute();
    await it.turn();
    expect(await it.end()).toMatchObject({ code: 'run_failed', message: expect.stringContaining('never come') });
  });

  it.each<[string, number, ...unknown[]]>([
    [
      'a turn that it was not asked for',
      1,
      { kind: 'turn', asks: [call(0)], log: [] },
      { kind: 'turn', asks: [call(1)], log: [] },
    ],
    ['a number out of order', 1, { kind: 'turn', asks: [call(0), call(2)], log: [] }],
    ['no turn', 1, { kind: 'ready' }],
    ['arguments that are no list', 0, { kind: 'turn', asks: [call(0, 'a.b', '{}')], log: [] }],
    ['arguments that are no JSON', 0, { kind: 'turn', asks: [call(0, 'a.b', '[')], log: [] }],
  ])('by a message that no engine sends: %s', async (_, defects, ...messages) => {
    const it = await execute(hanging);
    for (const message of messages) it.send(message);
    const message = expect.stringContaining('engine sent a malformed message') as string;
    expect(await it.end()).toMatchObject({ code: 'run_failed', message });
    expect(it.defects).toHaveLength(defects);
  });

  it('where what it was to do once was taken over, before it starts', async () => {
    const begun = (claimed: string) =>
      answered(0, 0, 'once.begin', { outcome: { place: 0, ok: true, json: JSON.stringify({ claimed }), at: 0 } });
    const isHeld = async (claim: string): Promise<boolean> => claim === 'held';
    expect((await execute({ calls: [begun('held')], isHeld })).counts().starts).toBe(1);
    const lost = await execute({ calls: [begun('lost')], isHeld });
    expect(await lost.end()).toMatchObject({ code: 'run_failed', cause: 'conflict' });
    expect(lost.counts().starts).toBe(0);
  });
});

describe('an execution diverges, with its record as it was,', () => {
  it.each<[string, Parameters<Awaited<ReturnType<typeof execute>>['turn']>[0], number]>([
    ['where a recorded call has another request', { asks: [call(0), call(1, 'projects.get')] }, 2],
    ['where outcomes were not asked for', { asks: [call(0), call(1)], unclaimed: 2 }, 1],
    ['where it makes fewer calls', { asks: [call(0)] }, 2],
    ['where it ends before its record', { asks: [call(0)], end: returned() }, 2],
  ])('%s', async (_, turn, n) => {
    const it = await execute({ calls: [answered(0, 0), answered(1, 1)] });
    await it.turn(turn);
    expect(await it.ending()).toMatchObject({
      kind: 'diverged',
      failure: {
        code: 'run_diverged',
        message: expect.stringContaining(`at its call ${n}. Nothing further was carried out.`) as string,
      },
    });
    expect([it.ends, it.notes, it.performed, it.counts()]).toEqual([[], [], [], { releases: 1, starts: 1, stops: 1 }]);
  });

  it('in its first turn alone', async () => {
    const it = await execute({ calls: [answered(0, 0)] });
    await it.turn({ asks: [call(0), call(1)] });
    await it.turn({ asks: [call(2)], unclaimed: 1 });
    expect(it.delivered.flat().map(({ n }) => n)).toEqual([1, 2]);
  });
});

describe('a run is left to others', () => {
  const left = { releases: 1, stops: 1 };

  it('by an interruption, with what it has read on record', async () => {
    const it = await execute();
    await it.turn({ asks: [call(0)] });
    void it.execution.interrupt();
    expect([await it.ending(), it.notes.length, it.ends]).toEqual([{ kind: 'interrupted' }, 1, []]);
    expect(it.counts()).toMatchObject(left);
    it.execution.endAuthorization();
    await it.execution.interrupt();
    expect([it.ends, it.counts().releases]).toEqual([[], 1]);
  });

  it('and nothing is reported of what its calls do afterwards', async () => {
    let end = (): void => undefined;
    let signal: AbortSignal | undefined;
    const it = await execute({
      perform: (_name, _args, options) => {
        signal = options?.signal;
        return new Promise<number>((resolve) => (end = () => resolve(1)));
      },
    });
    await it.turn({ asks: [write(0)] });
    void it.execution.interrupt();
    expect([await it.ending(), signal?.aborted]).toEqual([{ kind: 'interrupted' }, true]);
    const told = it.progress.length;
    end();
    await settled();
    expect([it.progress.length, it.delivered, it.notes.length]).toEqual([told, [], 0]);
  });

  it('before its engine is there', async () => {
    const engine = Promise.withResolvers<never>();
    const stop = vi.fn(async () => undefined);
    const it = await execute({ engines: { open: () => engine.promise } });
    void it.execution.interrupt();
    await it.ending();
    engine.resolve({ stop, start: () => expect.unreachable() } as never);
    await settled();
    expect(stop).toHaveBeenCalledOnce();
  });

  it.each<[string, Settings['records'], number]>([
    ['its lease cannot be renewed', { renew: async () => false }, 0],
    ['its notes are refused', { note: async () => false }, 0],
    ['its end is refused', { end: async () => false }, 0],
    ['the store is unreachable', { note: () => Promise.reject(refusal('unreachable')) }, 1],
    ['the store is unreachable at its end', { end: () => Promise.reject(refusal('unreachable')) }, 0],
    ['the lease cannot be reached', { renew: () => Promise.reject(refusal('unreachable')) }, 1],
  ])('where %s', async (_, records, defects) => {
    const it = await execute({ records });
    await it.turn({ asks: [write(0)] });
    await it.turn({ end: undefined, asks: [call(1, 'sleep', '[5001]')] });
    await it.clock.advance(5_000);
    await it.clock.advance(1);
    await it.turn({ end: returned() });
    expect(await it.ending()).toEqual({ kind: 'interrupted' });
    expect([it.ends, it.defects.length]).toEqual([[], defects]);
    expect(it.counts().releases).toBe(1);
  });

  it('where what it read is refused later', async () => {
    const it = await execute({ records: { note: async () => false } });
    await it.turn({ asks: [call(0)] });
    await machine.advance(100);
    expect(await it.ending()).toEqual({ kind: 'interrupted' });
  });

  it('renews its lease three times as often as that lapses', async () => {
    let renewals = 0;
    const it = await execute({ ...hanging, records: { renew: async () => ++renewals > 0 } });
    await it.turn({ asks: [call(0)] });
    await it.clock.advance(14_999);
    expect(renewals).toBe(2);
    await it.clock.advance(1);
    expect(renewals).toBe(3);
  });
});

describe('a run fails for good', () => {
  it('where its caller may not be acted for any more', async () => {
    const it = await execute({ ...hanging, isAuthorized: async () => false });
    await it.turn({ asks: [call(0)] });
    await it.clock.advance(5_000);
    expect(await it.end()).toMatchObject({ state: 'failed', cause: 'unauthorized', outcome: 'rejected' });
  });

  it.each<[string, Settings]>([
    ['on records', { records: { note: () => Promise.reject(new TypeError('defect')) } }],
    ['on its lease', { records: { renew: () => Promise.reject(new TypeError('defect')) } }],
    ['on an engine', { engines: { open: () => Promise.reject(new TypeError('defect')) } }],
    [
      'on progress',
      {
        onProgress: ({ underWay }) => {
          if (underWay > 0) throw new TypeError('defect');
        },
      },
    ],
    [
      'on progress in a turn',
      {
        ...hanging,
        onProgress: ({ underWay }) => {
          if (underWay > 0) throw new TypeError('defect');
        },
      },
    ],
  ])('by a defect of this program %s', async (_, settings) => {
    const it = await execute(settings);
    await it.turn({ asks: [write(0), call(1, 'sleep', '[1e6]')] });
    await it.clock.advance(5_000);
    expect(await it.end()).toMatchObject({ state: 'failed', message: expect.stringContaining('server failed') });
    expect(it.defects.map(String)).toContain('TypeError: defect');
  });

  it('with that defect, where its result cannot be recorded', async () => {
    const attempts: string[] = [];
    const end = async (_id: string, _owner: string, { state }: { state: string }): Promise<boolean> => {
      attempts.push(state);
      if (state === 'completed') throw new TypeError('not this');
      return true;
    };
    const it = await execute({ records: { end: end as never } });
    await it.turn({ end: returned() });
    expect(await it.ending()).toEqual({ kind: 'ended' });
    expect([attempts, it.defects.map(String)]).toEqual([['completed', 'failed'], ['TypeError: not this']]);
    const never = await execute({ records: { end: () => Promise.reject(new TypeError('none')) } });
    await never.turn({ end: returned() });
    expect(await never.ending()).toEqual({ kind: 'interrupted' });
  });

  it('with what its calls did, together, and the call that was refused', async () => {
    const it = await execute({
      perform: () => Promise.reject(refusal('not_found', { outcome: 'rejected', next: 'do' })),
    });
    await it.turn({ asks: [call(0, 'projects.get', '[{"id":1}]')] });
    const error = { name: 'VisibilityError', message: 'no', code: 'not_found', line: 1 };
    await it.turn({ end: { kind: 'threw', error } });
    expect(await it.end()).toMatchObject({
      outcome: 'rejected',
      cause: 'not_found',
      call: 'projects.get',
      sent: '{"id":1}',
      next: 'do',
      source: 'the code',
    });
    const json = JSON.stringify({ message: 'no', code: 'not_found', outcome: 'unknown' });
    const calls = [answered(0, 0, 'projects.update', { outcome: { place: 0, ok: false, json, at: 0 } })];
    const resumed = await execute({ calls });
    await resumed.turn({ asks: [write(0)], end: { kind: 'threw', error } });
    expect(await resumed.end()).toMatchObject({ outcome: 'unknown', call: 'projects.update' });
  });
});
