import { randomBytes } from 'node:crypto';
import { admit } from './admit.ts';
import { findPrecedingCall } from './find-preceding-call.ts';
import { allowanceOf, consentNeeded, isHeld, ownedBy, usageOf, withUsage } from './usage.ts';
import {
  type Database,
  hasEffect,
  join,
  only,
  type Query,
  raw,
  type SqlRow,
  row,
  rows,
  run,
  sql,
  type Steps,
} from './sql/database.ts';
import { hasEnded, leaseOwner } from './lease-owner.ts';
import { toEntry } from './entry-row.ts';
import { updateEntry } from './update-entry.ts';
import type { Entry, EntryChange } from './entry.ts';
import type { JobState } from '../base/index.ts';
import type { ChangeNotifications } from './change-notifications.ts';
import type {
  CountedWindow,
  EntryFilter,
  LimitWindow,
  ReadmitAnswer,
  RecordOnly,
  ReserveAnswer,
  ReserveRequest,
  Unfinished,
  Usage,
} from './reservation.ts';

/** The name of this process in the entries that it sends. */
const sender = leaseOwner('ledger');

/** States of calls and jobs that an identical call may join. */
const joinableStates = raw("('starting', 'running', 'needs_you', 'unknown')");

/** Milliseconds for which an undelivered job result is given to an identical call instead of starting a new one. Decision 0008. */
const undeliveredReuseMs = 24 * 3_600_000;

/** Milliseconds past the deadline of a request after which its sender counts as dead. */
const senderGraceMs = 5_000;

/** Milliseconds for which the answer of a call is kept, and for which a call that was not charged is kept. */
const answersKeptMs = 30 * 86_400_000;
const unchargedKeptMs = 90 * 86_400_000;

/**
 * Maximum entries of a kind that are dropped in one step, so that other processes do not wait for long. The rest is dropped
 * the next time.
 */
const maxDropped = 5_000;

export type Ledger = ReturnType<typeof createLedger>;

/**
 * Paid calls and the jobs that they start, from reservation to end. Every method is one transaction; those that read the
 * ledger first release reservations that expired unsent, and mark calls whose sender died as in doubt.
 */
