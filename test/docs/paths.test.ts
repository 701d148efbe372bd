import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

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

const sources = globSync('{src,sandbox,test,bench,scripts}/**/*.{ts,mjs}', { cwd: root });

test('every rule of the platform that the source cites has its page and heading', () => {
  const dead = sources.flatMap((file) =>
    citationsIn(file)
      .filter(({ page, heading }) => !headings(page).includes(heading))
      .map(({ page, heading }) => `${file}: ${page}#${heading}`),
  );
  expect(dead).toEqual([]);
});

function citationsIn(file: string): { readonly page: string; readonly heading: string }[] {
  const text = readFileSync(resolve(root, file), 'utf8');
  return Array.from(text.matchAll(/docs\/platform\/([\w-]+\.md)(?:#([\w-]*))?/g), ([, page = '', heading = '']) => ({
    page,
    heading,
  }));
}

function headings(page: string): string[] {
  try {
    return headingsOf(resolve(root, 'docs/platform', page));
  } catch {
    return [];
  }
}

/** The anchors that GitHub makes of a file's headings. */
const headingsOf = (file: string): string[] =>
  Array.from(withoutBlocks(file).matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );

/** A text without its fenced blocks, whose lines may begin with # or hold brackets. */
const withoutBlocks = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
