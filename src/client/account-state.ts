import type { Entry, EntryChange, ProgramMemory, State } from '../state/index.ts';
import type { Meter } from './meter.ts';
import type { Redact } from './redact-secrets.ts';

export interface AccountStateOptions {
  /** Id of the caller, if several share the account. Absent: there is only one. */
  readonly owner: string | undefined;
  /** Replaces secrets in everything that is written. */
  readonly redact: Redact;
  readonly meter: Meter | undefined;
  /** Called with the id of an entry and the answer to its start before the answer is recorded. If it rejects, nothing is recorded. */
  readonly onStarted: ((entry: string, started: unknown) => Promise<void>) | undefined;
}

export interface AccountState {
  /** View limited to the caller: finds, lists and joins only its own calls. Totals of credits are the team's. */
  readonly own: State;
  /** All calls of the account, whoever made them. */
  readonly team: State;
}

/**
 * Wraps the state for a client: redacts secrets before they are stored, and reports charges, polls and ended runs to the meter. A later
 * correction of a charge is not reported.
 */
export function accountState(state: State, { owner, redact, meter, onStarted }: AccountStateOptions): AccountState {
  const { ledger, polls, runs, memory } = state;
  const counted = (entry: Entry | undefined, { money }: EntryChange): Entry | undefined => {
    if (entry?.charged && money === 'settled') meter?.charged(entry.operation, entry.charged, entry.label);
    return entry;
  };
  const team: State = {
    ...state,
    ledger: {
      ...ledger,
      reserve: (request) => ledger.reserve({ ...request, arguments: redact(request.arguments) }),
      async record(id, change, from, only) {
        const written = redact(change);
        if (written.started !== undefined) await onStarted?.(id, written.started);
        return counted(await ledger.record(id, written, from, only), change);
      },
    },
    polls: {
      ...polls,
      async take(id, lease, leaseMs) {
        const turn = await polls.take(id, lease, leaseMs);
        if (turn.kind === 'poll') meter?.poll();
        return turn;
      },
      record: async (id, lease, change, money) => counted(await polls.record(id, lease, redact(change), money), change),
    },
    runs: {
      ...runs,
      begin: (run, terms) => runs.begin(redact(run), terms),
      noteEffect: (id, lease, effect, isDelivered) => runs.noteEffect(id, lease, redact(effect), isDelivered),
      async end(id, runOwner, end) {
        const isEnded = await runs.end(id, runOwner, redact(end));
        if (isEnded) meter?.run(end.state);
        return isEnded;
      },
      async abandon(id, error) {
        const isEnded = await runs.abandon(id, error);
        if (isEnded) meter?.run('failed');
        return isEnded;
      },
      async cancel(account, id, runOwner) {
        const isCancelled = await runs.cancel(account, id, runOwner);
        if (isCancelled) meter?.run('cancelled');
        return isCancelled;
      },
    },
    memory: {
      ...memory,
      set: (place, name, json) => memory.set(place, name, redact(json)),
      settle: (place, name, holder, json) => memory.settle(place, name, holder, redact(json)),
    },
  };
  return { team, own: owner === undefined ? team : ownedBy(team, owner) };
}

/** Polls share a rate with those of the caller alone, who has a token of their own. */
const ownedBy = (team: State, owner: string): State => ({
  ...team,
  ledger: {
    ...team.ledger,
    reserve: (request) => team.ledger.reserve({ ...request, owner }),
    findInFlightDuplicate: (account, fingerprint) => team.ledger.findInFlightDuplicate(account, fingerprint, owner),
    find: (account, id) => team.ledger.find(account, id, owner),
    list: (account, filter) => team.ledger.list(account, { ...filter, owner }),
  },
  polls: { ...team.polls, countRunning: (account) => team.polls.countRunning(account, owner) },
  runs: {
    ...team.runs,
    begin: (run, terms) => team.runs.begin({ ...run, owner }, terms),
    take: (account, id, terms) => team.runs.take(account, id, { ...terms, runOwner: owner }),
    find: (account, id) => team.runs.find(account, id, owner),
    findByKey: (account, key) => team.runs.findByKey(account, key, owner),
    list: (account, filter) => team.runs.list(account, { ...filter, owner }),
    cancel: (account, id) => team.runs.cancel(account, id, owner),
  },
  memory: memoryOf(team.memory, owner),
  saved: {
    ...team.saved,
    put: (account, file) => team.saved.put(account, file, owner),
    read: (account, id) => team.saved.read(account, id, owner),
    hasRoom: (account) => team.saved.hasRoom(account, owner),
  },
});

const memoryOf = (memory: ProgramMemory, owner: string): ProgramMemory => ({
  get: (place, ...rest) => memory.get({ ...place, owner }, ...rest),
  set: (place, ...rest) => memory.set({ ...place, owner }, ...rest),
  delete: (place, ...rest) => memory.delete({ ...place, owner }, ...rest),
  claim: (place, ...rest) => memory.claim({ ...place, owner }, ...rest),
  done: (place, ...rest) => memory.done({ ...place, owner }, ...rest),
  renew: (place, ...rest) => memory.renew({ ...place, owner }, ...rest),
  settle: (place, ...rest) => memory.settle({ ...place, owner }, ...rest),
  release: (place, ...rest) => memory.release({ ...place, owner }, ...rest),
});
