import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openRuns } from '../../../src/app/open-runs.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { bundledEngines, resultOf, stage } from './support/stage.ts';

const at = await stage();
afterAll(() => at[Symbol.asyncDispose]());

it('what a program gives its calls is not parsed where it holds more than any call takes, and the program can catch that', async () => {
  const view = await at.run(`
    const codes = new Set();
    for (const given of [[{ x: 'x'.repeat(9e6) }], [{ x: JSON.parse('['.repeat(70) + ']'.repeat(70)) }]])
      await platform.projects.list(...given).catch((error) => codes.add(error.code + ': ' + error.message));
    return [...codes]`);
  expect(resultOf(view)).toEqual([expect.stringMatching(/^invalid_arguments: .*more than 8 MB of JSON, or 64 levels/)]);
  expect(at.defects).toEqual([]);
});

it('a run that has ended is deleted after 30 days, and one that can be resumed never', async () => {
  const day = 86_400_000;
  const ended = [];
  for (const days of [29.9, 30.1]) {
    const { run } = await at.run('return 1');
    await at.store.query(`UPDATE runs SET ended_at = ${Math.round(Date.now() - days * day)} WHERE id = '${run.id}'`);
    ended.push(run.id);
  }
  const first = await at.other();
  const open = await first.runs.start({ code: 'await sleep(3_600_000)', may: ['read'], maxCredits: 0 });
  await first.runs.close();
  await at.store.query(`UPDATE runs SET created_at = created_at - ${31 * day} WHERE id = '${open}'`);
  await (await at.other()).runs.start({ code: 'return 1', may: ['read'], maxCredits: 0 });
  await expect(at.runs.look(open)).resolves.toMatchObject({ state: 'interrupted' });
  await expect(at.runs.look(String(ended[0]))).resolves.toMatchObject({ state: 'completed' });
  await expect(at.runs.look(String(ended[1]))).rejects.toMatchObject({ code: 'unknown_run' });
});

describe('a result', () => {
  it('of many levels is refused when it is recorded, with what to return instead', async () => {
    const view = await at.run("return JSON.parse('['.repeat(70) + ']'.repeat(70))");
    expect(view).toMatchObject({
      state: 'failed',
      run: { result: null },
      failure: { code: 'run_limit', next: expect.stringContaining('Return only the records and fields') },
    });
  });

  it('is not read where runs are listed, nor are code and input', async () => {
    const { run } = await at.run(`return 'lo' + 'ng' // ${'x'.repeat(5_000)}`, { input: { long: 'input' } });
    const listed = (await at.runs.list()).find((one) => one.run.id === run.id);
    expect(JSON.stringify(listed)).not.toMatch(/long|x{1001}/);
  });
});

it('the log in an answer is bounded in lines and characters, empty lines included', async () => {
  const { run } = await at.run("for (let n = 0; n < 15_000; n++) log('')");
  const { log, log_left_out } = (await at.tool('job_wait', { job_id: run.id }))['run'] as {
    log: string[];
    log_left_out: number;
  };
  expect([log.length, log_left_out]).toEqual([100, 14_900]);
});

it.runIf(process.platform === 'linux')(
  'the programs that run at once leave one thread for all callers when they have ended',
  async () => {
    const threads = (): number => readdirSync('/proc/self/task').length;
    const engines = bundledEngines({ runs: 5, memory: 64 });
    const settings = { readOnly: false, codeLimits: {}, platform: { kind: 'sandbox', data: '', speed: 1 } } as const;
    const before = threads();
    for (let caller = 0; caller < 8; caller++) {
      const runs = openRuns(at.client, settings, () => undefined, systemClock, { engines, caller: `caller ${caller}` });
      await runs.wait(await runs.start({ code: 'return 1', may: ['read'], maxCredits: 0 }), 600_000);
    }
    await vi.waitFor(() => expect(threads()).toBeLessThanOrEqual(before + 1), { timeout: 60_000 });
    await engines.close();
  },
);
