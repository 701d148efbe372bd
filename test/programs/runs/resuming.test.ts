import { describe, expect, it } from 'vitest';
import type { Runs } from '../../../src/programs/runs/runs.ts';
import { resultOf, stage, type Stage } from './support/stage.ts';

const create = (keyword: string): string => `platform.storylines.create({ project: 1, keyword: ${keyword} })`;

/** Starts a program and leaves it as a process does that ends while it pauses. */
async function interrupted(at: Stage, code: string): Promise<string> {
  const id = await at.runs.start({ code, may: ['read', 'write'], maxCredits: 20 });
  await expect.poll(async () => (await at.runs.look(id)).run.charged).toBe(5);
  await expect.poll(async () => JSON.stringify((await at.runs.look(id)).run.calls)).toContain('storylines.create');
  await at.runs.close();
  return id;
}

/** The result of a run that is resumed by another process. */
async function resumedResult(at: Stage, id: string): Promise<unknown> {
  const { runs } = await at.other();
  await runs.resume(id);
  const view = await runs.wait(id, 600_000);
  expect(view.failure).toBeUndefined();
  return resultOf(view);
}

describe('a program that is started again', () => {
  it('reads anew, and gets what it paid from the record', async () => {
    await using at = await stage();
    const id = await interrupted(
      at,
      `const { data: { name } } = await platform.projects.get({ id: 1 });
       const { data } = await ${create("'a ' + Math.random()")};
       await sleep(10_000);
       return [name, data.id, data.status]`,
    );
    await at.client.call('projects.update', { id: 1, name: 'Renamed' });
    const [row] = await at.client.jobs();
    expect(await resumedResult(at, id)).toEqual(['Renamed', expect.any(Number), 'completed']);
    expect((await at.client.jobs()).map(({ job_id }) => job_id)).toEqual([row?.job_id]);
    expect((await at.client.money()).totals).toMatchObject({ charged: 5, reserved: 0 });
  });

  it('does other things where it goes another way, within its credits', async () => {
    await using at = await stage();
    const id = await interrupted(
      at,
      `const { data: { name } } = await platform.projects.get({ id: 1 });
       await ${create('name')};
       await sleep(10_000);
       try { await ${create("name + ' 2'")}; await ${create("name + ' 3'")}; await ${create("name + ' 4'")} } catch (error) { return error.code }`,
    );
    await at.client.call('projects.update', { id: 1, name: 'Renamed' });
    expect(await resumedResult(at, id)).toBe('budget_exceeded');
    expect((await at.client.money()).totals).toMatchObject({ charged: 20, reserved: 0 });
  });

  it('meets a refusal of the platform again, and tries again what was refused in passing', async () => {
    await using at = await stage();
    const id = await interrupted(
      at,
      `const codes = [];
       const attempt = async (work) => codes.push(await work().then(() => 'done', (error) => error.code));
       await attempt(() => platform.keywords.create({ project: 777_777, keyword: 'x' }));
       await attempt(() => platform.storylines.create({ project: 1 }));
       await attempt(() => ${create("'kept'")});
       await sleep(10_000);
       return codes`,
    );
    expect(await resumedResult(at, id)).toEqual(['not_found', 'invalid_arguments', 'done']);
    expect((await at.client.money()).totals).toMatchObject({ charged: 5, reserved: 0 });
  });

  it('does not count a call that passed by when it numbers those that are alike', async () => {
    await using at = await stage();
    const id = await at.runs.start({
      code: `
       const [ends, done] = [[], []];
       for (let left = 3; left > 0; )
         try { done.push((await ${create("'again'")}).data.id); left--; } catch (error) { ends.push(error.code); left = 0 }
       await sleep(10_000);
       return [done, ends]`,
      may: ['read'],
      maxCredits: 10,
    });
    await expect.poll(async () => (await at.runs.look(id)).run.calls['storylines.create'], { timeout: 20_000 }).toBe(3);
    await at.runs.close();
    const [done, ends] = (await resumedResult(at, id)) as [number[], string[]];
    expect([new Set(done).size, ends]).toEqual([2, ['budget_exceeded']]);
    expect((await at.client.money()).totals).toMatchObject({ charged: 10, reserved: 0 });
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
    await at.sql('UPDATE run_effects SET ok = NULL, outcome = NULL WHERE run = ?', id);
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
