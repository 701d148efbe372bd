import type { Clock } from '../../src/base/clock.ts';

/** A clock that stands still until it is told to move; sleepers wake when their time has come. */
export interface VirtualClock extends Clock {
  /** Lets `seconds` pass. */
  pass(seconds: number): void;
  /** Seconds until the first sleeper wakes; undefined: nobody sleeps. */
  secondsToNext(): number | undefined;
}

export function virtualClock(start = Date.UTC(2026, 10, 2, 9)): VirtualClock {
  let now = start;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    now: () => now,
    steady: () => now - start,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    secondsToNext: () =>
      sleepers.size === 0 ? undefined : Math.min(...[...sleepers].map(({ at }) => (at - now) / 1000)),
    pass: (seconds) => {
      now += seconds * 1000;
      for (const sleeper of sleepers) {
        if (sleeper.at > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}
