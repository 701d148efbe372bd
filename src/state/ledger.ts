import { randomBytes } from 'node:crypto';
import { admit } from './admit.ts';
import { type Database, type Row, row, rows, run, type Steps } from './database.ts';
import { columnsOf, toEntry } from './entries.ts';
import { spanOf } from './span-of.ts';
import type {
  Entry,
  EntryChange,
  EntryFilter,
  EntryState,
  LimitWindow,
  ReserveRequest,
  Reserved,
  Spent,
  Usage,
  Window,
} from './state.ts';

const alive = "('starting', 'running', 'needs_you', 'unknown')";

/** How long a finished job that nobody was told of is handed to an identical call instead of a new one. */
const keptForCaller = 24 * 3_600_000;

/** Past the deadline of a request, before its sender is taken for dead. */
const grace = 5_000;

/** Paid calls and jobs, from reservation to end. */
export class Ledger {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  reserve(request: ReserveRequest): Promise<Reserved> {
    return this.#db.transaction(request.account, function* ({ now }): Steps<Reserved> {
      yield* tidy(request.account, now);
      const twin = request.again ? undefined : yield* findTwin(request, now);
      if (twin) return { kind: 'joined', entry: twin };
      const limits = [];
      for (const limit of request.limits) limits.push({ ...limit, usage: yield* usageOf(request.account, limit, now) });
      const admission = admit(request.estimate, limits);
      if (admission.kind === 'refused') return admission;
      for (const limit of request.askBeyond ?? []) {
        const spent = yield* sinceConsent(request.account, limit, now);
        if (request.estimate > 0 && spent + request.estimate > limit.credits)
          return { kind: 'needs_person', limit, spent };
      }
      return { kind: 'reserved', entry: yield* insert(request, now) };
    });
  }

  findTwin(account: string, fingerprint: string, owner?: string): Promise<Entry | undefined> {
    return this.#db.transaction(account, function* ({ now }) {
      yield* tidy(account, now);
      return yield* findTwin({ account, fingerprint, owner }, now);
    });
  }

  dispatch(id: string, until: number): Promise<boolean> {
    return this.#db.transaction(null, function* ({ now }) {
      const changed = yield* run(
        "UPDATE entries SET money = 'dispatching', dispatched_at = ?, gone_at = ? WHERE id = ? AND money = 'reserved' AND lapses_at >= ?",
        now,
        now + until + grace,
        id,
        now,
      );
      return changed === 1;
    });
  }

  async withdraw(id: string, lapsesAfter: number): Promise<void> {
    await this.#db.transaction(null, ({ now }) =>
      run(
        "UPDATE entries SET money = 'reserved', dispatched_at = NULL, gone_at = NULL, lapses_at = ? WHERE id = ? AND money = 'dispatching'",
        now + lapsesAfter,
        id,
      ),
    );
  }

  record(
    id: string,
    change: EntryChange,
    from?: readonly EntryState[],
    leaseOwner?: string,
  ): Promise<Entry | undefined> {
    return this.#db.transaction(null, function* ({ now, steady }) {
      const columns = Object.entries(columnsOf(change, now, steady));
      const sets = columns.map(([name]) => `${name} = ?`).join(', ');
      const guard =
        (from ? ` AND state IN (${from.map(() => '?').join(', ')})` : '') +
        (leaseOwner === undefined ? '' : ' AND lease_owner = ?');
      const guarded = [...(from ?? []), ...(leaseOwner === undefined ? [] : [leaseOwner])];
      const values = columns.map(([, value]) => value);
      const written = yield* row(
        `UPDATE entries SET ${sets} WHERE id = ?${guard} RETURNING *`,
        ...values,
        id,
        ...guarded,
      );
      return written && toEntry(written);
    });
  }

  /** Waiters ask for little else: only an entry that is overdue costs more than a look. */
  async find(account: string, id: string, owner?: string): Promise<Entry | undefined> {
    const look = function* (now: number): Steps<{ entry: Entry; overdue: boolean } | undefined> {
      const found = yield* row(
        `SELECT *, (${lapsed} OR ${lost}) AS overdue FROM entries WHERE id = ? AND account = ?${ownedBy(owner)}`,
        now,
        now,
        id,
        account,
        ...ownerValue(owner),
      );
      return found && { entry: toEntry(found), overdue: Boolean(found['overdue']) };
    };
    const found = await this.#db.transaction(null, ({ now }) => look(now));
    if (!found?.overdue) return found?.entry;
    return this.#db.transaction(account, function* ({ now }) {
      yield* tidy(account, now);
      return (yield* look(now))?.entry;
    });
  }

  list(account: string, filter: EntryFilter): Promise<Entry[]> {
    return this.#db.transaction(account, function* ({ now }) {
      yield* tidy(account, now);
      const found = yield* newest(account, filter);
      return found.map(toEntry);
    });
  }

  /** Totals that differ from the plain sums of what they sum: one line each, none if all is well. */
  check(): Promise<string[]> {
    return this.#db.transaction('check', function* () {
      const found: string[] = [];
      for (const { table, key, sums } of totals) {
        const isAny = sums.map((sum) => `${sum} <> 0`).join(' OR ');
        const columns = [...key, ...sums].join(', ');
        const without = (one: string, other: string, name: string): string =>
          `SELECT * FROM (SELECT ${columns} FROM ${one} WHERE ${isAny} EXCEPT SELECT ${columns} FROM ${other}) AS ${name}`;
        const differing = yield* rows(
          `${without(table, `plain_${table}`, 'kept')} UNION ALL ${without(`plain_${table}`, table, 'plain')}`,
        );
        if (differing.length > 0)
          found.push(`${table} differs from the entries that it sums in ${differing.length} rows`);
      }
      return found;
    });
  }

  usage(account: string, windows: readonly CountedWindow[]): Promise<Usage[]> {
    return this.#db.transaction(account, function* ({ now }) {
      yield* tidy(account, now);
      const usage = [];
      for (const window of windows) usage.push(yield* usageOf(account, window, now));
      return usage;
    });
  }

  spending(account: string, since: number): Promise<Spent[]> {
    return this.#db.transaction(null, function* () {
      const sums = yield* rows(
        'SELECT operation, day, calls, credits FROM spent_by_operation WHERE account = ? AND day >= ? AND credits <> 0 ORDER BY day, operation',
        account,
        since - (since % dayMs),
      );
      return sums.map((one) => ({
        operation: String(one['operation']),
        day: Number(one['day']),
        calls: Number(one['calls']),
        charged: Number(one['credits']),
      }));
    });
  }

  /** Drops what is kept no longer, at most `cleanedAtOnce` entries of a kind in one transaction. True if there may be more. */
  clean(account: string): Promise<boolean> {
    return this.#db.transaction(account, function* ({ now }) {
      const old = `SELECT id FROM entries WHERE account = ? AND ended_at < ?`;
      const cleared = yield* run(
        `UPDATE entries SET answer = NULL, started = NULL, arguments = '{}' WHERE id IN (${old} AND (answer IS NOT NULL OR started IS NOT NULL) LIMIT ?)`,
        account,
        now - answersKept,
        cleanedAtOnce,
      );
      const dropped = yield* run(
        `DELETE FROM entries WHERE id IN (${old} AND money = 'released' LIMIT ?)`,
        account,
        now - unchargedKept,
        cleanedAtOnce,
      );
      return cleared === cleanedAtOnce || dropped === cleanedAtOnce;
    });
  }
}

