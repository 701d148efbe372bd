import { expect } from 'vitest';
import { allOperations, findOperation } from '../../src/catalog/index.ts';
import { it } from './workflows/support/staged-test.ts';

it('every way out of a refusal is an operation', () => {
  const remedyNames = allOperations().flatMap(({ remedies }) => Object.values(remedies));
  expect(remedyNames.length).toBeGreaterThan(8);
  for (const name of remedyNames) expect(findOperation(String(name)), name).toBeDefined();
});

it('a refusal names the operation that removes its cause, and says that nothing was charged', async ({ stage }) => {
  const { data } = await stage.call('google.gsc_properties', {}, { format: 'detailed' });
  const unlinked = data.find((one: { linked: boolean }) => !one.linked);
  const { error } = await stage.call('google.sync_gsc_property', { p: unlinked.id });
  expect(error).toMatchObject({
    status: 409,
    outcome: 'rejected',
    next: expect.stringMatching(/google\.link_gsc_property.*Nothing was charged/),
  });
  expect(error.next).toContain(`call_write {"operation":"google.link_gsc_property","arguments":{"p":${unlinked.id}}}`);
  expect(await stage.call('images.delete_forever', { id: 11005 })).toMatchObject({
    error: {
      status: 409,
      next: expect.stringContaining('call_delete {"operation":"images.delete","arguments":{"id":11005}}'),
    },
  });
  expect(await stage.call('storylines.create', { keyword: 3 })).toMatchObject({
    error: { message: expect.stringContaining('nothing was charged') },
  });
});
