import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type CreditHistory, leadsTo, readCreditHistory } from '../../../src/client/money/credit-history.ts';

const day = 86_400_000;
const begun = Date.parse('2026-11-01T00:00:00Z');
const endpoint = '/api/v1/articles/7/generate';

/** The nth charge ever made, two a day. */
const charge = (n: number) => ({
  created_at: new Date(begun + Math.floor(n / 2) * day).toISOString(),
  delta: -5,
  endpoint,
  reference_id: n,
  balance_after: 1_000 - 5 * n,
});

type Read = Parameters<typeof readCreditHistory>[0];

/** A platform whose list has these rows, `size` a page. */
function listing(rows: readonly unknown[], size: number, tellsLast: boolean, beyond: 'empty' | 'last' = 'empty') {
  const asked: unknown[] = [];
  const last_page = Math.max(1, Math.ceil(rows.length / size));
  const read: Read = async ({ name }, { page, per_page }) => {
    asked.push([name, page, per_page]);
    const number = beyond === 'last' ? Math.min(Number(page), last_page) : Number(page);
    return {
      data: rows.slice((number - 1) * size, number * size),
      page: tellsLast ? { page: number, per_page: size, total: rows.length, last_page } : undefined,
    };
  };
  return { read, asked };
}

test('in whatever order and pages it is listed, the history is read from its newest row back to a date, without a gap', async () => {
  const run = fc.asyncProperty(
    fc.record({
      total: fc.nat(14).filter((total) => total !== 2),
      // A page of one row, or of one moment, shows no order.
      size: fc.integer({ min: 3, max: 5 }),
      isAscending: fc.boolean(),
      tellsLast: fc.boolean(),
      beyond: fc.constantFrom('empty' as const, 'last' as const),
      since: fc.integer({ min: -1, max: 8 }),
      pages: fc.integer({ min: 1, max: 16 }),
    }),
    async ({ total, size, isAscending, tellsLast, beyond, since, pages }) => {
      const oldestFirst = Array.from({ length: total }, (_, n) => charge(n));
      const { read, asked } = listing(isAscending ? oldestFirst : oldestFirst.toReversed(), size, tellsLast, beyond);
      const { rows, extent } = await readCreditHistory(read, begun + since * day, { pages });
      const numbers = rows.map(({ reference }) => Number(reference));
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) - at));
      expect(asked.length).toBeLessThanOrEqual(pages);
      expect(new Set(asked.map(String)).size).toBe(asked.length);
      // Its pages, one that shows the end where the platform does not tell it, and the first where the newest rows stand last.
      const needed = Math.ceil(total / size) + 2;
      if (pages >= needed) expect(extent).toBe('whole');
      if (extent === 'whole') {
        if (2 * since < total) expect(numbers[0]).toBe(total === 0 ? undefined : total - 1);
        for (let n = Math.max(0, 2 * since); n < total; n++) expect(numbers).toContain(n);
        // No page more than it takes.
        if (tellsLast)
          expect(numbers.length).toBeLessThanOrEqual(
            Math.max(0, total - Math.max(0, 2 * since)) + (isAscending ? 2 : 1) * size,
          );
      } else expect([extent, asked.length]).toEqual(['too_long', pages]);
    },
  );
  await fc.assert(run, { seed: 20_261_126, numRuns: 400 });
});

describe('what is no history', () => {
  const answers = (...pages: readonly Awaited<ReturnType<Read>>[]): Read => {
    let n = 0;
    return async () => pages[Math.min(n++, pages.length - 1)]!;
  };
  const rows = [charge(3), charge(2)];
  const more = { rows: 2, says: 'more' };

  it.each<[string, Read, string, number]>([
    ['an answer that is no list', answers({ data: {} }), 'none', 0],
    ['a later page that is no list', answers({ data: rows, incomplete: more }, { data: null }), 'broken', 2],
    ['a list that goes on with the same page', answers({ data: rows, incomplete: more }), 'broken', 2],
    [
      'a page that is said to be the second and is the first',
      answers({ data: rows, page: { page: 1, per_page: 2, total: 6, last_page: 3 } }),
      'broken',
      2,
    ],
    ['a platform that knows no pages', answers({ data: rows.map(({ balance_after: _, ...row }) => row) }), 'whole', 2],
    ['empty pages that go on', answers({ data: [], incomplete: more }), 'whole', 0],
    [
      'empty pages up to the last',
      answers({ data: [], page: { page: 1, per_page: 2, total: 0, last_page: 3 } }),
      'whole',
      0,
    ],
  ])('%s', async (_, read, extent, length) => {
    const history = await readCreditHistory(read, 0);
    expect(history.extent).toBe(extent);
    expect(history.rows).toHaveLength(length);
  });
});

