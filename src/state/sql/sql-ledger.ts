import { randomBytes } from 'node:crypto';
import { admit } from './admit.ts';
import { blockedBy } from './blocked-by.ts';
import { allowanceOf, sinceConsent, usageOf } from './sql-usage.ts';
import { type Database, type Row, row, rows, run, type Steps } from './database.ts';
import { toEntry } from './entry-row.ts';
import { updateEntry } from './update-entry.ts';
import type { Entry } from '../entry.ts';
import type { EntryFilter, Ledger, ReadmitAnswer, ReserveAnswer, ReserveRequest } from '../ledger.ts';

/** States of calls and jobs that an identical call may join. */
const alive = "('starting', 'running', 'needs_you', 'unknown')";

/** Milliseconds for which an undelivered job result is given to an identical call instead of starting a new one. Decision 0008. */
const undeliveredReuseMs = 24 * 3_600_000;

/** Milliseconds past the deadline of a request after which its sender counts as dead. */
const senderGraceMs = 5_000;

/** The ledger over any engine, without the notification of waiters. */
export const sqlLedger = (db: Database): Omit<Ledger, 'applyRetention' | 'waitForChange'> => ({
  reserve(request) {
    return db.transaction(request.account, function* ({ now }): Steps<ReserveAnswer> {
      yield* expireAndRecover(request.account, now);
      const duplicate = request.again ? undefined : yield* findInFlightDuplicate(request, now);
      if (duplicate) return { kind: 'joined', entry: duplicate };
      const allowance = request.run === undefined ? undefined : yield* allowanceOf(request.run, now);
      if (allowance && request.estimate > allowance.remaining) return { kind: 'beyond_run', ...allowance };
      const limits = [];
      for (const limit of request.limits) {
        const usage = yield* usageOf(request.account, limit, now);
        // The calls of a run use the credits held for the run as a whole.
        limits.push({ ...limit, usage: { ...usage, held: usage.held - (allowance?.held ?? 0) } });
      }
      const admission = admit(request.estimate, limits);
      if (admission.kind === 'refused') return admission;
      const by = request.takesTurns ? yield* blockedBy(request, limits, now) : undefined;
      if (by !== undefined) return { kind: 'blocked', by };
      for (const limit of request.consentThresholds ?? []) {
        const spent = yield* sinceConsent(request.account, limit, now);
        if (request.estimate > 0 && spent + request.estimate > limit.credits)
          return { kind: 'needs_person', limit, spent };
      }
      return {
        kind: 'reserved',
        entry: yield* insert(request, now),
        heldForRun: Math.max(0, (allowance?.held ?? 0) - request.estimate),
      };
    });
  },

  readmit(account, id, limits) {
    return db.transaction(account, function* ({ now }): Steps<ReadmitAnswer> {
      const own = yield* row("SELECT * FROM entries WHERE id = ? AND money = 'reserved'", id);
      // A reservation that has lapsed meanwhile is gone: its call will not be sent.
      if (!own) return { kind: 'admitted' };
      const entry = toEntry(own);
      const allowance = own['run'] === null ? undefined : yield* allowanceOf(String(own['run']), now);
      const limitsWithUsage = [];
      for (const limit of limits) {
        const usage = yield* usageOf(account, limit, now);
        limitsWithUsage.push({
          ...limit,
          usage: { ...usage, held: usage.held - entry.estimate - (allowance?.held ?? 0) },
        });
      }
      const admission = admit(entry.estimate, limitsWithUsage);
      const by =
        admission.kind === 'admitted' ? yield* blockedBy({ account, ...entry }, limitsWithUsage, now) : undefined;
      const answer: ReadmitAnswer = by === undefined ? admission : { kind: 'blocked', by };
      if (answer.kind !== 'admitted')
        yield* release(id, answer.kind === 'blocked' ? 'another call went first' : 'a limit refused it', now);
      return answer;
    });
  },

  findInFlightDuplicate(account, fingerprint, owner) {
    return db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      return yield* findInFlightDuplicate({ account, fingerprint, owner }, now);
    });
  },

  dispatch(id, timeoutMs) {
    return db.transaction(null, function* ({ now }) {
      const changed = yield* run(
        "UPDATE entries SET money = 'dispatching', dispatched_at = ?, gone_at = ? WHERE id = ? AND money = 'reserved' AND lapses_at >= ?",
        now,
        now + timeoutMs + senderGraceMs,
        id,
        now,
      );
      return changed === 1;
    });
  },

  async withdraw(id, expiresAfterMs) {
    await db.transaction(null, ({ now }) =>
      run(
        "UPDATE entries SET money = 'reserved', dispatched_at = NULL, gone_at = NULL, lapses_at = ? WHERE id = ? AND money = 'dispatching'",
        now + expiresAfterMs,
        id,
      ),
    );
  },

  record: (id, change, from) =>
    db.transaction(null, (moment) => updateEntry(id, change, moment, from && { states: from })),

  /** The query that waiters repeat: only an overdue entry costs more than this one read. */
  async find(account, id, owner) {
    const look = function* (now: number): Steps<{ entry: Entry; overdue: boolean } | undefined> {
      const record = yield* row(
        `SELECT *, (${expired} OR ${orphaned}) AS overdue FROM entries WHERE id = ? AND account = ?${ownedBy(owner)}`,
        now,
        now,
        id,
        account,
        ...ownerValue(owner),
      );
      return record && { entry: toEntry(record), overdue: Boolean(record['overdue']) };
    };
    const entryNow = await db.transaction(null, ({ now }) => look(now));
    if (!entryNow?.overdue) return entryNow?.entry;
    return db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      return (yield* look(now))?.entry;
    });
  },

  list(account, filter) {
    return db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      const entryRows = yield* newest(account, filter);
      return entryRows.map(toEntry);
    });
  },

  /** From the totals, and from the index over entries that are not over: neither grows with what is past. */
  unfinished() {
    return db.transaction(null, function* () {
      const sums = yield* row(
        'SELECT coalesce(sum(held), 0) AS held, coalesce(sum(in_doubt), 0) AS in_doubt FROM account_totals',
      );
      const counts = yield* rows(`SELECT state, count(*) AS jobs FROM entries WHERE state IN ${alive} GROUP BY state`);
      return {
        reserved: Number(sums?.['held']),
        inDoubt: Number(sums?.['in_doubt']),
        jobs: Object.fromEntries(counts.map(({ state, jobs }) => [String(state), Number(jobs)])),
      };
    });
  },

  usage(account, windows) {
    return db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      const usage = [];
      for (const window of windows) usage.push(yield* usageOf(account, window, now));
      return usage;
    });
  },
});

