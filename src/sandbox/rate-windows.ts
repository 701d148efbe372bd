import type { Limit } from '../catalog/operation.ts';
import type { Clock } from '../clock.ts';
import { Refusal } from './refusal.ts';

/** One limit that a request falls under, and whom it is counted for. */
export interface Gauge {
  readonly limit: Limit;
  readonly key: string;
}

/** Counts an arrival under all its limits, or refuses it with 429 and counts it under none. */
export type RateWindows = (gauges: readonly Gauge[]) => void;

/**
 * Sliding windows over arrivals, on the machine's clock and never on the platform's sped-up one.
 * Document 1, "Rate limits": 429 with Retry-After, per token or as the scope says.
 */
export function rateWindows(clock: Clock): RateWindows {
  const arrivals = new Map<string, number[]>();
  return (gauges) => {
    const now = clock.steady();
    const windows = gauges.map(({ limit, key }) => {
      const name = `${limit.bucket} ${key}`;
      const live = (arrivals.get(name) ?? []).filter((at) => at > now - limit.per * 1000);
      arrivals.set(name, live);
      return { limit, live };
    });
    const waits = windows.filter(({ limit, live }) => live.length >= limit.requests).map(({ limit, live }) => freeIn(limit, live, now));
    if (waits.length) throw rateLimited(Math.max(...waits));
    for (const { live } of windows) live.push(now);
  };
}

/** Milliseconds until the window has room again. */
const freeIn = (limit: Limit, live: readonly number[], now: number): number =>
  (live[live.length - limit.requests] ?? now) + limit.per * 1000 - now;

const rateLimited = (wait: number): Refusal =>
  new Refusal(
    429,
    { message: 'Too many requests.', error: { code: 'rate_limited' } },
    { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) },
  );
