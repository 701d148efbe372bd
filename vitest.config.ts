import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './test/support/slow-files-first.ts';

/**
 * `npm test -- <path>` runs one file. VISIBILITY_TEST_JSON names a file for the machine-readable
 * report, which CI reads its figures from. Where VISIBILITY_TEST_POSTGRES gives the address of a PostgreSQL
 * database, whatever is about the store runs on both engines (`--project sqlite` or `--project postgres` for one of them).
 * VISIBILITY_TEST_BUILT says that dist/ is up to date: it is not built again.
 */
const report = process.env['VISIBILITY_TEST_JSON'];
const postgres = process.env['VISIBILITY_TEST_POSTGRES'];

/** Tests start some of their scripts many times: these are bundled once. */
const bundleScripts = 'test/support/processes/bundle-scripts.ts';
const dropSchemas = 'test/support/state/drop-schemas.ts';

export default defineConfig({
  test: {
    // Processes that tests start from source compile it once, not each time.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'visibility-mcp-compile-cache') },
    // Real processes start, also on a busy machine; no test waits for this on purpose.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // What is polled for depends on other processes.
    expect: { poll: { timeout: 60_000 } },
    // Tests that run side by side wait for jobs. Each starts processes, and a deadline passes faster on a clock that is
    // faster than the machine's: more of them would keep one another from the processor.
    maxConcurrency: 6,
    // Files mostly wait for processes and sockets: six at a time keep two cores busy.
    maxWorkers: 6,
    // One process takes file after file: loading the sources for each again took a sixth of the time. A test restores what
    // it changes in its process.
    isolate: false,
    sequence: { sequencer: SlowFilesFirst },
    reporters: report ? ['default', 'json'] : ['default'],
    ...(report ? { outputFile: { json: report } } : {}),
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/state/postgres/**', 'test/programs/runs/replicas.test.ts'],
          // Tests start the program as a host does, from its bundle.
          globalSetup: ['test/cli/build-once.ts', bundleScripts, dropSchemas],
        },
      },
      ...(postgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                // What processes decide through the store. What one class decides over it is the same on both engines.
                include: [
                  'test/state/**/*.test.ts',
                  'test/torture/**/*.test.ts',
                  'test/programs/runs/{effects.property,replicas}.test.ts',
                  'test/client/{frozen,identity,processes,secrets,store-failures}.test.ts',
                  'test/client/jobs/events-between-processes.test.ts',
                  'test/client/money/{budget,paying-once}.test.ts',
                  'test/client/http/transport/{cooldown,rate}.test.ts',
                  'test/mcp/accounts.test.ts',
                ],
                // About the SQLite file itself, or without a store.
                exclude: ['test/state/{admit,file,locks,lost-file,slot-batches,span-of}.test.ts'],
                env: { VISIBILITY_TEST_ENGINE: 'postgres' },
                globalSetup: [bundleScripts, dropSchemas],
              },
            },
          ]
        : []),
    ],
  },
});
