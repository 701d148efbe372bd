import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { createPerform } from '../../../src/programs/platform/perform.ts';
import { platformObject } from '../../../src/programs/platform/platform-object.ts';
import { fakeClient } from '../../tools/fake-client.ts';

interface Row {
  readonly id?: number;
  readonly n: number;
}

/** A list of `rows` in pages, as a platform answers, which programs change while they read it. */
function listOf(rows: Row[], perPage: number) {
  let requestCount = 0;
  const client = fakeClient({
    'keywords.list': ({ page }) => {
      requestCount++;
      const data = rows.slice((Number(page) - 1) * perPage, Number(page) * perPage);
      const last_page = Math.max(1, Math.ceil(rows.length / perPage));
      return { data, page: { page: Number(page), per_page: perPage, total: rows.length, last_page } };
    },
  });
  const perform = createPerform({ client, runTask: () => Promise.reject(new Error('none')), clock: systemClock });
  const platform = platformObject(perform) as { keywords: { list: { all(input: object): AsyncGenerator<Row> } } };
  return {
    all: () => platform.keywords.list.all({ project: 1 }),
    remove: (row: Row) => void rows.splice(rows.indexOf(rows.find(({ n }) => n === row.n) ?? row), 1),
    requestCount: () => requestCount,
  };
}

const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_, n) => ({ id: n + 1, n }));

describe('a list that a program changes while it reads it', () => {
  it('gives every record once, whatever is deleted and however long the pages are', async () => {
    for (const count of [1, 7, 20, 53])
      for (const perPage of [1, 3, 10, 100])
        for (const every of [1, 2, 3, 5]) {
          const rows = rowsTo(count);
          const list = listOf(rows, perPage);
          const given: number[] = [];
          for await (const row of list.all()) {
            given.push(row.n);
            if (row.n % every === 0) list.remove(row);
          }
          expect(given.toSorted((a, b) => a - b)).toEqual(rowsTo(count).map(({ n }) => n));
          expect(rows.every(({ n }) => n % every !== 0)).toBe(true);
        }
  });

  it('is read page by page where nothing changes, and fails where nothing shows what was given', async () => {
    const still = listOf(rowsTo(20), 5);
    let count = 0;
    for await (const _ of still.all()) count++;
    expect(count).toBe(20);
    expect(still.requestCount()).toBe(4);
    const rows: Row[] = Array.from({ length: 20 }, (_, n) => ({ n }));
    const list = listOf(rows, 5);
    await expect(async () => {
      for await (const row of list.all()) list.remove(row);
    }).rejects.toThrow('Read all before changing any');
  });
});
