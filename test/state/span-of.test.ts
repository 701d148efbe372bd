import { expect, it } from 'vitest';
import { spanOf } from '../../src/state/span-of.ts';
import type { Window } from '../../src/state/ledger.ts';

const span = (window: Window['window'], now: string, zone: string): readonly (string | undefined)[] => {
  const { since, resetsAt } = spanOf(window, Date.parse(now), zone);
  return [since, resetsAt].map((ms) => (ms === undefined ? undefined : new Date(ms).toISOString()));
};

it.each(['session', 'total'] as const)('a %s has no bounds', (window) => {
  expect(spanOf(window, Date.parse('2026-11-04T09:30:00Z'), 'Europe/Berlin')).toEqual({ since: 0 });
});

it.each([
  ['hour', '2026-11-04T09:30:15.250Z', 'UTC', '2026-11-04T09:00:00.000Z', '2026-11-04T10:00:00.000Z'],
  ['hour', '2026-11-04T09:20:00Z', 'Asia/Kolkata', '2026-11-04T08:30:00.000Z', '2026-11-04T09:30:00.000Z'],
  ['day', '2026-11-04T00:00:00Z', 'UTC', '2026-11-04T00:00:00.000Z', '2026-11-05T00:00:00.000Z'],
  ['day', '2026-11-03T23:59:59.999Z', 'UTC', '2026-11-03T00:00:00.000Z', '2026-11-04T00:00:00.000Z'],
  ['day', '2026-11-04T02:00:00Z', 'America/New_York', '2026-11-03T05:00:00.000Z', '2026-11-04T05:00:00.000Z'],
  ['day', '2026-11-30T23:30:00Z', 'Europe/Berlin', '2026-11-30T23:00:00.000Z', '2026-12-01T23:00:00.000Z'],
  // The clocks go back, and forth: days of 25 and of 23 hours.
  ['day', '2026-10-25T12:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['day', '2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['day', '2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // A Wednesday, a Sunday and a Monday.
  ['week', '2026-11-04T09:30:00Z', 'UTC', '2026-11-02T00:00:00.000Z', '2026-11-09T00:00:00.000Z'],
  ['week', '2026-11-08T23:59:00Z', 'UTC', '2026-11-02T00:00:00.000Z', '2026-11-09T00:00:00.000Z'],
  ['week', '2026-11-09T00:00:00Z', 'UTC', '2026-11-09T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['week', '2026-10-26T03:00:00Z', 'America/New_York', '2026-10-19T04:00:00.000Z', '2026-10-26T04:00:00.000Z'],
  ['month', '2026-12-31T23:30:00Z', 'UTC', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['month', '2026-12-31T23:30:00Z', 'Europe/Berlin', '2026-12-31T23:00:00.000Z', '2027-01-31T23:00:00.000Z'],
] as const)('the %s around %s in %s', (window, now, zone, since, resetsAt) => {
  expect(span(window, now, zone)).toEqual([since, resetsAt]);
});

it('begins days that skip midnight when they begin there', () => {
  // On 6 September 2026 the clocks of Santiago go from 24:00 to 1:00.
  const [start, next] = ['2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'];
  expect(span('day', '2026-09-06T12:00:00Z', 'America/Santiago')).toEqual([start, next]);
  expect(span('day', '2026-09-06T03:30:00Z', 'America/Santiago')).toEqual(['2026-09-05T04:00:00.000Z', start]);
});
