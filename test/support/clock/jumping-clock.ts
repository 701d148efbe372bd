import { vi } from 'vitest';
import { systemClock, type Clock } from '../../../src/base/clock.ts';

export interface JumpingClock extends Clock {
  /** Lets `ms` pass at once. Whoever sleeps sleeps in real time. */
  jump(ms: number): void;
}

/** The machine's clock, which jumps ahead. `Date.now` agrees with it, since the SDK reads it, until `scope` is over. */
export function jumpingClock(scope: { onTestFinished(end: () => void): void }): JumpingClock {
  let ahead = 0;
  const now = Date.now.bind(Date);
  const date = vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  scope.onTestFinished(() => date.mockRestore());
  return { ...systemClock, steady: () => systemClock.steady() + ahead, jump: (ms) => void (ahead += ms) };
}