export const createLedger = (db: Database, changes: ChangeNotifications) => ({
  /** Admits a call and records it, joins an identical one, or refuses. */
  reserve: (request: ReserveRequest): Promise<ReserveAnswer> =>
    db.transaction(request.account, function* ({ now }): Steps<ReserveAnswer> {
      const { account, estimate } = request;
      yield* expireAndRecover(account, now);
      const duplicate = request.again ? undefined : yield* findInFlightDuplicate(request, now);
      if (duplicate) return { kind: 'joined', entry: duplicate };
      const allowance = request.run === undefined ? undefined : yield* allowanceOf(request.run, now);
      if (allowance && estimate > allowance.remaining) return { kind: 'beyond_run', ...allowance };
      // The calls of a run use the credits held for the run as a whole.
      const heldForRun = allowance?.held ?? 0;
      const limits = yield* withUsage(account, request.limits, heldForRun, now);
      const admission = admit(estimate, limits);
      if (admission.kind === 'refused') return admission;
      const by = request.takesTurns ? yield* findPrecedingCall(request, limits, now) : undefined;
      if (by !== undefined) return { kind: 'blocked', by };
      const question = yield* consentNeeded(account, estimate, request.consentThresholds ?? [], now);
      if (question) return question;
      return {
        kind: 'reserved',
        entry: yield* insertEntry(request, now),
        heldForRun: Math.max(0, heldForRun - estimate),
      };
    }),

  /** Checks a reservation again under tighter limits, and releases it if it is no longer admitted. */
  async readmit(account: string, id: string, limits: readonly LimitWindow[]): Promise<ReadmitAnswer> {
    const admitted = await db.transaction(account, function* ({ now }): Steps<ReadmitAnswer> {
      const reservedRow = yield* row(sql`SELECT * FROM entries WHERE id = ${id} AND money = 'reserved'`);
      // If the reservation has expired meanwhile, its call will not be sent.
      if (!reservedRow) return { kind: 'admitted' };
      const entry = toEntry(reservedRow);
      const { held } = yield* allowanceOf(entry.run, now);
      const limitsWithUsage = yield* withUsage(account, limits, entry.estimate + held, now);
      const admission = admit(entry.estimate, limitsWithUsage);
      const by =
        admission.kind === 'admitted'
          ? yield* findPrecedingCall({ account, ...entry }, limitsWithUsage, now)
          : undefined;
      const answer: ReadmitAnswer = by === undefined ? admission : { kind: 'blocked', by };
      if (answer.kind !== 'admitted')
        yield* releaseReservations(
          sql`id = ${id}`,
          answer.kind === 'blocked' ? 'another call went first' : 'a limit refused it',
          now,
        );
      return answer;
    });
    if (admitted.kind !== 'admitted') changes.notify(id);
    return admitted;
  },

  /** The recorded call that an identical call would join now. */
  findInFlightDuplicate: (account: string, fingerprint: string, owner?: string): Promise<Entry | undefined> =>
    db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      return yield* findInFlightDuplicate({ account, fingerprint, owner }, now);
    }),

  /** Marks the call as being sent now; its sender answers within `timeoutMs`. False if its reservation has expired meanwhile. */
  dispatch: (id: string, timeoutMs: number): Promise<boolean> =>
    db.transaction(null, ({ now }) =>
      hasEffect(sql`UPDATE entries SET money = 'dispatching', dispatched_at = ${now}, gone_at = ${now + timeoutMs + senderGraceMs}
        WHERE id = ${id} AND money = 'reserved' AND lapses_at >= ${now}`),
    ),

  /** Undoes a dispatch, because the platform said that it did not carry out the call. */
  async withdraw(id: string, expiresAfterMs: number): Promise<void> {
    await db.transaction(null, ({ now }) =>
      run(sql`UPDATE entries SET money = 'reserved', dispatched_at = NULL, lapses_at = ${now + expiresAfterMs}, gone_at = NULL
        WHERE id = ${id} AND money = 'dispatching'`),
    );
  },

  /**
   * Writes the outcome of a call: charge and job in one commit. Undefined, with nothing written, if the entry is in none of
   * the states `from`, or does not meet `only`.
   */
  record: (
    id: string,
    change: EntryChange,
    from?: readonly JobState[],
    only?: RecordOnly,
  ): Promise<Entry | undefined> =>
    changes.notifyOf(db.transaction(null, (moment) => updateEntry(id, change, moment, { ...only, states: from }))),

  /** With `owner`, only if the call was made for that caller. Waiters repeat it: only an overdue entry costs more than one read. */
  async find(account: string, id: string, owner?: string): Promise<Entry | undefined> {
    const look = (now: number): Steps<SqlRow | undefined> =>
      row(sql`SELECT *, ${isOpen} AS open, ${isOverdue(now)} AS overdue FROM entries
        WHERE id = ${id} AND account = ${account}${ownedBy(owner)}`);
    let entryRow = await db.transaction(null, ({ now }) => look(now));
    if (entryRow?.['open'] && (entryRow['overdue'] || isOfEnded(entryRow)))
      entryRow = await db.transaction(account, function* ({ now }) {
        yield* expireAndRecover(account, now);
        return yield* look(now);
      });
    return entryRow && toEntry(entryRow);
  },

  /** Newest first. */
  list: (account: string, filter: EntryFilter): Promise<Entry[]> =>
    db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      return (yield* selectNewest(account, filter)).map(toEntry);
    }),

  /** Unfinished calls and jobs of all accounts together, read from indexes that do not grow with ended calls. */
  unfinished: (): Promise<Unfinished> =>
    db.transaction(null, function* () {
      const sums = yield* only<{ reserved: number; inDoubt: number }>(
        sql`SELECT coalesce(sum(estimate), 0) AS reserved,
          coalesce(sum(CASE WHEN money = 'in_doubt' THEN estimate ELSE 0 END), 0) AS "inDoubt" FROM entries WHERE ${isHeld}`,
      );
      const counts = yield* rows<{ state: string; jobs: number }>(
        sql`SELECT state, count(*) AS jobs FROM entries WHERE state IN ${joinableStates} GROUP BY state`,
      );
      return { ...sums, jobs: Object.fromEntries(counts.map(({ state, jobs }) => [state, jobs])) };
    }),

  /** Spent and held credits for each window. */
  usage: (account: string, windows: readonly CountedWindow[]): Promise<Usage[]> =>
    db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      const usage = [];
      for (const window of windows) usage.push(yield* usageOf(account, window, now));
      return usage;
    }),

  /** Drops answers, arguments and uncharged calls past their retention. */
  applyRetention: (account: string): Promise<void> =>
    db.transaction(account, ({ now }) => dropOldEntries(account, now)),

  /** Resolves when the entry may have changed, in any process, at the latest after `ms`; rejects when `signal` is aborted. */
  waitForChange: (id: string, ms: number, signal?: AbortSignal): Promise<void> => changes.wait(id, ms, signal),
});

