const written = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/i;
const counted = /^\d{10}(?:\d{3})?$/;

/**
 * Epoch milliseconds of a time of the platform; undefined where it is none, or a day alone. The documents write times in ISO 8601 and UTC (document 1,
 * "Notation"): one without a zone is in UTC, wherever this machine stands. Others count seconds or milliseconds, or write a space in place of the T.
 */
export function utcTime(value: unknown): number | undefined {
  const text = String(value);
  if (counted.test(text)) return Number(text) * (text.length === 10 ? 1000 : 1);
  const [, day, time, zone = 'Z'] = typeof value === 'string' ? (written.exec(value) ?? []) : [];
  if (day === undefined) return undefined;
  const ms = Date.parse(`${day}T${time}${/^utc$/i.test(zone) ? 'Z' : zone.toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : ms;
}
