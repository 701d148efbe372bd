import { globSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const contributing = readFileSync(resolve(root, 'CONTRIBUTING.md'), 'utf8');

/** Rows of the table below a heading, each as its cells. */
const rowsOf = (heading: string): string[][] => {
  const section = contributing.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((row) => row.split('|').slice(1, -1));
};

const isPath = (name: string): boolean => /^(?:src|sandbox|test|docs|scripts|assets)\//.test(name);

/** The text of a file, or of all files below a folder. */
const textOf = (path: string): string =>
  statSync(resolve(root, path)).isFile()
    ? readFileSync(resolve(root, path), 'utf8')
    : globSync(`${path}**/*.ts`, { cwd: root })
        .map((file) => readFileSync(resolve(root, file), 'utf8'))
        .join('\n');

test.each(rowsOf('Where to change what'))('the file for %s holds each name that its row gives', (_, place = '') => {
  const names = Array.from(place.matchAll(/`([^`]+)`/g), ([, name = '']) => name);
  const texts = names.filter(isPath).map(textOf);
  expect(texts).not.toEqual([]);
  const constants = names.filter((name) => /^[A-Za-z]\w+$/.test(name));
  expect(constants.filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
});

test('test/README.md names stages, platforms and clocks that their files export', () => {
  const guide = readFileSync(resolve(root, 'test/README.md'), 'utf8');
  const named = Array.from(
    guide.matchAll(/`(\w+)`(?:, `(\w+)`)? \(`(test\/[^`]+)`\)/g),
    ([, one = '', other = one, file = '']) => ({ names: [one, other], file }),
  );
  const imported = Array.from(guide.matchAll(/import \{ (.+) \} from '\.\.\/(.+)'/g), ([, names = '', file = '']) => ({
    names: names.split(', '),
    file: `test/${file}`,
  }));
  expect(named.length).toBeGreaterThan(8);
  expect(imported.length).toBeGreaterThan(6);
  const isExported = (name: string, file: string): boolean =>
    new RegExp(`export (?:async )?(?:function|const) ${name}\\b`).test(textOf(file));
  expect([...named, ...imported].filter(({ names, file }) => !names.every((name) => isExported(name, file)))).toEqual(
    [],
  );
});

test('it can be read in a quarter of an hour', () => {
  expect(contributing.split(/\s+/).length).toBeLessThanOrEqual(3_000);
  expect(rowsOf('Glossary').length).toBeLessThanOrEqual(30);
});