/** Milliseconds for which the answer of a call is kept, and a call that was not charged. */
const answersKept = 30 * 86_400_000;
const unchargedKept = 90 * 86_400_000;

/** Entries: a transaction this large holds other processes up for some milliseconds. */
const cleanedAtOnce = 200;

/** A reservation that was never used. */
const lapsed = "(money = 'reserved' AND lapses_at < ?)";
/** A call whose sender has ended. */
const lost = "(money = 'dispatching' AND state = 'starting' AND gone_at < ?)";

/**
 * What never left is released; what left and whose sender is dead is in doubt. Never the other way round. SQLite finds the few
 * entries that this can be about by an index only where both ways to count are named beside the alternative.
 */
function* tidy(account: string, now: number): Steps<void> {
  yield* run(
    `UPDATE entries SET ended_at = ?,
       settled_at = CASE money WHEN 'reserved' THEN lapses_at END,
       charged = CASE money WHEN 'reserved' THEN 0 END,
       state = CASE money WHEN 'reserved' THEN 'failed' ELSE 'unknown' END,
       error = CASE money WHEN 'reserved' THEN 'the reservation lapsed before anything was sent'
         ELSE 'the process that sent the request ended before the answer came' END,
       money = CASE money WHEN 'reserved' THEN 'released' ELSE 'in_doubt' END
     WHERE account = ? AND money IN ('reserved', 'dispatching') AND (${lapsed} OR ${lost})`,
    now,
    account,
    now,
    now,
  );
}

/**
 * An identical call that goes on, or has ended unheard; one in doubt only where there is neither. One statement, since
 * an engine may let other processes write between two: a call that moves on meanwhile would be in neither answer.
 */
function* findTwin(
  { account, fingerprint, owner }: Pick<ReserveRequest, 'account' | 'fingerprint' | 'owner'>,
  now: number,
): Steps<Entry | undefined> {
  const identical = `FROM entries WHERE account = ? AND fingerprint = ?${ownedBy(owner)} AND state`;
  const values = [account, fingerprint, ...ownerValue(owner)];
  const found = yield* row(
    `SELECT *, CASE state WHEN 'unknown' THEN 3 ELSE 1 END AS choice ${identical} IN ${alive}
     UNION ALL SELECT *, 2 AS choice ${identical} = 'completed' AND delivered = 0 AND ended_at > ?
     ORDER BY choice, reserved_at DESC LIMIT 1`,
    ...values,
    ...values,
    now - keptForCaller,
  );
  return found && toEntry(found);
}

