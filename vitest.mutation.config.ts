import { defineConfig } from 'vitest/config';

/** The tests that judge a mutant, named by `npm run mutate`: in one process, on a virtual clock. */
export default defineConfig({
  test: {
    include: (process.env['VISIBILITY_MUTATION_TESTS'] ?? '').split(','),
    // Slowness of the machine fails no test: Stryker ends those that take too long, and says so.
    testTimeout: 0,
    hookTimeout: 0,
  },
});
