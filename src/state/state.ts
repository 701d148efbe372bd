import type { Accounts } from './accounts.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { Charges } from './charges.ts';
import type { Documents } from './documents.ts';
import type { Events } from './events.ts';
import type { Ledger } from './ledger.ts';
import type { Polls } from './polls.ts';
import type { ProgramMemory } from './program-memory.ts';
import type { RunStore } from './run-store.ts';
import type { SavedFiles } from './saved-files.ts';
import type { Slots } from './slots.ts';

/**
 * What processes that use the same account share. Every method of every part is one transaction. An engine that cannot
 * carry one out rejects with `StateUnavailable`; nothing is sent then.
 *
 * Two times are used. Dates and budget windows are in milliseconds since the epoch. Slots and polls are in milliseconds of
 * the store's steady clock, which never steps.
 */
export interface State {
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly charges: Charges;
  readonly polls: Polls;
  readonly slots: Slots;
  readonly audit: AuditTrail;
  readonly events: Events;
  readonly runs: RunStore;
  readonly memory: ProgramMemory;
  readonly documents: Documents;
  readonly saved: SavedFiles;
  /** Rejects with `StateUnavailable` unless the store takes writes now: a standby can be read. */
  takesWrites(): Promise<void>;
  /** Copies the store, as it is at one moment, into a new file. Rejects with `StateUnavailable` where that cannot be done. */
  backup(file: string): Promise<void>;
  /** What is wrong with the store as a whole, one line each; reads all of it. Empty: nothing is. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
