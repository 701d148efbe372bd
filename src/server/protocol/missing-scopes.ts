import { requestContext } from '../../base/request-context.ts';

/** The scopes among `needed` that the token of the current request lacks; none if tokens have no scopes. */
export function missingScopes(needed: readonly string[]): readonly string[] {
  const has = requestContext()?.scopes;
  return has ? needed.filter((scope) => !has.includes(scope)) : [];
}
