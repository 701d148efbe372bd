import { VisibilityError } from './errors.ts';

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
  /** A calendar period by name: `2026`, `2026-Q3`, `2026-09`, `last_month`. */
  readonly period?: string | undefined;
}

/** Calendar periods, the shortest first. */
const units = ['week', 'month', 'quarter', 'year'] as const;

type Unit = (typeof units)[number];

const monthsOf: Readonly<Record<Exclude<Unit, 'week'>, number>> = { month: 1, quarter: 3, year: 12 };

/** Days of a report without a stated period, as in the platform's own insights (docs/platform/insights.md#periods). */
const defaultDays = 30;

/** Days of the longest period that the platform's insights cover; for a longer one they cover only the last days. */
export const maxDays = 365;

/** A day in milliseconds. */
export const dayMs = 86_400_000;

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The period asked for; without dates the period of `days` that ends today.
 * @throws VisibilityError `invalid_arguments`
 */
export function periodOf({ from, to, days, period }: AskedPeriod, at: number): Period {
  if (period !== undefined) {
    if (from !== undefined || to !== undefined || days !== undefined)
      throw invalid('period', 'stands alone: leave out from, to and days');
    return namedPeriod('period', period, at);
  }
  const today = Date.parse(dateOf(at));
  const end = dayOf('to', to) ?? today;
  const start = dayOf('from', from) ?? end - ((days ?? defaultDays) - 1) * dayMs;
  if (to === undefined && start > today) throw invalid('from', `is after today, ${dateOf(today)}: give to as well`);
  const length = Math.round((end - start) / dayMs) + 1;
  if (from !== undefined && days !== undefined && length !== days)
    throw invalid('days', 'is not needed with from, and contradicts it');
  if (length < 1) throw invalid('from', 'is later than to');
  return { from: dateOf(start), to: dateOf(end), days: length };
}

/**
 * The period to compare with: `previous` for the one just before, a calendar period by name, or the one stated.
 * @throws VisibilityError `invalid_arguments`
 */
export function comparedPeriod(
  compare: string | Readonly<Record<string, unknown>> | undefined,
  period: Period,
  at: number,
): Period | undefined {
  if (compare === undefined) return undefined;
  if (compare === 'previous') return periodBefore(period);
  if (typeof compare === 'string') return begunPeriod('compare', namedPeriod('compare', compare, at), at);
  const { from, to } = compare;
  if (typeof from !== 'string' || typeof to !== 'string') throw invalid('compare', 'needs from and to');
  return begunPeriod('compare', periodOf({ from, to }, at), at);
}

/** The period just before: the calendar period before a whole one, and else as many days. */
export function periodBefore(period: Period): Period {
  const unit = units.find((one) => one !== 'week' && isSame(calendarPeriod(one, period.from), period));
  const lastDay = dateOf(Date.parse(period.from) - dayMs);
  if (unit) return calendarPeriod(unit, lastDay);
  return { from: dateOf(Date.parse(period.from) - period.days * dayMs), to: lastDay, days: period.days };
}

/** The last whole week, from Monday to Sunday, or calendar month that ended before that day. */
export function lastWhole(unit: Unit, before: string): Period {
  const { from } = calendarPeriod(unit, before);
  return calendarPeriod(unit, dateOf(Date.parse(from) - dayMs));
}

/** The days that two periods share. */
export function overlapOf(one: Period, other: Period): { readonly from: string; readonly to: string } | undefined {
  const from = one.from > other.from ? one.from : other.from;
  const to = one.to < other.to ? one.to : other.to;
  return from <= to ? { from, to } : undefined;
}

/** The calendar week, month, quarter or year that a day lies in. */
function calendarPeriod(unit: Unit, day: string): Period {
  const date = new Date(day);
  if (unit === 'week') {
    const monday = date.getTime() - ((date.getUTCDay() + 6) % 7) * dayMs;
    return { from: dateOf(monday), to: dateOf(monday + 6 * dayMs), days: 7 };
  }
  const months = monthsOf[unit];
  const first = Math.floor(date.getUTCMonth() / months) * months;
  const start = Date.UTC(date.getUTCFullYear(), first);
  const end = Date.UTC(date.getUTCFullYear(), first + months) - dayMs;
  return { from: dateOf(start), to: dateOf(end), days: Math.round((end - start) / dayMs) + 1 };
}

const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;

/** A calendar period by its name. */
function namedPeriod(argument: string, name: string, at: number): Period {
  const text = name.trim().toLowerCase();
  const last = units.find((unit) => text === `last_${unit}`);
  if (last) return lastWhole(last, dateOf(at));
  const [, year, quarter, month] = /^(\d{4})(?:-(?:q([1-4])|(0[1-9]|1[0-2])))?$/.exec(text) ?? [];
  if (year === undefined)
    throw invalid(
      argument,
      `is ${argument === 'compare' ? 'previous, two dates, or ' : ''}2026, 2026-Q3, 2026-09, last_week, last_month, last_quarter or last_year`,
    );
  if (quarter !== undefined)
    return calendarPeriod('quarter', `${year}-${String(Number(quarter) * 3).padStart(2, '0')}-01`);
  return month === undefined ? calendarPeriod('year', `${year}-01-01`) : calendarPeriod('month', `${year}-${month}-01`);
}

/**
 * A period in which something can have been measured.
 * @throws VisibilityError `invalid_arguments` where it begins after today
 */
export function begunPeriod(argument: string, period: Period, at: number): Period {
  if (period.from > dateOf(at)) throw invalid(argument, `begins after today, ${dateOf(at)}`);
  return period;
}

/** Whether a date is within the period. */
export const isWithin = ({ from, to }: Period, date: unknown): boolean => {
  const day = String(date).slice(0, 10);
  return day >= from && day <= to;
};

/** Milliseconds at which a day begins. Throws `invalid_arguments` for a text that is no date. */
function dayOf(name: string, date: string | undefined): number | undefined {
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
