import { tmpdir } from 'node:os';
import { asAdministrator, postgresServer } from '../test/support/state/schemas.ts';
import { type Engine, freshStore } from '../test/support/state/store.ts';
import { bookInTwo, type BookingOrder } from './booking-processes.ts';
import { median, type Row } from './table.ts';

const rounds = 5;
const ms = 500;

/** A paid call takes three transactions: reserve, dispatch, settle. */
const transactions = 3;

/** How many times as long as three bare transactions the booking of a call may take. */
const bars: Readonly<Record<Engine, number>> = { sqlite: 3, postgres: 5 };

/** Paid calls that two processes book on one store a second, against as many bare transactions on the same engine. */
export async function reservations(): Promise<Row[]> {
  const engines: Engine[] = postgresServer ? ['sqlite', 'postgres'] : ['sqlite'];
  const rows: Row[] = [];
  for (const engine of engines) rows.push(await reservationsOn(engine));
  return rows;
}

async function reservationsOn(engine: Engine): Promise<Row> {
  const booked: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    booked.push(await perSecond(engine, 'ledger'));
    bare.push(await perSecond(engine, 'bare'));
  }
  // Round by round: what else the machine has to do changes from one to the next.
  const ratio = median(bare.map((floor, round) => floor / (booked[round] ?? Number.NaN)));
  return {
    what: `paid calls booked a second, 2 processes on one ${engine === 'sqlite' ? 'SQLite file' : 'PostgreSQL database'}`,
    measured: `${median(booked).toFixed(0)} (${(transactions * median(booked)).toFixed(0)} transactions)`,
    floor: `bare: ${(transactions * median(bare)).toFixed(0)} transactions`,
    ratio,
    bar: `≤ ${bars[engine]}`,
    held: ratio <= bars[engine],
  };
}

async function perSecond(engine: Engine, how: BookingOrder['how']): Promise<number> {
  await using store = await freshStore(engine, tmpdir());
  if (engine === 'postgres' && how === 'bare') await createBareTable(store.location);
  const reports = await bookInTwo({ how, location: store.location, ms });
  return reports.reduce((sum, { booked }) => sum + booked, 0) / (ms / 1000);
}

const createBareTable = (location: string): Promise<void> => {
  const schema = /search_path=(\w+)/.exec(decodeURIComponent(location))?.[1];
  return asAdministrator(
    async (client) =>
      void (await client.query(`CREATE TABLE ${schema}.bare (a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, f BIGINT)`)),
  );
};
