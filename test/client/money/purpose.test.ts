import { expect, it, test } from 'vitest';
import { purposeOf } from '../../../src/client/money/purpose.ts';

const does = (text: string) => ({ does: text });

it.each([
  [{ url: 'https://a.example/b' }, 'audit a page: https://a.example/b'],
  [{ urls: ['https://a.example', 'https://b.example'] }, 'audit a page: https://a.example and 1 more'],
  [{ body: { keywords: ['moss', 'fern', 'oak'] } }, 'audit a page: moss and 2 more'],
  [{ body: { keyword: 'moss' }, keyword: 'fern' }, 'audit a page: fern'],
  [{ body: 'text', title: 'Moss' }, 'audit a page: Moss'],
  [{ body: null, title: ' ', name: 'Moss' }, 'audit a page: Moss'],
  [{ url: 7, message: 'hi' }, 'audit a page: hi'],
  [{ id: 7 }, 'audit a page'],
  [{ message: 'x'.repeat(500) }, `audit a page: ${'x'.repeat(119)}…`],
  [{ urls: ['x'.repeat(500), 'y'] }, `audit a page: ${'x'.repeat(119)}… and 1 more`],
])('%j is spent on as: %s', (input, purpose) => {
  expect(purposeOf(does('Audit a page; once an hour'), input)).toBe(purpose);
});

test('the most telling argument is named', () => {
  const telling =
    'url,urls,source_url,sitemap_url,domain,keyword,keywords,brand,title,prompt,message,option_label,name'.split(',');
  for (let n = 0; n < telling.length; n++) {
    const input = Object.fromEntries(
      telling
        .slice(n)
        .toReversed()
        .map((name) => [name, `of ${name}`]),
    );
    expect(purposeOf(does('Ask'), input)).toBe(`ask: of ${telling[n]}`);
  }
});

it.each([
  ['Audit a page; once an hour', 'audit a page'],
  ['Audit a page: all of it', 'audit a page'],
  ['Audit a page (all of it)', 'audit a page'],
  ['Audit a page, then another', 'audit a page'],
  ['Audit 1,000 pages', 'audit 1,000 pages'],
])('%s: %s', (text, purpose) => {
  expect(purposeOf(does(text), {})).toBe(purpose);
});
