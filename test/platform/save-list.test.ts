import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import type { Arguments } from '../../src/catalog/operation.ts';
import type { Reply } from '../../src/client/call/reply.ts';
import { RateLimited } from '../../src/client/errors/rate-limited.ts';
import type { CallerFiles } from '../../src/client/files/kept-files.ts';
import { ListReading } from '../../src/platform/saving/list-reading.ts';
import { pagingOf } from '../../src/platform/saving/paging.ts';
import { saveList, type SaveOptions } from '../../src/platform/saving/save-list.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { holds } from '../support/state/holds.ts';

const list = operationNamed('projects.list');
const size = 3;

/** The files of a caller, with room for so many parts. */
function files(room = Infinity) {
  const parts = new Map<number, Uint8Array>();
  const made: string[] = [];
  const own: CallerFiles = {
    async keepMade({ name, mime, body }) {
      made.push(Buffer.from(body).toString());
      return { uri: 'visibility://saved/1', name, mime_type: mime, size_bytes: body.byteLength, expires_at: '' };
    },
    async addPart(_, part, body) {
      // Room may be found again, as when another file has expired.
      if (!parts.has(part) && part === room) return false;
      parts.set(part, body);
      return true;
    },
    readPart: async (_, part) => parts.get(part),
    dropParts: async () => parts.clear(),
  };
  return { own, parts, made };
}

/** A platform that has these rows, and the pages that it was asked for. */
function platform(rows: () => readonly number[]) {
  const asked: number[] = [];
  const read = async ({ page, per_page }: Arguments): Promise<Reply> => {
    const [n, per] = [Number(page), Number(per_page)];
    asked.push(n);
    const total = rows().length;
    const data = rows().slice((n - 1) * per, n * per);
    return {
      data: data.map((id) => ({ id })),
      page: { page: n, per_page: per, total, last_page: Math.max(1, Math.ceil(total / per)) },
    } as unknown as Reply;
  };
  return { asked, read };
}

async function saved(
  store: ReturnType<typeof files>,
  read: (given: Arguments) => Promise<Reply>,
  more: Partial<SaveOptions> = {},
) {
  const clock = virtualClock();
  clock.run();
  const options = { as: 'json', forMs: 60_000, clock, ...more } as const;
  const began = clock.steady();
  const outcome = await saveList({ files: store.own }, list, { per_page: size }, read, options);
  const took = clock.steady() - began;
  clock.stop();
  return { outcome, took };
}

const rowsOf = (file = ''): number[] => (JSON.parse(file) as { id: number }[]).map(({ id }) => id);

test('a list is saved whole wherever it was interrupted, each page read once but the first, and no part is left behind', async () => {
  await holds(
    fc.asyncProperty(
      fc.nat(20),
      fc.nat(7),
      fc.oneof(fc.nat(7), fc.constant(Infinity)),
      fc.boolean(),
      async (count, dies, room, hasChanged) => {
        const store = files(room);
        const before = Array.from({ length: count }, (_, n) => n + 1);
        const one = platform(() => before);
        const dying = (given: Arguments): Promise<Reply> =>
          Number(given['page']) > dies ? Promise.reject(new Error('the process ends')) : one.read(given);
        const pages = Math.max(1, Math.ceil(count / size));
        const first = await saved(store, dying).catch(() => undefined);
        const kept = [...store.parts.keys()];
        // What is kept is the beginning of the list: a gap would be read again with all after it.
        expect(kept).toEqual(kept.map((_, n) => n + 1));
        // A list that has changed meanwhile is another one, also where its first page is the same.
        const after = hasChanged ? [...before, 100] : before;
        const again = platform(() => after);
        const { outcome } = await saved(store, again.read);
        const resumed = first === undefined && kept.length > 1 && !hasChanged ? kept.length - 1 : 0;
        expect(rowsOf(store.made.at(-1))).toEqual(after);
        expect(store.parts.size).toBe(0);
        const total = Math.max(1, Math.ceil(after.length / size));
        expect(outcome).toMatchObject({ count: after.length, first: after.slice(0, 3).map((id) => ({ id })) });
        expect('pages' in outcome && outcome.pages).toBe(total);
        expect(again.asked).toEqual([1, ...Array.from({ length: total - 1 - resumed }, (_, n) => n + 2 + resumed)]);
        const says = 'resumed' in outcome ? outcome.resumed : undefined;
        if (resumed > 0) expect(says).toContain(`${resumed} pages were read since`);
        else expect(says).toBeUndefined();
        if (first) expect([rowsOf(store.made[0]), pages <= dies]).toEqual([before, true]);
      },
    ),
    { numRuns: 60, seed: 4 },
  );
});

