import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { DatabaseError, Pool, type PoolClient, type QueryResult, types } from 'pg';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { StatementResult, Database, Locks, Moment, Query, Steps } from '../sql/database.ts';
import { postgresSchema, refuseOtherVersion, versionKey } from '../sql/schema.ts';
import { StateClosed, StateMissing, StateUnavailable } from '../sql/state-unavailable.ts';
import { serverProblem } from './server-problem.ts';

/** Milliseconds to wait for a connection, and for a statement, before the store counts as unreachable. */
const timeoutMs = 10_000;
const connections = 4;

/**
 * Milliseconds between two statements of a transaction after which the server undoes it: a process that is suspended or
 * disconnected must not hold the locks that all others wait for. Its connections may all wait for one lock and get it one
 * after the other, while later calls wait for `timeoutMs` at most.
 */
const abandonedMs = timeoutMs / (connections + 1);

/** Milliseconds past the timeout after which a statement is given up if the server does not report it. */
const graceMs = 1_000;

/** Milliseconds for which a server that refuses connections may be restarting. */
const restartMs = 2_000;

/** Milliseconds for closing connections in an orderly way before they are cut. */
const closeMs = 1_000;

/** Maximum attempts: every idle connection may have been lost unnoticed, as after a restart of the server. */
const maxAttempts = connections + 1;

/** Types that the driver returns as text, since their values may exceed a JavaScript number. Credits and milliseconds never do. */
const readAsNumbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);

/**
 * SQLSTATE codes of errors after which the server has rolled the transaction back, and a retry may succeed: serialization_failure,
 * deadlock_detected, a plan made before another version changed the tables (feature_not_supported), and a server that ends
 * connections (PostgreSQL documentation, appendix A). read_only_sql_transaction: after a failover, connections to the former
 * primary remain; a new one may lead to the primary. idle_in_transaction_session_timeout: this process was stopped for a while.
 */
const retryableCodes: ReadonlySet<string> = new Set([
  '25006',
  '25P03',
  '40001',
  '40P01',
  '0A000',
  '57P01',
  '57P02',
  '57P03',
]);

/** Refusals of a connection that may soon end: too_many_connections, cannot_connect_now. */
const busyServerCodes: ReadonlySet<string> = new Set(['53300', '57P03']);

const noStore = (): StateMissing =>
  new StateMissing(
    'no data in this database yet. If you have some, name its database with --state; otherwise the first call of a tool creates it.',
  );

/**
 * One PostgreSQL database, shared by a fleet. Its clock is the store's clock; transactions that name a lock follow
 * one another, by an advisory lock that ends with them. A lost connection is replaced at the next call.
 */
export class PostgresDatabase implements Database {
  readonly #pool: Pool;
  readonly #clock: Clock;
  #closed = false;
  /** Whether the database has been reached before: a server that never answered is more likely at a wrong address than restarting. */
  #isReady = false;
  /** All connections, so that none outlasts a server that does not answer. */
  readonly #sockets = new Set<Socket>();
  #key = '';

  /**
   * Opens the store in a PostgreSQL database, for a fleet of machines. Creates the tables if there are none. Rejects with
   * `StateUnavailable` if it cannot be used, is of another version, or `mustExist` and its tables are not there. On another
   * machine it is reached over TLS, unless the address says `sslmode=disable`.
   *
   * @param clock a clock of a test, which replaces the server's own
   */
  static async open(address: string, clock: Clock, mustExist = false): Promise<PostgresDatabase> {
    refuseOpenLine(address);
    const db = new PostgresDatabase(address, clock);
    try {
      await db.#prepare(mustExist);
      return db;
    } catch (error) {
      await db.close();
      throw error;
    }
  }

