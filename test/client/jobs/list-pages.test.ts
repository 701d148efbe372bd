import fc from 'fast-check';
import { expect, it } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { nextPage, withPage } from '../../../src/client/jobs/list-pages.ts';

const operation = operationNamed('storylines.list');

/** How an answer may tell of its pages. */
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
  'every row of a list is read once, and no page after the last one, where it tells %s',
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
