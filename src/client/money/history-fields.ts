import { pick } from '../call/path.ts';

/** The fields of a row of the platform's history of charges, as it says them: nothing of it is checked. */
export function historyFields(said: unknown) {
  return {
    at: pick(said, 'created_at'),
    delta: pick(said, 'delta'),
    endpoint: pick(said, 'endpoint'),
    reference: pick(said, 'reference_id'),
    after: pick(said, 'balance_after'),
  };
}
