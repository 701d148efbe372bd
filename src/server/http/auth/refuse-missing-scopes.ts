import { refusalResponse } from '../refusal.ts';
import type { Authenticator } from './authenticator.ts';

/**
 * The refusal of a token that lacks scopes; undefined where it has them all. The challenge names the scopes that the token has as well,
 * since a host signs in again with exactly the scopes that are named.
 */
export function refuseMissingScopes(
  needed: readonly string[],
  has: readonly string[],
  authenticator: Authenticator | undefined,
): Response | undefined {
  if (needed.every((scope) => has.includes(scope))) return undefined;
  return refusalResponse({
    status: 403,
    message: `The token does not allow this: ${[...new Set(needed)].join(', ')} is needed`,
    headers: { 'www-authenticate': authenticator?.insufficient?.([...new Set([...has, ...needed])]) ?? 'Bearer' },
  });
}
