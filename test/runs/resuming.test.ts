import { describe, expect, it } from 'vitest';
import type { Runs } from '../../src/runs/runs.ts';
import { resultOf, stage, type Stage } from './support/stage.ts';

const create = (keyword: string): string => `platform.storylines.create({ project: 1, keyword: ${keyword} })`;

/** Starts a program and leaves it as a process does that ends while it pauses. Its code is then changed in the store. */
async function interrupted(at: Stage, code: string, changed = code): Promise<string> {
  const id = await at.runs.start({ code, may: ['read', 'write'], maxCredits: 20 });
  await expect.poll(async () => JSON.stringify((await at.runs.look(id)).run.calls)).toContain('storylines.create');
  await expect.poll(async () => (await at.runs.look(id)).run.charged).toBe(5);
  await at.runs.close();
  await at.sql('UPDATE runs SET code = ? WHERE id = ?', changed, id);
  return id;
}

describe('a program that takes another way on replay is refused as diverged, and nothing of it is sent:', () => {
  it.each([
    [
      'other arguments',
      `await ${create("'a'")}; await sleep(3_600_000)`,
      `await ${create("'b'")}; await sleep(3_600_000)`,
    ],
    ['fewer calls', `await ${create("'a'")}; await sleep(3_600_000)`, `return 1`],
  ])('%s', async (_, code, changed) => {
    await using at = await stage();
    const id = await interrupted(at, code, changed);
    const { runs, client } = await at.other();
    await runs.resume(id);
    const view = await runs.wait(id, 600_000);
    expect(view).toMatchObject({ state: 'interrupted', failure: { code: 'run_diverged' } });
    expect((await client.money()).totals).toMatchObject({ charged: 5, reserved: 0 });
  });

  it('not by time, random numbers or iteration, which repeat', async () => {
    const code = `
      const order = [1, 2, 3, 4].sort(() => Math.random() - 0.5).join('');
      const at = Date.now();
      const { data } = await ${create('order + at')};
      const later = [Math.random(), new Date().toISOString(), Object.keys({ b: 1, a: 2 }).join('')];
      await sleep(10_000);
      return [order, at, later, data.status]`;
    await using at = await stage();
    const id = await interrupted(at, code);
    const { runs } = await at.other();
    await runs.resume(id);
    const view = await runs.wait(id, 600_000);
    expect(view.failure).toBeUndefined();
    expect(resultOf(view)).toEqual([
      expect.stringMatching(/^[1-4]{4}$/),
      view.run.createdAt,
      [expect.any(Number), expect.any(String), 'ba'],
      'completed',
    ]);
    expect(view.run).toMatchObject({ charged: 5, calls: { 'storylines.create': 1 } });
  });
});

describe('the progress of a resumed run', () => {
  it('counts what was charged once, though the program asks for it again', async () => {
    await using at = await stage();
    const code = `await Promise.all(['a', 'b', 'c'].map((keyword) => ${create('keyword')})); await sleep(3_600_000)`;
    const id = await at.runs.start({ code, may: ['read'], maxCredits: 15 });
    await expect.poll(async () => (await at.runs.look(id)).run.charged).toBe(15);
    await at.runs.close();
    // As if the process had died after the charges and before the outcomes were on record.
    await at.sql('UPDATE run_calls SET place = NULL, ok = NULL, outcome = NULL, at = NULL WHERE run = ?', id);
    await at.sql('UPDATE runs SET code = ? WHERE id = ?', code, id);
    const { runs } = await at.other();
    const seen: number[] = [];
    await runs.resume(id);
    const calls = Promise.withResolvers<void>();
    const waited = runs.wait(id, 600_000, undefined, ({ charged, done }) => {
      seen.push(charged);
      if (done >= 3) calls.resolve();
    });
    await calls.promise;
    await runs.cancel(id);
    await waited;
    expect(Math.max(...seen)).toBe(15);
  });
});

/** Each has the result. A process that is held up longer than its lease lasts shows the run as interrupted for a moment, and goes on. */
const allHave = (all: readonly { readonly runs: Runs }[], id: string, result: string): Promise<unknown> =>
  Promise.all(all.map(({ runs }) => expect.poll(async () => resultOf(await runs.wait(id, 600_000))).toBe(result)));

describe('a run that one process holds', () => {
  it('is continued by no other, however many ask at once', async () => {
    await using at = await stage();
    const code = `const { data } = await ${create("'held'")}; await sleep(10_000); return data.status`;
    const id = await at.runs.start({ code, may: ['read'], maxCredits: 20 });
    const others = await Promise.all([at.other(), at.other()]);
    await Promise.all(others.map(({ runs }) => runs.resume(id)));
    await allHave([at, ...others], id, 'completed');
    expect((await at.client.money()).totals).toMatchObject({ charged: 5, reserved: 0 });
  });

  it('and gives up is continued by one of those that ask at once', async () => {
    await using at = await stage();
    const code = `const { data } = await ${create("'given up'")}; await sleep(10_000); return data.status`;
    const id = await interrupted(at, code);
    const others = await Promise.all([at.other(), at.other()]);
    await Promise.all(others.map(({ runs }) => runs.resume(id)));
    await allHave(others, id, 'completed');
    expect((await at.client.money()).totals).toMatchObject({ charged: 5, reserved: 0 });
    expect(at.defects).toEqual([]);
  });
});
