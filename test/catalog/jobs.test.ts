import { expect, it } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';

it('every job says what is being done, as the beginning of a sentence', () => {
  const jobs = allOperations().flatMap(({ name, job }) => (job ? [{ name, doing: job.doing }] : []));
  expect(jobs.length).toBeGreaterThan(50);
  expect(jobs.filter(({ doing }) => !/^[A-Z][a-z]+ing [\w' -]{4,50}[a-zA-Z]$/.test(doing))).toEqual([]);
});
