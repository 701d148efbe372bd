import type { JobState } from '../../job-states.ts';
import { randomBytes } from 'node:crypto';
import { admit } from './admit.ts';
import { type Database, type Row, row, rows, run, type Steps } from './database.ts';
import { toEntry } from './entry-row.ts';
import { refused } from './sql-charges.ts';
import { updateEntry } from './update-entry.ts';
import { spanOf } from '../span-of.ts';
import type { Entry, EntryChange } from '../entry.ts';
import type {
  EntryFilter,
  Ledger,
  LimitWindow,
  Readmitted,
  Reserved,
  ReserveRequest,
  RunAllowance,
  Unfinished,
  Usage,
  Window,
} from '../ledger.ts';

const alive = "('starting', 'running', 'needs_you', 'unknown')";

/** Milliseconds for which an undelivered job result is given to an identical call instead of starting a new one. Decision 0008. */
const undeliveredReuseMs = 24 * 3_600_000;

/** Milliseconds of the grains in which charges are summed: schema step "totals". */
const [quarterMs, dayMs] = [900_000, 86_400_000];

/** Milliseconds past the deadline of a request after which its sender counts as dead. */
const senderGraceMs = 5_000;

/** The ledger over any engine, without the notification of waiters. */
export const sqlLedger = (db: Database): Omit<Ledger, 'applyRetention' | 'waitForChange'> => ({
  reserve(request: ReserveRequest): Promise<Reserved> {
    return db.transaction(request.account, function* ({ now }): Steps<Reserved> {
      yield* expireAndRecover(request.account, now);
      const duplicate = request.again ? undefined : yield* findInFlightDuplicate(request, now);
      if (duplicate) return { kind: 'joined', entry: duplicate };
      const allowance = request.run === undefined ? undefined : yield* allowanceOf(request.run, now);
      if (allowance && request.estimate > allowance.left) return { kind: 'beyond_run', ...allowance };
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

  readmit(account: string, id: string, limits: readonly LimitWindow[]): Promise<Readmitted> {
    return db.transaction(account, function* ({ now }): Steps<Readmitted> {
      const own = yield* row("SELECT * FROM entries WHERE id = ? AND money = 'reserved'", id);
      // One that has lapsed meanwhile is not sent.
      if (!own) return { kind: 'admitted' };
      const entry = toEntry(own);
      const allowance = own['run'] === null ? undefined : yield* allowanceOf(String(own['run']), now);
      const counted = [];
      for (const limit of limits) {
        const usage = yield* usageOf(account, limit, now);
        counted.push({ ...limit, usage: { ...usage, held: usage.held - entry.estimate - (allowance?.held ?? 0) } });
      }
      const admission = admit(entry.estimate, counted);
      const by = admission.kind === 'admitted' ? yield* blockedBy({ account, ...entry }, counted, now) : undefined;
      const answer: Readmitted = by === undefined ? admission : { kind: 'blocked', by };
      if (answer.kind !== 'admitted')
        yield* release(id, answer.kind === 'blocked' ? 'another call went first' : 'a limit refused it', now);
      return answer;
    });
  },

  findInFlightDuplicate(account: string, fingerprint: string, owner?: string): Promise<Entry | undefined> {
    return db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      return yield* findInFlightDuplicate({ account, fingerprint, owner }, now);
    });
  },

  dispatch(id: string, timeoutMs: number): Promise<boolean> {
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

  async withdraw(id: string, expiresAfterMs: number): Promise<void> {
    await db.transaction(null, ({ now }) =>
      run(
        "UPDATE entries SET money = 'reserved', dispatched_at = NULL, gone_at = NULL, lapses_at = ? WHERE id = ? AND money = 'dispatching'",
        now + expiresAfterMs,
        id,
      ),
    );
  },

  record: (id: string, change: EntryChange, from?: readonly JobState[]): Promise<Entry | undefined> =>
    db.transaction(null, (moment) => updateEntry(id, change, moment, from && { states: from })),

  /** The query that waiters repeat: only an overdue entry costs more than this one read. */
  async find(account: string, id: string, owner?: string): Promise<Entry | undefined> {
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
    const current = await db.transaction(null, ({ now }) => look(now));
    if (!current?.overdue) return current?.entry;
    return db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      return (yield* look(now))?.entry;
    });
  },

  list(account: string, filter: EntryFilter): Promise<Entry[]> {
    return db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      const entryRows = yield* newest(account, filter);
      return entryRows.map(toEntry);
    });
  },

  /** From the totals, and from the index over entries that are not over: neither grows with what is past. */
  unfinished(): Promise<Unfinished> {
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

  usage(account: string, windows: readonly CountedWindow[]): Promise<Usage[]> {
    return db.transaction(account, function* ({ now }) {
      yield* expireAndRecover(account, now);
      const usage = [];
      for (const window of windows) usage.push(yield* usageOf(account, window, now));
      return usage;
    });
  },
});

