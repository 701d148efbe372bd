import { expect, test } from 'vitest';
import { createRefusalCounts } from '../../../src/cli/wiring/refusal-counts.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';

test('refusals, whatever their status, are summed up once a minute, and what is left at the end', async () => {
  const clock = virtualClock();
  const logged: unknown[] = [];
  const counts = createRefusalCounts(clock, (one) => logged.push(one));
  for (const status of [200, 204, 302, 399, 400, 400, 429, 503]) counts.count(status);
  await clock.advance(59_999);
  expect(logged).toEqual([]);
  await clock.advance(1);
  expect(logged).toEqual([{ 400: 2, 429: 1, 503: 1 }]);
  await clock.advance(600_000);
  counts.count(401);
  await clock.advance(60_000);
  expect(logged.slice(1)).toEqual([{ 401: 1 }]);
  counts.count(403);
  counts.flush();
  await clock.advance(600_000);
  expect(logged.slice(2)).toEqual([{ 403: 1 }]);
});
