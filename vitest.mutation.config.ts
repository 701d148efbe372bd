import { defineConfig } from 'vitest/config';

/** The tests that judge a mutant, named by `npm run mutate`: in one process, on a virtual clock. */
export default defineConfig({
  test: {
    include: (process.env['VISIBILITY_MUTATION_TESTS'] ?? '').split(','),
    testTimeout: 30_000,
  },
});