/** Releases a reservation of which nothing was sent. */
const release = (id: string, error: string, now: number): Steps<number> => run(released('id'), error, now, now, id);

/** Releases the reservations of a run whose process has ended: that cannot send them any more, and others wait for them. */
export const releaseOfRun = (id: string, now: number): Steps<number> =>
  run(released('run'), 'the process that made the reservation has ended', now, now, id);

const released = (column: 'id' | 'run'): string =>
  `UPDATE entries SET money = 'released', state = 'failed', charged = 0, error = ?, ended_at = ?, settled_at = ? WHERE ${column} = ? AND money = 'reserved'`;

/** How many times its estimate a call on its way may draw before it passes a limit that others are admitted under. */
const allowedExcess = 10;

/** Milliseconds for which charges at their price, or above it, count as evidence. */
const evidenceMs = 30 * dayMs;

interface TurnRequest extends Pick<ReserveRequest, 'account' | 'operation' | 'estimate'> {
  /** Of a reservation that was made: those made later do not go before it. */
  readonly id?: string;
  readonly reservedAt?: number;
}

/**
 * The call that this one waits for. What a call draws above its estimate shows only once it has ended, so that one beside
 * others on their way leaves only if every limit has room for ten times what they hold, and if the prices of all of them have
 * held before. Once a charge was above its price, or while it is open what a refused call drew, calls go one at a time. docs/decisions/0059.
 */
function* blockedBy(
  { account, operation, estimate, id = '', reservedAt = Infinity }: TurnRequest,
  limits: readonly (LimitWindow & { readonly usage: Usage })[],
  now: number,
): Steps<string | undefined> {
  const open = yield* rows(
    "SELECT id, operation, estimate, money, reserved_at FROM entries WHERE account = ? AND money IN ('reserved', 'dispatching', 'due') AND estimate > 0 AND id <> ?",
    account,
    id,
  );
  const earlier = open.filter((one) => one['money'] !== 'reserved' || precedes(one, { id, reservedAt }));
  if (earlier.length === 0) return undefined;
  const onTheirWay = earlier.filter(({ money }) => money !== 'due');
  const evidence = yield* evidenceAbout(
    account,
    [operation, ...onTheirWay.map((one) => String(one['operation']))],
    now,
  );
  const first = (evidence === 'overcharged' ? earlier : onTheirWay)[0];
  if (!first) return undefined;
  const mayDrawMore = (allowedExcess - 1) * onTheirWay.reduce((sum, one) => sum + Number(one['estimate']), 0);
  const hasRoom = admit(estimate + mayDrawMore, limits).kind === 'admitted';
  return evidence === 'prices hold' && hasRoom ? undefined : String(first['id']);
}

const precedes = (one: Row, { id, reservedAt }: { readonly id: string; readonly reservedAt: number }): boolean =>
  Number(one['reserved_at']) < reservedAt || (Number(one['reserved_at']) === reservedAt && String(one['id']) < id);

