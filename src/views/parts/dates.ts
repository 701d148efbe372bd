import type { Fields } from '../../json/is-fields.ts';
import { timeOf } from './read.ts';

export const dayFormat = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** The dates of a period, from and to; empty where it has none. */
export function datesOf(period: Fields, { locale }: { readonly locale: string }): string {
  const dates = [timeOf(period['from']), timeOf(period['to'])].filter((at) => at !== undefined);
  return dates.map((at) => dayFormat(locale).format(at)).join(' – ');
}
