import { expect, test } from 'vitest';
import { bench, refusal } from '../../../support/bench.ts';
import { json, tooMany } from '../../../support/platform.ts';
import { projects } from '../../../support/stories.ts';

test('a pause is listed with what is left of it', async () => {
  await using rig = await bench();
  rig.platform.on('GET /projects', tooMany('1800'), json({ data: [] }));
  const client = await rig.client({ account: 'label' });
  await refusal(client.call(projects, {}, { waitSeconds: 1 }));
  const [pause] = await (await rig.client({ account: 'label' })).cooldowns();
  expect(pause).toMatchObject({ bucket: 'token' });
  expect(Math.round((pause?.ms ?? 0) / 1000)).toBeGreaterThan(1_790);
});
