import type { Clock } from '../../clock.ts';

/**
 * Returns a function that gives the milliseconds since this call, by the clock that shows more: the steady clock stops while the
 * machine is suspended, and the wall clock may be set back.
 */
export function stopwatch(clock: Clock): () => number {
  const [now, steady] = [clock.now(), clock.steady()];
  return () => Math.max(clock.now() - now, clock.steady() - steady);
}
