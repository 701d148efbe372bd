const base = 250;
const maxMs = 8_000;

/**
 * Milliseconds to wait after `failures` failed attempts: exponential backoff with full jitter, uniform between zero and a bound that
 * doubles (M. Brooker, "Exponential Backoff And Jitter"). `random` is in [0, 1).
 */
export const backoff = (failures: number, random: number): number => random * Math.min(maxMs, base * 2 ** failures);
