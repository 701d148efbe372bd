import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { AccountStarts } from './account-starts.ts';
import { Cleaning } from './cleaning.ts';
import type { Database } from './database.ts';
import { Accounts } from './accounts.ts';
import { Audit } from './audit.ts';
import { Charges } from './charges.ts';
import { Ledger } from './ledger.ts';
import { Notices } from './notices.ts';
import { Polls } from './polls.ts';
import { Slots } from './slots.ts';
import type { State } from './state.ts';

export interface SqlParts {
  readonly entries: Database;
  /** May commit with less care than `entries`: slots are void after a reboot. */
  readonly slots: Database;
  /** What the account's hash is keyed with. */
  readonly key: string;
  readonly clock: Clock;
  /** Carries news of changed entries between processes, where the engine can. */
  readonly news?: { notify(id: string): Promise<void>; listen(listener: (id: string) => void): void };
}

/** Milliseconds after which a waiter looks by itself, where other processes cannot tell it anything. */
const unheard = 1_000;

/** The state over any engine: what is decided is the same, whatever carries it out. */
export function sqlState({ entries, slots: slotDb, key, clock, news }: SqlParts): State {
  const ledger = new Ledger(entries);
  const accounts = new Accounts(entries);
  const audit = new Audit(entries);
  const starts = new AccountStarts(entries);
  const charges = new Charges(entries);
  const polls = new Polls(entries);
  const slots = new Slots(slotDb);
  const notices = new Notices(clock);
  const cleaning = new Cleaning(ledger, clock);
  news?.listen((id) => notices.tell(id));
  return {
    account: async (apiUrl, token) =>
      createHmac('sha256', key).update(`${apiUrl}\n${token}`).digest('hex').slice(0, 32),
    findAccount: (access) => accounts.find(access),
    bindAccount: (access, account, former) => accounts.bind(access, account, former),
    keptLimits: (account) => accounts.limits(account),
    keepLimits: (account, limits) => accounts.keepLimits(account, limits),
    audit: (account, filter) => audit.list(account, filter),
    auditRefusal: (account, refusal) => audit.refusal(account, refusal),
    reserve: (request) => ledger.reserve(request),
    findTwin: (account, fingerprint, owner) => ledger.findTwin(account, fingerprint, owner),
    dispatch: (id, until) => ledger.dispatch(id, until),
    withdraw: (id, lapsesAfter) => ledger.withdraw(id, lapsesAfter),
    async record(id, change, from, leaseOwner) {
      const entry = await ledger.record(id, change, from, leaseOwner);
      if (entry) notices.tell(id);
      // Nobody waits until the news is out.
      if (entry) void news?.notify(id);
      return entry;
    },
    find: (account, id, owner) => ledger.find(account, id, owner),
    list: (account, filter) => ledger.list(account, filter),
    usage: (account, windows) => ledger.usage(account, windows),
    spending: (account, since) => ledger.spending(account, since),
    clean: (account) => cleaning.run(account),
    accountStart: (account) => starts.find(account),
    startAccount: (account, start, charges, again) => starts.settle(account, start, charges, again),
    backup: (file) => entries.backup(file),
    check: async () => [...(await entries.check()), ...(await ledger.check())],
    unconfirmed: (account, since) => charges.unconfirmed(account, since),
    drift: (account, since) => charges.drift(account, since),
    balanceMark: (account) => charges.balanceMark(account),
    markBalance: (account, reading) => charges.markBalance(account, reading),
    compareBalance: (account, reading) => charges.compareBalance(account, reading),
    takePoll: (id, owner, leaseMs) => polls.take(id, owner, leaseMs),
    countRunning: (account) => polls.countRunning(account),
    takeSlots: (account, request) => slots.take(account, request),
    answerSlots: (id) => slots.answer(id),
    dropSlots: (id) => slots.drop(id),
    coolDown: (account, buckets, ms) => slots.coolDown(account, buckets, ms),
    cooldowns: (account) => slots.cooldowns(account),
    clearCooldowns: (account) => slots.clearCooldowns(account),
    changed: (id, ms, signal) => notices.wait(id, news ? ms : Math.min(ms, unheard), signal),
    async close() {
      await cleaning.stop();
      if (slotDb !== entries) await slotDb.close();
      await entries.close();
    },
  };
}
