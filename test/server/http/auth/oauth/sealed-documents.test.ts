import { expect, it } from 'vitest';
import { SealedDocuments } from '../../../../../src/server/http/auth/oauth/sealed-documents.ts';
import { createSealer } from '../../../../../src/server/http/auth/oauth/sealer.ts';
import { virtualClock } from '../../../../support/clock/virtual-clock.ts';
import { freshState } from '../../../../support/state/store.ts';

const keys = { expiresAt: null, grant: 'g' };

it('what an older secret sealed is read once under it, and from then on under the newest', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const { documents } = it.state;
  const [old, rotated, renewed] = [['old'], ['new', 'old'], ['new']].map(createSealer) as [
    ReturnType<typeof createSealer>,
    ReturnType<typeof createSealer>,
    ReturnType<typeof createSealer>,
  ];
  for (const id of ['1', '2', '3']) await documents.put('token', id, old.seal('token', { id }), keys);
  const findWith = (sealer: typeof old, id: string) => new SealedDocuments(documents, sealer).find('token', id);
  expect(await findWith(old, '1')).toEqual({ value: { id: '1' }, consumedAt: null, wasOutdated: false });
  expect(await findWith(renewed, '1')).toBeUndefined();
  expect(await findWith(rotated, '1')).toEqual({ value: { id: '1' }, consumedAt: null, wasOutdated: true });
  expect(await findWith(renewed, '1')).toEqual({ value: { id: '1' }, consumedAt: null, wasOutdated: false });
  await documents.consume('token', '2');
  expect(await findWith(rotated, '2')).toEqual({ value: { id: '2' }, consumedAt: clock.now(), wasOutdated: true });
  await new SealedDocuments(documents, rotated).renewGrant('g');
  expect(await findWith(renewed, '3')).toMatchObject({ wasOutdated: false });
  expect(await findWith(renewed, 'none')).toBeUndefined();
  // A seal is for one purpose.
  await documents.put('code', '1', renewed.seal('token', {}), keys);
  expect(await new SealedDocuments(documents, renewed).find('code', '1')).toBeUndefined();
});

it('reads what it cannot seal again, and seals nothing that is sealed already', async () => {
  await using it = await freshState(virtualClock());
  const { documents } = it.state;
  const [old, rotated] = [createSealer(['old']), createSealer(['new', 'old'])];
  await documents.put('token', 'old', old.seal('token', 1), keys);
  await documents.put('token', 'new', rotated.seal('token', 2), keys);
  await documents.put('token', 'foreign', createSealer(['other']).seal('token', 3), keys);
  const replaced: string[] = [];
  const failing = (store: Partial<typeof documents>) => new SealedDocuments({ ...documents, ...store }, rotated);
  const unwritable = failing({
    replace: (_, id) => {
      replaced.push(id);
      return Promise.reject(new Error('no store'));
    },
  });
  expect(await unwritable.find('token', 'old')).toMatchObject({ value: 1, wasOutdated: true });
  expect(await unwritable.find('token', 'new')).toMatchObject({ value: 2, wasOutdated: false });
  await unwritable.renewGrant('g');
  expect(replaced).toEqual(['old', 'old']);
  await failing({ listGrant: () => Promise.reject(new Error('no store')) }).renewGrant('g');
});
