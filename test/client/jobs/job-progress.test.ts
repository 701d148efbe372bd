import { expect, it } from 'vitest';
import fc from 'fast-check';
import { operationNamed } from '../../../src/catalog/index.ts';
import { jobProgress } from '../../../src/client/jobs/job-progress.ts';
import type { Entry } from '../../../src/state/entry.ts';

const usually = operationNamed('articles.generate').job?.usually ?? 0;
const entryOf = (more: Partial<Entry> = {}): Entry =>
  ({
    operation: 'projects.list',
    state: 'running',
    progress: null,
    reservedAt: 0,
    dispatchedAt: null,
    ...more,
  }) as Entry;

it.each<[seconds: number, message: RegExp, percent: number, Partial<Entry>]>([
  [5, /^Waiting .* 25 s/, 0, { state: 'starting' }],
  [5.1, /turn/, 0, { state: 'starting' }],
  [15, /^Waiting .* 15 s/, 45, {}],
  [34.9, / 5 s/, 91, {}],
  [35, /longer/, 91, {}],
  [3_000, /longer/, 99, {}],
  [16, /^Waiting/, 45, { state: 'starting', dispatchedAt: 1_000 }],
  [1 + usually / 2, /^Writing/, 45, { operation: 'articles.generate', dispatchedAt: 1_000 }],
])('after %d seconds says %s and %d percent', (seconds, message, percent, more) => {
  const progress = jobProgress()(entryOf(more), seconds * 1_000);
  expect(progress).toEqual({ percent, message: expect.stringMatching(message) as string });
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
