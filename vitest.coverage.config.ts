import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const preload = fileURLToPath(new URL('test/support/processes/preload-coverage.ts', import.meta.url));

/** `npm run coverage`: the tests, and the statements of src/ and sandbox/ that ran in any process of theirs. */
export default mergeConfig(base, {
  test: {
    // What ran is read from each process at its end.
    isolate: true,
    env: { NODE_OPTIONS: `--import=${preload}` },
    coverage: {
      enabled: true,
      provider: 'custom',
      customProviderModule: fileURLToPath(new URL('scripts/coverage/all-processes.ts', import.meta.url)),
      autoAttachSubprocess: true,
      // What ran from the bundle is mapped back to the sources.
      include: ['src/**/*.ts', 'sandbox/**/*.ts', 'dist/*.js'],
      // The page of the views runs in a browser.
      exclude: ['src/reports/views/page/**'],
      excludeAfterRemap: true,
      reporter: ['lcovonly', 'json-summary'],
      reportOnFailure: true,
    },
  },
});
