import { expect, it } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { descriptionOf } from '../../src/tools/operations/description.ts';
import { limit, openStage } from './workflows/support/stage.ts';

const recurring = allOperations().filter((operation) => operation.recurring !== undefined);

it('what makes the platform draw later by itself says so, and that no limit here covers it', () => {
  expect(recurring.map(({ name, effect }) => [name, effect])).toEqual([
    ['tracking.activate', 'write'],
    ['tracking.update', 'write'],
    ['tracking.resume', 'write'],
    ['ingest.start', 'paid'],
    ['prompts.create', 'write'],
    ['prompts.import', 'write'],
    ['prompts.bulk_monitor', 'write'],
    ['prompts.monitor', 'write'],
    ['keyword_suggestions.convert', 'write'],
    ['autopilot.create', 'write'],
    ['autopilot.update', 'write'],
  ]);
  for (const operation of recurring)
    expect(descriptionOf(operation)['recurring']).toMatch(/draws .*, by itself and outside every limit here\.$/);
});

it('an estimate and an answer carry it, and it is no part of the price', async () => {
  await using it = await openStage({ budget: limit(1, 'call') });
  const config = { settings: { auto_publish: false } };
  const call = { operation: 'autopilot.create', arguments: { module: 'articles', frequency: 'weekly', config } };
  const says = expect.stringMatching(/^Each run draws credits .* outside every limit here\.$/);
  const { data } = await it.run('estimate', {
    calls: [call, { operation: 'articles.list', arguments: { project: 1 } }],
  });
  expect(data.calls).toEqual([
    { operation: 'autopilot.create', credits: 0, basis: 'no cost is listed', recurring: says },
    { operation: 'articles.list', credits: 0, basis: 'free' },
  ]);
  expect(await it.run('call_write', call)).toMatchObject({ ok: true, recurring: says });
  const { data: ingest } = await it.run('estimate', {
    calls: [{ operation: 'track_brand', arguments: { domain: 'a.example', country: 'DE' } }],
  });
  expect(ingest.calls[0].recurring).toContain('outside every limit here');
});
