import type { Window } from './ledger.ts';

/** A span of time: its first millisecond, and the first one after it. `session` and `total` have no bounds. */
export interface Span {
  readonly since: number;
  readonly resetsAt?: number | undefined;
}

/** The calendar window that `now` lies in, cut in the time zone `zone` (an IANA name). Weeks begin on Monday (ISO 8601). */
export function spanOf(window: Window['window'], now: number, zone: string): Span {
  if (window === 'session' || window === 'total') return { since: 0 };
  const wall = new Date(now + offset(now, zone));
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  const between = (first: number, next: number): Span => ({
    since: instant(first, zone),
    resetsAt: instant(next, zone),
  });
  switch (window) {
    case 'hour': {
      // Computed from `now`: an hour that the clocks show twice is two windows.
      const since = now - (wall.getTime() % hour);
      return { since, resetsAt: since + hour };
    }
    case 'day':
      return between(Date.UTC(year, month, day), Date.UTC(year, month, day + 1));
    case 'week': {
      const monday = day - ((wall.getUTCDay() + 6) % 7);
      return between(Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7));
    }
    case 'month':
      return between(Date.UTC(year, month), Date.UTC(year, month + 1));
  }
}

const hour = 3_600_000;

/** The instant at which the clocks of the zone show `wall`, which is given as if it were UTC. The offset is corrected twice, since it may change in between. */
function instant(wall: number, zone: string): number {
  const guess = wall - offset(wall, zone);
  const at = wall - offset(guess, zone);
  // Where clocks are set forward at midnight, they never show midnight: the day begins at the change.
  return Math.max(at, wall - offset(at, zone));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the clocks of the zone are ahead of UTC at that instant. */
function offset(at: number, zone: string): number {
  if (zone === 'UTC') return 0;
  let format = formats.get(zone);
  if (!format) {
    const digits = '2-digit';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const wall = Date.UTC(
    part['year'] as number,
    (part['month'] as number) - 1,
    part['day'],
    part['hour'],
    part['minute'],
    part['second'],
  );
  return wall - Math.floor(at / 1000) * 1000;
}
