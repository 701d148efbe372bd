import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { headingsOf } from './support/headings-of.ts';

const root = resolve(import.meta.dirname, '../..');
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
