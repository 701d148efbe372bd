import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { systemClock } from '../../../src/clock.ts';
import { openState } from '../../../src/state/open-state.ts';

/** A server with a database to make schemas in, and whoever gives it: a `postgres://` address. */
export const postgresServer = process.env['VISIBILITY_TEST_POSTGRES'] ?? '';

/** An empty store of its own, gone at the end of its block. */
export interface Store extends AsyncDisposable {
  /** As `--state` takes it. */
  readonly location: string;
  /** Everything it holds, byte for byte. */
  contents(): Promise<Buffer[]>;
  /** Carries statements out in it, beside the program. */
  run(sql: string): Promise<void>;
}

/** The variable that names this run of the tests, for all of its processes: its schemas are dropped at its end. */
export const runName = 'VISIBILITY_TEST_RUN';

/** A schema is to PostgreSQL what a file is to SQLite: tests on one database do not see one another's tables. */
export async function freshSchema(): Promise<Store & { readonly schema: string }> {
  const schema = `test_${process.env[runName] ?? ''}_${randomBytes(6).toString('hex')}`;
  await asAdministrator((client) => client.query(`CREATE SCHEMA ${schema}`));
  return { schema, ...storeIn(schema) };
}

interface Prepared {
  readonly store: Store;
  readonly schema: string;
  /** Changes with any statement that defines something in the schema. */
  readonly structure: string;
}

const idle: Prepared[] = [];

/** A schema with empty tables. At the end of its block it is emptied for another test, unless its structure was changed. */
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

async function prepare(): Promise<Prepared> {
  const store = await freshSchema();
  const state = await openState(store.location, systemClock);
  await state.close();
  const { schema } = store;
  return { store, schema, structure: await asAdministrator((client) => structureOf(client, schema)) };
}

/**
 * Waits for whoever has a table in use. Without triggers: they count rows, and refuse to have lines of the audit trail removed.
 * Resolves with false where that is not allowed, or something cannot be waited for.
 */
const isEmptied = ({ schema, structure }: Prepared): Promise<boolean> =>
  asAdministrator(async (client) => {
    if ((await structureOf(client, schema)) !== structure) return false;
    const tables = await tablesOf(client, schema);
    try {
      await client.query(`
        BEGIN;
        SET LOCAL search_path TO ${schema};
        SET LOCAL session_replication_role = replica;
        SET LOCAL lock_timeout = '2s';
        LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE;
        ${tables.map((table) => `DELETE FROM ${table}${table === 'meta' ? " WHERE key <> 'version'" : ''};`).join('\n')}
        SELECT setval(pg_get_serial_sequence('audit', 'seq'), 1, false);
        COMMIT`);
      return true;
    } catch {
      await client.query('ROLLBACK');
      return false;
    }
  });

/** What each catalog row about the schema was last written by. */
async function structureOf(client: Client, schema: string): Promise<string> {
  const { rows } = await client.query<{ structure: string }>(
    `WITH relations AS (SELECT oid, xmin FROM pg_class WHERE relnamespace = $1::regnamespace)
     SELECT md5(string_agg(oid || ' ' || xmin, ',' ORDER BY oid, xmin::text)) AS structure FROM (
       SELECT oid, xmin FROM relations
       UNION ALL SELECT attrelid, xmin FROM pg_attribute WHERE attrelid IN (SELECT oid FROM relations)
       UNION ALL SELECT oid, xmin FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM relations)
       UNION ALL SELECT oid, xmin FROM pg_constraint WHERE connamespace = $1::regnamespace
       UNION ALL SELECT oid, xmin FROM pg_proc WHERE pronamespace = $1::regnamespace) AS written`,
    [schema],
  );
  return rows[0]?.structure ?? '';
}

async function tablesOf(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [schema],
  );
  return rows.map(({ name }) => name);
}

function storeIn(schema: string): Store {
  const address = new URL(postgresServer);
  // Tests end processes of the program, never the database server: a commit need not wait for the server's disk.
  address.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
  return {
    location: address.href,
    contents: () =>
      asAdministrator(async (client) => {
        const texts: Buffer[] = [];
        for (const name of await tablesOf(client, schema)) {
          const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${schema}.${name} AS t`);
          texts.push(Buffer.from(rows.map(({ text }) => text).join('\n')));
        }
        return texts;
      }),
    run: (sql) => asAdministrator(async (client) => void (await client.query(`SET search_path TO ${schema}; ${sql}`))),
    [Symbol.asyncDispose]: () =>
      asAdministrator(async (client) => void (await client.query(`DROP SCHEMA ${schema} CASCADE`))),
  };
}

/** On a connection of its own, beside those of the program. */
export async function asAdministrator<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: postgresServer,
    application_name: 'visibility tests',
    options: '-c client_min_messages=warning',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
