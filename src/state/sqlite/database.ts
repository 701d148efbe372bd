import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../../base/index.ts';
import {
  type StatementResult,
  type Database,
  type Locks,
  type Moment,
  type Query,
  sql,
  type Steps,
} from '../sql/database.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { refuseOtherVersion, sqliteSchema, versionKey } from '../sql/schema.ts';
import { StateClosed, StateUnavailable } from '../sql/state-unavailable.ts';
import { damagedFile, fileProblem } from './file-problem.ts';
import { DispatchCounter, StoreFiles } from './store-files.ts';

/** Not imported statically: on a Node without it, the program would fail before it could say which Node it needs. */
const sqlite = process.getBuiltinModule('node:sqlite');

/** Milliseconds a transaction may wait for other processes before the store counts as unreachable. */
const timeoutMs = 10_000;

/**
 * One SQLite file, shared by the processes of a machine. A transaction runs to its end without yielding, and excludes all
 * others on the file, whatever its lock. Waiting for a file that another process has locked happens outside SQLite, whose own
 * busy wait would block the event loop.
 */
export class SqliteDatabase implements Database {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #statements = new Map<string, StatementSync>();
  readonly #file: string;
  /** Absent if the store is in memory. */
  readonly #dispatchCounter: DispatchCounter | undefined;
  #files: StoreFiles | undefined;
  /** The count in the file next to the store. */
  #dispatches = 0;
  #key: string | undefined;
  /** The current durability of commits. `FULL`: they survive a power failure. */
  #synchronous: Synchronous | undefined;

  /**
   * Opens the store in one SQLite file. `:memory:` is a new store in memory. Rejects with `StateUnavailable` if it cannot be
   * used, is damaged, or is of another version.
   */
  static async open(file: string, clock: Clock): Promise<SqliteDatabase> {
    const db = new SqliteDatabase(file, clock);
    try {
      await db.#prepare();
      return db;
    } catch (error) {
      await db.close();
      throw error;
    }
  }

  private constructor(file: string, clock: Clock) {
    this.#clock = clock;
    this.#file = file;
    this.#db = openFile(file);
    if (file !== ':memory:') this.#dispatchCounter = new DispatchCounter(file);
  }

  /** Creates the tables if there are none, and checks for damage. */
  async #prepare(): Promise<void> {
    await this.#whenFree(() => this.#db.exec('PRAGMA journal_mode = WAL'));
    await this.#alone('FULL', () => {
      const tables = this.#lines("SELECT name FROM sqlite_master WHERE type = 'table'");
      if (tables.length === 0) {
        this.#db.exec(sqliteSchema);
        this.#answer(sql`INSERT INTO meta VALUES ('key', ${randomBytes(32).toString('hex')})`);
      } else refuseOtherVersion(tables.includes('meta') ? this.#meta(versionKey) : undefined);
      this.#forgetOlderBoot();
      if (this.#dispatchCounter) this.#checkAtOpening(this.#dispatchCounter);
    });
    if (this.#file !== ':memory:') this.#files = new StoreFiles(this.#file);
  }

