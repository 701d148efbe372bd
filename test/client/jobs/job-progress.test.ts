import { expect, it } from 'vitest';
import fc from 'fast-check';
import { operationNamed } from '../../../src/catalog/index.ts';
import { jobProgress } from '../../../src/client/jobs/job-progress.ts';
import type { Entry } from '../../../src/state/entry.ts';

const operation = 'articles.generate';
const usualMs = (operationNamed(operation).job?.usually ?? 0) * 1_000;
const entryOf = (more: Partial<Entry> = {}): Entry =>
  ({ operation, state: 'running', progress: null, reservedAt: 0, dispatchedAt: 1_000, ...more }) as Entry;

it('follows the usual duration of such a job, on a platform that is faster than usual too', () => {
  for (const speed of [1, 10]) {
    const shares = [0, 0.5, 1, 2, 100].map((share) => {
      const { percent, message } = jobProgress(speed)(entryOf(), 1_000 + (share * usualMs) / speed);
      return [percent, message.includes('longer than usual')];
    });
    expect(shares).toEqual([
      [0, false],
      [45, false],
      [90, false],
      [95, true],
      [99, true],
    ]);
  }
});

it('says the seconds that are left, and what a call waits for that has yet to be sent', () => {
  const messageAt = (ms: number, more: Partial<Entry> = {}): string =>
    jobProgress(1)(entryOf(more), ms).message.replace(/^[^,]*, /, '');
  expect(messageAt(1_000 + usualMs - 12_000)).toBe('about 15 s left');
  expect(messageAt(1_000 + usualMs - 5_000)).toBe('about 5 s left');
  expect(messageAt(1_000 + usualMs - 4_000)).toBe('a few seconds left');
  const queued = { state: 'starting', dispatchedAt: null } as const;
  expect(messageAt(5_000, queued)).not.toBe('waiting for its turn');
  expect(messageAt(5_001, queued)).toBe('waiting for its turn');
  expect(jobProgress(1)(entryOf({ ...queued, progress: 50 }), 1e6).percent).toBe(0);
  for (const sent of [{ state: 'starting' }, { dispatchedAt: null }] as const)
    expect(jobProgress(1)(entryOf({ ...sent, progress: 50 }), 1e6).percent).toBe(50);
});

it('reckons with half a minute for an answer that no job makes', () => {
  const answer = entryOf({ operation: 'keywords.explore', state: 'starting' });
  expect(jobProgress(1)(answer, 16_000)).toEqual({
    percent: 45,
    message: "Waiting for the platform's answer, about 15 s left",
  });
});

it('never decreases, whatever the platform states, and is 100 at the end alone', () => {
  const look = fc.record({ progress: fc.option(fc.double({ min: -10, max: 200, noNaN: true })), ms: fc.nat(1e6) });
  fc.assert(
    fc.property(fc.array(look), (looks) => {
      const progressOf = jobProgress(1);
      let last = 0;
      for (const { progress, ms } of looks) {
        const { percent } = progressOf(entryOf({ progress }), ms);
        expect(percent).toBeGreaterThanOrEqual(last);
        expect(percent).toBeLessThan(100);
        last = percent;
      }
      expect(progressOf(entryOf({ state: 'completed' }), 0)).toMatchObject({ percent: 100 });
    }),
    { seed: 1, numRuns: 100 },
  );
});
