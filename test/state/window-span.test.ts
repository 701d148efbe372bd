import { expect, it } from 'vitest';
import { windowSpan } from '../../src/state/window-span.ts';
import type { Window } from '../../src/state/reservation.ts';

const span = (window: Window['window'], now: string): readonly (string | undefined)[] => {
  const { since, resetsAt } = windowSpan(window, Date.parse(now));
  return [since, resetsAt].map((ms) => (ms === undefined ? undefined : new Date(ms).toISOString()));
};

it.each(['session', 'total'] as const)('a %s has no bounds', (window) => {
  expect(windowSpan(window, Date.parse('2026-11-04T09:30:00Z'))).toEqual({ since: 0 });
});

it.each([
  ['hour', '2026-11-04T09:30:15.250Z', '2026-11-04T09:00:00.000Z', '2026-11-04T10:00:00.000Z'],
  ['day', '2026-11-04T00:00:00Z', '2026-11-04T00:00:00.000Z', '2026-11-05T00:00:00.000Z'],
  ['day', '2026-11-03T23:59:59.999Z', '2026-11-03T00:00:00.000Z', '2026-11-04T00:00:00.000Z'],
  // A Wednesday, a Sunday and a Monday.
  ['week', '2026-11-04T09:30:00Z', '2026-11-02T00:00:00.000Z', '2026-11-09T00:00:00.000Z'],
  ['week', '2026-11-08T23:59:00Z', '2026-11-02T00:00:00.000Z', '2026-11-09T00:00:00.000Z'],
  ['week', '2026-11-09T00:00:00Z', '2026-11-09T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['month', '2026-12-31T23:30:00Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
] as const)('the %s around %s', (window, now, since, resetsAt) => {
  expect(span(window, now)).toEqual([since, resetsAt]);
});
