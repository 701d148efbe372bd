import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { connect } from '../../src/library/index.ts';
import { runHere } from '../cli/program.ts';
import { folder } from '../support/processes/folder.ts';

const options = { sandbox: true, sandboxSpeed: 1000 } as const;
const pay = { project: 1, keyword: 'dry' };

it('connect({dryRun}) reads, and lists what it would write and pay, of which nothing is sent or kept', async () => {
  await using place = await folder();
  const state = join(place.path, 'state.db');
  const real = await connect({ ...options, state });
  const dry = await connect({ ...options, state, dryRun: true, budget: '100/day' });
  await real.state.set('seen', 1);
  await real.once('done', () => 'really');
  const before = (await real.credits.history()).data;
  expect((await dry.projects.list()).data.length).toBeGreaterThan(0);
  await dry.projects.update({ id: 1, name: 'Never' });
  expect((await dry.storylines.create(pay as never)).data).toMatchObject({ id: expect.any(Number) as number });
  await dry.state.set('seen', 2);
  expect([await dry.state.get('seen'), await real.state.get('seen')]).toEqual([2, 1]);
  expect(await dry.once('done', () => 'dry')).toBe('really');
  expect([await dry.once('new', () => 'dry'), await dry.once('new', () => 'again')]).toEqual(['dry', 'dry']);
  expect(await real.once('new', () => 'really')).toBe('really');
  expect(dry.dryRun).toMatchObject({
    planned: [
      { operation: 'projects.update', arguments: { id: 1, name: 'Never' }, credits: 0 },
      { operation: 'storylines.create', credits: 5 },
    ],
    credits: 5,
  });
  expect(real.dryRun).toBe(false);
  await expect(dry.runs.start('return 1')).rejects.toMatchObject({ code: 'not_permitted' });
  const names = (await real.projects.list()).data.map(({ name }) => name);
  expect([names.includes('Never'), (await real.credits.history()).data]).toEqual([false, before]);
  await Promise.all([dry.close(), real.close()]);
});

it('run_code {dry_run} tells a program so, and answers with the plan', async () => {
  await using place = await folder();
  const env = { VISIBILITY_SANDBOX: 'true', VISIBILITY_SANDBOX_SPEED: '1000', XDG_STATE_HOME: place.path };
  const code = `await platform.storylines.create({ project: 1, keyword: 'dry' }); return [platform.dryRun, new Date().toISOString().slice(0, 7)]`;
  const run = async (more: object): Promise<unknown> =>
    JSON.parse((await runHere(['call', 'run_code', JSON.stringify({ code, ...more })], { env })).stdout);
  expect(await run({ may: ['read'], max_credits: 5, dry_run: true })).toMatchObject({
    ok: true,
    data: [true, new Date(systemClock.now()).toISOString().slice(0, 7)],
    run: { dry_run: true },
    planned: [{ operation: 'storylines.create', credits: 5 }],
    estimated: 5,
    fits: true,
  });
  expect(await run({ dry_run: true, key: 'k' })).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  expect(await run({ code: 'return platform.dryRun' })).toMatchObject({ data: false });
});
