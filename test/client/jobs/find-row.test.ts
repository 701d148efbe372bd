import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operation } from '../../../src/catalog/index.ts';
import { findRow, type ListPosition } from '../../../src/client/jobs/find-row.ts';
import type { ListPage, PageQuery } from '../../../src/client/jobs/list-pages.ts';

type Style = (rows: readonly Row[], size: number, asked: PageQuery) => ListPage | undefined;
interface Row {
  readonly id: number;
}

const offsetOf = ({ page = '1' }: PageQuery, size: number): number => (Number(page) - 1) * size;
const listPage = (answer: unknown, headers: Record<string, string> = {}): ListPage => ({ rawJson: answer, headers });

/** The ways in which a platform may page a list; a request tells its page in the parameter of that way only. */
const styles: Readonly<Record<string, Style>> = {
  'page numbers': (rows, size, asked) => {
    const from = offsetOf(asked, size);
    const last_page = Math.max(1, Math.ceil(rows.length / size));
    return listPage({
      data: rows.slice(from, from + size),
      meta: { total: rows.length, per_page: size, current_page: from / size + 1, last_page },
    });
  },
  'a total and a page': (rows, size, asked) => {
    const from = offsetOf(asked, size);
    return listPage({ data: rows.slice(from, from + size), meta: { total: rows.length } });
  },
  'offsets without a word': (rows, size, { offset = '0' }) =>
    listPage(rows.slice(Number(offset), Number(offset) + size)),
  'offsets with a total, under a name': (rows, size, { offset = '0' }) =>
    listPage({ runs: rows.slice(Number(offset), Number(offset) + size), total: rows.length, offset: Number(offset) }),
  'a cursor': (rows, size, { cursor = '0' }) => {
    const to = Number(cursor) + size;
    return listPage({
      data: { items: rows.slice(Number(cursor), to) },
      meta: { next_cursor: to < rows.length ? String(to) : null },
    });
  },
  'a link': (rows, size, { after = '0' }) => {
    const to = Number(after) + size;
    const next = to < rows.length ? `https://elsewhere.example/x?after=${to}&per_page=${size}` : null;
    return listPage({ data: rows.slice(Number(after), to), links: { next } });
  },
  'a header': (rows, size, { after = '0' }) => {
    const to = Number(after) + size;
    const header: Record<string, string> =
      to < rows.length ? { link: `</x?a=1>; rel="prev", </x?after=${to}>; REL=Next` } : {};
    return listPage({ data: rows.slice(Number(after), to), has_more: to < rows.length }, header);
  },
  'no pages at all': (rows) => listPage({ data: rows }),
};

const maxPagesAtOnce = 5;