/** What the last weeks say about the prices of these operations. */
function* evidenceAbout(
  account: string,
  operations: readonly string[],
  now: number,
): Steps<'prices hold' | 'overcharged' | 'open'> {
  const since = now - evidenceMs;
  const excess = yield* row(
    "SELECT id FROM entries WHERE account = ? AND settled_at >= ? AND charged > estimate AND unbounded = 0 AND money = 'settled' LIMIT 1",
    account,
    since,
  );
  if (excess) return 'overcharged';
  if (yield* row(`SELECT id FROM entries WHERE account = ? AND ${refused} LIMIT 1`, account)) return 'open';
  for (const operation of new Set(operations)) {
    const charge = yield* row(
      "SELECT id FROM entries WHERE account = ? AND money = 'settled' AND settled_at >= ? AND operation = ? LIMIT 1",
      account,
      since,
      operation,
    );
    if (!charge) return 'open';
  }
  return 'prices hold';
}

/** A reservation that expired before it was used. */
const expired = "(money = 'reserved' AND lapses_at < ?)";
/** A call whose sender died: `gone_at` is the time at which the sender's request times out. */
const orphaned = "(money = 'dispatching' AND state = 'starting' AND gone_at < ?)";

/**
 * Releases reservations that expired before they were sent, and marks calls in doubt whose sender died after sending them.
 * Never the other way round. Both money states are named beside the alternative so that SQLite uses an index.
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

/**
 * One statement: an entry that is settled between two would be neither spent nor held. Sums by quarter of an hour and by day
 * make up the window; what it has before its first whole quarter, as in a zone with an odd offset, is summed entry by entry.
 */
export function* usageOf(
  account: string,
  { window, session, zone, owner, label }: CountedWindow,
  now: number,
): Steps<Usage> {
  if (label !== undefined || (owner !== undefined && window !== 'session'))
    return yield* usageOfPart(
      account,
      { owner, label, session: window === 'session' ? session : undefined },
      spanOf(window, now, zone).since,
      now,
    );
  if (window === 'session') {
    return toUsage(
      yield* row(
        `SELECT (SELECT spent FROM session_totals WHERE account = ? AND session = ?) AS spent,
           coalesce((SELECT held FROM session_totals WHERE account = ? AND session = ?), 0) + (${heldForRuns(' AND session = ?')}) AS held,
           (SELECT in_doubt FROM session_totals WHERE account = ? AND session = ?) AS in_doubt`,
        account,
        session,
        account,
        session,
        account,
        now,
        session,
        account,
        session,
      ),
    );
  }
  if (window === 'total')
    return toUsage(
      yield* row(
        `SELECT (SELECT spent FROM account_totals WHERE account = ?) AS spent,
           coalesce((SELECT held FROM account_totals WHERE account = ?), 0) + (${heldForRuns()}) AS held,
           (SELECT in_doubt FROM account_totals WHERE account = ?) AS in_doubt`,
        account,
        account,
        account,
        now,
        account,
      ),
    );
  const { since } = spanOf(window, now, zone);
  const wholeQuarters = Math.ceil(since / quarterMs) * quarterMs;
  const wholeDays = Math.ceil(since / dayMs) * dayMs;
  const sums = yield* row(
    `SELECT
       (SELECT coalesce(sum(charged), 0) FROM entries WHERE money = 'settled' AND account = ? AND settled_at >= ? AND settled_at < ?)
       + (SELECT coalesce(sum(credits), 0) FROM foreign_charges WHERE account = ? AND at >= ? AND at < ?)
       + (SELECT coalesce(sum(credits), 0) FROM spent_by_time WHERE account = ? AND grain = ${quarterMs} AND since >= ? AND since < ?)
       + (SELECT coalesce(sum(credits), 0) FROM spent_by_time WHERE account = ? AND grain = ${dayMs} AND since >= ?) AS spent,
       coalesce((SELECT held FROM account_totals WHERE account = ?), 0) + (${heldForRuns()}) AS held,
       (SELECT in_doubt FROM account_totals WHERE account = ?) AS in_doubt`,
    account,
    since,
    wholeQuarters,
    account,
    since,
    wholeQuarters,
    account,
    wholeQuarters,
    wholeDays,
    account,
    wholeDays,
    account,
    account,
    now,
    account,
  );
  return toUsage(sums);
}

