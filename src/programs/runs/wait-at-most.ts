import type { Clock } from '../../base/index.ts';

/** Resolves when the work has ended, at the latest after `ms`. */
export async function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const late = clock.sleep(ms, patience.signal).catch(() => undefined);
  await Promise.race([work, late]);
  patience.abort();
}
