import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/library/index.ts';
import { type Behaviour, json, type Platform, platformFor, type Seen } from '../support/platform.ts';
import { openHost } from '../mcp/support/in-process.ts';
import { folder } from '../mcp/support/scope.ts';
import { pointedAt, type Session, token } from '../mcp/support/stdio-host.ts';

const scope = { onTestFinished };

/** Ids that are no numbers of pages, projects or rows. */
const ids = (count: number, from = 1001): number[] => Array.from({ length: count }, (_, n) => from + n);
const rowsOf = (list: readonly number[]): object[] => list.map((id) => ({ id, keyword: `keyword ${id}` }));

const route = 'GET /projects/2/keywords';

interface Asked {
  readonly page: number;
  /** The requested size; undefined if the request leaves it to the platform. */
  readonly size: number | undefined;
}

const askedIn = ({ target }: Pick<Seen, 'target'>): Asked => {
  const query = new URL(target, 'http://x').searchParams;
  const size = query.get('per_page');
  return { page: Number(query.get('page') ?? 1), size: size === null ? undefined : Number(size) };
};

/** Answers with what is made of a page and a size. */
const lists =
  (answer: (asked: Asked) => { said: unknown; status?: number }): Behaviour =>
  (arrival) => {
    const { said, status = 200 } = answer(askedIn(arrival));
    return json(said, status);
  };

const slice = (list: readonly number[], page: number, size: number): object[] =>
  rowsOf(list.slice((page - 1) * size, page * size));

const metaOf = (total: number, page: number, size: number) => ({
  total,
  per_page: size,
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / size)),
});

/** A page as the documents show it, of at most `largest` rows. */
const documented = (list: readonly number[], { page, size = 25 }: Asked, largest = 100, total = list.length) => {
  const given = Math.min(size, largest);
  return { said: { data: slice(list, page, given), meta: metaOf(total, page, given) } };
};

const refused = (message: string, errors?: object, status = 422) => ({ said: { message, errors }, status });

interface Case {
  readonly name: string;
  readonly act: () => Behaviour;
  /** Ids of the records that are given, each once. */
  readonly gives: readonly number[];
  /** The reported gap of the list. Absent: it is complete. */
  readonly missed?: RegExp;
  /** The sizes that are asked for, in this order and each once. */
  readonly sizes?: readonly (number | undefined)[];
}

const all = ids(250);
const tooLarge = (largest: number, refusal: { said: unknown; status?: number }) => () =>
  lists((asked) => ((asked.size ?? 0) > largest ? refusal : documented(all, asked)));

/** Pages of 90 rows that state nothing: `pageOf` says which one comes for the page that is asked for. */
const unstated = (pageOf: (page: number) => number) => () =>
  lists(({ page }) => ({ said: { data: slice(all, pageOf(page), 90) } }));

/** Pages of 90 rows that state something else than there is. */
const stating = (more: object) => () =>
  lists(({ page }) => ({ said: { data: slice(all, page, 90), meta: { ...metaOf(250, page, 90), ...more } } }));

