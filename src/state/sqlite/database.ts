import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Clock } from '../../clock.ts';
import type { Answer, Database, Moment, Query, Row, Steps } from '../database.ts';
import { migrations, newerVersion, version } from '../schema.ts';
import { StateUnavailable } from '../state-unavailable.ts';

/** Milliseconds a transaction may wait for other processes before the store counts as unreachable. */
const patience = 10_000;

/**
 * What a commit survives. `FULL`: power loss. `NORMAL`: the death of any process, without waiting for the
 * disk; enough for what is void after a reboot anyway.
 */
export type Survives = 'FULL' | 'NORMAL';

/**
 * One SQLite file, shared by the processes of a machine. A transaction runs to its end without yielding and
 * alone in the whole file, whatever its lock. A file that another process has locked is waited for outside SQLite: its
 * own busy wait would block the event loop.
 */
export class SqliteDatabase implements Database {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #survives: Survives;
  readonly #statements = new Map<string, StatementSync>();

  /** Throws `StateUnavailable` if the file cannot be opened. `:memory:` is a store of its own. */
  constructor(file: string, clock: Clock, survives: Survives) {
    this.#clock = clock;
    this.#survives = survives;
    this.#db = openFile(file);
  }

  /** Creates or migrates the tables. Rejects for a store of a newer version. */
  async prepare(): Promise<void> {
    await this.#whenFree(() => this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${this.#survives}`));
    await this.#alone(() => {
      const found = Number(this.#answer({ sql: 'PRAGMA user_version', values: [] }).rows[0]?.['user_version']);
      if (found > version) throw newerVersion(found);
      for (const step of migrations.slice(found)) this.#db.exec(step);
      if (found < version) this.#db.exec(`PRAGMA user_version = ${version}`);
      if (found === 0) this.#run("INSERT INTO meta VALUES ('key', ?)", randomBytes(32).toString('hex'));
      this.#forgetOlderBoot();
    });
  }

  /** What the account's hash is keyed with. */
  get key(): string {
    return String(this.#value("SELECT value FROM meta WHERE key = 'key'"));
  }

  transaction<T>(_lock: string | null, steps: (moment: Moment) => Steps<T>): Promise<T> {
    return this.#alone(() => {
      // Read here: the wait for the file's lock is over.
      const running = steps({ now: this.#clock.now(), steady: this.#clock.steady() });
      let step = running.next();
      while (!step.done) step = running.next(this.#answer(step.value));
      return step.value;
    });
  }

  async close(): Promise<void> {
    this.#statements.clear();
    this.#db.close();
  }

  /** Runs `work` in one go; all or nothing of it is kept. */
  #alone<T>(work: () => T): Promise<T> {
    return this.#whenFree(() => {
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#db.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  #answer({ sql, values }: Query): Answer {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    if (/^(SELECT|PRAGMA)|RETURNING \*$/.test(sql)) return { rows: statement.all(...values) as Row[], changes: 0 };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  #run(sql: string, ...values: string[]): void {
    this.#answer({ sql, values });
  }

  #value(sql: string): unknown {
    return this.#answer({ sql, values: [] }).rows[0]?.['value'];
  }

  /** Carries out `attempt`, again while another process holds the lock; a refused one has changed nothing. */
  async #whenFree<T>(attempt: () => T): Promise<T> {
    for (let waited = 0, pause = 1; ; pause = Math.min(pause * 2, 32)) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || waited > patience) throw unavailable(error);
      }
      const ms = 1 + Math.random() * pause;
      waited += ms;
      await this.#clock.sleep(ms);
    }
  }

  /** The steady clock starts anew with the machine: what was measured with the old one is void. */
  #forgetOlderBoot(): void {
    const boot = bootId();
    if (this.#value("SELECT value FROM meta WHERE key = 'boot'") === boot) return;
    this.#run("INSERT INTO meta VALUES ('boot', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", boot);
    this.#run('DELETE FROM slots');
    this.#run('DELETE FROM cooldowns');
    this.#run('UPDATE entries SET next_poll = 0, lease_owner = NULL, lease_until = 0');
  }
}

function openFile(file: string): DatabaseSync {
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const db = new DatabaseSync(file, { timeout: 0 });
    if (file !== ':memory:') chmodSync(file, 0o600);
    return db;
  } catch (error) {
    throw new StateUnavailable(`cannot open the state file ${file}: ${reason(error)}; check the folder, or give another --state`);
  }
}

/** Linux names each boot. Elsewhere the store is taken to live through none. */
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

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isFromSqlite = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

const unavailable = (error: unknown): unknown => (isFromSqlite(error) ? new StateUnavailable(`the state file cannot be used: ${reason(error)}`) : error);
