import type { Clock } from '../base/clock.ts';

/** The longest time that a timer of Node can wait. */
const maxSleepMs = 2 ** 31 - 1;

/** Resolves when the process is asked to end. Keeps it alive until then. */
export async function untilStopped(clock: Clock, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) await clock.sleep(maxSleepMs, stop).catch(() => {});
}
