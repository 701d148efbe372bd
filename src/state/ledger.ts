import { randomBytes } from 'node:crypto';
import { admit } from './admit.ts';
import { type Database, type Row, row, rows, run, type Steps, type Value } from './database.ts';
import { columnsOf, toEntry } from './entries.ts';
import { spanOf } from './span-of.ts';
import type { Entry, EntryChange, EntryFilter, EntryState, ReserveRequest, Reserved, Usage, Window } from './state.ts';

/** Money that counts although it is not charged. */
const held = "('reserved', 'dispatching', 'in_doubt', 'due')";
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
      const twin = request.again ? undefined : yield* findTwin(request.account, request.fingerprint, now);
      if (twin) return { kind: 'joined', entry: twin };
      const limits = [];
      for (const limit of request.limits) limits.push({ ...limit, usage: yield* usageOf(request.account, limit, now) });
      const admission = admit(request.estimate, limits);
      if (admission.kind === 'refused') return admission;
      return { kind: 'reserved', entry: yield* insert(request, now) };
    });
  }

  findTwin(account: string, fingerprint: string): Promise<Entry | undefined> {
    return this.#db.transaction(account, function* ({ now }) {
      yield* tidy(account, now);
      return yield* findTwin(account, fingerprint, now);
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

  record(id: string, change: EntryChange, from?: readonly EntryState[]): Promise<Entry | undefined> {
    return this.#db.transaction(null, function* ({ now, steady }) {
      const columns = Object.entries(columnsOf(change, now, steady));
      const sets = columns.map(([name]) => `${name} = ?`).join(', ');
      const guard = from ? ` AND state IN (${from.map(() => '?').join(', ')})` : '';
      const values = columns.map(([, value]) => value);
      const written = yield* row(`UPDATE entries SET ${sets} WHERE id = ?${guard} RETURNING *`, ...values, id, ...(from ?? []));
      return written && toEntry(written);
    });
  }

  /** Waiters ask for little else: only an entry that is overdue costs more than a look. */
  async find(account: string, id: string): Promise<Entry | undefined> {
    const look = function* (now: number): Steps<{ entry: Entry; overdue: boolean } | undefined> {
      const found = yield* row(`SELECT *, (${lapsed} OR ${lost}) AS overdue FROM entries WHERE id = ? AND account = ?`, now, now, id, account);
      return found && { entry: toEntry(found), overdue: Boolean(found['overdue']) };
    };
    const found = await this.#db.transaction(null, ({ now }) => look(now));
    if (!found?.overdue) return found?.entry;
    return this.#db.transaction(account, function* ({ now }) {
      yield* tidy(account, now);
      return (yield* look(now))?.entry;
    });
  }

  list(account: string, { states, money, limit }: EntryFilter): Promise<Entry[]> {
    return this.#db.transaction(account, function* ({ now }) {
      yield* tidy(account, now);
      const within = (column: string, values: readonly string[] | undefined) =>
        values ? ` AND ${column} IN (${values.map(() => '?').join(', ')})` : '';
      const found = yield* rows(
        `SELECT * FROM entries WHERE account = ?${within('state', states)}${within('money', money)} ORDER BY reserved_at DESC, id DESC LIMIT ?`,
        account,
        ...(states ?? []),
        ...(money ?? []),
        limit,
      );
      return found.map(toEntry);
    });
  }

  usage(account: string, windows: readonly Window[]): Promise<Usage[]> {
    return this.#db.transaction(account, function* ({ now }) {
      yield* tidy(account, now);
      const usage = [];
      for (const window of windows) usage.push(yield* usageOf(account, window, now));
      return usage;
    });
  }

  spending(account: string, since: number): Promise<{ operation: string; at: number; charged: number }[]> {
    return this.#db.transaction(null, function* () {
      const charges = yield* rows(
        "SELECT operation, settled_at, charged FROM entries WHERE account = ? AND money = 'settled' AND settled_at >= ? AND charged > 0 ORDER BY settled_at",
        account,
        since,
      );
      return charges.map((one) => ({ operation: String(one['operation']), at: Number(one['settled_at']), charged: Number(one['charged']) }));
    });
  }

  async clean(account: string): Promise<void> {
    await this.#db.transaction(account, function* ({ now }) {
      yield* run("UPDATE entries SET answer = NULL, arguments = '{}' WHERE account = ? AND ended_at < ? AND answer IS NOT NULL", account, now - answersKept);
      yield* run("DELETE FROM entries WHERE account = ? AND money = 'released' AND ended_at < ?", account, now - unchargedKept);
    });
  }
}