const cases: readonly Case[] = [
  { name: 'pages as the documents show them', act: () => lists((asked) => documented(all, asked)), gives: all },
  { name: 'pages of its own size', act: () => lists((asked) => documented(all, asked, 40)), gives: all },
  {
    name: 'a size that is refused, and named by field',
    act: tooLarge(50, refused('The given data was invalid.', { per_page: ['may not be greater than 50.'] })),
    gives: all,
    sizes: [100, 50],
  },
  {
    name: 'a size that is refused, and named in the message',
    act: tooLarge(60, refused('per_page must be between 1 and 60', undefined, 400)),
    gives: all,
    sizes: [100, 60],
  },
  {
    name: 'a size that is refused without a reason',
    act: tooLarge(50, { said: { error: { code: 'bad_request' } }, status: 400 }),
    gives: all,
    sizes: [100, undefined],
  },
  {
    name: 'a refusal that names a size, which is refused too',
    act: tooLarge(50, refused('per_page: at most 80', undefined, 422)),
    gives: all,
    sizes: [100, 80, undefined],
  },
  {
    name: 'one page again and again, with a total',
    act: () => lists(() => documented(all, { page: 1, size: 25 })),
    gives: all.slice(0, 25),
    missed: /page 2 repeated page 1; stated 250, read 25/,
  },
  {
    name: 'an empty second page, with a total',
    act: () => lists(({ page }) => documented(page === 1 ? all : [], { page, size: 25 }, 25, 250)),
    gives: all.slice(0, 25),
    missed: /stated 250, read 25/,
  },
  { name: 'no statement on pages, and an empty page at the end', act: unstated((page) => page), gives: all },
  {
    name: 'no statement on pages, and the same page again',
    act: () => lists(() => ({ said: { data: rowsOf(all) } })),
    gives: all,
  },
  { name: 'no statement on pages, the last page again', act: unstated((page) => Math.min(page, 3)), gives: all },
  {
    name: 'no statement on pages, the first page after the last one',
    act: unstated((page) => ((page - 1) % 3) + 1),
    gives: all,
  },
  {
    name: 'no statement on pages, 404 after the last one',
    act: () =>
      lists(({ page }) =>
        page > 3 ? refused('No such page.', undefined, 404) : { said: { data: slice(all, page, 90) } },
      ),
    gives: all,
  },
  { name: 'a total that is too high', act: stating({ total: 300 }), gives: all, missed: /stated 300, read 250/ },
  {
    name: 'a total as a text without a page, and one page again and again',
    act: () => lists(() => ({ said: { data: slice(all, 1, 25), meta: { total: '250' } } })),
    gives: all.slice(0, 25),
    missed: /stated 250, read 25/,
  },
  { name: 'a total that is too low, and all pages', act: stating({ total: 7 }), gives: all },
  { name: 'more pages than there are', act: stating({ last_page: 9 }), gives: all },
  {
    name: 'one page by its last_page, more by its total',
    act: stating({ last_page: 1 }),
    gives: all.slice(0, 90),
    missed: /stated 250, read 90/,
  },
  {
    name: 'a record that moves to the next page',
    act: () => {
      let count = 0;
      return lists((asked) => documented(count++ === 0 ? all : [9999, ...all], asked));
    },
    gives: all,
  },
  {
    name: 'a cursor that no argument takes',
    act: () => lists(() => ({ said: { data: rowsOf(all.slice(0, 25)), meta: { next_cursor: 'abc' } } })),
    gives: all.slice(0, 25),
    missed: /page 2 repeated page 1/,
  },
];

/** What fails in the middle: no record is made of it, and nobody takes the list for whole. */
const failing: readonly (readonly [string, Behaviour])[] = [
  ['an error', json({ message: 'Broken.' }, 403)],
  ['a page of errors under 200', json({ errors: [{ title: 'nope' }], data: null })],
  [
    'a web page',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>'),
  ],
  [
    'JSON that is cut',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":1'),
  ],
];
const second = (act: Behaviour): Behaviour => {
  const first = lists((asked) => documented(all, asked));
  return (arrival) => (askedIn(arrival).page === 1 ? first : act);
};

interface Read {
  readonly ids: readonly unknown[];
  readonly failed?: string | undefined;
}

/** Reads the list with the library's `all`. */
async function byLibrary(platform: Platform): Promise<Read> {
  const library = await connect({
    apiUrl: platform.url,
    token,
    state: join(folder(scope), 'state.db'),
  });
  const given: unknown[] = [];
  try {
    for await (const { id } of library.keywords.list.all({ project: 2 })) given.push(id);
    return { ids: given };
  } catch (error) {
    const { code, message } = error as { readonly code: string; readonly message: string };
    return { ids: given, failed: `${code} ${message}` };
  } finally {
    await library.close();
  }
}

const callTool = async (host: Session, name: string, args: object): Promise<Record<string, unknown>> =>
  (await host.call(name, args)) as unknown as Record<string, unknown>;

