import { describe, expect, it } from 'vitest';
import { retryAfter } from '../../../../src/client/http/transport/retry-after.ts';

const now = Date.parse('2026-11-04T09:30:00Z');
const hour = 3_600_000;

describe('a Retry-After', () => {
  it.each([
    [undefined, undefined],
    ['0', 0],
    ['1', 1_000],
    [' 90 ', 90_000],
    ['0.5', 500],
    ['1.0004', 1_001],
    ['12.75', 12_750],
    ['3600', hour],
    ['3601', hour],
    ['1793784630', hour],
    ['Wed, 04 Nov 2026 09:31:00 GMT', 60_000],
    ['Wed, 04 Nov 2026 09:29:00 GMT', 0],
    ['Wed, 04 Nov 2026 09:28:59 GMT', undefined],
    ['Thu, 05 Nov 2026 09:30:00 GMT', hour],
    ['-5', undefined],
    ['1e3', undefined],
    ['5s', undefined],
    ['s5', undefined],
    ['1.', undefined],
    ['.5', undefined],
    ['2026-11-04', undefined],
    ['2026-11-04 09:31:00', undefined],
    ['2026-11-04T09:31:00Z', undefined],
    ['Wed, 99 Nov 2026 99:99:99 GMT', undefined],
    ['soon', undefined],
    ['', undefined],
    ['1'.padEnd(64), 1_000],
    ['1'.padEnd(65), undefined],
  ])('of %j means %s ms', (header, ms) => {
    expect(retryAfter(header === undefined ? {} : { 'retry-after': header }, now)).toBe(ms);
  });

  it('that is a date is compared with the date of its answer, where that has one', () => {
    const dates = { 'retry-after': 'Wed, 04 Nov 2026 09:31:00 GMT', date: 'Wed, 04 Nov 2026 09:30:20 GMT' };
    expect(retryAfter(dates, now)).toBe(40_000);
  });
});
