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
      expect(createSealer([oldest]).open(purpose, sealed)).toEqual({ value, isOutdated: false });
      expect(createSealer([...newer, oldest]).open(purpose, sealed)).toEqual({ value, isOutdated: true });
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

it('a keyed hash counts under any secret, for its purpose and text', () => {
  const [old, both] = [createSealer(['old']), createSealer(['new', 'old'])];
  const mac = old.mac('form', 'a');
  expect(mac).toMatch(/^[0-9a-f]{64}$/);
  expect(both.isMac('form', 'a', mac)).toBe(true);
  expect(both.mac('form', 'a')).not.toBe(mac);
  expect(both.isMac('form', 'a', both.mac('form', 'a'))).toBe(true);
  for (const [purpose, text, wrong] of [
    ['page', 'a', mac],
    ['form', 'b', mac],
    ['form', 'a', mac.slice(1)],
    ['form', 'a', ''],
  ] as const)
    expect(both.isMac(purpose, text, wrong)).toBe(false);
  expect(createSealer(['new']).isMac('form', 'a', mac)).toBe(false);
});

it('cookies have one key for each secret, in its order, and no key of another use', () => {
  const [one, two] = [createSealer(['one']).cookieKeys[0], createSealer(['two']).cookieKeys[0]];
  expect(createSealer(['one', 'two']).cookieKeys).toEqual([one, two]);
  expect(one).toMatch(/^[0-9a-f]{64}$/);
});
