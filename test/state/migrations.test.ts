import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openState } from '../../src/state/open-state.ts';
import { toPostgres } from '../../src/state/postgres/to-postgres.ts';
import { migrations, version } from '../../src/state/sql/migrations/migrations.ts';
import { type Store } from '../support/state/schemas.ts';
import { engine, freshStore } from '../support/state/store.ts';

/** A version whose processes may be running when this one migrates the store: steps after it only add. */
const earlier = 16;

/** A process of that version, as far as its tables are concerned. */
interface OlderProcess {
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Makes a store of that version. */
async function olderProcess({ location }: Store): Promise<OlderProcess> {
  if (engine === 'sqlite') {
    const db = new DatabaseSync(location, { timeout: 10_000 });
    db.exec('PRAGMA journal_mode = WAL');
    for (const step of migrations.slice(0, earlier)) db.exec(typeof step === 'string' ? step : step.sqlite);
    db.exec(`PRAGMA user_version = ${earlier}; INSERT INTO meta VALUES ('key', '00'), ('boot', 'x')`);
    return { run: async (sql) => db.exec(sql), close: async () => db.close() };
  }
  const client = new Client({ connectionString: location });
  await client.connect();
  for (const step of migrations.slice(0, earlier)) await client.query(toPostgres(step));
  await client.query(`INSERT INTO meta VALUES ('version', '${earlier}'), ('key', '00')`);
  return { run: async (sql) => void (await client.query(sql)), close: () => client.end() };
}

/** A request: its slot is taken, and marked as answered or removed. */
async function request(process: OlderProcess, n: number): Promise<void> {
  await process.run(
    `BEGIN; INSERT INTO slots (id, account, bucket, per, until) VALUES ('slot_${n}', 'a', 'token', 60000, 9000000000000); COMMIT`,
  );
  await process.run(
    `BEGIN; ${n % 3 === 0 ? 'DELETE FROM slots' : 'UPDATE slots SET until = 1'} WHERE id = 'slot_${n}'; COMMIT`,
  );
}

/** A paid call of one credit, from its reservation to its charge, in two transactions. */
async function pay(process: OlderProcess, id: number): Promise<void> {
  await process.run(
    `BEGIN; INSERT INTO entries (id, account, session, operation, arguments, fingerprint, money, estimate, unbounded, basis, state, reserved_at, lapses_at)
     VALUES ('job_${id}', 'a', 's', 'articles.generate', '{}', 'f${id}', 'reserved', 1, 0, '1', 'starting', ${id}, 9000000000000); COMMIT`,
  );
  await process.run(
    `BEGIN; UPDATE entries SET money = 'settled', charged = 1, settled_at = ${id}, state = 'completed', ended_at = ${id} WHERE id = 'job_${id}'; COMMIT`,
  );
}

test('a store is migrated while a process of an earlier version pays, and both continue with the same books', async () => {
  await using store = await freshStore();
  const older = await olderProcess(store);
  let paid = 0;
  let isMigrated = false;
  const paying = (async () => {
    while (!isMigrated || paid < 20) {
      await pay(older, ++paid);
      await request(older, paid);
      await new Promise(setImmediate);
    }
  })();
  const newer = await Promise.all([1, 2, 3].map(() => openState(store.location)));
  isMigrated = true;
  await paying;
  await pay(older, ++paid);
  for (const state of newer) {
    const [usage] = await state.ledger.usage('a', [{ window: 'total', session: '', zone: 'UTC' }]);
    expect(usage).toEqual({ spent: paid, held: 0, inDoubt: 0 });
    expect(await state.check()).toEqual([]);
  }
  expect(await newer[0]?.ledger.find('a', `job_${paid}`)).toMatchObject({ state: 'completed', charged: 1 });
  for (const state of newer) await state.close();
  await older.close();
});

test('steps leave what processes of an earlier version read and write as it is', () => {
  // A unique index binds rows alone that have a value in a column which that version does not write.
  const added =
    /^(CREATE (TABLE|INDEX|VIEW|FUNCTION) \w+\W|CREATE UNIQUE INDEX \w+ ON runs \(.*\bkey\) WHERE key IS NOT NULL$|CREATE TRIGGER \w+ AFTER |ALTER TABLE \w+ ADD COLUMN \w+ \w+( NOT NULL DEFAULT \S+)?$)/;
  const writing = /\b(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/g;
  expect(version).toBeGreaterThan(earlier);
  const steps = migrations
    .slice(earlier)
    .flatMap((step) => (typeof step === 'string' ? [step] : [step.sqlite, step.postgres]));
  const tables = new Set(steps.flatMap((sql) => [...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name)));
  // A trigger may write to the step's own tables alone.
  const body = /\bBEGIN\b.*?\bEND\b/gs;
  const written = steps
    .flatMap((sql) => [...sql.matchAll(body), ...sql.replaceAll(body, '').matchAll(/INSERT INTO.*/g)])
    .flatMap(([sql]) => [...sql.matchAll(writing)].map(([, name]) => name))
    .filter((name) => name !== 'SET');
  expect(written.filter((name) => !tables.has(name))).toEqual([]);
  const statements = steps
    .flatMap((sql) => sql.replaceAll(body, '').split(';'))
    .map((sql) => sql.trim())
    .filter((sql) => sql !== '' && !sql.startsWith('INSERT INTO'));
  expect(statements.filter((sql) => !added.test(sql))).toEqual([]);
});

test('a step that stores have run is what it was, to the byte', () => {
  // A step that is appended leaves this hash as it is; once stores have run it, it joins the others.
  const steps = JSON.stringify(migrations.slice(0, 29));
  const hash = createHash('sha256').update(steps).digest('hex');
  expect(hash).toBe('ac9f611e486bff0fee1e69d4c6aae61261d1ab9033ed46b664e1da9563a6b2de');
});
