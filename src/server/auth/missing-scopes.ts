import { requestContext } from '../../request-context.ts';
import { refusalResponse } from '../http-entry/http-refusal.ts';
import type { Authenticator } from './authenticator.ts';

/** The scopes among `needed` that the token of the request being served lacks. None outside of a request, and where tokens have none. */
export function lackedScopes(needed: readonly string[]): readonly string[] {
  const has = requestContext()?.scopes;
  return has ? needed.filter((scope) => !has.includes(scope)) : [];
}

/**
 * A refusal that names all needed scopes, those of the token included: a host asks for all of them again. Undefined where the
 * token has them.
 */
export function missingScopes(
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
