import { describe, expect, it } from 'vitest';
import { followRun } from '../../../src/cli/output/tell-run.ts';
import type { Exit } from '../../../src/tools/results/run-tool.ts';
import { stage, resultOf } from './support/stage.ts';

describe('a key', () => {
  it('gives the result of the run that has it, in another process too', async () => {
    await using at = await stage();
    const order = { code: 'return Math.random()', may: ['read' as const], maxCredits: 0 };
    const other = await at.other();
    const [first, second] = await Promise.all([
      at.runs.start(order, { key: 'k' }),
      other.runs.start(order, { key: 'k' }),
    ]);
    expect(second).toBe(first);
    const views = await Promise.all([at.runs.wait(first, 600_000), other.runs.wait(first, 600_000)]);
    expect(resultOf(views[0])).toBeTypeOf('number');
    expect(resultOf(views[1])).toBe(resultOf(views[0]));
    expect(await at.runs.start(order, { key: 'other' })).not.toBe(first);
    expect((await at.runs.list()).map(({ run: { key } }) => key).toSorted()).toEqual(['k', 'other']);
  });

  it('is refused with another order, whether its run continues or has ended', async () => {
    const change = { code: 'return 2' };
    await using at = await stage();
    const order = { code: 'await sleep(3_600_000)', input: { a: 1 }, may: ['read' as const], maxCredits: 3 };
    const id = await at.runs.start(order, { key: 'k' });
    const { runs } = await at.other();
    const refused = {
      code: 'run_diverged',
      message: expect.stringContaining(`${id}, is on record with another code`),
    };
    await expect(runs.start({ ...order, ...change }, { key: 'k' })).rejects.toMatchObject(refused);
    expect(await runs.start(order, { key: 'k' })).toBe(id);
    await runs.cancel(id);
    await expect(runs.start({ ...order, ...change }, { key: 'k' })).rejects.toMatchObject(refused);
    // One that has ended keeps its end.
    expect(await runs.start(order, { key: 'k' })).toBe(id);
    expect((await runs.wait(id, 1_000)).state).toBe('cancelled');
  });

  it('continues a run that its process left, also while another waits for it', async () => {
    await using at = await stage({ budget: '5/total' });
    const order = {
      code: `const { data } = await platform.storylines.create({ project: 1, keyword: 'k' }); await sleep(10_000); return data.status`,
      may: ['read' as const],
      maxCredits: 5,
    };
    const id = await at.runs.start(order, { key: 'k' });
    await expect.poll(async () => (await at.runs.look(id)).run.charged).toBe(5);
    const { runs } = await at.other();
    expect(await runs.start(order, { key: 'k' })).toBe(id);
    const waited = runs.wait(id, 600_000);
    await at.runs.close();
    expect(resultOf(await waited)).toBe('completed');
    expect((await at.client.money()).totals).toMatchObject({ charged: 5, reserved: 0 });
  });

  it('leaves a run to its process when one that waits for it is stopped, and says how to continue', async () => {
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
});
