/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date.
 * Undefined for a missing or unreadable one. `now` is in epoch milliseconds. At most an hour is obeyed: more than that
 * is rather a date in seconds than a pause, and would stop every process for years.
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.min(maxPauseMs, Math.ceil(Number(header) * 1000));
  // Without this, "-5" would be read as a day of the year 2001, and be over.
  if (!/[a-z]{3}.*\d\d:\d\d:\d\d/i.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.min(maxPauseMs, Math.max(0, date - now));
}

const maxPauseMs = 3_600_000;
