import type { Limit } from '../../../src/catalog/vocabulary/index.ts';
import type { Clock } from '../../../src/base/index.ts';
import { Refusal } from './refusal.ts';

/** A limit that applies to a request, and the key it is counted by. */
export interface Gauge {
  readonly limit: Limit;
  readonly key: string;
  /** The body of the 429, if it is not the usual one. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Counts a request against all its limits, or refuses it with 429 and counts it against none. The returned function
 * removes it from the limits of a project again, for a request that is refused later.
 */
export type RateWindows = (gauges: readonly Gauge[]) => () => void;

/**
 * Sliding windows over arrivals, by the machine's clock, not the platform's faster one. docs/platform/limits.md#requests: 429
 * with Retry-After, per token or as the scope says.
 */
export function rateWindows(clock: Clock): RateWindows {
  const arrivals = new Map<string, number[]>();
  return (gauges) => {
    const now = clock.steady();
    const windows = gauges.map(({ limit, key, body }) => {
      const name = `${limit.bucket} ${key}`;
      const live = (arrivals.get(name) ?? []).filter((at) => at > now - limit.per * 1000);
      arrivals.set(name, live);
      return { limit, live, body, name };
    });
    const full = windows.filter(({ limit, live }) => live.length >= limit.requests);
    if (full.length)
      throw rateLimited(Math.max(...full.map(({ limit, live }) => freeIn(limit, live, now))), full[0]?.body);
    for (const { live } of windows) live.push(now);
    return () => {
      for (const { limit, name } of windows) {
        if (limit.scope === 'project') arrivals.set(name, without(arrivals.get(name) ?? [], now));
      }
    };
  };
}

const without = (times: readonly number[], time: number): number[] =>
  times.filter((_, index) => index !== times.indexOf(time));

/** Milliseconds until the window admits another request. */
const freeIn = (limit: Limit, live: readonly number[], now: number): number =>
  (live[live.length - limit.requests] ?? now) + limit.per * 1000 - now;

const rateLimited = (wait: number, body: Gauge['body'] = { error: { code: 'rate_limited' } }): Refusal =>
  new Refusal(
    429,
    { message: 'Too many requests.', ...body },
    { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) },
  );