/** Releases reservations whose calls were not sent. */
const releaseReservations = (which: Query, error: string, now: number): Steps<number> =>
  run(sql`UPDATE entries SET money = 'released', state = 'failed', charged = 0, error = ${error}, ended_at = ${now}, settled_at = ${now}
    WHERE ${which} AND money = 'reserved'`);

/**
 * Releases the reservations of a run whose process has lost its lease: it cannot send them, and other calls wait for their
 * credits.
 */
export const releaseOfRun = (id: string, why: string, now: number): Steps<number> =>
  releaseReservations(sql`run = ${id}`, why, now);

/** SQL: whether a call waits to be sent, or for the answer to its request. */
const isOpen = raw("(money IN ('reserved', 'dispatching') AND state = 'starting')");

/** SQL: whether the time is over in which an open call had to be sent, or its request had to be answered. */
const isOverdue = (now: number): Query => sql`(coalesce(gone_at, lapses_at) < ${now})`;

/** Whether the process of a call, on this machine, has ended. */
const isOfEnded = (entryRow: SqlRow): boolean => hasEnded(String(entryRow['sender']));

/**
 * Releases reservations that expired before they were sent, and marks calls in doubt whose sender died after sending them;
 * those of processes of this machine as soon as they have ended. A call that may have been sent is never released.
 */
function* expireAndRecover(account: string, now: number): Steps<number> {
  const open = yield* rows(sql`SELECT id, sender FROM entries WHERE account = ${account} AND ${isOpen}`);
  const ofEnded = open.filter(isOfEnded).map((one) => sql`${one['id']}`);
  const abandoned = ofEnded.length === 0 ? sql`` : sql` OR id IN (${join(ofEnded)})`;
  return yield* run(sql`UPDATE entries SET ended_at = ${now},
      settled_at = CASE money WHEN 'reserved' THEN CASE WHEN lapses_at < ${now} THEN lapses_at ELSE ${now} END END,
      charged = CASE money WHEN 'reserved' THEN 0 END,
      state = CASE money WHEN 'reserved' THEN 'failed' ELSE 'unknown' END,
      error = CASE money WHEN 'reserved' THEN 'the reservation lapsed before anything was sent'
        ELSE 'the process that sent the request ended before the answer came' END,
      money = CASE money WHEN 'reserved' THEN 'released' ELSE 'in_doubt' END
    WHERE account = ${account} AND ${isOpen} AND (${isOverdue(now)}${abandoned})`);
}

/**
 * An identical call in flight, else one with an undelivered result, else one in doubt. In one statement, since another
 * process may write between two: a call that changes state meanwhile would be in neither result.
 */
