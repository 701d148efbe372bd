import { VisibilityError } from '../../client/errors/visibility-error.ts';

/** Dates in UTC, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

interface AskedPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: number | undefined;
}

/** Days of a report without a stated period, as in the platform's own insights (document 2, "Insights"). */
const defaultDays = 30;

/** A day in milliseconds. */
export const dayMs = 86_400_000;

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The period asked for; without dates the one of `days` that ends today.
 * @throws VisibilityError `invalid_arguments`
 */
export function periodOf({ from, to, days }: AskedPeriod, at: number): Period {
  const end = dayOf('to', to) ?? Date.parse(dateOf(at));
  const start = dayOf('from', from) ?? end - ((days ?? defaultDays) - 1) * dayMs;
  const length = Math.round((end - start) / dayMs) + 1;
  if (from !== undefined && days !== undefined && length !== days)
    throw invalid('days', 'is not needed beside from, and says something else');
  if (length < 1) throw invalid('from', 'is later than to');
  return { from: dateOf(start), to: dateOf(end), days: length };
}

/**
 * The period to compare with: the one just before, of the same length, or the one stated.
 * @throws VisibilityError `invalid_arguments`
 */
export function comparedPeriod(
  compare: string | Readonly<Record<string, unknown>> | undefined,
  period: Period,
  at: number,
): Period | undefined {
  if (compare === undefined) return undefined;
  if (typeof compare === 'string') {
    if (compare !== 'previous') throw invalid('compare', 'is "previous" or {"from","to"} in dates');
    return periodBefore(period);
  }
  const { from, to } = compare;
  if (typeof from !== 'string' || typeof to !== 'string') throw invalid('compare', 'needs from and to');
  return periodOf({ from, to }, at);
}

/** The period just before, of the same length. */
export function periodBefore({ from, days }: Period): Period {
  const end = Date.parse(from) - dayMs;
  return { from: dateOf(end - (days - 1) * dayMs), to: dateOf(end), days };
}

/** The last whole week, from Monday to Sunday, or calendar month that ended before that day. */
export function lastWhole(unit: 'week' | 'month', before: string): Period {
  const day = new Date(before);
  if (unit === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  else day.setUTCDate(1);
  const to = dateOf(day.getTime() - dayMs);
  const days = unit === 'week' ? 7 : Number(to.slice(8));
  return { from: dateOf(day.getTime() - days * dayMs), to, days };
}

/** Whether a date is within the period. */
export const isWithin = ({ from, to }: Period, date: unknown): boolean => {
  const day = String(date).slice(0, 10);
  return day >= from && day <= to;
};

/** Milliseconds at which a day begins. Throws `invalid_arguments` for a text that is no date. */
export function dayOf(name: string, date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(day) || dateOf(day) !== date) throw invalid(name, 'is a date such as 2026-07-01');
  return day;
}

const invalid = (name: string, rule: string): VisibilityError =>
  new VisibilityError('invalid_arguments', `${name} ${rule}`, {
    outcome: 'not_sent',
    fields: { [name]: [rule] },
  });
