import { expect, test } from 'vitest';
import { parseMoment } from '../../../src/app/config/parse-moment.ts';

test.each([
  ['2026-11-23', Date.UTC(2026, 10, 23)],
  ['2026-11-23T22:00Z', Date.UTC(2026, 10, 23, 22)],
  ['2026-11-23T22:00:00.5+02:00', Date.UTC(2026, 10, 23, 20, 0, 0, 500)],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
])('%s is a moment', (text, at) => {
  expect(parseMoment('clock', text)).toBe(at);
});

test.each(['', 'today', '2026-02-31', '2026-02-29T10:00Z', '2026-13-01', '2026-11-23T22:00', '2026-11-23T25:00Z'])(
  '"%s" is none',
  (text) => {
    expect(() => parseMoment('clock', text)).toThrow('clock: ');
  },
);
