import type { Accounts } from './accounts.ts';
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
 * What the processes that use an account share. Every method of every part is one transaction. Where the engine cannot carry it out,
 * the method rejects with `StateUnavailable`, and nothing is sent to the platform.
 *
 * Two clocks are used. Dates and budget windows are in milliseconds since the epoch. Slots and polls are in milliseconds of
 * the store's steady clock: of this machine since its boot, or of the PostgreSQL server (docs/decisions/0002).
 */
export interface State {
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly charges: Charges;
  readonly polls: Polls;
  readonly slots: Slots;
  readonly events: Events;
  readonly runs: RunStore;
  readonly memory: ProgramMemory;
  readonly documents: Documents;
  readonly saved: SavedFiles;
  /** Writes one row. Rejects with `StateUnavailable` unless the store takes writes now: a standby, or a full disk, can be read. */
  takesWrites(): Promise<void>;
  /** Copies the store, as it is at one moment, into a new file. Rejects with `StateUnavailable` where that cannot be done. */
  backup(file: string): Promise<void>;
  /** Problems of the store, one line each; none if all is well. Reads the whole store. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
