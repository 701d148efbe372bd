import type { State } from './state.ts';

/**
 * The state as one caller of an account sees it: calls are recorded as the caller's, and only those are found, listed and joined.
 * Sums of money stay the account's.
 */
export const ownedBy = (state: State, owner: string): State => ({
  ...state,
  reserve: (request) => state.reserve({ ...request, owner }),
  findTwin: (account, fingerprint) => state.findTwin(account, fingerprint, owner),
  find: (account, id) => state.find(account, id, owner),
  list: (account, filter) => state.list(account, { ...filter, owner }),
});
