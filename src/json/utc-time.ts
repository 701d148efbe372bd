import { scalarText } from './scalar-text.ts';

const written = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/i;
const counted = /^\d{10}(?:\d{3})?$/;

/**
 * Parses a time of the platform into epoch milliseconds; undefined if it is not a time, or a date without one. The contract has ISO 8601 in
 * UTC (document 1, "Notation"), so a time without a zone is in UTC. Unix times in seconds or milliseconds, and a space in place of the T,
 * are accepted too.
 */
export function utcTime(value: unknown): number | undefined {
  const text = scalarText(value) ?? '';
  if (counted.test(text)) return Number(text) * (text.length === 10 ? 1000 : 1);
  const [, day, time, zone = 'Z'] = typeof value === 'string' ? (written.exec(value) ?? []) : [];
  if (day === undefined) return undefined;
  const ms = Date.parse(`${day}T${time}${/^utc$/i.test(zone) ? 'Z' : zone.toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : ms;
}