/** Milliseconds for which the answer of a call is kept, and a call that was not charged. */
const answersKept = 30 * 86_400_000;
const unchargedKept = 90 * 86_400_000;

/** A reservation that was never used. */
const lapsed = "(money = 'reserved' AND lapses_at < ?)";
/** A call whose sender has ended. */
const lost = "(money = 'dispatching' AND state = 'starting' AND gone_at < ?)";

/** What never left is released; what left and whose sender is dead is in doubt. Never the other way round. */
function* tidy(account: string, now: number): Steps<void> {
  yield* run(
    `UPDATE entries SET ended_at = ?,
       settled_at = CASE money WHEN 'reserved' THEN lapses_at END,
       charged = CASE money WHEN 'reserved' THEN 0 END,
       state = CASE money WHEN 'reserved' THEN 'failed' ELSE 'unknown' END,
       error = CASE money WHEN 'reserved' THEN 'the reservation lapsed before anything was sent'
         ELSE 'the process that sent the request ended before the answer came' END,
       money = CASE money WHEN 'reserved' THEN 'released' ELSE 'in_doubt' END
     WHERE account = ? AND (${lapsed} OR ${lost})`,
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
function* findTwin(account: string, fingerprint: string, now: number): Steps<Entry | undefined> {
  const identical = 'FROM entries WHERE account = ? AND fingerprint = ? AND state';
  const found = yield* row(
    `SELECT *, CASE state WHEN 'unknown' THEN 3 ELSE 1 END AS choice ${identical} IN ${alive}
     UNION ALL SELECT *, 2 AS choice ${identical} = 'completed' AND delivered = 0 AND ended_at > ?
     ORDER BY choice, reserved_at DESC LIMIT 1`,
    account,
    fingerprint,
    account,
    fingerprint,
    now - keptForCaller,
  );
  return found && toEntry(found);
}

/** One statement: an entry that is settled between two would be neither spent nor held. */
function* usageOf(account: string, { window, session, zone }: Window, now: number): Steps<Usage> {
  const own = window === 'session' ? ' AND session = ?' : '';
  const values: Value[] = window === 'session' ? [account, session] : [account];
  const { since } = spanOf(window, now, zone);
  const sums = yield* row(
    `SELECT spent, held, in_doubt
     FROM (SELECT coalesce(sum(charged), 0) AS spent FROM entries WHERE money = 'settled' AND settled_at >= ? AND account = ?${own}) AS charges,
       (SELECT coalesce(sum(estimate), 0) AS held, coalesce(sum(CASE WHEN money = 'in_doubt' THEN estimate ELSE 0 END), 0) AS in_doubt
        FROM entries WHERE money IN ${held} AND account = ?${own}) AS open`,
    since,
    ...values,
    ...values,
  );
  return { spent: Number(sums?.['spent']), held: Number(sums?.['held']), inDoubt: Number(sums?.['in_doubt']) };
}

function* insert(request: ReserveRequest, now: number): Steps<Entry> {
  const written = yield* row(
    `INSERT INTO entries (id, account, session, operation, arguments, fingerprint, money, estimate, basis, state, reserved_at, lapses_at)
     VALUES (?, ?, ?, ?, ?, ?, 'reserved', ?, ?, 'starting', ?, ?) RETURNING *`,
    newId(now),
    request.account,
    request.session,
    request.operation,
    JSON.stringify(request.arguments),
    request.fingerprint,
    request.estimate,
    request.basis,
    now,
    now + request.lapsesAfter,
  );
  return toEntry(written as Row);
}

/** Sorts by time, cannot be guessed, and is short enough for a model to repeat: `job_0k3v9x2f7q1m`. */
function newId(now: number): string {
  return `job_${now.toString(36)}${randomBytes(4).readUInt32BE().toString(36).padStart(7, '0')}`;
}
