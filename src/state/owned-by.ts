import type { State } from './state.ts';

/**
 * The state as one caller of an account sees it: calls are recorded as the caller's, and only those are found, listed and joined.
 * Sums of money stay the account's. Polls share a rate with those of the caller alone, who has a token of their own.
 */
export const ownedBy = (state: State, owner: string): State => ({
  ...state,
  ledger: {
    ...state.ledger,
    reserve: (request) => state.ledger.reserve({ ...request, owner }),
    findInFlightDuplicate: (account, fingerprint) => state.ledger.findInFlightDuplicate(account, fingerprint, owner),
    find: (account, id) => state.ledger.find(account, id, owner),
    list: (account, filter) => state.ledger.list(account, { ...filter, owner }),
  },
  polls: { ...state.polls, countRunning: (account) => state.polls.countRunning(account, owner) },
  runs: {
    ...state.runs,
    begin: (run, terms) => state.runs.begin({ ...run, owner }, terms),
    take: (account, id, terms) => state.runs.take(account, id, { ...terms, runOwner: owner }),
    find: (account, id) => state.runs.find(account, id, owner),
    list: (account, filter) => state.runs.list(account, { ...filter, owner }),
    cancel: (account, id) => state.runs.cancel(account, id, owner),
  },
  saved: {
    ...state.saved,
    put: (account, file) => state.saved.put(account, file, owner),
    read: (account, id) => state.saved.read(account, id, owner),
  },
});
