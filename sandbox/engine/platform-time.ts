import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/base/index.ts';

/** The platform's own clock, for timestamps and due times. */
export interface PlatformTime {
  /** Milliseconds since the Unix epoch, at the platform's speed. */
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
  storedSetting: Setting | undefined,
): PlatformTime & { readonly setting: Setting } {
  const real = clock.now();
  const setting: Setting = { real, shown: storedSetting ? show(storedSetting, real) : real, speed };
  const now = () => show(setting, clock.now());
  return { setting, now, until: (at, signal) => clock.sleep(Math.max(0, at - now()) / speed, signal) };
}

/** A clock that stands still until it is moved, for tests that cover days. */
export interface HeldTime extends PlatformTime {
  /** Moves the clock by `ms` milliseconds and wakes the waiters for the times on the way. */
  advance(ms: number): void;
  /**
   * Waits for `ms` milliseconds, and moves the clock there once nothing else happens, since a waiter in the same process
   * would otherwise wait endlessly. Of several waits, the earliest comes first.
   */
  pass(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Turns of the event loop without a request after which nothing happens. */
const idleTurns = 10;

/** The requests that the platform has to answer. */
export interface Traffic {
  underWay: number;
  /** Number of requests so far. */
  arrived: number;
}

/**
 * A clock that shows `start` (milliseconds since the Unix epoch) until it is moved; `onMoved` stores the new time. Once
 * `closing` is aborted, all waits end.
 */
export function heldTime(
  start: number,
  onMoved: (shown: number) => void,
  traffic: Traffic,
  closing: AbortSignal,
): HeldTime {
  let shown = start;
  const waiting = new Set<{ readonly at: number; readonly wake: () => void }>();
  const passing = new Set<{ readonly at: number; readonly failed: AbortController }>();
  let isDriving = false;

  const time: HeldTime = {
    now: () => shown,
    async pass(ms, signal = closing) {
      const one = { at: shown + Math.ceil(ms), failed: new AbortController() };
      const { failed } = one;
      passing.add(one);
      if (!isDriving) void drive();
      await time.until(one.at, AbortSignal.any([signal, closing, failed.signal])).finally(() => passing.delete(one));
    },
    until: (at, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (at <= shown) return resolve();
        const end = (): void => {
          waiting.delete(one);
          reject(signal.reason as Error);
        };
        const wake = (): void => {
          signal.removeEventListener('abort', end);
          resolve();
        };
        const one = { at, wake };
        waiting.add(one);
        signal.addEventListener('abort', end, { once: true });
      }),
    advance(ms) {
      shown += ms;
      onMoved(shown);
      for (const one of waiting) if (one.at <= shown && waiting.delete(one)) one.wake();
    },
  };
  return time;

  /** Moves the clock while there are waits. Never rejects: if it cannot be moved, the waits reject with the reason. */
  async function drive(): Promise<void> {
    isDriving = true;
    while (passing.size > 0) {
      await waitForIdle(traffic, passing);
      const next = Math.min(...[...passing].map(({ at }) => at));
      try {
        if (next !== Infinity) time.advance(Math.max(0, next - shown));
      } catch (error) {
        for (const { failed } of passing) failed.abort(error);
      }
      // Tasks that were woken run before the next check.
      await turn();
    }
    isDriving = false;
  }
}

/** Resolves when there was neither a request nor a new wait for some turns of the event loop. */
async function waitForIdle(traffic: Traffic, passing: ReadonlySet<unknown>): Promise<void> {
  for (let quiet = 0, seen = ''; quiet < idleTurns;) {
    await turn();
    const now = `${traffic.arrived} ${passing.size}`;
    quiet = traffic.underWay === 0 && now === seen ? quiet + 1 : 0;
    seen = now;
  }
}

/** The time of a clock with this origin at the real time `real`. */
export const show = (setting: Setting, real: number): number =>
  Math.round(setting.shown + (real - setting.real) * setting.speed);

export const seconds = 1000;
export const minutes = 60 * seconds;
export const days = 24 * 60 * minutes;

/** ISO 8601 in UTC (docs/platform/conventions.md#times). */
export const iso = (at: number): string => new Date(at).toISOString();
