import type { Clock } from './clock.ts';

/** The platform's own clock, for timestamps and due times. */
export interface PlatformTime {
  /** Milliseconds since the Unix epoch, sped up. */
  now(): number;
  /** Waits until the platform's clock shows `at`; rejects when the signal is aborted. */
  until(at: number, signal: AbortSignal): Promise<void>;
}

/** The origin of a sped-up clock: at the real time `real` it showed `shown`. */
export interface Setting {
  readonly real: number;
  readonly shown: number;
  readonly speed: number;
}

/**
 * A clock that runs `speed` times as fast as `clock`. The stored origin lets the platform's time continue without a jump
 * after a restart, also at another speed.
 */
export function platformTime(
  clock: Clock,
  speed: number,
  kept: Setting | undefined,
): PlatformTime & { readonly setting: Setting } {
  const real = clock.now();
  const setting: Setting = { real, shown: kept ? show(kept, real) : real, speed };
  const now = () => show(setting, clock.now());
  return { setting, now, until: (at, signal) => clock.sleep(Math.max(0, at - now()) / speed, signal) };
}

const show = (setting: Setting, real: number): number =>
  Math.round(setting.shown + (real - setting.real) * setting.speed);

export const seconds = 1000;
export const minutes = 60 * seconds;
export const days = 24 * 60 * minutes;

/** ISO 8601 in UTC (document 1, "Notation"). */
export const iso = (at: number): string => new Date(at).toISOString();
