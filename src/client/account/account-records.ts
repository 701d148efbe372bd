import type { AuditFilter } from '../../state/audit-trail.ts';
import type { StoredLimit } from '../../state/accounts.ts';
import type { State } from '../../state/state.ts';
import type { EarlierSpending } from '../money/earlier-spending.ts';
import type { Account } from './account.ts';

/** Records of an account other than calls and jobs. For commands that a person runs, not for agents. */
export type AccountRecords = ReturnType<typeof accountRecords>;

/** Reads use `key`, which may stand for the token alone; writes look up the team, and reject if that fails. */
export const accountRecords = (state: State, account: Account, key: string, earlier: EarlierSpending) => ({
  limits: () => state.accounts.limits(key),
  /** Replaces all limits; an empty list clears them. */
  keepLimits: async (limits: readonly Omit<StoredLimit, 'setAt'>[]) =>
    state.accounts.setLimits(await account.toWrite(), limits),
  /** The snapshot that the command `watch` stored last. */
  lastLook: async () => (await state.documents.find('watch', await account.toWrite()))?.payload,
  keepLook: async (payload: string) =>
    state.documents.put('watch', await account.toWrite(), payload, { expiresAt: null }),
  /** Newest first. */
  audit: (filter: AuditFilter) => state.audit.list(key, filter),
  /** Current pauses that the platform requested. */
  cooldowns: () => state.slots.cooldowns(account.access),
  /** Ends all pauses, and resolves with their number. */
  clearCooldowns: () => state.slots.clearCooldowns(account.access),
  /** Reads earlier spending from the platform's history again, or ignores it and counts from now on. */
  rebuild: async (from: 'history' | 'now') => {
    await account.toWrite();
    return from === 'history' ? earlier.rebuild() : earlier.waive();
  },
});
