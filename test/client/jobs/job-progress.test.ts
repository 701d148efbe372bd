import { expect, it } from 'vitest';
import fc from 'fast-check';
import { operationNamed } from '../../../src/catalog/index.ts';
import { jobProgress } from '../../../src/client/jobs/job-progress.ts';
import type { Entry } from '../../../src/state/entry.ts';

const operation = 'articles.generate';
const usualMs = (operationNamed(operation).job?.usually ?? 0) * 1_000;
const entryOf = (more: Partial<Entry> = {}): Entry =>
  ({ operation, state: 'running', progress: null, reservedAt: 0, dispatchedAt: 1_000, ...more }) as Entry;

it('follows the usual duration of such a job', () => {
  const shares = [0, 0.5, 1, 2, 100].map((share) => {
    const { percent, message } = jobProgress()(entryOf(), 1_000 + share * usualMs);
    return [percent, message.includes('longer than usual')];
  });
  expect(shares).toEqual([
    [0, false],
    [45, false],
    [90, false],
    [95, true],
    [99, true],
  ]);
});

it('never decreases, whatever the platform states, and is 100 at the end alone', () => {
  const look = fc.record({ progress: fc.option(fc.double({ min: -10, max: 200, noNaN: true })), ms: fc.nat(1e6) });
  fc.assert(
    fc.property(fc.array(look), (looks) => {
      const progressOf = jobProgress();
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