test('pages that are no longer kept are read again where they began, and rows that do not come again are named', async () => {
  const { own } = files();
  const all = Array.from({ length: 25 }, (_, n) => ({ id: n + 1 }));
  let given = all;
  const reading = new ListReading({
    files: own,
    operation: operationNamed('tracking.runs'),
    args: { limit: 10 },
    now: () => 0,
    read: async ({ offset }) =>
      ({ data: given.slice(Number(offset), Number(offset) + 10), meta: { total: 25 } }) as unknown as Reply,
  });
  const rowsOfReading = async () => {
    const rows = [];
    for await (const row of reading.rows()) rows.push(row);
    return rows;
  };
  await reading.begin();
  while (!reading.isWhole) await reading.next();
  await own.dropParts('');
  expect(await rowsOfReading()).toEqual(all);
  expect(reading.remarks.changed).toBeUndefined();
  given = all.slice(0, 20);
  expect(await rowsOfReading()).toHaveLength(20);
  expect(reading.remarks.changed).toBe('The platform says that there are 25 rows and gave 20.');
});

test('a pause that the rate limit asks for is waited out, where there is time for it', async () => {
  const rows = [1, 2, 3, 4];
  const limited = () => {
    const { read } = platform(() => rows);
    let refused = false;
    return async (given: Arguments): Promise<Reply> => {
      if (given['page'] === 1 || refused) return read(given);
      refused = true;
      throw new RateLimited('token', 5_000);
    };
  };
  const store = files();
  const { outcome, took } = await saved(store, limited(), { forMs: 5_000 });
  expect([took, 'count' in outcome && outcome.count]).toEqual([5_000, 4]);
  const early = await saved(files(), limited(), { forMs: 4_999 });
  expect(early).toEqual({ outcome: { reading: { pages: 1, rows: 3, of: 2 } }, took: 0 });
});

test('once the time is up, the pages that are read stay for the next attempt', async () => {
  const { read } = platform(() => [1, 2, 3, 4]);
  const store = files();
  expect((await saved(store, read, { forMs: 0 })).outcome).toEqual({ reading: { pages: 1, rows: 3, of: 2 } });
  expect([...store.parts.keys()]).toEqual([1]);
});

const one = { page: 1, per_page: size, total: 1, last_page: 1 };

test.each<[string, unknown, object]>([
  ['rows of the only list in an answer', { data: { items: [{ id: 1 }, { id: 2 }] } }, { count: 2, columns: ['id'] }],
  ['two lists as one row', { data: { a: [{ id: 1 }], b: [{ id: 2 }] } }, { count: 1, columns: ['a', 'b'] }],
  [
    'rows beside the reason why there are no more',
    { data: [{ id: 1 }], page: one, incomplete: { rows: 1, says: 'The others were not read.' } },
    { count: 1, changed: 'The others were not read.' },
  ],
])('saved are %s', async (_, reply, expected) => {
  const read = async ({ page }: Arguments) => (page === 1 ? reply : { data: [] }) as Reply;
  expect((await saved(files(), read)).outcome).toMatchObject(expected);
});

test('a table may have a thousand columns', async () => {
  const row = (columns: number) => Object.fromEntries(Array.from({ length: columns }, (_, n) => [`c${n}`, n]));
  const read = (columns: number) => async () => ({ data: [row(columns)], page: one }) as unknown as Reply;
  expect((await saved(files(), read(1_000))).outcome).toMatchObject({ count: 1 });
  await expect(saved(files(), read(1_001))).rejects.toMatchObject({ code: 'invalid_arguments' });
});

test('no list is asked for larger pages than it gives', () => {
  for (const { name, input, answer } of allOperations()) {
    const { kind, page } = pagingOf(operationNamed(name), {});
    const { per_page, limit, ...others } = page({}, 2, 100) as Record<string, unknown>;
    const field = kind === 'page' ? 'per_page' : 'limit';
    if (kind === 'none') expect([per_page, limit, others]).toEqual([undefined, undefined, {}]);
    else if (field in input.shape) expect(input.shape[field]?.safeParse(per_page ?? limit).success, name).toBe(true);
    if (answer.kind === 'list' && answer.maxPerPage && kind === 'page') expect(per_page, name).toBe(answer.maxPerPage);
  }
});

test('a cell of a Markdown table is one line of text, and no mark-up', async () => {
  const store = files();
  const hostile = 'a|b <img src=x> [l](u) `c` \\ \r\n\u2028end';
  const page = { page: 1, per_page: size, total: 1, last_page: 1 };
  await saved(store, async () => ({ data: [{ id: 1, name: hostile }], page }) as unknown as Reply, { as: 'md' });
  expect(store.made).toEqual([
    '| id | name |\n| --- | --- |\n| 1 | a\\|b &lt;img src=x&gt; \\[l\\](u) \\`c\\` \\\\ end |\n',
  ]);
});