/** Releases a reservation whose call was not sent. */
const release = (id: string, error: string, now: number): Steps<number> => run(released('id'), error, now, now, id);

/** Releases the reservations of a run whose process has ended: nobody will send them, and other calls wait for their credits. */
export const releaseOfRun = (id: string, now: number): Steps<number> =>
  run(released('run'), 'the process that made the reservation has ended', now, now, id);

const released = (column: 'id' | 'run'): string =>
  `UPDATE entries SET money = 'released', state = 'failed', charged = 0, error = ?, ended_at = ?, settled_at = ? WHERE ${column} = ? AND money = 'reserved'`;

/** A reservation that expired before it was used. */
const expired = "(money = 'reserved' AND lapses_at < ?)";
/** A call whose sender died: `gone_at` is the time at which the sender's request times out. */
const orphaned = "(money = 'dispatching' AND state = 'starting' AND gone_at < ?)";

/**
 * Releases reservations that expired before they were sent, and marks calls in doubt whose sender died after sending them.
 * A call that may have left is never released. The condition on `money` repeats what the alternative says, so that SQLite uses an index.
 */
function* expireAndRecover(account: string, now: number): Steps<void> {
  yield* run(
    `UPDATE entries SET ended_at = ?,
       settled_at = CASE money WHEN 'reserved' THEN lapses_at END,
       charged = CASE money WHEN 'reserved' THEN 0 END,
       state = CASE money WHEN 'reserved' THEN 'failed' ELSE 'unknown' END,
       error = CASE money WHEN 'reserved' THEN 'the reservation lapsed before anything was sent'
         ELSE 'the process that sent the request ended before the answer came' END,
       money = CASE money WHEN 'reserved' THEN 'released' ELSE 'in_doubt' END
     WHERE account = ? AND money IN ('reserved', 'dispatching') AND (${expired} OR ${orphaned})`,
    now,
    account,
    now,
    now,
  );
}

