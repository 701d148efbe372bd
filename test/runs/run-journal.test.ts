import { beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { RunJournal } from '../../src/runs/run-journal.ts';
import type { RunNote } from '../../src/state/run-store.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';
import { settled } from './support/execute.ts';

/** The machine's time. */
let machine: VirtualClock;
beforeEach(() => {
  vi.restoreAllMocks();
  machine = virtualClock();
  vi.spyOn(systemClock, 'sleep').mockImplementation(machine.sleep);
});

const note = (n: number, json?: string): RunNote => ({
  n,
  name: 'projects.list',
  request: 'r',
  outcome: json === undefined ? undefined : { place: n, ok: true, json, at: 0 },
});

/** A journal whose commits the test ends. */
function journal() {
  const commits: { readonly notes: readonly number[]; readonly end: () => void; readonly fail: (e: Error) => void }[] =
    [];
  const errors: unknown[] = [];
  const stop = new AbortController();
  const onLog = vi.fn();
  const journal = new RunJournal({
    record: (notes) =>
      new Promise((end, fail) => commits.push({ notes: notes.map(({ n }) => n), end: () => end(), fail })),
    signal: stop.signal,
    onLog,
    onError: (error) => void errors.push(error),
  });
  return { journal, commits, errors, stop, onLog, notes: () => commits.map(({ notes }) => notes) };
}

it('commits what can be asked for again once in 100 ms, and shows lines that follow from it afterwards', async () => {
  const { journal: one, commits, notes, onLog } = journal();
  one.addLines(['first']);
  await one.add([note(0)]);
  await machine.advance(60);
  await one.add([note(1)]);
  one.addLines(['second']);
  one.addLines([]);
  await machine.advance(39);
  expect([notes(), one.log, onLog.mock.calls.length]).toEqual([[], ['first'], 0]);
  await machine.advance(1);
  expect([notes(), one.log]).toEqual([[[0, 1]], ['first']]);
  commits[0]?.end();
  await settled();
  expect([one.log, onLog.mock.calls.length]).toEqual([['first', 'second'], 1]);
  one.addLines(['third']);
  expect([one.log.at(-1), onLog.mock.calls.length]).toEqual(['third', 1]);
  await one.add([note(2)]);
  await machine.advance(100);
  expect(notes()).toEqual([[0, 1], [2]]);
  expect(machine.sleepers).toBe(0);
});

it('commits one group after the other, and what waits only for a commit under way within 100 ms', async () => {
  const { journal: one, commits, notes, onLog } = journal();
  const first = one.write([note(0), note(1)]);
  await settled();
  const second = one.write([note(2)]);
  one.addLines(['a']);
  await settled();
  expect(notes()).toEqual([[0, 1]]);
  commits[0]?.end();
  await first;
  await settled();
  expect([notes(), one.log]).toEqual([[[0, 1], [2]], []]);
  commits[1]?.end();
  await second;
  // It came in time for the second commit.
  expect(one.log).toEqual(['a']);
  const third = one.write([note(3)]);
  await settled();
  one.addLines(['b']);
  commits[2]?.end();
  await third;
  expect(one.log).toEqual(['a']);
  await machine.advance(100);
  expect([one.log, notes().length, onLog.mock.calls.length]).toEqual([['a', 'b'], 3, 2]);
  await one.flush();
  expect(notes()).toHaveLength(3);
});

it('commits at once beyond 64 outcomes or 256 kB, counted anew after each commit', async () => {
  const { journal: one, commits, notes } = journal();
  const half = 'x'.repeat(128 * 1024);
  await one.add([note(0, half)]);
  const full = one.add([note(1, half)]);
  await settled();
  expect(notes()).toEqual([[0, 1]]);
  commits[0]?.end();
  await full;
  await one.add([note(2, half), ...Array.from({ length: 62 }, (_, n) => note(3 + n))]);
  expect(notes()).toHaveLength(1);
  void one.add([note(65)]);
  await settled();
  expect(notes()[1]).toHaveLength(64);
  commits[1]?.end();
});

it('rejects, and commits nothing more, after a commit failed', async () => {
  const { journal: one, commits, errors, notes } = journal();
  const error = new Error('no store');
  const written = one.write([note(0)]).catch((reason: unknown) => reason);
  await settled();
  commits[0]?.fail(error);
  expect(await written).toBe(error);
  await one.add([note(1)]);
  await machine.advance(100);
  expect([errors, notes()]).toEqual([[error], [[0]]]);
});

it('leaves what waits to whoever ends the run', async () => {
  const { journal: one, errors, notes, stop, commits } = journal();
  await one.add([note(0)]);
  stop.abort();
  await machine.advance(1_000);
  expect([errors, notes()]).toEqual([[], []]);
  const flushed = one.flush();
  await settled();
  commits[0]?.end();
  await flushed;
  expect(notes()).toEqual([[0]]);
});
