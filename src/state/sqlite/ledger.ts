import { randomBytes } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import { admit } from '../admit.ts';
import type { Entry, EntryChange, EntryFilter, EntryState, ReserveRequest, Reserved, Usage, Window } from '../state.ts';
import type { Database } from './database.ts';
import { columnsOf, toEntry } from './entries.ts';

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
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  reserve(request: ReserveRequest): Promise<Reserved> {
    return this.#db.transaction(() => {
      const now = this.#clock.now();
      this.#tidy(request.account, now);
      const twin = request.again ? undefined : this.#findTwin(request, now);
      if (twin) return { kind: 'joined', entry: twin };
      const limits = request.limits.map((limit) => ({ ...limit, usage: this.#usageOf(request.account, limit) }));
      const admission = admit(request.estimate, limits);
      if (admission.kind === 'refused') return admission;
      return { kind: 'reserved', entry: this.#insert(request, now) };
    });
  }

  dispatch(id: string, until: number): Promise<boolean> {
    return this.#db.transaction(() => {
      // Read here: the wait for the file's lock must not shorten the time the request is given.
      const now = this.#clock.now();
      const changed = this.#db.run(
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
    await this.#db.transaction(() =>
      this.#db.run(
        "UPDATE entries SET money = 'reserved', dispatched_at = NULL, gone_at = NULL, lapses_at = ? WHERE id = ? AND money = 'dispatching'",
        this.#clock.now() + lapsesAfter,
        id,
      ),
    );
  }

  record(id: string, change: EntryChange, from?: readonly EntryState[]): Promise<Entry | undefined> {
    return this.#db.transaction(() => {
      const columns = columnsOf(change, this.#clock.now(), this.#clock.steady());
      const names = Object.keys(columns);
      const sets = names.map((name) => `${name} = ?`).join(', ');
      const guard = from ? ` AND state IN (${from.map(() => '?').join(', ')})` : '';
      const values = names.map((name) => columns[name] as SQLInputValue);
      if (names.length > 0 && this.#db.run(`UPDATE entries SET ${sets} WHERE id = ?${guard}`, ...values, id, ...(from ?? [])) === 0) {
        return undefined;
      }
      return this.#byId(id);
    });
  }

  find(account: string, id: string): Promise<Entry | undefined> {
    return this.#db.transaction(() => {
      this.#tidy(account, this.#clock.now());
      const row = this.#db.row('SELECT * FROM entries WHERE id = ? AND account = ?', id, account);
      return row && toEntry(row);
    });
  }

  list(account: string, { states, money, limit }: EntryFilter): Promise<Entry[]> {
    return this.#db.transaction(() => {
      this.#tidy(account, this.#clock.now());
      const within = (column: string, values: readonly string[] | undefined) =>
        values ? ` AND ${column} IN (${values.map(() => '?').join(', ')})` : '';
      return this.#db
        .rows(
          `SELECT * FROM entries WHERE account = ?${within('state', states)}${within('money', money)} ORDER BY reserved_at DESC, id DESC LIMIT ?`,
          account,
          ...(states ?? []),
          ...(money ?? []),
          limit,
        )
        .map(toEntry);
    });
  }

  usage(account: string, windows: readonly Window[]): Promise<Usage[]> {
    return this.#db.transaction(() => {
      this.#tidy(account, this.#clock.now());
      return windows.map((window) => this.#usageOf(account, window));
    });
  }

  /** What never left is released; what left and whose sender is dead is in doubt. Never the other way round. */
  #tidy(account: string, now: number): void {
    this.#db.run(
      `UPDATE entries SET money = 'released', charged = 0, settled_at = ?, ended_at = ?, state = 'failed',
         error = 'the reservation lapsed before anything was sent'
       WHERE account = ? AND money = 'reserved' AND lapses_at < ?`,
      now,
      now,
      account,
      now,
    );
    this.#db.run(
      `UPDATE entries SET money = 'in_doubt', ended_at = ?, state = 'unknown',
         error = 'the process that sent the request ended before the answer came'
       WHERE account = ? AND money = 'dispatching' AND state = 'starting' AND gone_at < ?`,
      now,
      account,
      now,
    );
  }

  /** An identical call that goes on, or has ended unheard; one in doubt only where there is neither. */
  #findTwin({ account, fingerprint }: ReserveRequest, now: number): Entry | undefined {
    const ofThis = 'SELECT * FROM entries WHERE account = ? AND fingerprint = ? AND state';
    const newest = 'ORDER BY reserved_at DESC LIMIT 1';
    const row =
      this.#db.row(`${ofThis} IN ${alive} AND state <> 'unknown' ${newest}`, account, fingerprint) ??
      this.#db.row(`${ofThis} = 'completed' AND delivered = 0 AND ended_at > ? ${newest}`, account, fingerprint, now - keptForCaller) ??
      this.#db.row(`${ofThis} IN ${alive} ${newest}`, account, fingerprint);
    return row && toEntry(row);
  }

  #usageOf(account: string, { window, since, session }: Window): Usage {
    const own = window === 'session' ? ' AND session = ?' : '';
    const values = window === 'session' ? [session] : [];
    const spent = this.#db.row(
      `SELECT coalesce(sum(charged), 0) AS credits FROM entries WHERE account = ? AND money = 'settled' AND settled_at >= ?${own}`,
      account,
      since,
      ...values,
    );
    const open = this.#db.row(
      `SELECT coalesce(sum(estimate), 0) AS credits FROM entries WHERE account = ? AND money IN ${held}${own}`,
      account,
      ...values,
    );
    return { spent: Number(spent?.['credits']), held: Number(open?.['credits']) };
  }

  #insert(request: ReserveRequest, now: number): Entry {
    const id = newId(now);
    this.#db.run(
      `INSERT INTO entries (id, account, session, operation, arguments, fingerprint, money, estimate, basis, state, reserved_at, lapses_at)
       VALUES (?, ?, ?, ?, ?, ?, 'reserved', ?, ?, 'starting', ?, ?)`,
      id,
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
    return this.#byId(id);
  }

  #byId(id: string): Entry {
    const row = this.#db.row('SELECT * FROM entries WHERE id = ?', id);
    if (!row) throw new Error(`no entry ${id}`);
    return toEntry(row);
  }
}

/** Sorts by time, cannot be guessed, and is short enough for a model to repeat: `job_0k3v9x2f7q1m`. */
function newId(now: number): string {
  return `job_${now.toString(36)}${randomBytes(4).readUInt32BE().toString(36).padStart(7, '0')}`;
}
