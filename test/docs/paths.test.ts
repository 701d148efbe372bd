import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { headingsOf, withoutBlocks } from './support/headings-of.ts';

const root = resolve(import.meta.dirname, '../..');

/** Paths of the repository in backquotes; placeholders such as `<family>` end a path. */
const pathsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/`((?:src|test|bench|scripts|docs|demo|bin|examples|deploy|eval)\/[\w./-]*)(?=[`<*])/g),
    ([, path]) => path as string,
  );

const texts = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: root }),
  'bench/README.md',
  'eval/README.md',
  'test/README.md',
  'skills/visibility/SKILL.md',
];

test.each(texts)('every path that %s names exists', (file) => {
  const missing = pathsIn(readFileSync(resolve(root, file), 'utf8')).filter((path) => !existsSync(resolve(root, path)));
  expect(missing).toEqual([]);
});

test.each(texts)('every link of %s within the repository leads to a file, and to a heading of it', (file) => {
  const dead = linksOf(resolve(root, file)).filter(({ path, heading }) => {
    if (!existsSync(path)) return true;
    return heading !== undefined && !headingsOf(path).includes(heading);
  });
  expect(dead).toEqual([]);
});

test('every file that CONTRIBUTING.md names without its folder exists', () => {
  const files = new Set(
    globSync('{src,sandbox,test,scripts,bench,eval}/**/*.ts', { cwd: root }).map((path) => basename(path)),
  );
  const bare = readFileSync(resolve(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/`([\w-]+\.ts)`/g);
  expect(Array.from(bare, ([, name = '']) => name).filter((name) => !files.has(name))).toEqual([]);
});

const linksOf = (file: string): { readonly path: string; readonly heading: string | undefined }[] =>
  Array.from(withoutBlocks(file).matchAll(/\]\(([^)\s]+)\)/g), ([, address = '']) => address)
    .filter((address) => !/^(https?|mailto):/.test(address))
    .map((address) => {
      const [path = '', heading] = address.split('#');
      return { path: path === '' ? file : resolve(dirname(file), path), heading };
    });
