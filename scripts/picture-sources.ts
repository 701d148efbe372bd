import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hash over everything that decides how the pictures of README look. */
export function pictureSources(root: string): string {
  const hash = createHash('sha256');
  const files = [
    ...globSync('src/{charts,reports,views}/**/*.{ts,css}', { cwd: root }),
    ...globSync('demo/*.ts', { cwd: root }),
    'scripts/picture-of-demo.mjs',
  ];
  for (const file of files.map((name) => name.replaceAll('\\', '/')).toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}
