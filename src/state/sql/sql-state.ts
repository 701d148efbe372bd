import type { Clock } from '../../base/clock.ts';
import type { Entry } from '../entry.ts';
import type { State } from '../state.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { type Database, raw, rows, run, sql } from './database.ts';
import { dayMs } from './schema.ts';
import { Retention } from './retention.ts';
import { createAccounts } from '../accounts.ts';
import { createCharges } from '../charges.ts';
import { createDocuments } from '../documents.ts';
import { createEvents } from '../events.ts';
import { sqlLedger } from './sql-ledger.ts';
import { createProgramMemory } from '../program-memory.ts';
import { createPolls } from '../polls.ts';
import { createRunStore } from '../run-store.ts';
import { createSavedFiles } from '../saved-files.ts';
import { createSlots } from '../slots.ts';

export interface SqlStateDependencies {
  readonly entries: Database;
  /** The same store. Its commits may be less durable than those of `entries`: slots are void after a reboot. */
  readonly slots: Database;
  /** The key of the hashes that stand for accounts. */
  readonly key: string;
  readonly clock: Clock;
  /** Carries notifications of changed entries between processes, where the engine can. */
  readonly changeNotifications?:
    | { notify(id: string): Promise<void>; listen(listener: (id: string) => void): void }
    | undefined;
}

/** Days whose sum of charges differs from the charges: one line, or none if all is well. */
const differingDays = (db: Database): Promise<string[]> =>
  db.transaction(null, function* () {
    const days = yield* rows(sql`SELECT account, day FROM (
        SELECT account, day, credits FROM spent_days
        UNION ALL SELECT account, settled_at - settled_at % ${raw(String(dayMs))}, -charged FROM entries WHERE money = 'settled'
      ) AS charges GROUP BY account, day HAVING sum(credits) <> 0`);
    return days.length === 0 ? [] : [`the sum of charges differs from the charges on ${days.length} days`];
  });

/** The state over any engine: the decisions are the same, whatever engine carries them out. */
export function sqlState({ entries, slots, key, clock, changeNotifications: remote }: SqlStateDependencies): State {
  const ledger = sqlLedger(entries);
  const polls = createPolls(entries);
  const events = createEvents(entries);
  const saved = createSavedFiles(entries);
  const local = new ChangeNotifications(clock, entries.writesOfOthers?.bind(entries));
  const retention = new Retention(entries, clock);
  remote?.listen((id) => local.notify(id));

  /** Notifies the waiters of a written change, without waiting until other processes have the notification. */
  function notify(id: string): void {
    local.notify(id);
    void remote?.notify(id);
  }

  async function notifying(write: Promise<Entry | undefined>): Promise<Entry | undefined> {
    const entry = await write;
    if (entry) notify(entry.id);
    return entry;
  }

  return {
    accounts: createAccounts(entries, key),
    ledger: {
      ...ledger,
      record: (...args) => notifying(ledger.record(...args)),
      async readmit(account, id, limits) {
        const answer = await ledger.readmit(account, id, limits);
        if (answer.kind !== 'admitted') notify(id);
        return answer;
      },
      applyRetention: async (account) => {
        await saved.clean();
        await retention.apply(account);
      },
      waitForChange: (id, ms, signal) => local.wait(id, ms, signal),
    },
    charges: createCharges(entries),
    polls: { ...polls, record: (...args) => notifying(polls.record(...args)) },
    slots: createSlots(slots),
    documents: createDocuments(entries),
    events: {
      ...events,
      async announce(operations, ids, only) {
        const announced = await events.announce(operations, ids, only);
        announced.forEach(notify);
        return announced;
      },
    },
    runs: createRunStore(entries),
    memory: createProgramMemory(entries),
    saved,
    takesWrites: async () => {
      await entries.transaction(null, ({ now }) =>
        run(
          sql`INSERT INTO meta (key, value) VALUES ('probed', ${String(now)}) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        ),
      );
    },
    backup: (file) => entries.backup(file),
    check: async () => [...(await entries.check()), ...(await differingDays(entries))],
    async close() {
      await retention.stop();
      if (slots !== entries) await slots.close();
      await entries.close();
    },
  };
}
