import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'rolldown';
import type { TestProject } from 'vitest/node';
import { bundleFolder } from './test-script.ts';

const root = new URL('../../../', import.meta.url);
const path = (file: string): string => fileURLToPath(new URL(file, root));

/** Scripts that tests start many times, each time in a process of its own. */
const scripts = [
  'test/support/processes/child.ts',
  'test/programs/runs/support/run-child.ts',
  'src/programs/engine/engine-worker.ts',
  'test/support/clock/preload-clock.ts',
  'test/support/network/preload-network.ts',
  'test/support/processes/preload-exit-deadline.ts',
];

/**
 * Bundles these scripts once for all tests: loading a hundred modules from source takes three times the processor time of
 * loading one bundle. For coverage they run from source, so that what ran is found there.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.config.coverage.enabled || process.env[bundleFolder]) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'visibility-mcp-scripts-'));
  await build(
    scripts.map((script): BuildOptions => ({
      input: path(script),
      platform: 'node',
      external: ['pg-native'],
      output: {
        file: join(folder, `${basename(script, '.ts')}.js`),
        format: 'esm',
        codeSplitting: false,
      },
    })),
  );
  await copyFile(
    createRequire(import.meta.url).resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'),
    join(folder, 'quickjs.wasm'),
  );
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  process.env[bundleFolder] = folder;
  return async () => {
    delete process.env[bundleFolder];
    await rm(folder, { recursive: true, force: true });
  };
}
