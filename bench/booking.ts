import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { Client } from 'pg';
import { openState } from '../src/state/open-state.ts';
import type { BookingOrder, BookingReport } from './booking-processes.ts';

const warmUp = 20;

/**
 * A process that books paid calls one after the other as fast as the store allows, until its time is up: through the ledger
 * (reserve, dispatch, settle), or as the same number of bare transactions of one INSERT each.
 */
const { how, location, ms, name } = JSON.parse(process.argv[2] ?? '') as BookingOrder;

interface Booking {
  book(n: number): Promise<void>;
  close(): Promise<void>;
}

async function ledger(): Promise<Booking> {
  const state = await openState(location);
  return {
    async book(n) {
      const reserved = await state.ledger.reserve({
        account: 'bench',
        session: name,
        operation: 'storylines.create',
        arguments: { project: n },
        fingerprint: `${name} ${n}`,
        estimate: 1,
        basis: 'fixed',
        limits: [{ window: 'day', session: name, credits: 1_000_000 }],
        again: false,
        expiresAfterMs: 60_000,
      });
      if (reserved.kind !== 'reserved') throw new Error(`not reserved but ${reserved.kind}`);
      await state.ledger.dispatch(reserved.entry.id, 30_000);
      await turn();
      await state.ledger.record(reserved.entry.id, { money: 'settled', charged: 1, state: 'completed' });
    },
    close: () => state.close(),
  };
}

const row = [name, 'storylines.create', '{"project":1}', 'a fingerprint', 'reserved', 1] as const;

/** SQLite as its manual has it: it waits for the file itself. */
async function bareSqlite(): Promise<Booking> {
  const db = new DatabaseSync(location, { timeout: 10_000 });
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS bare (a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, f INTEGER) STRICT',
  );
  const insert = db.prepare('INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?)');
  const transaction = (): void => {
    db.exec('BEGIN IMMEDIATE');
    insert.run(...row);
    db.exec('COMMIT');
  };
  return {
    async book() {
      transaction();
      transaction();
      await turn();
      transaction();
    },
    close: async () => db.close(),
  };
}

async function barePostgres(): Promise<Booking> {
  const client = new Client({ connectionString: location });
  await client.connect();
  const transaction = async (): Promise<void> => {
    await client.query('BEGIN');
    await client.query({ name: 'insert', text: 'INSERT INTO bare VALUES ($1, $2, $3, $4, $5, $6)', values: [...row] });
    await client.query('COMMIT');
  };
  return {
    async book() {
      for (let n = 0; n < 3; n++) await transaction();
    },
    close: () => client.end(),
  };
}

const bare = location.startsWith('postgres') ? barePostgres : bareSqlite;
const booking = await (how === 'ledger' ? ledger() : bare());
// Connections are opened and statements prepared before the time begins.
for (let n = 1; n <= warmUp; n++) await booking.book(-n);
process.stdout.write('ready\n');
await once(createInterface({ input: process.stdin }), 'line');

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const until = performance.now() + ms;
let booked = 0;
for (; performance.now() < until; booked++) {
  await booking.book(booked);
  await turn();
}
delay.disable();
const report: BookingReport = { booked, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
process.stdout.write(`${JSON.stringify(report)}\n`);
await booking.close();
process.exit();
