import { expect, it, vi } from 'vitest';
import { codeLimits } from '../../../src/base/code-limits.ts';
import { Engines } from '../../../src/programs/engine/engine.ts';
import type { EngineOutput } from '../../../src/programs/engine/messages.ts';

/** How long a busy machine may take for what takes no time. */
const patienceMs = 60_000;

/** What programs may use. */
const limits = codeLimits({ memory: 16 });
const program = { input: '2', seed: 1, isDry: false, limits };

/** A thread for one program, and what it tells. */
async function opened(engines: Engines) {
  const outputs: EngineOutput[] = [];
  const deaths: unknown[] = [];
  const engine = await engines.open({
    onOutput: (output) => void outputs.push(output),
    onDeath: (error) => void deaths.push(error),
  });
  return { engine, outputs, deaths };
}

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
