import { expect, it } from 'vitest';
import { followRun } from '../../../src/cli/output/tell-run.ts';
import type { Exit } from '../../../src/tools/results/run-tool.ts';
import { stage } from './support/stage.ts';

it('a run with a key is left to its process when one that waits for it is stopped, and says how to continue', async () => {
  await using at = await stage();
  const order = { code: 'await sleep(3_600_000)', may: ['read' as const], maxCredits: 0 };
  const id = await at.runs.start(order, { key: 'k' });
  const { runs } = await at.other();
  expect(await runs.start(order, { key: 'k' })).toBe(id);
  const stop = new AbortController();
  const exit = { redact: <T>(value: T): T => value } as Exit;
  const followed = followRun(runs, id, { stop: stop.signal, exit });
  stop.abort('SIGTERM');
  expect(await followed).toMatchObject({ state: 'running', run: { id } });
  expect(process.exitCode).toBe(5);
  process.exitCode = undefined;
});
