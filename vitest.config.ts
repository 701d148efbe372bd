import { defineConfig } from 'vitest/config';

/**
 * `npm test -- <path>` runs one file. VISIBILITY_TEST_JSON names a file for the machine-readable
 * report, which CI reads its figures from.
 */
const report = process.env['VISIBILITY_TEST_JSON'];

export default defineConfig({
  test: {
    // Tests start the program as a host does, from its bundle.
    globalSetup: ['test/cli/build-once.ts'],
    include: ['test/**/*.test.ts'],
    // Real processes start, also on a busy machine; no test waits for this on purpose.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Tests that run side by side wait for jobs, in real time: they take a core no more than one does.
    maxConcurrency: 16,
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report ? { outputFile: { json: report } } : {}),
  },
});
