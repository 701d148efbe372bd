import fc from 'fast-check';
import { expect, it } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { nextPage, type PageQuery, rowsIn, withPage } from '../../../src/client/jobs/list-pages.ts';

const operation = operationNamed('storylines.list');

/** How an answer may state its pages. */
const styles = {
  'page numbers': (rows, { page, size, total }) => ({
    data: rows,
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / size)) },
  }),
  'a total and a page size': (rows, { size, total }) => ({ data: rows, total, per_page: size }),
  'a total and an offset': (rows, { first, total }) => ({ data: rows, pagination: { offset: first, total } }),
  'a link': (rows, { page, size, total }) => ({
    data: rows,
    links: { next: page * size < total ? `https://x.example/other?page=${page + 1}&per_page=${size}` : null },
  }),
  'a cursor': (rows, { first, size, total }) => ({
    data: rows,
    next_cursor: first + size < total ? first + size : null,
  }),
} satisfies Record<
  string,
  (rows: readonly object[], at: { page: number; first: number; size: number; total: number }) => object
>;

it.each(Object.keys(styles) as (keyof typeof styles)[])(
  'every row of a list is read once, and no page after the last one, where it states %s',
  (style) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20 }), (total, size) => {
        const seen: number[] = [];
        let asked: ReturnType<typeof nextPage> = {};
        let pages = 0;
        while (asked) {
          const query = new URLSearchParams(withPage('/list', asked).split('?')[1]);
          const page = Number(query.get('page') ?? 1);
          const first = Number(query.get('offset') ?? query.get('cursor') ?? (page - 1) * size);
          const rows = Array.from({ length: Math.min(size, total - first) }, (_, at) => ({ id: first + at }));
          seen.push(...rows.map(({ id }) => id));
          const styledPage = styles[style](rows, { page: first / size + 1, first, size, total });
          asked = nextPage(operation, asked, { rawJson: styledPage, headers: {} });
          if (++pages > 100) throw new Error('endless');
        }
        expect(seen).toEqual(Array.from({ length: total }, (_, id) => id));
        expect(pages).toBe(Math.ceil(total / size));
      }),
      { seed: 1, numRuns: 100 },
    );
  },
);

const five = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }, { id: 5 }];
const four = five.slice(1);
const next = (query: string): string => `https://x.example/other?${query}`;

