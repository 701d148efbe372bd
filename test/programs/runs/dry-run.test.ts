import { expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { runHere } from '../../cli/program.ts';
import { folder } from '../../support/processes/folder.ts';

it('run_code {dry_run} lets a program know, and answers with the plan', async () => {
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
  // Nothing is kept either: no value, no claim of what is done once, no file.
  const keeping = `await platform.state.set('seen', 1); const { not_written } = await platform.save('a.csv', [{ a: 1 }]);
    return [typeof not_written, await platform.once('n', () => 'dry')]`;
  expect(await run({ code: keeping, dry_run: true })).toMatchObject({ data: ['string', 'dry'] });
  const kept = `return [platform.dryRun, await platform.state.get('seen'), await platform.once('n', () => 'real')]`;
  expect(await run({ code: kept })).toMatchObject({ data: [false, null, 'real'] });
});
