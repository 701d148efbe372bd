import { tmpdir } from 'node:os';
import { freshStore } from '../test/support/state/store.ts';
import { bookInTwo, type BookingOrder } from './booking-processes.ts';
import { median, type Row } from './table.ts';

const rounds = 3;
const ms = 1_000;
const bar = 20;

/** How long the event loop stands still while two processes book on one SQLite file as fast as it allows. */
export async function eventLoop(): Promise<Row[]> {
  const booking: Delay[] = [];
  const bare: Delay[] = [];
  for (let round = 0; round < rounds; round++) {
    booking.push(await delayOf('ledger'));
    bare.push(await delayOf('bare'));
  }
  const p99 = median(booking.map((one) => one.p99));
  const floor = median(bare.map((one) => one.p99));
  return [
    {
      what: 'event-loop delay while 2 processes fill one SQLite file, p99 (median of the longest)',
      measured: told(booking),
      floor: `SQLite waiting by itself: ${told(bare)}`,
      ratio: p99 / floor,
      bar: `≤ ${bar} ms`,
      held: p99 <= bar,
    },
  ];
}

/** Milliseconds, of the process that fared worse. */
interface Delay {
  readonly p99: number;
  readonly max: number;
}

async function delayOf(how: BookingOrder['how']): Promise<Delay> {
  await using store = await freshStore('sqlite', tmpdir());
  const reports = await bookInTwo({ how, location: store.location, ms });
  return { p99: Math.max(...reports.map(({ p99 }) => p99)), max: Math.max(...reports.map(({ max }) => max)) };
}

const told = (delays: readonly Delay[]): string =>
  `${median(delays.map(({ p99 }) => p99)).toFixed(1)} ms (${median(delays.map(({ max }) => max)).toFixed(0)} ms)`;