  private constructor(address: string, clock: Clock) {
    this.#clock = clock;
    this.#pool = new Pool({
      connectionString: address,
      max: connections,
      stream: () => this.#socket(),
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: timeoutMs,
      // An unreachable server cannot end a statement, so the driver does, somewhat later.
      query_timeout: timeoutMs + graceMs,
      idle_in_transaction_session_timeout: abandonedMs,
      keepAlive: true,
      application_name: 'visibility-mcp',
      types: { getTypeParser: (oid, format) => (readAsNumbers.has(oid) ? Number : types.getTypeParser(oid, format)) },
    });
    // An error event without a listener ends the process. A broken idle connection is replaced when one is needed; one in use
    // fails its statement too, unless it breaks between two statements.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async #prepare(mustExist: boolean): Promise<void> {
    await this.#inTransaction('visibility schema', async (client) => {
      const { rows: tables } = await client.query<{ name: string | null }>("SELECT to_regclass('meta')::text AS name");
      if (tables[0]?.name == null) {
        if (mustExist) throw noStore();
        await client.query(postgresSchema);
        await client.query('INSERT INTO meta VALUES ($1, $2)', ['key', randomBytes(32).toString('hex')]);
      }
      const { rows } = await client.query<{ key: string; value: string }>('SELECT key, value FROM meta');
      const meta = new Map(rows.map(({ key, value }) => [key, value]));
      refuseOtherVersion(meta.get(versionKey));
      this.#key = String(meta.get('key'));
    });
    this.#isReady = true;
  }

  #socket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  get key(): string {
    return this.#key;
  }

  transaction<T>(locks: Locks, steps: (moment: Moment) => Steps<T>): Promise<T> {
    return this.#inTransaction(locks, async (client, moment) => {
      const running = steps(moment);
      let step = running.next();
      while (!step.done) step = running.next(await answer(client, step.value));
      return step.value;
    });
  }

  async backup(): Promise<void> {
    throw new StateUnavailable(
      'a PostgreSQL database is backed up by its own tools: pg_dump --format=custom --file=FILE ADDRESS',
    );
  }

  /** The server watches over its own files. */
  async check(): Promise<string[]> {
    return [];
  }

  /** Within `closeMs`, whether or not the server answers. */
  async close(): Promise<void> {
    this.#closed = true;
    const timeout = new AbortController();
    const ended = this.#pool.end().catch(() => undefined);
    await Promise.race([ended, systemClock.sleep(closeMs, timeout.signal).catch(() => undefined)]);
    timeout.abort();
    for (const socket of this.#sockets) socket.destroy();
    await ended;
  }

  /**
   * Takes the locks and then reads the clock: one after the other, in one round trip. Locks are taken in the order of their
   * names, so that no two transactions wait for each other. Every statement must see what was committed before it, whatever
   * the server's default: data read before the locks were held would be out of date.
   */
  async #begin(client: PoolClient, locks: Locks): Promise<Moment> {
    const names = [...new Set([locks ?? []].flat())].toSorted();
    const locking = names.map(
      (name) => `SELECT pg_advisory_xact_lock(hashtextextended(${client.escapeLiteral(name)}, 0)); `,
    );
    const answers: unknown = await client.query(
      `BEGIN ISOLATION LEVEL READ COMMITTED; ${locking.join('')}SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`,
    );
    if (this.#clock !== systemClock) return { now: this.#clock.now(), steady: this.#clock.steady() };
    // Several statements in one text have one answer each.
    const ms = Number((answers as QueryResult<{ ms: number }>[]).at(-1)?.rows[0]?.ms);
    return { now: Math.floor(ms), steady: ms };
  }

  /**
   * Commits all of `work` or nothing. If the connection is lost before the commit, `work` is repeated on another one. If it
   * is lost during the commit, the outcome is unknown, which is an error.
   */
  async #inTransaction<T>(locks: Locks, work: (client: PoolClient, moment: Moment) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect();
      let isCommitting = false;
      try {
        const result = await work(client, await this.#begin(client, locks));
        isCommitting = true;
        await client.query('COMMIT');
        client.release();
        return result;
      } catch (error) {
        // Destroying the connection ends its statement, and the server rolls its transaction back.
        client.release(true);
        if (isCommitting || attempt === maxAttempts || !isRetryable(error)) throw unavailable(error);
      }
    }
  }

  /**
   * A connection of the pool. Connecting is retried for `timeoutMs` if the server is busy, and for `restartMs` if it refuses
   * connections.
   */
  async #connect(): Promise<PoolClient> {
    const began = performance.now();
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 500)) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (this.#closed) throw new StateClosed();
        const maxMs = isServerBusy(error) ? timeoutMs : this.#isReady && isUnreached(error) ? restartMs : 0;
        if (performance.now() + pauseMs > began + maxMs) throw unavailable(error);
      }
      await systemClock.sleep(pauseMs / 2 + (Math.random() * pauseMs) / 2);
    }
  }
}

/** Names of prepared statements by their SQL: the statements are few, and each connection prepares each of them once. */
const statementNames = new Map<string, string>();

async function answer(client: PoolClient, { text, values }: Query): Promise<StatementResult> {
  const name = statementNames.get(text) ?? `v${statementNames.size}`;
  statementNames.set(text, name);
  let place = 0;
  const { rows, rowCount } = await client.query({
    name,
    text: text.replaceAll('?', () => `$${++place}`),
    values: [...values],
  });
  return { rows, changes: rowCount ?? 0 };
}

const isRetryable = (error: unknown): boolean =>
  error instanceof DatabaseError ? retryableCodes.has(error.code ?? '') : isLost(error);

const isServerBusy = (error: unknown): boolean =>
  error instanceof DatabaseError && busyServerCodes.has(error.code ?? '');

/** The connection is refused, or closed before any answer. */
const isUnreached = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^ECONN(REFUSED|RESET)$/.test(String(error.code))) ||
    /terminated unexpectedly/i.test(error.message));

/** The driver's own errors have no common class. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (/terminated|connection error|not queryable/i.test(error.message) ||
    ('code' in error && /^(ECONN|EPIPE|ETIMEDOUT)/.test(String(error.code))));

/** Turns errors of the driver or the server, but not those of the steps, into plain text with advice. */
function unavailable(error: unknown): unknown {
  if (
    error instanceof StateUnavailable ||
    !(error instanceof Error) ||
    !('code' in error || isLost(error) || /timeout|pool/i.test(error.message))
  )
    return error;
  return new StateUnavailable(`the state database cannot be used: ${serverProblem(error)}`);
}

/** Refuses an unencrypted connection to another machine, unless the operator asks for it: spending and jobs travel over it. */
function refuseOpenLine(address: string): void {
  const url = URL.parse(address);
  if (!url) return;
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const isNear =
    host === '' || host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
  if (isNear || sslModes.has(url.searchParams.get('sslmode') ?? '')) return;
  throw new StateUnavailable(
    `the state database cannot be used: ${host} is another machine, and its address does not ask for encryption; add ?sslmode=verify-full to it, or ?sslmode=disable if nobody else can listen on the way`,
  );
}

/** The modes that decide about encryption. `prefer` and `allow` do not: they continue without it if the server offers none. */
const sslModes: ReadonlySet<string> = new Set(['require', 'verify-ca', 'verify-full', 'disable']);
