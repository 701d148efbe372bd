import { defineConfig } from 'vitest/config';

/** The tests that judge a mutant, from the folder that `npm run mutate` names: in one process, on a virtual clock. */
export default defineConfig({
  test: {
    include: [`${process.env['VISIBILITY_MUTATION_TESTS'] ?? 'test/config'}/**/*.test.ts`],
    exclude: [
      'test/state/postgres/**',
      // They start processes.
      'test/state/{file,locks,lost-file}.test.ts',
      'test/client/{full-disk,processes}.test.ts',
      // Many runs of one property, too slow for each mutant.
      'test/client/jobs/jobs-twice.test.ts',
      'test/client/money/{amounts,budget}.test.ts',
      'test/state/{ledger,slots,totals}.test.ts',
    ],
    testTimeout: 30_000,
  },
});