test('a row that moved to the next page while it was read is one row; rows without a balance may be alike', async () => {
  const pages = [[charge(3), charge(2)], [charge(2), charge(1)], []];
  const read =
    (list: readonly (readonly unknown[])[]): Read =>
    async (_, { page }) => ({ data: list[Number(page) - 1] ?? [] });
  const references = async (list: typeof pages) =>
    (await readCreditHistory(read(list), 0)).rows.map(({ reference }) => reference);
  expect(await references(pages)).toEqual([3, 2, 1]);
  const without = pages.map((page) => page.map(({ balance_after: _, ...row }) => row)) as unknown as typeof pages;
  expect(await references(without)).toEqual([3, 2, 2, 1]);
});

test('rows without a usable date or amount are left out and counted; what else is odd in one is read as not there', async () => {
  const { read } = listing(
    [
      charge(9),
      { ...charge(8), created_at: 'soon' },
      { ...charge(7), created_at: 7 },
      { ...charge(6), delta: '-6' },
      { ...charge(6), delta: ' ' },
      { ...charge(5), delta: Number.NaN },
      { ...charge(4), delta: 1e300 },
      { ...charge(3), delta: -2.5, endpoint: 7, reference_id: {}, balance_after: '7' },
      { ...charge(2), delta: 2.5, reference_id: 'r', balance_after: Infinity },
    ],
    100,
    true,
  );
  const history = await readCreditHistory(read, 0);
  expect(history).toEqual({
    extent: 'whole',
    whole: true,
    complete: false,
    skipped: 5,
    rows: [
      { at: begun + 4 * day, delta: -5, endpoint, reference: 9, balanceAfter: 955 },
      { at: begun + 3 * day, delta: -6, endpoint, reference: 6, balanceAfter: 970 },
      { at: begun + 1 * day, delta: -3, endpoint: '', reference: null, balanceAfter: 7 },
      { at: begun + 1 * day, delta: 2, endpoint, reference: 'r', balanceAfter: null },
    ],
  });
});

describe('a history leads to a balance', () => {
  const history = (change: (rows: CreditHistory['rows'][number][]) => void = () => undefined): CreditHistory => {
    const rows = [3, 2, 1].map((n) => ({
      at: begun + n * day,
      delta: -5,
      endpoint,
      reference: n,
      balanceAfter: (1_000 - 5 * n) as number | null,
    }));
    change(rows as never);
    return { rows, whole: true, complete: true, skipped: 0 } as never;
  };
  const put = (at: number, more: object) => (rows: object[]) => void Object.assign(rows[at] as object, more);

  it.each<[string, CreditHistory, number | undefined, boolean]>([
    ['its own', history(), 985, true],
    ['another', history(), 984, false],
    ['none that is known', history(), undefined, false],
    ['no history of all charges', { ...history(), complete: false }, 985, false],
    ['an empty history', { ...history(), rows: [] }, 985, false],
    ['an empty history, and none', { ...history(), rows: [] }, undefined, false],
    [
      'with one that states none below what was given',
      history((rows) =>
        rows.splice(
          0,
          3,
          ...([
            { ...rows[0], delta: 5, balanceAfter: 5 },
            { ...rows[1], balanceAfter: null },
          ] as typeof rows),
        ),
      ),
      5,
      false,
    ],
    ['with a gap', history(put(1, { balanceAfter: 991 })), 985, false],
    ['with a row that states no balance', history(put(1, { balanceAfter: null })), 985, false],
    ['with none at its beginning', history(put(2, { balanceAfter: null })), 985, false],
    ['none by the newest row', history(put(0, { balanceAfter: null })), 985, false],
    ['with a charge under another address', history(put(2, { endpoint: '/elsewhere' })), 985, false],
    ['with credits given under another address', history(put(2, { endpoint: '/elsewhere', delta: 5 })), 985, true],
    ['with nothing drawn under another address', history(put(2, { endpoint: '/elsewhere', delta: 0 })), 985, true],
  ])('%s', (_, given, balance, leads) => {
    expect(leadsTo(given, balance)).toBe(leads);
  });
});

test('pages are asked for by number, a hundred rows each, and ten of them unless more are wanted', async () => {
  const { read, asked } = listing(
    Array.from({ length: 30 }, (_, n) => charge(30 - n)),
    2,
    true,
  );
  const history = await readCreditHistory(read, 0);
  expect(asked).toEqual(Array.from({ length: 10 }, (_, n) => ['credits.history', n + 1, 100]));
  expect(history).toMatchObject({ whole: false, complete: false, skipped: 0 });
  expect(history.rows).toHaveLength(20);
  const { read: short, asked: askedInAll } = listing([charge(1), { ...charge(0), delta: -1e9 }], 100, false);
  expect(await readCreditHistory(short, 0)).toMatchObject({ whole: true, complete: true, skipped: 0, rows: [{}, {}] });
  expect(askedInAll).toHaveLength(2);
});
