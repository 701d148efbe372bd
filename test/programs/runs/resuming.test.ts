import { describe, expect, it } from 'vitest';
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
  it('repeats its reads, and gets what it paid from the record', async () => {
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
