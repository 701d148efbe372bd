import type { State } from '../../state/state.ts';
import { redactor } from './redact-secrets.ts';

/** The state with every write redacted: no secret is stored, however it is spelled. */
export function withoutSecrets(state: State, secrets: readonly string[]): State {
  const redact = redactor(secrets, '[token]');
  return {
    ...state,
    ledger: {
      ...state.ledger,
      reserve: (request) => state.ledger.reserve({ ...request, arguments: redact(request.arguments) }),
      record: (id, change, from) => state.ledger.record(id, redact(change), from),
    },
    runs: {
      ...state.runs,
      begin: (run, options) => state.runs.begin(redact(run), options),
      note: (id, lease, calls) => state.runs.note(id, lease, redact(calls)),
      end: (id, owner, end) => state.runs.end(id, owner, redact(end)),
    },
    polls: { ...state.polls, record: (id, lease, change) => state.polls.record(id, lease, redact(change)) },
  };
}
