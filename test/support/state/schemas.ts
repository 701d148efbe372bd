import { randomBytes } from 'node:crypto';
import { Client, Pool, type QueryResultRow } from 'pg';
import { systemClock } from '../../../src/base/clock.ts';
import { openState } from '../../../src/state/open-state.ts';

/** A server with a database to make schemas in, and whoever gives it: a `postgres://` address. */
export const postgresServer = process.env['VISIBILITY_TEST_POSTGRES'] ?? '';

/** Tests end processes of the program, never the database server: a commit need not wait for the server's disk. */
const quick = '-c synchronous_commit=off -c client_min_messages=warning';

/** An empty store of its own, gone at the end of its block. */
export interface Store extends AsyncDisposable {
  /** As `--state` takes it. */
  readonly location: string;
  /** Everything it holds, byte for byte. */
  contents(): Promise<Buffer[]>;
  /** Runs a statement on it from outside the program, and resolves with its rows. Rejects as the database does. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
}

/** The variable that names this run of the tests, for all of its processes: its schemas are dropped at its end. */
export const runName = 'VISIBILITY_TEST_RUN';

/** A schema is to PostgreSQL what a file is to SQLite: tests on one database do not see one another's tables. */
export async function freshSchema(): Promise<Store & { readonly schema: string }> {
  const schema = `test_${process.env[runName] ?? ''}_${randomBytes(6).toString('hex')}`;
  await ask(`CREATE SCHEMA ${schema}`);
  return { schema, ...storeIn(schema) };
}

interface Prepared {
  readonly store: Store;
  readonly schema: string;
}

const idle: Prepared[] = [];

/** A schema with empty tables, for a test that defines nothing in it: at the end of its block it is emptied for another one. */
export async function preparedSchema(): Promise<Store> {
  const one = idle.pop() ?? (await prepare());
  return {
    ...one.store,
    async [Symbol.asyncDispose]() {
      if (process.env[runName] && (await isEmptied(one))) idle.push(one);
      else await one.store[Symbol.asyncDispose]();
    },
  };
}

/** Rows are removed without triggers. */
async function prepare(): Promise<Prepared> {
  const { schema, ...store } = await freshSchema();
  await (await openState(store.location, systemClock)).close();
  const tables = await tablesOf(schema);
  await ask(`
    CREATE FUNCTION ${schema}.remove_rows() RETURNS void LANGUAGE plpgsql
    SET session_replication_role = replica SET lock_timeout = '2s' AS $$ BEGIN
      LOCK TABLE ${tables.map((table) => `${schema}.${table}`).join(', ')} IN ACCESS EXCLUSIVE MODE;
      ${tables
        .map(
          (table) => `DELETE FROM ${schema}.${table}${table === 'meta' ? " WHERE key NOT IN ('schema', 'key')" : ''};`,
        )
        .join('\n')}
    END $$`);
  return { store, schema };
}

/** Waits for whoever has a table in use. Resolves with false where that takes too long. */
const isEmptied = ({ schema }: Prepared): Promise<boolean> =>
  ask(`SELECT ${schema}.remove_rows()`).then(
    () => true,
    () => false,
  );

async function tablesOf(schema: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [schema],
  );
  return rows.map(({ name }) => name);
}

function storeIn(schema: string): Store {
  const address = new URL(postgresServer);
  address.searchParams.set('options', `-c search_path=${schema} ${quick}`);
  return {
    location: address.href,
    contents: async () => {
      const texts: Buffer[] = [];
      for (const name of await tablesOf(schema)) {
        const rows = await ask<{ text: string }>(`SELECT t::text AS text FROM ${schema}.${name} AS t`);
        texts.push(Buffer.from(rows.map(({ text }) => text).join('\n')));
      }
      return texts;
    },
    async query(sql) {
      const client = await administrators.connect();
      try {
        await client.query(`SET search_path TO ${schema}`);
        return (await client.query<Record<string, unknown>>(sql)).rows;
      } finally {
        client.release();
      }
    },
    [Symbol.asyncDispose]: async () => void (await ask(`DROP SCHEMA ${schema} CASCADE`)),
  };
}

const connection = { connectionString: postgresServer, application_name: 'visibility tests', options: quick };

/** A connection that outlasts tests: a new one costs the server more than most of what is asked on it. */
const administrators = new Pool({ ...connection, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });

const ask = async <Row extends QueryResultRow>(text: string, values: readonly string[] = []): Promise<Row[]> =>
  (await administrators.query<Row>(text, [...values])).rows;

/** On a connection of its own, in addition to those of the program. */
export async function asAdministrator<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
