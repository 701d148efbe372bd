import type { Window } from './reservation.ts';

/** A span of time: its first millisecond, and the first one after it. `session` and `total` have no bounds. */
export interface Span {
  readonly since: number;
  readonly resetsAt?: number | undefined;
}

/** The calendar window of UTC that `now` lies in. Weeks begin on Monday (ISO 8601). */
export function windowSpan(window: Window['window'], now: number): Span {
  if (window === 'session' || window === 'total') return { since: 0 };
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  switch (window) {
    case 'hour': {
      const since = now - (now % hour);
      return { since, resetsAt: since + hour };
    }
    case 'day':
      return { since: Date.UTC(year, month, day), resetsAt: Date.UTC(year, month, day + 1) };
    case 'week': {
      const monday = day - ((at.getUTCDay() + 6) % 7);
      return { since: Date.UTC(year, month, monday), resetsAt: Date.UTC(year, month, monday + 7) };
    }
    case 'month':
      return { since: Date.UTC(year, month), resetsAt: Date.UTC(year, month + 1) };
  }
}

const hour = 3_600_000;
