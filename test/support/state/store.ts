import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import { openState } from '../../../src/state/open-state.ts';
import { SqliteDatabase } from '../../../src/state/sqlite/database.ts';
import { ChangeNotifications } from '../../../src/state/change-notifications.ts';
import { createState, type State } from '../../../src/state/state.ts';
import { aroundSteps } from '../processes/around-steps.ts';
import { traffic } from '../network/traffic.ts';
import { changesOfAll } from './kept-databases.ts';
import { freshSchema, keptDatabases, preparedSchema, type Store } from './schemas.ts';
import { scratch } from './scratch.ts';

export type Engine = 'sqlite' | 'postgres';

/** The engine this run of the tests is about: each of vitest's projects sets its own. */
export const engine: Engine = process.env['VISIBILITY_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';

/** An empty store without tables. */
export const freshStore = (which: Engine = engine): Promise<Store> =>
  which === 'postgres' ? freshSchema() : freshFile();

/**
 * Opens a store for a test that steers time: a virtual clock stands still while the store is at work. It is prepared, and used by no
 * other process: in a schema by connections of earlier tests, in a file by states that notify one another.
 */
export async function openStore(location: string, clock: Clock): Promise<State> {
  const databases = keptDatabases(location);
  if (databases) return observed(await databases.open(clock));
  return observed(await (preparedFiles.has(location) ? openFile(location, clock) : openState(location, clock)));
}

const preparedFiles = new Set<string>();

/**
 * As the program does, but without waiters that look every 500 ms of the clock whether other processes have written.
 */
async function openFile(file: string, clock: Clock): Promise<State> {
  const changes = new ChangeNotifications(clock, { lookEveryMs: Infinity, changes: changesOfAll });
  return createState({ entries: await SqliteDatabase.open(file, clock), clock, changes });
}

/**
 * An empty store that has its tables, for tests in whose end everything is closed that used it: to make the tables takes longer
 * than most tests. On PostgreSQL it is emptied then and given to another test; on SQLite it is a copy of one that was made once.
 */
export const preparedStore = (which: Engine = engine): Promise<Store> =>
  which === 'postgres' ? preparedSchema() : preparedFile();

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
  preparedFiles.add(store.location);
  return store;
}

async function makeTables(): Promise<Buffer> {
  await using store = await freshFile();
  await (await openState(store.location, systemClock)).close();
  return readFile(store.location);
}

async function freshFile(): Promise<Store> {
  const folder = await mkdtemp(join(scratch, 'visibility-'));
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

/** `waitForChange` sleeps on the clock; everything else travels. */
const observed = (state: State): State =>
  aroundSteps(state, (step, run) => (step === 'ledger.waitForChange' ? run() : traffic.during(run())));
