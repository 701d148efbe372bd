import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import { openState } from '../../../src/state/open-state.ts';
import { PostgresDatabase } from '../../../src/state/postgres/database.ts';
import { SqliteDatabase } from '../../../src/state/sqlite/database.ts';
import { ChangeNotifications } from '../../../src/state/change-notifications.ts';
import { createState, type State } from '../../../src/state/state.ts';
import { aroundSteps } from '../processes/around-steps.ts';
import { traffic } from '../network/traffic.ts';
import { freshSchema, preparedSchema, type Store } from './schemas.ts';
import { scratch } from './scratch.ts';

export type Engine = 'sqlite' | 'postgres';

/** The engine this run of the tests is about: each of vitest's projects sets its own. */
export const engine: Engine = process.env['VISIBILITY_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

/** An empty store without tables; on SQLite in this folder. */
export const freshStore = (which: Engine = engine, folder: string = scratch): Promise<Store> =>
  which === 'postgres' ? freshSchema() : freshFile(folder);

/** Locations of the prepared stores. */
const prepared = new Set<string>();

/** Of all states on prepared stores: their waiters do not look every 500 ms of the clock whether other processes have written. */
const changes = new EventEmitter();

/**
 * Opens a store for a test that steers time: a virtual clock stands still while the store is at work. A prepared one is used by no
 * other process.
 */
export async function openStore(location: string, clock: Clock): Promise<State> {
  if (!prepared.has(location)) return observed(await openState(location, clock));
  const database = location.startsWith('postgres') ? PostgresDatabase : SqliteDatabase;
  const entries = await database.open(location, clock);
  const notifications = new ChangeNotifications(clock, { lookEveryMs: Infinity, changes });
  return observed(createState({ entries, clock, changes: notifications }));
}

/**
 * An empty store that has its tables, for tests in whose end everything is closed that used it: to make the tables takes longer
 * than most tests. On PostgreSQL it is emptied then and given to another test; on SQLite it is a copy of one that was made once.
 */
export async function preparedStore(which: Engine = engine): Promise<Store> {
  const store = await (which === 'postgres' ? preparedSchema() : preparedFile());
  prepared.add(store.location);
  return store;
}

/** A state of its own on an empty store; both are gone at the end of the block. */
export async function freshState(clock: Clock): Promise<AsyncDisposable & { readonly state: State }> {
  const store = await preparedStore();
  const state = await openStore(store.location, clock);
  return {
    state,
    async [Symbol.asyncDispose]() {
      await state.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

let emptyStore: Promise<Buffer> | undefined;

async function preparedFile(): Promise<Store> {
  const store = await freshFile();
  await writeFile(store.location, await (emptyStore ??= makeTables()), { mode: 0o600 });
  return store;
}

async function makeTables(): Promise<Buffer> {
  await using store = await freshFile();
  await (await openState(store.location, systemClock)).close();
  return readFile(store.location);
}

async function freshFile(place = scratch): Promise<Store> {
  const folder = await mkdtemp(join(place, 'visibility-'));
  return {
    location: join(folder, 'state.db'),
    contents: async () => Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
    async query(sql) {
      const db = new DatabaseSync(join(folder, 'state.db'), { timeout: 60_000 });
      try {
        return db.prepare(sql).all();
      } finally {
        db.close();
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** `waitForChange` sleeps on the clock; everything else travels. */
const observed = (state: State): State =>
  aroundSteps(state, (step, run) => (step === 'ledger.waitForChange' ? run() : traffic.during(run())));