  get key(): string {
    return (this.#key ??= this.#meta('key') as string);
  }

  transaction<T>(_locks: Locks, steps: (moment: Moment) => Steps<T>, survives?: 'process'): Promise<T> {
    return this.#alone(survives === 'process' ? 'NORMAL' : 'FULL', () => {
      // Read only now, when the wait for the file's lock is over.
      const running = steps({ now: this.#clock.now(), steady: this.#clock.steady() });
      let step = running.next();
      while (!step.done) step = running.next(this.#answer(step.value));
      return step.value;
    });
  }

  /** Copies a consistent snapshot of the store into a file that must not exist yet. Other processes continue meanwhile. */
  async backup(file: string): Promise<void> {
    try {
      makeFolder(dirname(file));
      // Only its owner may read it, from the first byte on.
      closeSync(openSync(file, 'wx', 0o600));
      await sqlite.backup(this.#db, file);
    } catch (error) {
      throw new StateUnavailable(`the backup ${file} cannot be written: ${fileProblem(error)}`);
    }
  }

  check(): Promise<string[]> {
    return this.#whenFree(() => this.#lines('PRAGMA integrity_check').filter((line) => line !== 'ok'));
  }

  async close(): Promise<void> {
    this.#statements.clear();
    this.#db.close();
  }

  /** Runs `work` as one transaction, without yielding. */
  #alone<T>(synchronous: Synchronous, work: () => T): Promise<T> {
    return this.#whenFree(() => {
      if (synchronous !== this.#synchronous) this.#db.exec(`PRAGMA synchronous = ${synchronous}`);
      this.#synchronous = synchronous;
      this.#prepared('BEGIN IMMEDIATE').run();
      try {
        this.#refuseLostFile();
        const result = work();
        const dispatches = synchronous === 'FULL' ? this.#countDispatches() : this.#dispatches;
        this.#prepared('COMMIT').run();
        if (this.#files) this.#remember(dispatches);
        return result;
      } catch (error) {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Called before any decision: commits into a file that no other process sees would be lost. */
  #refuseLostFile(): void {
    const lostFile = this.#files?.lost();
    if (lostFile !== undefined)
      throw new StateUnavailable(
        `${lostFile} was removed or replaced while it was in use. Nothing was reserved or sent. Restart this program, with or without putting the file back: earlier spending is then read from the platform's history`,
      );
  }

  #countDispatches(): number {
    return Number(this.#meta('dispatches'));
  }

  #remember(dispatches: number): void {
    if (dispatches === this.#dispatches) return;
    this.#dispatches = dispatches;
    try {
      this.#dispatchCounter?.raise(dispatches);
    } catch {
      // The counter only helps to notice a loss; the call itself is in the store either way.
    }
  }

  /** Checks for damage, and for commits that the file has lost since its last use. */
  #checkAtOpening(counter: DispatchCounter): void {
    // A large store is checked only by `state check`, since reading all of it would delay the start.
    const broken = this.#isSmall ? this.#lines('PRAGMA quick_check(1)').find((line) => line !== 'ok') : undefined;
    if (broken) throw damagedFile(this.#file, broken);
    const dispatchesInCounter = counter.read();
    if (dispatchesInCounter <= this.#countDispatches()) return;
    // Since that copy was made, a reservation may have been sent, and charges may have been added.
    this.#answer(sql`UPDATE meta SET value = ${String(dispatchesInCounter)} WHERE key = 'dispatches'`);
    this.#db.exec(`INSERT INTO meta VALUES ('lost', '1') ON CONFLICT (key) DO NOTHING;
      UPDATE account_starts SET history = 'lost';
      UPDATE entries SET money = 'in_doubt', state = 'unknown', dispatched_at = reserved_at, ended_at = reserved_at,
        error = 'the state file lost what became of it' WHERE money = 'reserved'`);
  }

  /** Whether the whole store can be checked within milliseconds. */
  get #isSmall(): boolean {
    const [pages, bytes] = ['page_count', 'page_size'].map((name) => Number(this.#lines(`PRAGMA ${name}`)[0]));
    return (pages ?? 0) * (bytes ?? 0) <= maxFullCheckBytes;
  }

  /** The first column of each row. */
  #lines(sql: string): string[] {
    return this.#prepared(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  }

  #prepared(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) this.#statements.set(text, (statement = this.#db.prepare(text)));
    return statement;
  }

  #answer({ text, values }: Query): StatementResult {
    const statement = this.#prepared(text);
    if (/^SELECT| RETURNING /.test(text)) return { rows: statement.all(...values), changes: 0 };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  /** The value of a key in `meta`. */
  #meta(key: string): string | undefined {
    const [record] = this.#answer(sql`SELECT value FROM meta WHERE key = ${key}`).rows;
    return (record as { readonly value: string } | undefined)?.value;
  }

  /** Runs `attempt`, and repeats it while another process holds the lock; a refused attempt has changed nothing. */
  async #whenFree<T>(attempt: () => T): Promise<T> {
    for (let waited = 0, pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 32)) {
      if (!this.#db.isOpen) throw new StateClosed();
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || waited > timeoutMs)
          throw isFromSqlite(error)
            ? new StateUnavailable(`the state file ${this.#file} cannot be used: ${fileProblem(error)}`)
            : error;
      }
      const ms = 1 + Math.random() * pauseMs;
      waited += ms;
      await this.#clock.sleep(ms);
    }
  }

  /** The steady clock resets when the machine starts: earlier values are void. */
  #forgetOlderBoot(): void {
    const boot = bootId();
    if (this.#meta('boot') === boot) return;
    this.#answer(sql`INSERT INTO meta VALUES ('boot', ${boot}) ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
    this.#db.exec(`DELETE FROM slots; DELETE FROM cooldowns;
      UPDATE entries SET next_poll = 0, polled_by_event = 0, lease_owner = NULL, lease_until = 0 WHERE state IN ('running', 'needs_you')`);
  }
}

type Synchronous = 'FULL' | 'NORMAL';

/** Maximum bytes of a store that is checked when it is opened, which takes some milliseconds. */
const maxFullCheckBytes = 4 * 1024 * 1024;

function openFile(file: string): DatabaseSync {
  try {
    if (file === ':memory:') return new sqlite.DatabaseSync(file, { timeout: 0 });
    makeFolder(dirname(file));
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isDirectory()) throw new Error('it is a folder; give --state a file in it');
    if (stats && !stats.isFile()) throw new Error('it is not a plain file; give another --state');
    const db = new sqlite.DatabaseSync(file, { timeout: 0 });
    chmodSync(file, 0o600);
    return db;
  } catch (error) {
    throw new StateUnavailable(`cannot open the state file ${file}: ${fileProblem(error)}`);
  }
}

/** Linux identifies each boot. Elsewhere the store is assumed to survive none. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unnamed';
  }
}

const SQLITE_BUSY = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;

const isFromSqlite = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
