import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pollPause, type PollCircumstances } from '../../../src/client/jobs/poll-pause.ts';

const alone: PollCircumstances = {
  usual: 90,
  backoff: undefined,
  elapsed: 0,
  running: 1,
};

test('a job is asked after at 5, 10 and 20 seconds, from the half of its usual time on more closely', () => {
  const at: number[] = [];
  for (let elapsed = 0; (elapsed += pollPause({ ...alone, elapsed })) <= 70;) at.push(elapsed);
  expect(at).toEqual([5, 10, 20, 40, 45, 50, 55, 60.5, 66.55]);
});

test('a pause is never shorter than 5 seconds, a stated backoff, a Retry-After, and a share of 30 polls a minute', () => {
  const seconds = fc.double({ min: 0, max: 10_000, noNaN: true });
  const maybe = fc.option(fc.integer({ min: 0, max: 3_600 }), { nil: undefined });
  const circumstances = fc.record({
    usual: fc.integer({ min: 1, max: 3_600 }),
    backoff: maybe,
    elapsed: seconds,
    running: fc.nat(500),
    requests: fc.integer({ min: 1, max: 5 }),
    consecutivePollFailures: fc.nat(2_000),
    retryAfter: maybe,
  });
  fc.assert(
    fc.property(circumstances, (one) => {
      const pause = pollPause(one);
      const least = Math.max(5, one.backoff ?? 0, one.retryAfter ?? 0, one.running * one.requests * 2);
      expect(pause).toBeGreaterThanOrEqual(least);
      expect(pause).toBeLessThanOrEqual(Math.max(least, 60));
    }),
    { seed: 20_261_104 },
  );
});

test('a pause is doubled by each failed poll, ends at half of the usual time, and is a tenth of the time from then on', () => {
  const after = (consecutivePollFailures: number) => pollPause({ ...alone, consecutivePollFailures });
  expect([0, 1, 2, 3, 4].map(after)).toEqual([5, 10, 20, 40, 60]);
  expect([94, 100, 590, 700].map((elapsed) => pollPause({ ...alone, usual: 200, elapsed }))).toEqual([6, 10, 59, 60]);
});

test('a job whose end an event reports is polled once at three times its usual time, then ever more rarely', () => {
  const pause = (usual: number, elapsed: number) => pollPause({ ...alone, usual, elapsed, isReportedByEvents: true });
  expect([pause(300, 0), pause(300, 100), pause(300, 600), pause(300, 601), pause(300, 900)]).toEqual([
    900, 800, 300, 300.5, 450,
  ]);
  expect(pause(10, 0)).toBe(60);
});
