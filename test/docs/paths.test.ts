import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Paths of the repository in backquotes; placeholders such as `<family>` end a path. */
const pathsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/`((?:src|test|bench|scripts|docs|demo|bin|examples|deploy|eval)\/[\w./-]*)(?=[`<*])/g),
    ([, path]) => path as string,
  );

test.each([
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: root }),
  'bench/README.md',
])('every path that %s names exists', (file) => {
  const missing = pathsIn(readFileSync(resolve(root, file), 'utf8')).filter((path) => !existsSync(resolve(root, path)));
  expect(missing).toEqual([]);
});
