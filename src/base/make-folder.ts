import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder that only its owner can read, and its parent folders. Throws the system's error if that is not possible.
 *
 * Node's own `recursive` never returns under a path such as /proc, where making a folder fails with ENOENT although the one
 * above it is there (nodejs/node, `MKDirpSync`).
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
