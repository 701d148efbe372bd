import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../src/base/clock.ts';
import { traffic } from '../network/traffic.ts';

export interface VirtualClock extends Clock {
  /** Lets `ms` pass: sleepers wake in order, and what they set off comes to rest before the next one wakes. */
  advance(ms: number): Promise<void>;
  /** Lets `seconds` pass at once: all whose time has come wake together. */
  pass(seconds: number): void;
  /** Until the first sleeper wakes; Infinity where nobody sleeps. */
  readonly secondsToNext: number;
  /** Sets the wall clock forth or back; the steady clock knows nothing of it. */
  step(ms: number): void;
  /** Sets the wall clock to this moment. */
  set(date: string): void;
  /** From now on time jumps to the next sleeper whenever everything rests, until `stop` is called. */
  run(): void;
  stop(): void;
  /** How many sleep. */
  readonly sleepers: number;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Turns of the event loop without an event, after which everything counts as resting. */
const calm = 6;

/** A clock that moves only on request. Several clients and a server may share it. */
export function virtualClock(date = '2026-11-04T09:30:00Z'): VirtualClock {
  const born = 1_000_000;
  let steady = born;
  let wall = Date.parse(date);
  let running: symbol | undefined;
  const sleepers = new Set<Sleeper>();

  const earliest = (): Sleeper | undefined => {
    let first: Sleeper | undefined;
    for (const one of sleepers) if (!first || one.at < first.at) first = one;
    return first;
  };

  function moveTo(at: number): void {
    wall += Math.max(0, at - steady);
    steady = Math.max(steady, at);
  }

  function wake(one: Sleeper): void {
    moveTo(one.at);
    sleepers.delete(one);
    traffic.note();
    one.wake();
  }

  async function drive(mine: symbol): Promise<void> {
    while (running === mine) {
      await rest();
      const next = running === mine ? earliest() : undefined;
      if (next) wake(next);
      else if (running === mine) await traffic.next();
    }
  }

  return {
    now: () => Math.floor(wall),
    steady: () => steady,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        traffic.note();
        const abort = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          at: steady + Math.max(0, ms),
          wake: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', abort, { once: true });
      }),
    async advance(ms) {
      const until = steady + ms;
      await rest();
      for (let next = earliest(); next && next.at <= until; next = earliest()) {
        wake(next);
        await rest();
      }
      moveTo(until);
    },
    pass(seconds) {
      const at = steady + seconds * 1000;
      moveTo(at);
      for (const one of sleepers) if (one.at <= at) wake(one);
    },
    get secondsToNext() {
      return ((earliest()?.at ?? Infinity) - steady) / 1000;
    },
    step: (ms) => (wall += ms),
    set: (date) => (wall = Date.parse(date)),
    run() {
      running = Symbol('run');
      void drive(running);
    },
    stop() {
      running = undefined;
      traffic.note();
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}

/** Resolves when nothing is on the wire and nothing has happened for some turns of the event loop. */
export async function rest(): Promise<void> {
  for (let quiet = 0, seen = traffic.events; quiet < calm;) {
    if (traffic.isQuiet) await turn();
    else await traffic.next();
    quiet = traffic.isQuiet && traffic.events === seen ? quiet + 1 : 0;
    seen = traffic.events;
  }
}
