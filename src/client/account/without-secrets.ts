import type { State } from '../../state/state.ts';
import { concealer } from './conceal-secrets.ts';

/** The state, into which none of the secrets is written, however it is spelled. */
export function withoutSecrets(state: State, secrets: readonly string[]): State {
  const conceal = concealer(secrets, '[token]');
  return {
    ...state,
    ledger: {
      ...state.ledger,
      reserve: (request) => state.ledger.reserve({ ...request, arguments: conceal(request.arguments) }),
      record: (id, change, from) => state.ledger.record(id, conceal(change), from),
    },
    runs: {
      ...state.runs,
      begin: (run, terms) => state.runs.begin(conceal(run), terms),
      note: (id, lease, calls) => state.runs.note(id, lease, conceal(calls)),
      end: (id, owner, end) => state.runs.end(id, owner, conceal(end)),
    },
    polls: { ...state.polls, record: (id, lease, change) => state.polls.record(id, lease, conceal(change)) },
  };
}
