import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The variable that names the folder of the bundles, for all processes of a run of the tests. */
export const bundleFolder = 'VISIBILITY_TEST_SCRIPTS';

/** What `spawn` takes to start a script of the tests: its bundle where this run has made one, else its source. */
export function testScript(source: URL): { readonly file: string; readonly env: NodeJS.ProcessEnv } {
  const folder = process.env[bundleFolder];
  if (!folder) return { file: fileURLToPath(source), env: process.env };
  return {
    file: join(folder, basename(source.pathname, '.ts') + '.js'),
    // Gone with the bundles: the names of cached code contain their paths.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  };
}

/** NODE_OPTIONS with which a process loads this script before anything else. */
export const preloading = (source: URL): string =>
  `${process.env['NODE_OPTIONS'] ?? ''} --import=${testScript(source).file}`;
