import type { State } from '../../state/state.ts';
import type { EarlierSpending } from '../money/earlier-spending.ts';
import type { Account } from './account.ts';

/** Records of an account other than calls and jobs. For commands that a person runs, not for agents. */
export type AccountRecords = ReturnType<typeof accountRecords>;

export const accountRecords = (state: State, account: Account, earlier: EarlierSpending) => ({
  /** Paid calls, newest first. */
  history: async (filter: { readonly since: number; readonly limit: number }) =>
    state.charges.history(await account.toRead(), filter),
  /** Current pauses that the platform requested. */
  cooldowns: () => state.slots.cooldowns(account.access),
  /** Reads earlier spending from the platform's history again, or ignores it and counts from now on. */
  rebuild: async (from: 'history' | 'now') => {
    await account.toWrite();
    return from === 'history' ? earlier.rebuild() : earlier.waive();
  },
});
