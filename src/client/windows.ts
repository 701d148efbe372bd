import type { Window } from '../state/state.ts';

export type BudgetWindow = 'call' | Window['window'];

/** One limit of the budget, as the operator wrote it: `200/day`. */
export interface BudgetLimit {
  readonly credits: number;
  readonly window: BudgetWindow;
}

/** The calendar window in UTC that `now` lies in: its first millisecond, and the first one after it. */
export function spanOf(window: Window['window'], now: number): { since: number; resetsAt?: number } {
  const date = new Date(now);
  const at = (year: number, month: number, day = 1, hour = 0) => Date.UTC(year, month, day, hour);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (window) {
    case 'session':
    case 'total':
      return { since: 0 };
    case 'hour':
      return { since: at(year, month, day, date.getUTCHours()), resetsAt: at(year, month, day, date.getUTCHours() + 1) };
    case 'day':
      return { since: at(year, month, day), resetsAt: at(year, month, day + 1) };
    case 'week': {
      // ISO 8601: weeks begin on Monday.
      const monday = day - ((date.getUTCDay() + 6) % 7);
      return { since: at(year, month, monday), resetsAt: at(year, month, monday + 7) };
    }
    case 'month':
      return { since: at(year, month), resetsAt: at(year, month + 1) };
  }
}
