import { createHmac } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { State } from '../state.ts';
import { Database, type Survives } from './database.ts';
import { Ledger } from './ledger.ts';
import { Polls } from './polls.ts';
import { Slots } from './slots.ts';

/**
 * Opens the state in one SQLite file, for the processes of one machine. `file` may be `:memory:`.
 * Rejects with `StateUnavailable` if it cannot be used.
 */
export async function openSqliteState(file: string, clock: Clock): Promise<State> {
  const db = await prepared(file, clock, 'FULL');
  // Slots are taken and given back by every request, and forgotten with the boot they were taken in.
  const slotDb = await prepared(file, clock, 'NORMAL');
  const ledger = new Ledger(db, clock);
  const polls = new Polls(db, clock);
  const slots = new Slots(slotDb, clock);
  const key = String(db.row("SELECT value FROM meta WHERE key = 'key'")?.['value']);
  return {
    account: async (apiUrl, token) => createHmac('sha256', key).update(`${apiUrl}\n${token}`).digest('hex').slice(0, 32),
    reserve: (request) => ledger.reserve(request),
    dispatch: (id, until) => ledger.dispatch(id, until),
    withdraw: (id, lapsesAfter) => ledger.withdraw(id, lapsesAfter),
    record: (id, change, from) => ledger.record(id, change, from),
    find: (account, id) => ledger.find(account, id),
    list: (account, filter) => ledger.list(account, filter),
    usage: (account, windows) => ledger.usage(account, windows),
    takePoll: (id, owner, leaseMs) => polls.take(id, owner, leaseMs),
    countRunning: (account) => polls.countRunning(account),
    takeSlots: (account, request) => slots.take(account, request),
    answerSlots: (id) => slots.answer(id),
    dropSlots: (id) => slots.drop(id),
    coolDown: (account, buckets, ms) => slots.coolDown(account, buckets, ms),
    close: async () => {
      slotDb.close();
      db.close();
    },
  };
}

/** A connection that is ready; one that cannot be made so is closed again. */
async function prepared(file: string, clock: Clock, survives: Survives): Promise<Database> {
  const db = new Database(file, clock, survives);
  try {
    await db.prepare();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
