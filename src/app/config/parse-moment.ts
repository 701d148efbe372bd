import { SettingError } from '../../base/setting-error.ts';

/**
 * Milliseconds since the Unix epoch of an ISO 8601 date, or of a time with its zone.
 * @throws SettingError that begins with `name`
 */
export function parseMoment(name: string, text: string): number {
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const [at, day] = isIso ? [Date.parse(text), Date.parse(text.slice(0, 10))] : [Number.NaN, Number.NaN];
  // Date.parse accepts the 31st of February as a day in March.
  if (Number.isFinite(at) && new Date(day).toISOString().startsWith(text.slice(0, 10))) return at;
  throw new SettingError(`${name}: "${text}" is not a date such as 2026-11-23 or 2026-11-23T22:00:00Z`);
}
