import type { Fields } from '../../../base/json/is-fields.ts';
import { timeOf } from './read.ts';

/** A day of a date without a time, which the platform gives in UTC. */
export const dayFormat = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** A day within the last weeks: without its year. */
export const shortDayFormat = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A moment, in the reader's time zone. */
export const momentFormat = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** The first and the last date of a period; empty if it has neither. */
export function datesOf(period: Fields, { locale }: { readonly locale: string }): string {
  const dates = [timeOf(period['from']), timeOf(period['to'])].filter((at) => at !== undefined);
  return dates.map((at) => dayFormat(locale).format(at)).join(' – ');
}
