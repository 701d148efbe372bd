import { setTimeout as delay } from 'node:timers/promises';

/** Where time comes from. Everything that waits or dates takes a clock, so that a test can let an hour pass at once. */
export interface Clock {
  /** Milliseconds since the Unix epoch. Dates and calendar windows are calculated from it. */
  now(): number;
  /** Milliseconds on a clock that never steps and that all processes of one machine share. It tells no date. */
  steady(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal, options?: SleepOptions): Promise<void>;
}

export interface SleepOptions {
  /** Whether the sleep keeps the process alive. Default: true. */
  readonly keepsAlive?: boolean | undefined;
  /** Whether the sleep waits for an event, so that a stopped clock may move to that time. Default: false. */
  readonly moves?: boolean | undefined;
}

/** The machine's own time. `hrtime` counts from boot, so two processes of the same machine read the same number. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  sleep: async (ms, signal, { keepsAlive = true } = {}) => {
    signal?.throwIfAborted();
    try {
      await delay(Math.max(0, ms), undefined, { ref: keepsAlive, signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

/** The unread reason of an aborted sleep: without one, each abort creates an error with a stack. */
export const over = new Error('no longer waited for');

/** Sleeps for `ms` milliseconds, or until `woken` is aborted. Rejects with the reason of `signal` when that is aborted. */
export async function sleepUnlessWoken(
  clock: Clock,
  ms: number,
  woken: AbortSignal,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await clock.sleep(ms, signal ? AbortSignal.any([signal, woken]) : woken);
  } catch (error) {
    if (signal?.aborted || !woken.aborted) throw error;
  }
}

/** Calls `run` after `ms` milliseconds, unless the returned function is called before that. It does not keep the process alive. */
export function startTimer(clock: Clock, ms: number, run: () => void): () => void {
  if (clock === systemClock) {
    // Nearly every request cancels its timer.
    const timer = setTimeout(run, Math.max(0, ms)).unref();
    return () => clearTimeout(timer);
  }
  const cancelled = new AbortController();
  void clock.sleep(ms, cancelled.signal, { keepsAlive: false }).then(run, () => {});
  return () => cancelled.abort(over);
}