/**
 * The newest entries of any of these states, or of any of these ways to count. Each is looked up in its own order in an index:
 * one that hardly occurs is not searched for among all others.
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
    ...(also ? (states ?? []) : []),
    since,
    limit,
  ]);
  return yield* rows(`${parts.join(' UNION ALL ')} ${sorted}`, ...bound, limit);
}

/**
 * One statement: an entry that is settled between two would be neither spent nor held. Sums by quarter of an hour and by day
 * make up the window; what it has before its first whole quarter, as in a zone with an odd offset, is summed entry by entry.
 */
function* usageOf(account: string, { window, session, zone, owner }: CountedWindow, now: number): Steps<Usage> {
  if (owner !== undefined && window !== 'session')
    return yield* usageOfCaller(account, owner, window === 'total' ? 0 : spanOf(window, now, zone).since);
  if (window === 'session') {
    return toUsage(
      yield* row(
        'SELECT spent, held, in_doubt FROM session_totals WHERE account = ? AND session = ?',
        account,
        session,
      ),
    );
  }
  if (window === 'total')
    return toUsage(yield* row('SELECT spent, held, in_doubt FROM account_totals WHERE account = ?', account));
  const { since } = spanOf(window, now, zone);
  const wholeQuarters = Math.ceil(since / quarterMs) * quarterMs;
  const wholeDays = Math.ceil(since / dayMs) * dayMs;
  const sums = yield* row(
    `SELECT
       (SELECT coalesce(sum(charged), 0) FROM entries WHERE money = 'settled' AND account = ? AND settled_at >= ? AND settled_at < ?)
       + (SELECT coalesce(sum(credits), 0) FROM foreign_charges WHERE account = ? AND at >= ? AND at < ?)
       + (SELECT coalesce(sum(credits), 0) FROM spent_by_time WHERE account = ? AND grain = ${quarterMs} AND since >= ? AND since < ?)
       + (SELECT coalesce(sum(credits), 0) FROM spent_by_time WHERE account = ? AND grain = ${dayMs} AND since >= ?) AS spent,
       (SELECT held FROM account_totals WHERE account = ?) AS held,
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
  );
  return toUsage(sums);
}

/** What one caller of an account has spent since then and holds. Summed by an index over the caller's own entries. */
function* usageOfCaller(account: string, owner: string, since: number): Steps<Usage> {
  return toUsage(
    yield* row(
      `SELECT coalesce(sum(CASE WHEN money = 'settled' AND settled_at >= ? THEN charged ELSE 0 END), 0) AS spent,
         coalesce(sum(CASE WHEN money IN ('reserved', 'dispatching', 'in_doubt', 'due') THEN estimate ELSE 0 END), 0) AS held,
         coalesce(sum(CASE WHEN money = 'in_doubt' THEN estimate ELSE 0 END), 0) AS in_doubt
       FROM entries WHERE account = ? AND owner = ?`,
      since,
      account,
      owner,
    ),
  );
}

type CountedWindow = Window & Pick<LimitWindow, 'owner'>;

const ownedBy = (owner: string | undefined): string => (owner === undefined ? '' : ' AND owner = ?');

const ownerValue = (owner: string | undefined): string[] => (owner === undefined ? [] : [owner]);

/** Tables of sums; a view `plain_…` has the same, summed anew. */
const totals = [
  { table: 'account_totals', key: ['account'], sums: ['spent', 'held', 'in_doubt'] },
  { table: 'session_totals', key: ['account', 'session'], sums: ['spent', 'held', 'in_doubt'] },
  { table: 'spent_by_time', key: ['account', 'grain', 'since'], sums: ['credits'] },
  { table: 'spent_by_operation', key: ['account', 'day', 'operation'], sums: ['calls', 'credits'] },
];

/** Milliseconds of the grains in which charges are summed: schema step "totals". */
const [quarterMs, dayMs] = [900_000, 86_400_000];

const toUsage = (sums: Row | undefined): Usage => ({
  spent: Number(sums?.['spent'] ?? 0),
  held: Number(sums?.['held'] ?? 0),
  inDoubt: Number(sums?.['in_doubt'] ?? 0),
});

/** What was spent or is held in the window by calls that began after the newest one that a person agreed to. */
function* sinceConsent(account: string, { window, session, zone }: Window, now: number): Steps<number> {
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
  const written = yield* row(
    `INSERT INTO entries (id, account, session, operation, arguments, fingerprint, money, estimate, unbounded, basis, state, reserved_at, lapses_at, caller, consent, owner)
     VALUES (?, ?, ?, ?, ?, ?, 'reserved', ?, ?, ?, 'starting', ?, ?, ?, ?, ?) RETURNING *`,
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
    now + request.lapsesAfter,
    request.caller ?? null,
    request.consent ?? null,
    request.owner ?? null,
  );
  return toEntry(written as Row);
}

/** Sorts by time, cannot be guessed, and is short enough for a model to repeat: `job_0k3v9x2f7q1m`. */
function newId(now: number): string {
  return `job_${now.toString(36)}${randomBytes(4).readUInt32BE().toString(36).padStart(7, '0')}`;
}
