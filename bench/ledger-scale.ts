import { DatabaseSync } from 'node:sqlite';
import { openState } from '../src/state/open-state.ts';
import type { LimitWindow } from '../src/state/reservation.ts';
import type { State } from '../src/state/state.ts';
import { asAdministrator, postgresServer, type Store } from '../test/support/state/schemas.ts';
import { type Engine, freshStore } from '../test/support/state/store.ts';
import { median, type Row } from './table.ts';

const few = 1_000;
const many = 100_000;

/** Milliseconds that it may take. */
const bar = 25;
const rounds = 60;
const account = 'a';

/** What a full ledger costs against one of a thousand entries: reserving under six limits, listing, opening. */
export async function ledgerScale(): Promise<Row[]> {
  const engines: Engine[] = postgresServer ? ['sqlite', 'postgres'] : ['sqlite'];
  const rows: Row[] = [];
  for (const engine of engines) rows.push(...(await scaleOn(engine)));
  return rows;
}

async function scaleOn(engine: Engine): Promise<Row[]> {
  await using small = await freshStore(engine);
  await using large = await freshStore(engine);
  await fill(small, engine, few);
  await fill(large, engine, many);
  const stores = [await openState(small.location), await openState(large.location)] as const;
  const rows: Row[] = [];
  for (const [what, work] of subjects)
    rows.push(
      await compare(
        `${what}, ${many.toLocaleString('en')} entries on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
        work,
        stores,
      ),
    );
  const locations = [small.location, large.location] as const;
  rows.push(
    await compare(
      `open, ${many.toLocaleString('en')} entries on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
      open,
      locations,
    ),
  );
  await Promise.all(stores.map((state) => state.close()));
  return rows;
}

const limits: LimitWindow[] = (['session', 'hour', 'day', 'week', 'month', 'total'] as const).map((window) => ({
  window,
  session: 's',
  credits: 1e12,
}));

const subjects: readonly (readonly [string, (state: State) => Promise<unknown>])[] = [
  ['reserve', reserve],
  [
    'list',
    async (state) => {
      await state.ledger.list(account, { limit: 50 });
      await state.ledger.list(account, { states: ['starting', 'running', 'needs_you'], limit: 50 });
      await state.ledger.list(account, { money: ['reserved', 'dispatching', 'in_doubt', 'due'], limit: 100 });
      await state.ledger.list(account, { money: ['settled', 'in_doubt', 'due'], limit: 20 });
    },
  ],
];

let calls = 0;

async function reserve(state: State): Promise<void> {
  const fingerprint = `bench ${++calls}`;
  const reserved = await state.ledger.reserve({
    account,
    session: 's',
    operation: 'articles.generate',
    arguments: {},
    fingerprint,
    estimate: 1,
    basis: '',
    limits,
    again: false,
    expiresAfterMs: 60_000,
  });
  if (reserved.kind !== 'reserved') throw new Error(reserved.kind);
  await state.ledger.record(reserved.entry.id, { money: 'released', state: 'failed' });
}

async function open(location: string): Promise<void> {
  const state = await openState(location);
  await state.ledger.applyRetention(account);
  await state.close();
}

async function compare<T>(
  what: string,
  work: (on: T) => Promise<unknown>,
  [small, large]: readonly [T, T],
): Promise<Row> {
  const [base, full]: [number[], number[]] = [[], []];
  for (let round = -5; round < rounds; round++) {
    for (const [on, times] of [
      [small, base],
      [large, full],
    ] as const) {
      const from = performance.now();
      await work(on);
      if (round >= 0) times.push(performance.now() - from);
    }
  }
  const ratio = median(full) / median(base);
  return {
    what,
    measured: `${median(full).toFixed(2)} ms`,
    floor: `${few.toLocaleString('en')} entries: ${median(base).toFixed(2)} ms`,
    ratio,
    bar: `≤ ${bar} ms`,
    held: median(full) <= bar,
  };
}

/** A month of settled calls of ten operations, made by one statement. */
async function fill(store: Store, engine: Engine, entries: number): Promise<void> {
  const series =
    engine === 'sqlite'
      ? `WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${entries})`
      : `WITH series AS (SELECT generate_series(1::bigint, ${entries}) AS n)`;
  const now = Date.now();
  const at = `(${now} - n * ${Math.floor((30 * 86_400_000) / entries)})`;
  const insert = `INSERT INTO entries (id, account, session, operation, arguments, fingerprint, money, estimate, charged, basis, state, delivered, reserved_at, lapses_at, settled_at, ended_at, answer)
    ${series} SELECT 'old_' || n, '${account}', 's' || n % 50, 'operation' || n % 10, '{}', 'f' || n, 'dispatching', 5, 5, '5', 'completed', 1, ${at}, ${at}, ${at}, ${at}, '{}' FROM series;
    UPDATE entries SET money = 'settled'`;
  await (await openState(store.location)).close();
  if (engine === 'sqlite') {
    const db = new DatabaseSync(store.location);
    db.exec(insert);
    db.close();
  } else {
    await store.query(insert);
    await asAdministrator((client) => client.query('ANALYZE'));
  }
}
