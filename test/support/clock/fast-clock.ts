import { systemClock, type Clock } from '../../../src/base/clock.ts';

/**
 * The machine's clock, `speed` times as fast: processes that use it still agree on the time, and a
 * minute is over soon. Counted from `origin`, the steady milliseconds at which the test began, or from now.
 */
export function fastClock(speed: number, origin = systemClock.steady(), date = Date.UTC(2026, 10, 4, 9, 30)): Clock {
  const passed = (): number => (systemClock.steady() - origin) * speed;
  return {
    now: () => Math.floor(date + passed()),
    steady: () => 1_000_000 + passed(),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}