/** What the runs of an account hold at a time that their calls have not used: values `account`, `now`, and those of `also`. */
const heldForRuns = (
  also = '',
): string => `SELECT coalesce(sum(CASE WHEN max_credits > used THEN max_credits - used ELSE 0 END), 0) FROM (
  SELECT max_credits, (SELECT coalesce(sum(CASE money WHEN 'settled' THEN charged WHEN 'released' THEN 0 ELSE estimate END), 0)
    FROM entries WHERE entries.run = runs.id) AS used
  FROM runs WHERE account = ? AND hold_until > ?${also}) AS holds`;

/** What a run may still spend, and how much of it is held for it now. */
function* allowanceOf(id: string, now: number): Steps<RunAllowance> {
  const record = yield* row(
    `SELECT max_credits, hold_until,
       (SELECT coalesce(sum(CASE money WHEN 'settled' THEN charged ELSE 0 END), 0) FROM entries WHERE run = runs.id) AS charged,
       (SELECT coalesce(sum(CASE WHEN money IN ('settled', 'released') THEN 0 ELSE estimate END), 0) FROM entries WHERE run = runs.id) AS under_way
     FROM runs WHERE id = ?`,
    id,
  );
  const max = Number(record?.['max_credits'] ?? 0);
  const charged = Number(record?.['charged'] ?? 0);
  const underWay = Number(record?.['under_way'] ?? 0);
  const remaining = Math.max(0, max - charged - underWay);
  return { max, charged, underWay, left: remaining, held: Number(record?.['hold_until'] ?? 0) > now ? remaining : 0 };
}

/** A part of what an account spends: of one caller, under one label, of one session. */
type Part = Readonly<Record<'owner' | 'label' | 'session', string | undefined>>;

/** What a part of an account has spent since then and holds: one statement, as above. */
function* usageOfPart(account: string, part: Part, since: number, now: number): Steps<Usage> {
  const given = Object.entries(part).flatMap(([column, value]) => (value === undefined ? [] : [{ column, value }]));
  const only = given.map(({ column }) => ` AND ${column} = ?`).join('');
  const values = given.map(({ value }) => value);
  return toUsage(
    yield* row(
      `SELECT (SELECT coalesce(sum(charged), 0) FROM entries WHERE money = 'settled' AND account = ?${only} AND settled_at >= ?) AS spent,
         (SELECT coalesce(sum(estimate), 0) FROM entries WHERE account = ?${only} AND money IN ('reserved', 'dispatching', 'in_doubt', 'due'))
           + (${heldForRuns(only)}) AS held,
         (SELECT coalesce(sum(estimate), 0) FROM entries WHERE account = ?${only} AND money = 'in_doubt') AS in_doubt`,
      account,
      ...values,
      since,
      account,
      ...values,
      account,
      now,
      ...values,
      account,
      ...values,
    ),
  );
}

type CountedWindow = Window & Pick<LimitWindow, 'owner' | 'label'>;

export const ownedBy = (owner: string | undefined): string => (owner === undefined ? '' : ' AND owner = ?');

export const ownerValue = (owner: string | undefined): string[] => (owner === undefined ? [] : [owner]);

const toUsage = (sums: Row | undefined): Usage => ({
  spent: Number(sums?.['spent'] ?? 0),
  held: Number(sums?.['held'] ?? 0),
  inDoubt: Number(sums?.['in_doubt'] ?? 0),
});

/** What was spent or is held in the window by calls that began after the newest one that a person agreed to. */
export function* sinceConsent(account: string, { window, session, zone }: Window, now: number): Steps<number> {
  const own = window === 'session' ? ' AND session = ?' : '';
  const values = window === 'session' ? [account, session] : [account];
  const sums = yield* row(
    `SELECT coalesce(sum(CASE WHEN money = 'settled' THEN charged WHEN money IN ('reserved', 'dispatching', 'in_doubt', 'due') THEN estimate ELSE 0 END), 0) AS spent
     FROM entries WHERE account = ?${own} AND reserved_at >= ?
       AND reserved_at > (SELECT coalesce(max(reserved_at), 0) FROM entries WHERE account = ?${own} AND consent = 'person')`,
    ...values,
    spanOf(window, now, zone).since,
    ...values,
  );
  return Number(sums?.['spent']);
}

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
