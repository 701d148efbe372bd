import { defineConfig } from 'vitest/config';

/** The tests that judge a mutant, named by `npm run mutate`: in one process, on a virtual clock. */
export default defineConfig({
  test: {
    include: (process.env['VISIBILITY_MUTATION_TESTS'] ?? '').split(','),
    // Slowness of the machine fails no test. Those of a change have a limit, and say so when it ends them.
    setupFiles: ['scripts/mutation/limit-time.ts'],
    testTimeout: 0,
    hookTimeout: 0,
  },
});
