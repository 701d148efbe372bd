import type { Clock } from '../../clock.ts';

/** Waits for the work, but no longer than that many milliseconds. A failure of the work ends the wait too. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  await Promise.race([work.catch(() => {}), clock.sleep(ms, done.signal).catch(() => {})]);
  done.abort();
}
