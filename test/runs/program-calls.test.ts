import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { VisibilityError } from '../../src/client/errors/visibility-error.ts';
import type { ProgramCallOptions } from '../../src/platform/perform.ts';
import { malformedArguments, ProgramCalls } from '../../src/runs/program-calls.ts';
import { leaseLost } from '../../src/runs/run-journal.ts';
import type { RunCall, RunStep } from '../../src/state/run-store.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { call, recordedCall, settled, startedRun } from './support/execute.ts';

interface Settings {
  readonly calls?: readonly RunCall[];
  readonly steps?: readonly RunStep[];
  readonly perform?: (name: string, args: readonly unknown[], options: ProgramCallOptions) => unknown;
  readonly flush?: () => Promise<void>;
}

/** The calls of a program, over a journal that only counts. */
function programCalls({ calls = [], steps = [], perform = () => 1, flush = async () => undefined }: Settings = {}) {
  const performed: (readonly [name: string, ...args: unknown[]])[] = [];
  const defects: unknown[] = [];
  const activities: unknown[] = [];
  const flushed = vi.fn(flush);
  const stop = new AbortController();
  const clock = virtualClock();
  const all = new ProgramCalls({
    run: startedRun,
    calls,
    steps,
    perform: async (name, args, options = {}) => {
      performed.push([name, ...args]);
      return perform(name, args, options);
    },
    clock,
    onDefect: (error) => void defects.push(error),
    journal: { flush: flushed, write: async () => undefined } as never,
    signal: stop.signal,
    onActivity: (n, activity) => void activities.push([n, activity]),
  });
  const outcomeOf = (n: number, name?: string, args?: string) => all.outcomeOf(all.live(call(n, name, args)));
  return { all, outcomeOf, performed, defects, activities, flushed, stop, clock };
}

it('the highest number on record is that of no call where there is none', () => {
  expect(programCalls().all.highestRecorded).toBe(-1);
  expect(programCalls({ calls: [recordedCall(0)] }).all.highestRecorded).toBe(0);
  expect(programCalls({ calls: [recordedCall(2), recordedCall(7), recordedCall(1)] }).all.highestRecorded).toBe(7);
});

it.each([
  [{ credits: { charged: 5 } }, 5],
  [{ credits: { charged: '5' } }, 0],
  [{ credits: null }, 0],
  [{ data: 1 }, 0],
  ['text', 0],
  [null, 0],
  [undefined, 0],
])('a call that returns %j has drawn %i credits', async (value, charged) => {
  const { outcomeOf } = programCalls({ perform: () => value });
  expect(await outcomeOf(0)).toMatchObject({ ok: true, json: JSON.stringify(value ?? null), charged });
});

it('a refusal has drawn none, and only a defect is reported', async () => {
  const refused = new VisibilityError('not_found', 'no', { outcome: 'rejected' });
  const first = programCalls({ perform: () => Promise.reject(refused) });
  expect(await first.outcomeOf(0)).toMatchObject({ ok: false, charged: 0 });
  const second = programCalls({ perform: () => Promise.reject(new Error('defect')) });
  expect(await second.outcomeOf(0)).toMatchObject({ ok: false, charged: 0 });
  expect([first.defects, second.defects.map(String)]).toEqual([[], ['Error: defect']]);
});

it('what it was to do is not done, or its outcome is not known, where the process stops or the run cannot continue', async () => {
  const early = programCalls();
  early.stop.abort(new Error('stopped'));
  await expect(early.outcomeOf(0)).rejects.toThrow('stopped');
  const late = programCalls({ perform: () => (late.stop.abort(), Promise.reject(new Error('late'))) });
  await expect(late.outcomeOf(0)).rejects.toThrow('late');
  const lost = programCalls({ flush: () => Promise.reject(leaseLost) });
  await expect(lost.outcomeOf(0, 'projects.update')).rejects.toBe(leaseLost);
  const malformed = programCalls();
  for (const args of ['{}', '[', '1'])
    await expect(malformed.outcomeOf(0, 'a.b', args)).rejects.toBe(malformedArguments);
  expect([early, lost, malformed].flatMap(({ performed }) => performed)).toEqual([]);
  expect([early, late, lost, malformed].flatMap(({ defects }) => defects)).toEqual([]);
});

it('all before it is on record when a call is sent that may follow from it, and need not be when a read does', async () => {
  const { outcomeOf, flushed } = programCalls();
  await outcomeOf(0);
  expect(flushed).not.toHaveBeenCalled();
  await outcomeOf(2, 'projects.update');
  expect(flushed).toHaveBeenCalledOnce();
});

it.each([
  [16 * 1024, ['large', 'small']],
  [16 * 1024 + 1, ['small', 'large']],
])(
  'arguments of %i characters are parsed before those of others that come later, or in a turn of their own: %j',
  async (chars, order) => {
    const { outcomeOf, performed } = programCalls();
    await Promise.all([outcomeOf(0, 'large', `["${'x'.repeat(chars - 4)}"]`), outcomeOf(1, 'small')]);
    expect(performed.map(([name]) => name)).toEqual(order);
  },
);

it('large arguments are parsed one after the other, those of one call in a turn', async () => {
  const { outcomeOf, performed } = programCalls();
  const args = `["${'x'.repeat(20_000)}"]`;
  const outcomes = Promise.all([0, 1, 2, 3].map((n) => outcomeOf(n, 'a.b', args)));
  const counts: number[] = [];
  while (performed.length < 4) {
    await turnOfEventLoop();
    counts.push(performed.length);
  }
  await outcomes;
  for (const [at, count] of counts.entries()) expect(count - (counts[at - 1] ?? 0)).toBeLessThanOrEqual(1);
});

it('a workflow gets its own steps, and other calls none', async () => {
  const seen: ProgramCallOptions[] = [];
  const steps = [0, 1].map((n) => ({ n, step: 'x 0', entry: null, outcome: { ok: true, json: `${n}` } }));
  const { outcomeOf, activities } = programCalls({
    steps,
    perform: (_name, _args, options) => void seen.push(options),
  });
  await outcomeOf(0, 'projects.list');
  await outcomeOf(1, 'workflows.audit_site');
  expect(seen.map((one) => one.steps !== undefined)).toEqual([false, true]);
  seen[1]?.onProgress?.({ operation: 'a.b', percent: 49.5, message: 'm' });
  expect(activities).toEqual([[1, 'a.b: 50 %, m']]);
  expect(seen[1]?.claim).toEqual({ holder: 'run_1 1', run: 'run_1' });
});

it('a call that may have been sent is made again only where the ledger has it', async () => {
  const left = { name: 'projects.update', mayHaveLeft: true };
  const { outcomeOf, performed, all } = programCalls({
    calls: [
      recordedCall(0, left),
      recordedCall(1, { ...left, entry: 'e' }),
      recordedCall(2, { name: 'projects.update' }),
    ],
  });
  const [lost, ...made] = [
    await outcomeOf(0, 'projects.update'),
    await outcomeOf(1, 'projects.update'),
    await outcomeOf(2),
  ];
  expect(JSON.parse(lost?.json ?? '')).toMatchObject({ code: 'outcome_unknown' });
  expect([made.map(({ ok }) => ok), performed.length, all.live(call(3)).earlier]).toEqual([[true, true], 2, undefined]);
  await settled();
});