function* findInFlightDuplicate(
  { account, fingerprint, owner }: Pick<ReserveRequest, 'account' | 'fingerprint' | 'owner'>,
  now: number,
): Steps<Entry | undefined> {
  const identical = sql`FROM entries WHERE account = ${account} AND fingerprint = ${fingerprint}${ownedBy(owner)} AND state`;
  const record = yield* row(
    sql`SELECT *, CASE state WHEN 'unknown' THEN 3 ELSE 1 END AS choice ${identical} IN ${joinableStates}
      UNION ALL SELECT *, 2 AS choice ${identical} = 'completed' AND delivered = 0 AND ended_at > ${now - undeliveredReuseMs}
      ORDER BY choice, reserved_at DESC LIMIT 1`,
  );
  return record && toEntry(record);
}

/**
 * The newest entries of any of these operations, in any of these job states or money states. Each is a separate index range scan,
 * so that a rare one is not searched for among all others.
 */
function* selectNewest(account: string, filter: EntryFilter): Steps<readonly SqlRow[]> {
  const { operations, states, money, since = 0, limit, owner } = filter;
  const inMoney = money?.map((one) => sql` AND money = ${one}`) ?? [sql``];
  const inStates = states?.flatMap((one) => inMoney.map((range) => sql`${range} AND state = ${one}`)) ?? inMoney;
  const ranges =
    operations?.flatMap((one) => inStates.map((range) => sql` AND operation = ${one}${range}`)) ?? inStates;
  if (ranges.length === 0) return [];
  const order = sql`ORDER BY reserved_at DESC, id DESC LIMIT ${limit}`;
  const selections = ranges.map(
    (range) => sql`SELECT * FROM (SELECT * FROM entries
      WHERE account = ${account}${ownedBy(owner)}${range} AND reserved_at >= ${since} ${order}) AS part`,
  );
  return yield* rows(sql`${join(selections, ' UNION ALL ')} ${order}`);
}

function* insertEntry(request: ReserveRequest, now: number): Steps<Entry> {
  const { account, session, operation, fingerprint, estimate, unbounded, basis } = request;
  const { consent, owner, run: ofRun, label, expiresAfterMs } = request;
  return toEntry(
    yield* only(
      sql`INSERT INTO entries (id, account, session, operation, arguments, fingerprint, money, estimate, unbounded, basis, state,
          reserved_at, lapses_at, consent, owner, sign_in, run, label, sender)
        VALUES (${newId(now)}, ${account}, ${session}, ${operation}, ${JSON.stringify(request.arguments)}, ${fingerprint}, 'reserved',
          ${estimate}, ${unbounded ? 1 : 0}, ${basis}, 'starting', ${now}, ${now + expiresAfterMs},
          ${consent}, ${owner}, ${request.signIn}, ${ofRun}, ${label}, ${sender}) RETURNING *`,
    ),
  );
}

/** An id that sorts by time, cannot be guessed, and is short enough for a model to repeat: `job_0k3v9x2f7q1m`. */
function newId(now: number): string {
  return `job_${now.toString(36)}${randomBytes(4).readUInt32BE().toString(36).padStart(7, '0')}`;
}

/** Drops answers, arguments and uncharged calls past their retention, the oldest first. Charged calls stay. */
function* dropOldEntries(account: string, now: number): Steps<void> {
  yield* run(sql`UPDATE entries SET answer = NULL, started = NULL, arguments = '{}' WHERE id IN (SELECT id FROM entries
    WHERE account = ${account} AND ended_at < ${now - answersKeptMs} AND (answer IS NOT NULL OR started IS NOT NULL)
    ORDER BY ended_at LIMIT ${maxDropped})`);
  yield* run(sql`DELETE FROM entries WHERE id IN (SELECT id FROM entries
    WHERE account = ${account} AND ended_at < ${now - unchargedKeptMs} AND money = 'released'
    ORDER BY ended_at LIMIT ${maxDropped})`);
}
