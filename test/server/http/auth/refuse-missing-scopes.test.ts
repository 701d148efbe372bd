import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withRequestContext } from '../../../../src/base/request-context.ts';
import type { Authenticator } from '../../../../src/server/http/auth/authenticator.ts';
import { refuseMissingScopes } from '../../../../src/server/http/auth/refuse-missing-scopes.ts';
import { missingScopes } from '../../../../src/server/protocol/missing-scopes.ts';

const scopes = fc.uniqueArray(fc.constantFrom('read', 'write', 'delete', 'paid'));

it('a token is asked for what it lacks and what it has, each once, and only where it lacks any', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('read', 'write', 'delete', 'paid')), scopes, (needed, has) => {
      const lacked = needed.filter((one) => !has.includes(one));
      const context = { requestId: '', trace: {}, scopes: has };
      expect(withRequestContext(context, () => missingScopes(needed))).toEqual(lacked);
      const authenticator = { insufficient: (all: readonly string[]) => all.toSorted().join(' ') } as Authenticator;
      const response = refuseMissingScopes(needed, has, authenticator);
      const all = [...new Set([...needed, ...has])].toSorted().join(' ');
      expect([response?.status, response?.headers.get('www-authenticate')]).toEqual(
        lacked.length === 0 ? [undefined, undefined] : [403, all],
      );
    }),
    { seed: 2 },
  );
  expect(missingScopes(['paid'])).toEqual([]);
  for (const authenticator of [undefined, {} as Authenticator])
    expect(refuseMissingScopes(['paid'], [], authenticator)?.headers.get('www-authenticate')).toBe('Bearer');
});

it('the refusal names each scope that is needed once', async () => {
  const body = await refuseMissingScopes(['paid', 'read', 'paid'], ['read'], undefined)?.text();
  expect(body).toContain(': paid, read is needed');
});
