import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSealer } from '../../../../../src/server/http/auth/oauth/sealer.ts';

const secrets = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 3 });

it('what is sealed opens under any secret of the list, for its purpose, unchanged', () => {
  fc.assert(
    fc.property(secrets, fc.string(), fc.json(), (list, purpose, json) => {
      const value: unknown = JSON.parse(json);
      const [oldest = '', ...newer] = list.toReversed();
      const sealed = createSealer([oldest]).seal(purpose, value);
      expect(createSealer([oldest]).open(purpose, sealed)).toEqual(value);
      expect(createSealer([...newer, oldest]).open(purpose, sealed)).toEqual(value);
      expect(createSealer(newer).open(purpose, sealed)).toBeUndefined();
      expect(createSealer(list).open(`${purpose}x`, sealed)).toBeUndefined();
    }),
    { numRuns: 30, seed: 4 },
  );
});

it('a sealed text is iv, tag and ciphertext: shorter or changed, it does not open', () => {
  const sealer = createSealer(['secret']);
  const bytes = Buffer.from(sealer.seal('kind', 1), 'base64url');
  expect(bytes).toHaveLength(12 + 16 + 1);
  expect(sealer.seal('kind', 1)).not.toBe(bytes.toString('base64url'));
  for (let at = 0; at < bytes.length; at++) {
    expect(sealer.open('kind', bytes.subarray(0, at).toString('base64url'))).toBeUndefined();
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealer.open('kind', changed.toString('base64url'))).toBeUndefined();
  }
});
