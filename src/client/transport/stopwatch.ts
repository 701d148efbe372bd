import type { Clock } from '../../clock.ts';

/**
 * Milliseconds that have passed since this call, by the clock that shows more: the steady one stands still while a machine is
 * suspended, and the wall clock may be set back.
 */
export function stopwatch(clock: Clock): () => number {
  const [now, steady] = [clock.now(), clock.steady()];
  return () => Math.max(clock.now() - now, clock.steady() - steady);
}
