import { expect, test } from 'vitest';
import { deadlineOf, sendingOf } from '../../../src/client/calls/prepared-call.ts';

import { virtualClock } from '../../support/clock/virtual-clock.ts';

test('a deadline runs down to 0, and leaves a request 5 s to be answered', async () => {
  const clock = virtualClock();
  const { roomMs, remainingMs, remainingMsToAnswer } = deadlineOf({}, 8, clock);
  const seen = [];
  for (const ms of [0, 3_000, 1_000, 3_000, 2_000]) {
    await clock.advance(ms);
    seen.push([roomMs, remainingMs(), remainingMsToAnswer()]);
  }
  expect(seen).toEqual([
    [8_000, 8_000, 8_000],
    [8_000, 5_000, 5_000],
    [8_000, 4_000, 5_000],
    [8_000, 1_000, 5_000],
    [8_000, 0, 5_000],
  ]);
});

test('a request waits for its caller, and a wait of a second and more is reported with the limit that it is for', () => {
  const reports: unknown[] = [];
  const { signal } = new AbortController();
  const beforeAttempt = async (): Promise<void> => undefined;
  const deadline = deadlineOf({}, 8, virtualClock());
  const { onWait, ...sending } = sendingOf({
    options: { signal, beforeAttempt, onProgress: (progress) => void reports.push(progress) },
    deadline,
  });
  expect(sending).toEqual({ urgency: 'call', slotWaitMs: 8_000, signal, beforeAttempt });
  for (const [ms, bucket] of [
    [999, 'token'],
    [1_000, 'token'],
    [1_001, 'other'],
  ] as const)
    onWait?.({ ms, bucket });
  expect(reports).toEqual([
    { percent: 0, message: "Waiting 1 s for the platform's rate limit" },
    { percent: 0, message: "Waiting 2 s for the platform's limit for this operation" },
  ]);
  expect(sendingOf({ options: {}, deadline }).onWait).toBeUndefined();
});
