import type { EarlierSpending, Rebuilt } from '../money/earlier-spending.ts';
import type { Account } from './account.ts';
import type { StoredLimit } from '../../state/accounts.ts';
import type { AuditFilter, AuditLine } from '../../state/audit-trail.ts';
import type { Cooldown } from '../../state/slots.ts';
import type { State } from '../../state/state.ts';

/** Records of an account other than calls and jobs. For commands that a person runs, not for agents. */
export interface AccountRecords {
  readonly limits: () => Promise<readonly StoredLimit[]>;
  /** Replaces all limits; an empty list clears them. */
  readonly keepLimits: (limits: readonly Omit<StoredLimit, 'setAt'>[]) => Promise<void>;
  /** The snapshot that the command `watch` stored last. */
  readonly lastLook: () => Promise<string | undefined>;
  readonly keepLook: (payload: string) => Promise<void>;
  /** Newest first. */
  readonly audit: (filter: AuditFilter) => Promise<readonly AuditLine[]>;
  /** Current pauses that the platform requested. */
  readonly cooldowns: () => Promise<readonly Cooldown[]>;
  /** Ends all pauses, and resolves with their number. */
  readonly clearCooldowns: () => Promise<number>;
  /** Reads earlier spending from the platform's history again, or ignores it and counts from now on. */
  readonly rebuild: (from: 'history' | 'now') => Promise<Rebuilt>;
}

/** Creates the records of an account. Reads use `key`, which may stand for the token alone; writes look up the team, and reject if that fails. */
export const accountRecords = (
  state: State,
  account: Account,
  key: string,
  earlier: EarlierSpending,
): AccountRecords => ({
  limits: () => state.accounts.limits(key),
  keepLimits: async (limits) => state.accounts.setLimits(await account.toWrite(), limits),
  lastLook: async () => (await state.documents.find('watch', await account.toWrite()))?.payload,
  keepLook: async (payload) => state.documents.put('watch', await account.toWrite(), payload, { expiresAt: null }),
  audit: (filter) => state.audit.list(key, filter),
  cooldowns: () => state.slots.cooldowns(account.access),
  clearCooldowns: () => state.slots.clearCooldowns(account.access),
  rebuild: async (from) => {
    await account.toWrite();
    return from === 'history' ? earlier.rebuild() : earlier.waive();
  },
});