const program = `
  const ids = []; let failed = '';
  try { for await (const { id } of platform.keywords.list.all({ project: 2 })) ids.push(id); }
  catch (error) { failed = error.code + ' ' + error.message; }
  // Numbers are not fenced, and three of them are not cut.
  return { count: ids.length, first: ids[0], sum: ids.reduce((sum, id) => sum + id, 0), failed };`;

/** By `all` in a program. */
async function byProgram(host: Session): Promise<Read> {
  const { data } = await callTool(host, 'run_code', { code: program });
  const { count, first, sum, failed } = data as { count: number; first?: number; sum: number; failed: string };
  const given = ids(count, first);
  const wrong = given.reduce((total, id) => total + id, 0) === sum ? [] : ['others'];
  return { ids: [...given, ...wrong], failed: /\w+ platform\.[^\n]+/.exec(failed)?.[0] ?? (failed || undefined) };
}

/** By `save`. */
async function bySave(host: Session): Promise<Read> {
  const said = await callTool(host, 'call_read', {
    operation: 'keywords.list',
    arguments: { project: 2 },
    save: 'json',
  });
  if (said['ok'] !== true) return { ids: [], failed: JSON.stringify(said['error']) };
  const { uri } = said['file'] as { readonly uri: string };
  const { result } = await host.request('resources/read', { uri });
  const [{ text }] = (result as unknown as { contents: [{ text: string }] }).contents;
  const read = (JSON.parse(text) as { id: unknown }[]).map(({ id }) => id);
  return { ids: read, failed: said['incomplete'] as string | undefined };
}

test("the caller's own size, lists and flags are sent as the platform reads them", async () => {
  const platform = await platformFor(scope);
  platform.on(
    route,
    lists((asked) => documented(all, asked)),
  );
  platform.on('GET /images', json({ data: [] }));
  const read = { operation: 'keywords.list', arguments: { project: 2, per_page: 60 }, save: 'json' };
  const session = await host(platform);
  await session.call('call_read', read);
  expect(new Set(platform.to(route).map((one) => askedIn(one).size))).toEqual(new Set([60]));
  await session.call('call_read', { operation: 'images.list', arguments: { tags: ['a', 'b'], favorite: true } });
  const [asked] = platform.to('GET /images').map(({ target }) => decodeURIComponent(target));
  for (const part of ['tags[]=a&tags[]=b', 'favorite=1']) expect(asked).toContain(part);
});

/** The ways to read the whole list. */
async function ways(platform: Platform): Promise<Readonly<Record<string, () => Promise<Read>>>> {
  const session = await host(platform);
  return {
    library: () => byLibrary(platform),
    program: () => byProgram(session),
    save: () => bySave(session),
  };
}

async function host(platform: Platform): Promise<Session> {
  return openHost(scope, { env: pointedAt(platform, { VISIBILITY_RATE: '6000' }) });
}

test.each(cases)('a list is read whole, or says what it lacks: $name', async ({ act, gives, missed, sizes }) => {
  const platform = await platformFor(scope);
  for (const [way, read] of Object.entries(await ways(platform))) {
    platform.on(route, act());
    const { ids: given, failed } = await read();
    expect(given, way).toEqual(gives);
    if (missed) expect(failed, way).toMatch(missed);
    else expect(failed, way).toBeUndefined();
    if (way !== 'save' && missed) expect(failed, way).toMatch(/^unreadable /);
  }
  const asked = platform.to(route).map((one) => askedIn(one).size);
  if (sizes) expect([...new Set(asked)]).toEqual(sizes);
});

test.each(failing)('%s as the second page is no record, and the list is not taken for whole', async (_, act) => {
  const platform = await platformFor(scope);
  platform.on(route, second(act));
  for (const [way, read] of Object.entries(await ways(platform))) {
    const { ids: given, failed } = await read();
    expect(
      given.every((id) => all.includes(Number(id))),
      way,
    ).toBe(true);
    expect(failed, way).toBeDefined();
  }
});