test('a row is found in a list of pages, whatever their form, size and order, and then looked for first where it stood', async () => {
  const list = fc.record({
    style: fc.constantFrom(...Object.keys(styles)),
    size: fc.integer({ min: 5, max: 30 }),
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 90 }),
    at: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(list, async ({ style, size, ids, at }) => {
      const rows = ids.map((id) => ({ id }));
      const wanted = ids[at % ids.length];
      const watching = operation(style.startsWith('offsets') ? 'tracking.runs' : 'knowledge_base.list');
      let position: ListPosition | undefined;
      let row: unknown;
      let searches = 0;
      const search = async () => {
        const reads: PageQuery[] = [];
        const searchResult = await findRow({
          operation: watching,
          pick: (some) => some.find((one) => (one as Row).id === wanted),
          from: position,
          read: async (page) => {
            reads.push(page);
            return styles[style]?.(rows, size, page);
          },
          mayRead: (pagesRead) => pagesRead < maxPagesAtOnce,
        });
        expect(reads.length).toBeLessThanOrEqual(maxPagesAtOnce);
        ({ row, position } = searchResult);
        return reads;
      };
      while (row === undefined && searches++ < 30) await search();
      expect(row).toEqual({ id: wanted });
      expect(searches).toBeLessThanOrEqual(Math.ceil(rows.length / size / maxPagesAtOnce) + 1);
      // Where it stood.
      expect(await search()).toHaveLength(1);
      expect(row).toEqual({ id: wanted });
      // New rows on top of it, or fewer: it is found again.
      rows.unshift(...Array.from({ length: size + 1 }, (_, more) => ({ id: 1_000 + more })));
      row = undefined;
      for (let more = 0; row === undefined && more < 30; more++) await search();
      expect(row).toEqual({ id: wanted });
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('a list whose next page never ends is left after some pages, and begun again', async () => {
  let reads = 0;
  let position: ListPosition | undefined;
  const ends: number[] = [];
  for (let search = 0; search < 60; search++) {
    const searchResult = await findRow({
      operation: operation('knowledge_base.list'),
      pick: () => undefined,
      from: position,
      read: async () => listPage({ data: [{ id: ++reads }], meta: { next_cursor: `c${reads}` } }),
      mayRead: (pagesRead) => pagesRead < maxPagesAtOnce,
    });
    position = searchResult.position;
    if (searchResult.reachedEnd) ends.push(reads);
  }
  expect(reads).toBe(300);
  expect(ends).toEqual([200]);
});

test('a page that the platform does not have ends the list; one that cannot be read now is read at the next search', async () => {
  const search = (read: (page: PageQuery) => Promise<ListPage | undefined>) =>
    findRow({ operation: operation('knowledge_base.list'), pick: () => undefined, read, mayRead: () => true });
  const six = Array.from({ length: 6 }, (_, id) => ({ id }));
  expect(await search(async ({ page }) => (page ? undefined : listPage(six)))).toMatchObject({
    reachedEnd: true,
    pagesRead: 2,
  });
  const broken = async ({ page }: PageQuery): Promise<ListPage> => {
    if (page) throw new Error('down');
    return listPage(six);
  };
  expect(await search(broken)).toMatchObject({
    reachedEnd: false,
    position: { page: { page: '2' }, pagesBefore: 1 },
  });
  await expect(
    search(async () => {
      throw new Error('down');
    }),
  ).rejects.toThrow('down');
});

test('a search for what is not there reads each page once, from where it begins to the end and then up to it', async () => {
  const rows = Array.from({ length: 18 }, (_, id) => ({ id }));
  for (const start of [undefined, 0, 1, 2, 3]) {
    const reads: string[] = [];
    const searchResult = await findRow({
      operation: operation('knowledge_base.list'),
      pick: () => undefined,
      from: start === undefined ? undefined : { page: { page: String(start + 1) }, pagesBefore: start },
      read: async (page) => {
        reads.push(page['page'] ?? '1');
        return styles['page numbers']?.(rows, 5, page);
      },
      mayRead: () => true,
    });
    const pages = ['1', '2', '3', '4'];
    expect(reads).toEqual([...pages.slice(start), ...pages.slice(0, start ?? 0)]);
    expect(searchResult).toEqual({ row: undefined, position: undefined, reachedEnd: true, pagesRead: 4 });
  }
});

test.each<[string, number, (pagesRead: number) => boolean, object]>([
  ['stands on the first page', 2, () => true, { row: { id: 2 }, position: undefined, pagesRead: 1 }],
  ['stands on the second', 7, () => true, { row: { id: 7 }, position: { pagesBefore: 1 }, pagesRead: 2 }],
  ['may be on a page for which there is no time', 7, () => false, { row: undefined, position: { pagesBefore: 1 } }],
])('a row that %s', async (_, wanted, mayRead, expected) => {
  const rows = Array.from({ length: 18 }, (_, id) => ({ id }));
  const searchResult = await findRow({
    operation: operation('knowledge_base.list'),
    pick: (some) => some.find((one) => (one as Row).id === wanted),
    read: async (page) => styles['page numbers']?.(rows, 5, page),
    mayRead,
  });
  expect(searchResult).toMatchObject({ ...expected, reachedEnd: false });
});

test('a platform that answers every page with the same rows is asked for one further page', async () => {
  const rows = Array.from({ length: 9 }, (_, id) => ({ id }));
  const read = async (): Promise<ListPage> => listPage({ data: rows });
  const search = { operation: operation('knowledge_base.list'), pick: () => undefined, read, mayRead: () => true };
  expect(await findRow(search)).toMatchObject({ reachedEnd: true, pagesRead: 2, position: undefined });
});