/**
 * An identical call in flight, else one with an undelivered result, else one in doubt. One statement, since an engine may
 * let other processes write between two: a call that changes state meanwhile would be in neither result.
 */
function* findInFlightDuplicate(
  { account, fingerprint, owner }: Pick<ReserveRequest, 'account' | 'fingerprint' | 'owner'>,
  now: number,
): Steps<Entry | undefined> {
  const identical = `FROM entries WHERE account = ? AND fingerprint = ?${ownedBy(owner)} AND state`;
  const values = [account, fingerprint, ...ownerValue(owner)];
  const record = yield* row(
    `SELECT *, CASE state WHEN 'unknown' THEN 3 ELSE 1 END AS choice ${identical} IN ${alive}
     UNION ALL SELECT *, 2 AS choice ${identical} = 'completed' AND delivered = 0 AND ended_at > ?
     ORDER BY choice, reserved_at DESC LIMIT 1`,
    ...values,
    ...values,
    now - undeliveredReuseMs,
  );
  return record && toEntry(record);
}

/**
 * The newest entries in any of these job states or money states. Each state is a separate index range scan, so that a rare
 * one is not searched for among all others.
 */
function* newest(account: string, { states, money, since = 0, limit, owner }: EntryFilter): Steps<readonly Row[]> {
  const order = 'AND reserved_at >= ? ORDER BY reserved_at DESC, id DESC LIMIT ?';
  const sorted = 'ORDER BY reserved_at DESC, id DESC LIMIT ?';
  const also = money && states ? ` AND state IN (${states.map(() => '?').join(', ')})` : '';
  const column = money ? 'money' : 'state';
  const values = money ?? states;
  if (!values)
    return yield* rows(
      `SELECT * FROM entries WHERE account = ?${ownedBy(owner)} ${order}`,
      account,
      ...ownerValue(owner),
      since,
      limit,
    );
  if (values.length === 0 || states?.length === 0) return [];
  const parts = values.map(
    (_, at) =>
      `SELECT * FROM (SELECT * FROM entries WHERE account = ?${ownedBy(owner)} AND ${column} = ?${also} ${order}) AS part${at}`,
  );
  const bound = values.flatMap((value) => [
    account,
    ...ownerValue(owner),
    value,
    ...(money ? (states ?? []) : []),
    since,
    limit,
  ]);
  return yield* rows(`${parts.join(' UNION ALL ')} ${sorted}`, ...bound, limit);
}

export const ownedBy = (owner: string | undefined): string => (owner === undefined ? '' : ' AND owner = ?');

export const ownerValue = (owner: string | undefined): string[] => (owner === undefined ? [] : [owner]);

function* insert(request: ReserveRequest, now: number): Steps<Entry> {
  const writtenRow = yield* row(
    `INSERT INTO entries (id, account, session, operation, arguments, fingerprint, money, estimate, unbounded, basis, state, reserved_at, lapses_at, caller, consent, owner, run, label)
     VALUES (?, ?, ?, ?, ?, ?, 'reserved', ?, ?, ?, 'starting', ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    newId(now),
    request.account,
    request.session,
    request.operation,
    JSON.stringify(request.arguments),
    request.fingerprint,
    request.estimate,
    request.unbounded ? 1 : 0,
    request.basis,
    now,
    now + request.expiresAfterMs,
    request.caller ?? null,
    request.consent ?? null,
    request.owner ?? null,
    request.run ?? null,
    request.label ?? null,
  );
  return toEntry(writtenRow as Row);
}

/** Sorts by time, cannot be guessed, and is short enough for a model to repeat: `job_0k3v9x2f7q1m`. */
function newId(now: number): string {
  return `job_${now.toString(36)}${randomBytes(4).readUInt32BE().toString(36).padStart(7, '0')}`;
}