test('a size that was refused is not asked for again within a list', async () => {
  const platform = await platformFor(scope);
  platform.on(route, tooLarge(50, refused('Invalid.', { per_page: ['The maximum is 50.'] }))());
  const session = await host(platform);
  for (const read of [byProgram, bySave]) expect((await read(session)).ids).toEqual(all);
  const sizes = [100, ...Array<number>(5).fill(50)];
  expect(platform.to(route).map((one) => askedIn(one).size)).toEqual([...sizes, ...sizes]);
});

test('a refusal of another argument is not repeated in another size', async () => {
  const platform = await platformFor(scope);
  platform.on(route, json({ message: 'Invalid.', errors: { project: ['is archived'] } }, 422));
  const { failed } = await byProgram(await host(platform));
  expect(failed).toMatch(/^invalid_arguments /);
  expect(platform.to(route)).toHaveLength(1);
});

test('the history of credits is read in the size that the platform takes, so that a limit counts what it holds', async () => {
  const platform = await platformFor(scope);
  const charges = [8, 7].map((credits, n) => ({
    created_at: new Date(Date.now() - n * 1_000).toISOString(),
    delta: -credits,
    endpoint: '/api/v1/keywords/research',
    reference_id: n + 1,
    balance_after: 100_000 + n * 7,
  }));
  platform.on(
    'GET /credits/history',
    lists(({ size = 20 }) =>
      size > 20
        ? refused('Invalid.', { per_page: ['may not be greater than 20'] })
        : { said: { data: charges, meta: metaOf(2, 1, size) } },
    ),
  );
  platform.on('POST /keywords/research', json({ data: [] }));
  const session = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_BUDGET: '16/day' }) });
  const args = { operation: 'keywords.research', arguments: { keywords: ['tents'] } };
  expect(await callTool(session, 'call_paid', args)).toMatchObject({ ok: false, error: { code: 'budget_exceeded' } });
  expect(platform.to('POST /keywords/research')).toEqual([]);
});

test('names of projects are found where the platform takes smaller pages', async () => {
  const platform = await platformFor(scope);
  const projects = ids(45, 1).map((id) => ({ id, name: `Project ${id}`, domain: `p${id}.example` }));
  platform.on(
    'GET /projects',
    lists(({ page, size = 20 }) =>
      size > 20
        ? refused('Too large.', undefined, 400)
        : { said: { data: projects.slice((page - 1) * size, page * size), meta: metaOf(45, page, size) } },
    ),
  );
  platform.on('GET /projects/44/keywords', json({ data: [{ id: 1001 }], meta: metaOf(1, 1, 25) }));
  const args = { operation: 'keywords.list', arguments: { project: 'Project 44' } };
  expect(await callTool(await host(platform), 'call_read', args)).toMatchObject({ ok: true });
});

test('a job that is watched in a list starts where the platform takes smaller pages', async () => {
  const platform = await platformFor(scope);
  const list = 'GET /tracking-projects/5/accuracy';
  platform.on(
    list,
    lists(({ page, size = 20 }) =>
      size > 50
        ? refused('per_page is at most 50', undefined, 400)
        : { said: { data: slice(ids(3), page, size), meta: metaOf(3, page, size) } },
    ),
  );
  platform.on('POST /tracking-projects/5/accuracy/reverify', json({ message: 'Queued.' }, 202));
  const session = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_BUDGET: '100/day' }) });
  const args = { operation: 'accuracy.reverify', arguments: { id: 5 }, wait_s: 2 };
  expect(await callTool(session, 'call_paid', args)).toMatchObject({
    ok: true,
    job: { job_id: expect.any(String) as string },
  });
  const asked = platform.to(list).map((one) => askedIn(one).size);
  expect(asked.slice(0, 2)).toEqual([100, 50]);
  expect(platform.to('POST /tracking-projects/5/accuracy/reverify')).toHaveLength(1);
});
