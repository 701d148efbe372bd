import { days as day, iso } from '../../../engine/platform-time.ts';

/** A window of whole days, both ends included. */
export interface Period {
  /** Platform time, milliseconds. */
  readonly start: number;
  readonly end: number;
  /** As answers show it. */
  readonly shown: {
    readonly from: string;
    readonly to: string;
    readonly days: number;
    readonly range_adjusted: boolean;
  };
}

/** The period of a request: two dates, or a number of days up to today. */
interface PeriodRequest {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: number | undefined;
}

/** Days. The contract does not show the limits of ranges, only that corrected ones are marked. */
const maxDays = 365;

/** The period asked for, corrected where it cannot be: turned round, in the future, or too long. */
export function periodOf(request: PeriodRequest, now: number, usual = 30): Period {
  const today = dayOf(now);
  const latest = dateIn(request.to) ?? today;
  const earliest = dateIn(request.from) ?? latest - ((request.days ?? usual) - 1) * day;
  const [low, high] = earliest <= latest ? [earliest, latest] : [latest, earliest];
  const to = Math.min(high, today);
  const from = Math.max(Math.min(low, to), to - (maxDays - 1) * day);
  const range_adjusted = from !== earliest || to !== latest;
  const shown = {
    from: iso(from).slice(0, 10),
    to: iso(to).slice(0, 10),
    days: Math.round((to - from) / day) + 1,
    range_adjusted,
  };
  return { start: from, end: to + day - 1, shown };
}

/** Whether something dated `at` (ISO 8601) falls into the period. */
export const isWithinPeriod = ({ start, end }: Period, at: string): boolean =>
  Date.parse(at) >= start && Date.parse(at) <= end;

const dayOf = (at: number): number => at - (at % day);

const dateIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : dayOf(Date.parse(text));
