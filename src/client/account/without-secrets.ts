import type { State } from '../../state/state.ts';
import { concealer } from './conceal-secrets.ts';

/** The state, into which none of the secrets is written, however it is spelled. */
export function withoutSecrets(state: State, secrets: readonly string[]): State {
  const clean = concealer(secrets, '[token]');
  return {
    ...state,
    reserve: (request) => state.reserve({ ...request, arguments: clean(request.arguments) }),
    record: (id, change, from, leaseOwner) => state.record(id, clean(change), from, leaseOwner),
  };
}
