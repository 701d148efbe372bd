import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { codeLimits } from '../../../src/base/code-limits.ts';
import { Engines, sharePerCaller, silenceMs } from '../../../src/programs/engine/engine.ts';
import type { EngineOutput } from '../../../src/programs/engine/messages.ts';

/** How long a busy machine may take for what takes no time. */
const patienceMs = 60_000;

/** What programs may use. */
const limits = codeLimits({ memory: 16 });
const program = { input: '2', seed: 1, isDry: false, limits };

/** The threads in the order in which programs, or the wait for one, took them: what they keep alive, and what ends them. */
function watchThreads() {
  const seen = { taken: [] as Worker[], spared: [] as Worker[], ended: [] as Worker[] };
  for (const [method, threads] of [
    ['ref', seen.taken],
    ['unref', seen.spared],
    ['terminate', seen.ended],
  ] as const) {
    const original = Worker.prototype[method];
    vi.spyOn(Worker.prototype, method).mockImplementation(function (this: Worker) {
      threads.push(this);
      return original.call(this) as never;
    });
  }
  return seen;
}
afterEach(() => vi.restoreAllMocks());

/** A thread for one program, and what it tells. */
async function opened(engines: Engines) {
  const outputs: EngineOutput[] = [];
  const deaths: unknown[] = [];
  const engine = await engines.open({
    onMessage: (output) => void outputs.push(output as EngineOutput),
    onDeath: (error) => void deaths.push(error),
  });
  return { engine, outputs, deaths };
}

it('a program talks with its process from a thread, until that is stopped', async () => {
  const threads = watchThreads();
  const engines = new Engines(limits);
  const { engine, outputs, deaths } = await opened(engines);
  engine.start({ ...program, code: 'return input + (await platform.a.b()).data' });
  await vi.waitFor(() => expect(outputs).toMatchObject([{ calls: [{ n: 0, name: 'a.b', args: '[]' }] }]), patienceMs);
  engine.answer({ n: 0, ok: true, json: '{"data":5}' });
  await vi.waitFor(() => expect(outputs[1]).toMatchObject({ end: { kind: 'returned', json: '7' } }), patienceMs);
  const [thread] = threads.taken;
  expect(thread?.resourceLimits).toMatchObject({
    maxOldGenerationSizeMb: 96,
    maxYoungGenerationSizeMb: 16,
    stackSizeMb: 4,
  });
  const stopped = engine.stop();
  thread?.emit('message', 'late');
  thread?.emit('error', new Error('late'));
  await stopped;
  expect([outputs.length, deaths, thread?.threadId]).toEqual([2, [], -1]);
});

it.each([
  [12, { kind: 'returned', json: '12' }],
  [40, { kind: 'limit', limit: 'memory' }],
])('a program with 16 MB of memory that keeps arrays of %i MB together ends with %j', async (mb, end) => {
  const { engine, outputs } = await opened(new Engines(limits));
  const code = `const kept = []; await platform.a.b(); while (kept.length < ${mb}) kept.push(new Uint8Array(2 ** 20)); return kept.length`;
  engine.start({ ...program, code });
  await vi.waitFor(() => expect(outputs).toHaveLength(1), patienceMs);
  engine.answer({ n: 0, ok: true, json: '1' });
  await vi.waitFor(() => expect(outputs[1]).toMatchObject({ end }), patienceMs);
  await engine.stop();
});

it('an outcome takes up memory of a program no longer than the program holds it', async () => {
  const engines = new Engines({ runs: 1, memory: 4 });
  const { engine, outputs } = await opened(engines);
  const code = `for (let n = 0; n < 24; n++) await platform.a.b('x'.repeat(2e5)); return 1`;
  engine.start({ ...program, limits: codeLimits({ memory: 4 }), code });
  const json = JSON.stringify('x'.repeat(1024 * 1024));
  for (let n = 0; n < 24; n++) {
    await vi.waitFor(() => expect(outputs).toHaveLength(n + 1), { timeout: patienceMs, interval: 1 });
    expect(outputs[n]?.end).toBeUndefined();
    engine.answer({ n, ok: true, json });
  }
  await vi.waitFor(() => expect(outputs[24]).toMatchObject({ end: { kind: 'returned', json: '1' } }), patienceMs);
  await engine.stop();
});

it('the death of a thread is reported', async () => {
  const threads = watchThreads();
  const engines = new Engines(limits);
  const failing = await opened(engines);
  failing.engine.start({} as never);
  await vi.waitFor(() => expect(failing.deaths).toHaveLength(2), patienceMs);
  expect(failing.deaths.map(String)).toEqual([expect.stringContaining('TypeError'), 'Error: the engine ended']);
  const ending = await opened(engines);
  threads.taken[1]?.emit('messageerror', new Error('unreadable'));
  await threads.taken[1]?.terminate();
  expect(ending.deaths.map(String)).toEqual(['Error: unreadable', 'Error: the engine ended']);
});

it('one thread is ready for the next program, and keeps no process alive meanwhile', async () => {
  const threads = watchThreads();
  const engines = new Engines(limits);
  engines.prepare();
  engines.prepare();
  await vi.waitFor(() => expect(threads.spared).toHaveLength(1), patienceMs);
  const first = await opened(engines);
  const second = await opened(engines);
  expect([
    threads.spared.length,
    threads.taken[0] === threads.spared[0],
    threads.taken[1] === threads.spared[0],
  ]).toEqual([1, true, false]);
  engines.prepare();
  await vi.waitFor(() => expect(threads.spared).toHaveLength(2), patienceMs);
  await engines.close();
  expect(threads.ended).toEqual([threads.spared[1]]);
  await engines.close();
  await Promise.all([first.engine.stop(), second.engine.stop()]);
  expect(threads.ended).toHaveLength(3);
});

it('a thread that cannot be made is refused, and made anew for the next program', async () => {
  const tooLarge = new Engines({ runs: 1, memory: 1e9 });
  await expect(opened(tooLarge)).rejects.toThrow(/Memory/);
  tooLarge.prepare();
  await expect(opened(tooLarge)).rejects.toThrow(/Memory/);
  await tooLarge.close();
  const failing = vi.spyOn(files, 'readFile').mockRejectedValue(new Error('too many open files'));
  syncBuiltinESMExports();
  const engines = new Engines(limits);
  engines.prepare();
  await expect(opened(engines)).rejects.toThrow('too many open files');
  // One that was made ready in vain is in nobody's way.
  engines.prepare();
  await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(2));
  await new Promise(setImmediate);
  failing.mockRestore();
  syncBuiltinESMExports();
  await (await opened(engines)).engine.stop();
});

it.each([
  [1, 1],
  [3, 1],
  [4, 2],
  [200, 67],
])('of %i programs at once a caller may have %i', (runs, share) => {
  expect(sharePerCaller({ runs })).toBe(share);
  const { places } = new Engines({ runs, memory: 16 });
  const never = new Promise<void>(() => undefined);
  expect(places.take(share, 'ann', never)).toBe('taken');
  expect(places.take(1, 'ann', never)).toBe('share');
  expect(places.take(runs - share + 1, undefined, never)).toBe('full');
});

it('a program may be silent for longer than it may compute', () => {
  expect([silenceMs({ compute: 1 }), silenceMs({ compute: 10 })]).toEqual([9_000, 45_000]);
});
