import type { Clock } from '../base/index.ts';
import { createAccounts } from './accounts.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { createCharges } from './charges.ts';
import { createDocuments } from './documents.ts';
import { createEvents } from './events.ts';
import { createLedger } from './ledger.ts';
import { createPolls } from './polls.ts';
import { createProgramMemory } from './program-memory.ts';
import { createRunStore } from './run-store.ts';
import { createSavedFiles } from './saved-files.ts';
import { createSlots } from './slots.ts';
import { type Database, run, sql } from './sql/database.ts';

export interface StateDependencies {
  readonly entries: Database;
  readonly clock: Clock;
  /** Default: waiters check every 500 ms whether another process has written. */
  readonly changes?: ChangeNotifications | undefined;
}

export type State = ReturnType<typeof createState>;

/**
 * The state that all processes of an account share, over any engine. Every method of every part is one transaction. If the
 * engine cannot run it, the method rejects with `StateUnavailable`, and nothing is sent to the platform.
 *
 * Two clocks are used. Dates and budget windows are in milliseconds since the epoch. Slots and polls are in milliseconds of
 * the store's steady clock: of this machine since its boot, or of the PostgreSQL server (docs/decisions/0002).
 */
export function createState({ entries, clock, changes }: StateDependencies) {
  const notifications = changes ?? new ChangeNotifications(clock);
  const charges = createCharges(entries);
  return {
    accounts: createAccounts(entries),
    ledger: createLedger(entries, notifications),
    charges,
    polls: createPolls(entries, notifications),
    slots: createSlots(entries),
    events: createEvents(entries, notifications),
    runs: createRunStore(entries),
    memory: createProgramMemory(entries),
    documents: createDocuments(entries),
    saved: createSavedFiles(entries),
    /**
     * Writes one row. Rejects with `StateUnavailable` unless the store accepts writes now: a standby or a full disk can only
     * be read.
     */
    async takesWrites(): Promise<void> {
      await entries.transaction(null, ({ now }) =>
        run(
          sql`INSERT INTO meta (key, value) VALUES ('probed', ${String(now)}) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        ),
      );
    },
    /** Copies a consistent snapshot of the store into a new file. Rejects with `StateUnavailable` if that is not possible. */
    backup: (file: string): Promise<void> => entries.backup(file),
    /** Problems of the store, one line each; none if all is well. Reads the whole store. */
    check: async (): Promise<string[]> => [...(await entries.check()), ...(await charges.check())],
    close: (): Promise<void> => entries.close(),
  };
}
