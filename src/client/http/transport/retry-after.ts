/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date. A date is compared
 * with the `Date` of the same answer, since this machine's clock may differ from the platform's. Undefined for a
 * missing or invalid header, and for a date long past, which only a broken server sends. The result is at most an hour:
 * a larger number is probably a Unix time sent by mistake, which would stop every process for years.
 * @param now this machine's time in epoch milliseconds, for answers without a `Date`
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const header = headers['retry-after'];
  if (header === undefined || header.length > maxLength) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.min(maxPauseMs, Math.ceil(Number(header) * 1000));
  const until = dateIn(header);
  if (until === undefined) return undefined;
  const ms = until - (dateIn(headers['date'] ?? '') ?? now);
  return ms < -maxPastMs ? undefined : Math.min(maxPauseMs, Math.max(0, ms));
}

/** Epoch milliseconds of an HTTP date. `Date.parse` alone would read "-5" as a day in 2001. */
function dateIn(header: string): number | undefined {
  const ms = /[a-z]{3}.*\d\d:\d\d:\d\d/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

const maxPauseMs = 3_600_000;

/** Maximum milliseconds by which a date may be past and still mean "now". */
const maxPastMs = 60_000;

/** Maximum characters of a header that is read; the longest form of a date has 33. */
const maxLength = 64;
