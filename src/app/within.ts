import type { Clock } from '../base/index.ts';

/** Waits until the work ends or fails, but at most `ms` milliseconds. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  await Promise.race([work.catch(() => {}), clock.sleep(ms, done.signal).catch(() => {})]);
  done.abort();
}
