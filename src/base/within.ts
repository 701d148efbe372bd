import type { Clock } from './clock.ts';

/** Waits until the work ends or fails, but at most `ms` milliseconds and until the signal is aborted. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  const done = new AbortController();
  const ends = AbortSignal.any([done.signal, signal].filter((one) => one !== undefined));
  await Promise.race([work.catch(() => {}), clock.sleep(ms, ends).catch(() => {})]);
  done.abort();
}
