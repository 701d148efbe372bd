import { refusalResponse } from '../http-entry/http-refusal.ts';
import type { Authenticator } from './authenticator.ts';

export const includesAll = (has: readonly string[], needed: readonly string[]): boolean =>
  needed.every((scope) => has.includes(scope));

/**
 * A refusal that names all needed scopes, those of the token included: a host asks for all of them again. Undefined where the
 * token has them.
 */
export function missingScopes(
  needed: readonly string[],
  has: readonly string[],
  authenticator: Authenticator | undefined,
): Response | undefined {
  if (includesAll(has, needed)) return undefined;
  return refusalResponse({
    status: 403,
    message: `The token does not allow this: ${[...new Set(needed)].join(', ')} is needed`,
    headers: { 'www-authenticate': authenticator?.insufficient?.([...new Set([...has, ...needed])]) ?? 'Bearer' },
  });
}
