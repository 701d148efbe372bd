import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { Clock } from '../../../src/clock.ts';
import { openState } from '../../../src/state/open-state.ts';
import type { State } from '../../../src/state/state.ts';
import { aroundSteps } from '../processes/around-steps.ts';
import { traffic } from '../network/traffic.ts';

export type Engine = 'sqlite' | 'postgres';

/** The engine this run of the tests is about: each of vitest's projects sets its own. */
export const engine: Engine = process.env['VISIBILITY_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

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

export const freshStore = (which: Engine = engine): Promise<Store> =>
  which === 'postgres' ? freshSchema() : freshFile();

/** Opens a store for a test that steers time: a virtual clock stands still while the store is at work. */
export async function openStore(location: string, clock: Clock): Promise<State> {
  return observed(await openState(location, clock));
}

/** A state of its own on an empty store; both are gone at the end of the block. SQLite has it in memory: nothing waits for a disk. */
export async function freshState(clock: Clock): Promise<AsyncDisposable & { readonly state: State }> {
  const store = engine === 'postgres' ? await freshSchema() : inMemory;
  const state = await openStore(store.location, clock);
  return {
    state,
    async [Symbol.asyncDispose]() {
      await state.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

const inMemory = { location: ':memory:', [Symbol.asyncDispose]: async () => undefined };

async function freshFile(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-'));
  return {
    location: join(folder, 'state.db'),
    contents: async () => Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
    run: async (sql) => {
      const db = new DatabaseSync(join(folder, 'state.db'));
      db.exec(sql);
      db.close();
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A schema is to PostgreSQL what a file is to SQLite: tests on one database do not see one another's tables. */
async function freshSchema(): Promise<Store> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator((client) => client.query(`CREATE SCHEMA ${schema}`));
  const address = new URL(postgresServer);
  // Tests end processes of the program, never the database server: a commit need not wait for the server's disk.
  address.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`);
  return {
    location: address.href,
    contents: () =>
      asAdministrator(async (client) => {
        const { rows: tables } = await client.query<{ name: string }>(
          'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
          [schema],
        );
        const texts: Buffer[] = [];
        for (const { name } of tables) {
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

/** `waitForChange` sleeps on the clock; everything else travels. */
const observed = (state: State): State =>
  aroundSteps(state, (step, run) => (step === 'ledger.waitForChange' ? run() : traffic.during(run())));
