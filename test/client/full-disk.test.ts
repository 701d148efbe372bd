import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { State } from '../../src/state/state.ts';
import { aroundSteps } from '../support/processes/around-steps.ts';
import { bench } from '../support/bench.ts';
import { json } from '../support/platform.ts';
import { article, create, generate, start, story, tellStory, writeArticles } from '../support/stories.ts';
import { engine } from '../support/state/store.ts';
import { isThorough } from '../support/thorough.ts';
import { isVisibilityError } from '../../src/client/errors.ts';

/** The disk under a store in a file. */
interface Disk extends Disposable {
  /** From now on there is room for nothing. */
  fill(): void;
  /** There is room again. */
  clear(): void;
}

const tables = ['entries', 'slots', 'cooldowns', 'meta'];
const events = ['INSERT', 'UPDATE', 'DELETE'];
const names = tables.flatMap((table) => events.map((event) => ({ name: `ballast_${table}_${event}`, event, table })));

/**
 * Made before the store is opened. Once the disk is full SQLite itself refuses what is written, with SQLITE_FULL and in the
 * middle of it: the connections may take no further page of the file, and whatever is written needs some.
 */
function diskUnder(file: string): Disk {
  const connections = new Set<DatabaseSync>();
  const { exec } = DatabaseSync.prototype;
  let most: number | undefined;
  const bound = (db: DatabaseSync): void => exec.call(db, `PRAGMA max_page_count = ${most ?? 0xffff_fffe}`);
  DatabaseSync.prototype.exec = function (sql): void {
    if (this.location() === file && !connections.has(this)) {
      connections.add(this);
      if (most !== undefined) bound(this);
    }
    exec.call(this, sql);
  };
  const beside = (work: (db: DatabaseSync) => void): void => {
    const db = new DatabaseSync(file);
    work(db);
    db.close();
  };
  return {
    fill() {
      beside((db) => {
        exec.call(db, 'CREATE TABLE IF NOT EXISTS ballast (x)');
        for (const { name, event, table } of names)
          exec.call(
            db,
            `CREATE TRIGGER ${name} AFTER ${event} ON ${table} BEGIN INSERT INTO ballast VALUES (zeroblob(65536)); END`,
          );
        most = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
      });
      for (const db of connections) if (db.isOpen) bound(db);
    },
    clear() {
      most = undefined;
      for (const db of connections) if (db.isOpen) bound(db);
      beside((db) => names.forEach(({ name }) => exec.call(db, `DROP TRIGGER ${name}`)));
    },
    [Symbol.dispose]() {
      DatabaseSync.prototype.exec = exec;
    },
  };
}

/** Milliseconds: longer than a reservation holds that is not used, and than a sender that says nothing is waited for. */
const later = 20 * 60_000;

const isWhole = (file: string): boolean => {
  const db = new DatabaseSync(file);
  const integrity = db.prepare('PRAGMA integrity_check').get();
  db.close();
  return integrity?.['integrity_check'] === 'ok';
};

/** Tells of each step that the state is asked for, before it is taken. */
const watched = (state: State, before: () => void): State =>
  aroundSteps(state, async (step, run) => {
    if (step !== 'ledger.waitForChange' && step !== 'close') before();
    return run();
  });

/** The refusal itself; anything else fails the test. */
function refused(error: unknown): unknown {
  if (isVisibilityError(error)) return error;
  throw error;
}

/** Every step, or every fourth one, others of each call. */
const stride = isThorough ? 1 : 4;

test.runIf(engine === 'sqlite').each([
  ['charged at its start', generate, article(), 'POST /articles/1/generate', 1],
  ['charged on success', create, story, start, isThorough ? 1 : 3],
] as const)(
  'a call %s is sent once at most at whichever step the disk gets full, and with room again it is paid once',
  async (_, operation, given, route, firstStep) => {
    const endings = new Set<string>();
    for (let full: number = firstStep; ; full += stride) {
      await using rig = await bench();
      using disk = diskUnder(rig.store.location);
      writeArticles(rig.platform);
      rig.platform.on('GET /articles/1', (...args) =>
        json({ data: { processing_status: rig.platform.to(route).length > 0 ? 'ready' : null } })(...args),
      );
      tellStory(rig.platform, 'completed');
      let steps = 0;
      const state = watched(await rig.state(), () => {
        if (++steps === full) disk.fill();
      });
      const client = await rig.client({ state });
      const call = () => client.call(operation, given).then(({ job }) => job?.state, refused);
      const sent = () => rig.platform.to(route).length;

      const first = await call();
      if (steps < full) break;
      const sentCount = sent();
      if (sentCount === 1 && isVisibilityError(first)) expect(first.outcome, `step ${full}`).toBe('unknown');
      if (sentCount === 0) expect(first, `step ${full}`).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
      await call();
      expect(sent(), `step ${full}`).toBe(sentCount);

      disk.clear();
      expect(isWhole(rig.store.location)).toBe(true);
      await rig.clock.sleep(later);
      const { charged, reserved } = (await client.money()).totals;
      expect(charged + reserved, `step ${full}`).toBe(5 * sentCount);
      expect(await call(), `step ${full}`).toBe('completed');
      expect(sent(), `step ${full}`).toBe(1);
      expect((await client.money()).totals, `step ${full}`).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
      endings.add(sentCount === 0 ? 'not sent' : 'sent');
    }
    expect(endings).toEqual(new Set(['not sent', 'sent']));
  },
);
