import { describe, expect, it } from 'vitest';
import type { RunView } from '../../../src/programs/runs/run-view.ts';
import { resultOf, stage, type Stage } from './support/stage.ts';

const may = ['read' as const, 'write' as const];

/** A keyword made once, with what the program waits for before and after. */
const makes = (before = '', after = ''): string => `
  return platform.once('seed keyword', { newerThan: '7d' }, async () => {
    ${before}
    const { data } = await platform.keywords.create({ project: 1, keyword: 'made once' });
    ${after}
    return { id: data.id, by: Math.random() };
  });`;

const madeIn = async ({ client }: Stage): Promise<number> => {
  const { data } = await client.call('keywords.list', { project: 1, per_page: 100 });
  return (data as { keyword?: string }[]).filter((one) => JSON.stringify(one).includes('made once')).length;
};

/** Starts a program and waits for its end. On a busy machine its lease may lapse meanwhile: then it is resumed. */
async function ended({ runs }: Pick<Stage, 'runs'>, order: Parameters<Stage['runs']['start']>[0]): Promise<RunView> {
  const id = await runs.start(order);
  for (;;) {
    const view = await runs.wait(id, 600_000);
    if (view.state !== 'interrupted') return view;
    await runs.resume(id);
  }
}

describe('platform.once', () => {
  it('runs its function once for all that ask at the same moment, in a program and in all processes', async () => {
    await using at = await stage();
    const others = await Promise.all([at.other(), at.other()]);
    const code = `const make = async () => { ${makes()} }; return Promise.all([make(), make()])`;
    const order = { code, may, maxCredits: 0 };
    const views = await Promise.all([at, ...others].map((process) => ended(process, order)));
    const results = views.flatMap((view) => resultOf(view) as unknown[]);
    expect(results).toHaveLength(6);
    expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(results[0]).toMatchObject({ id: expect.any(Number) });
    expect(await madeIn(at)).toBe(1);
  });

  it('does not record what was thrown, and takes a function alone', async () => {
    await using at = await stage();
    const code = `
      const ends = [];
      for (const work of [() => { throw new Error('not now') }, () => 1, () => 2])
        try { ends.push(await platform.once('n', work)) } catch (error) { ends.push(error.message) }
      return ends`;
    expect(resultOf(await at.run(code))).toEqual(['not now', 1, 1]);
  });

  it('gives what was done to a program without any right, and says what it does not take', async () => {
    await using at = await stage();
    const code = `
      const ends = [];
      for (const [name, options, work] of [
        ['', {}, () => 1], ['n', { newerThan: '1 week' }, () => 1], ['n', { newerThan: '366d' }, () => 1], ['n', { older: '1d' }, () => 1],
        ['n', {}, 7], ['big', {}, () => 'x'.repeat(70_000)], ['big', {}, () => 1], ['n', { newerThan: '2w' }, () => undefined],
      ])
        try { ends.push(await platform.once(name, options, work)) } catch (error) { ends.push(error.message) }
      return ends`;
    const { run } = await at.run(code, { may: [] });
    expect(JSON.parse(run.result ?? '')).toEqual([
      expect.stringContaining('a name of 1 to 200'),
      expect.stringContaining('30m, 12h, 7d or 2w'),
      expect.stringContaining('30m, 12h, 7d or 2w'),
      expect.stringContaining('older is not an argument'),
      expect.stringContaining('a function to run'),
      expect.stringContaining('longer than 64 kB'),
      expect.stringContaining('longer than 64 kB'),
      null,
    ]);
  });

  it('is continued by the run that began it, in another process', async () => {
    await using at = await stage();
    const id = await at.runs.start({ code: makes('', 'await sleep(10_000);'), may, maxCredits: 0 });
    await expect.poll(() => madeIn(at)).toBe(1);
    await expect.poll(async () => (await at.runs.look(id)).run.calls['keywords.create']).toBe(1);
    await at.runs.close();
    const { runs } = await at.other();
    await runs.resume(id);
    const view = await runs.wait(id, 600_000);
    expect(resultOf(view)).toMatchObject({ id: expect.any(Number) });
    const second = await runs.wait(await runs.start({ code: makes(), may, maxCredits: 0 }), 600_000);
    expect(resultOf(second)).toEqual(resultOf(view));
    expect(await madeIn(at)).toBe(1);
  });

  it('is taken over from an interrupted run, which gets the result when it is resumed', async () => {
    await using at = await stage();
    const id = await at.runs.start({ code: makes('await sleep(600_000);'), may, maxCredits: 0 });
    await expect.poll(async () => (await at.runs.look(id)).run.calls['once.begin']).toBe(1);
    const { runs } = await at.other();
    const waiting = await runs.start({ code: makes(), may, maxCredits: 0 });
    await at.runs.close();
    const made = resultOf(await runs.wait(waiting, 600_000));
    expect(made).toMatchObject({ id: expect.any(Number) });
    await runs.resume(id);
    expect(resultOf(await runs.wait(id, 600_000))).toEqual(made);
    expect(await madeIn(at)).toBe(1);
  });
});

describe('platform.state', () => {
  it('keeps values from run to run, until they are deleted', async () => {
    await using at = await stage();
    await at.run(
      `await platform.state.set('last', { id: 7 }); await platform.state.set('other', 'x'); await platform.state.delete('other')`,
    );
    const { runs } = await at.other();
    const code = `return [await platform.state.get('last'), await platform.state.get('other'), await platform.state.get('never')]`;
    const view = await runs.wait(await runs.start({ code, may: [], maxCredits: 0 }), 600_000);
    expect(resultOf(view)).toEqual([{ id: 7 }, null, null]);
  });

  it('is set once by a run, however often that is started again', async () => {
    await using at = await stage();
    const code = `await platform.state.set('n', 1); await sleep(10_000); return platform.state.get('n')`;
    const id = await at.runs.start({ code, may: [], maxCredits: 0 });
    await expect.poll(async () => (await at.runs.look(id)).run.calls['state.set']).toBe(1);
    await at.runs.close();
    const { runs } = await at.other();
    await runs.wait(await runs.start({ code: `await platform.state.set('n', 2)`, may: [], maxCredits: 0 }), 600_000);
    await runs.resume(id);
    expect(resultOf(await runs.wait(id, 600_000))).toBe(2);
  });

  it('refuses what is too large, and names that are none', async () => {
    await using at = await stage();
    const code = `
      const said = [];
      for (const [name, value] of [['n', 'x'.repeat(65_535)], ['', 1], ['x'.repeat(201), 1], [7, 1]])
        try { said.push(await platform.state.set(name, value)) } catch (error) { said.push(error.code + ': ' + error.message) }
      return [said, await platform.state.get('n')]`;
    expect(resultOf(await at.run(code))).toEqual([
      [
        expect.stringMatching(/^invalid_arguments: .* longer than 64 kB/),
        expect.stringMatching(/^invalid_arguments: .*1 to 200/),
        expect.stringMatching(/^invalid_arguments: .*1 to 200/),
        expect.stringMatching(/^invalid_arguments: .*1 to 200/),
      ],
      null,
    ]);
  });
});
