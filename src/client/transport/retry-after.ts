/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date.
 * Undefined for a missing or invalid one. `now` is in epoch milliseconds. The result is at most an hour: a larger number is probably a
 * Unix time sent by mistake, which would stop every process for years.
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.length > maxLength) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.min(maxPauseMs, Math.ceil(Number(header) * 1000));
  // `Date.parse` would read "-5" as a day in 2001, which means no pause.
  if (!/[a-z]{3}.*\d\d:\d\d:\d\d/i.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.min(maxPauseMs, Math.max(0, date - now));
}

const maxPauseMs = 3_600_000;

/** Maximum characters of a header that is read; the longest form of a date has 33. */
const maxLength = 64;