it.each<[string, unknown, PageQuery | undefined, { readonly link?: string; readonly asked?: PageQuery }?]>([
  ['nothing but a full page', five, { page: '2' }],
  ['nothing but a full page, on the second one', { data: five }, { page: '3' }, { asked: { page: '2' } }],
  ['nothing but a short page', { data: four }, undefined],
  ['a total beyond a short page', { data: four, total: 5 }, { page: '2' }],
  ['a total that this page reaches', { data: five, total: 5 }, undefined],
  ['a total as text', { data: five, meta: { total: '6' } }, { page: '2' }],
  ['a total of no whole number', { data: four, total: 5.5 }, undefined],
  ['an empty total', { data: five, total: '' }, { page: '2' }],
  ['a total of another kind', { data: five, total: true }, { page: '2' }],
  ['a page beyond its total', { data: five, current_page: 2, total: 9, per_page: 5 }, undefined],
  ['its number alone', { data: five, current_page: 3 }, { page: '4' }],
  ['the last number alone', { data: five, last_page: 1 }, { page: '2' }],
  ['the last of its pages', { data: five, pagination: { current_page: 2, total_pages: 2 } }, undefined],
  ['no rows', { data: [], total: 9 }, undefined],
  ['that there are no more', { data: five, has_more: false }, undefined],
  ['that there are more', { data: five, has_more: true }, { page: '2' }],
  ['no next link', { data: five, next_page_url: null }, undefined],
  ['no cursor', { data: five, next_cursor: null }, undefined],
  ['a cursor', { data: four, meta: { next_cursor: 'c2' } }, { cursor: 'c2' }],
  ['a cursor in its data', { data: { items: four, cursor_next: 7 } }, { cursor: '7' }],
  [
    'a cursor, further on',
    { data: four, next_cursor: 'c3' },
    { x: '1', cursor: 'c3' },
    { asked: { x: '1', cursor: 'c2' } },
  ],
  ['an offset', { data: four, offset: 4 }, { offset: '8' }],
  ['no offset, where one was asked for', { data: four }, { offset: '8' }, { asked: { offset: '4' } }],
  ['an offset and a total that is reached', { data: four, offset: 4, total: 8 }, undefined],
  ['a link with several parameters', { data: four, links: { next: next('page=3&sort=a') } }, { page: '3', sort: 'a' }],
  ['a link as an object', { data: four, links: { next: { href: next('after=9') } } }, { after: '9' }],
  ['a link with a fragment', { data: four, next: `${next('page=2')}#top` }, { page: '2' }],
  ['a link without parameters', { data: four, next: next('') }, undefined],
  ['a link that is no address', { data: five, next: 'two' }, { page: '2' }],
  ['a header', four, { page: '2' }, { link: `<${next('page=1')}>; rel="prev", <${next('page=2')}>;  rel="next"` }],
  ['a header without quotes and space', four, { page: '2' }, { link: `<${next('page=2')}>;rel=next` }],
  ['a header and a title', four, { page: '2' }, { link: `<${next('page=2')}>; title="t"; rel="next"` }],
  ['a header without parameters', four, undefined, { link: '<https://x.example/other>; rel="next"' }],
  ['a header of 2,000 characters', four, { page: '2' }, { link: `<${next('page=2')}>; rel="next"`.padEnd(2_000) }],
  ['a header that is too long', four, undefined, { link: `<${next('page=2')}>; rel="next"`.padEnd(2_001) }],
  ['a header of another page', four, undefined, { link: `<${next('page=1')}>; rel="first"` }],
  [
    'no link, whatever the header says',
    { data: five, next: null },
    undefined,
    { link: `<${next('page=2')}>; rel="next"` },
  ],
  ['no list', 'nothing', undefined],
])('the page after one that states %s', (_, rawJson, expected, { link, asked = {} } = {}) => {
  expect(nextPage(operation, asked, { rawJson, headers: link === undefined ? {} : { link } })).toEqual(expected);
});

it('a header of the maximum length is read at once', () => {
  const began = performance.now();
  nextPage(operation, {}, { rawJson: five, headers: { link: '<'.repeat(1_000) + '?'.repeat(1_000) } });
  expect(performance.now() - began).toBeLessThan(500);
});

it('an operation that takes an offset is asked by it', () => {
  const byOffset = operationNamed('tracking.runs');
  expect(nextPage(byOffset, {}, { rawJson: four, headers: {} })).toEqual({ offset: '4' });
});

it('the parameters of a page replace those of the request, and the first page has none', () => {
  expect(withPage('/list?page=1&sort=a', { page: '2', x: 'y z' })).toBe('/list?page=2&sort=a&x=y+z');
  expect(withPage('/list?sort=a%20b', {})).toBe('/list?sort=a%20b');
});

it.each<[string, unknown, readonly unknown[]]>([
  ['the answer', five, five],
  ['its data', { data: four, items: five }, four],
  ['a list of it', { count: 5, items: five }, five],
  ['a list in its data', { data: { items: five } }, five],
  [
    'the list of records, not the one of texts',
    { labels: ['a'], data: { names: ['b'], items: [null, ...five] } },
    [null, ...five],
  ],
  ['the first list, where none has records', { labels: ['a'], names: [] }, ['a']],
  ['none', { id: 7 }, []],
  ['none of a text', 'abc', []],
  ['none of nothing', null, []],
  ['its data, whatever that holds', { data: ['a'], items: five }, ['a']],
])('the rows of an answer are %s', (_, rawJson, rows) => {
  expect(rowsIn(rawJson)).toEqual(rows);
});
