import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, it, onTestFinished } from 'vitest';
import { openHost } from '../support/in-process.ts';
import { type Act, type Arrival, fakePlatform, gate, says } from '../support/fake-platform.ts';
import { pointedAt, startHost, type Session } from '../support/stdio-host.ts';
import { folder } from '../support/scope.ts';

const scope = { onTestFinished };

interface Row {
  readonly id: number;
  readonly keyword: string;
  readonly search_volume: number | null;
}

const rowOf = (id: number): Row => ({
  id,
  keyword: ['tea', '=HYPERLINK("x")', 'a "b", c', 'line\nbreak', 'Öl', '-7'][id % 6] ?? '',
  search_volume: id % 5 === 0 ? null : -id,
});

const manyRows = (count: number): Row[] => Array.from({ length: count }, (_, n) => rowOf(n + 1));

/** A page of what `rows` gives at that moment. */
const pageOf =
  (rows: () => readonly unknown[]): Act =>
  (response, arrival) => {
    const query = new URL(arrival.target, 'http://x').searchParams;
    const [page, per_page] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
    const all = rows();
    const meta = { total: all.length, per_page, current_page: page, last_page: Math.ceil(all.length / per_page) };
    return says({ data: all.slice((page - 1) * per_page, page * per_page), meta })(response, arrival);
  };

const route = 'GET /projects/2/keywords';

interface Answered {
  readonly structured: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly uri?: string }[];
}

const read = async (host: Session, args: object): Promise<Answered> => {
  const call = { name: 'call_read', arguments: args, _meta: { progressToken: 'p' } };
  const { result } = await host.request('tools/call', call);
  const { structuredContent: structured, content } = result as unknown as Answered & { structuredContent: object };
  return { structured: structured as Record<string, unknown>, content };
};

const save = (host: Session, format: string, more: object = {}): Promise<Answered> =>
  read(host, { operation: 'keywords.list', arguments: { project: 2 }, save: format, ...more });

const pageAsked = ({ target }: Arrival): number => Number(new URL(target, 'http://x').searchParams.get('page'));

const csvOf = async (path: string): Promise<Record<string, string>[]> =>
  parse(await readFile(path), { bom: true, columns: true });

it('3,000 rows are saved over a crash: no row twice, no page that was kept read again, and progress all along', async () => {
  const platform = await fakePlatform(scope);
  const rows = manyRows(3_000);
  const killed = gate();
  platform.on(route, async (response, arrival) => {
    if (pageAsked(arrival) === 13) await killed.promise;
    await pageOf(() => rows)(response, arrival);
  });
  const [out, state] = [folder(scope), folder(scope)];
  const env = pointedAt(platform, { VISIBILITY_OUT: out, VISIBILITY_STATE: `${state}/s.db`, VISIBILITY_RATE: '6000' });
  const first = await startHost(scope, { env });
  void save(first, 'csv').catch(() => {});
  await platform.reached(route, 13);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit').catch(() => {});
  killed.resolve();
  expect(await readdir(out)).toEqual([]);

  const second = await openHost(scope, { env });
  const { structured, content } = await save(second, 'csv');
  expect(structured).toMatchObject({
    ok: true,
    pages: 30,
    resumed: expect.stringMatching(/^\d+ pages were read since /) as string,
    data: { count: 3_000, columns: ['id', 'keyword', 'search_volume'], first: [rowOf(1), rowOf(2), { id: 3 }] },
  });
  // The first page tells whether the list is still the same one; the page in flight was lost with the process.
  const times = Map.groupBy(platform.to(route), pageAsked);
  for (let page = 2; page <= 30; page++) expect(times.get(page)).toHaveLength(page === 13 ? 2 : 1);
  expect(second.messages.filter(({ method }) => method === 'notifications/progress').length).toBeGreaterThan(10);
  const { path, uri } = structured['file'] as { path: string; uri: string };
  const link = content.find(({ type }) => type === 'resource_link');
  expect(link).toMatchObject({ uri, mimeType: 'text/csv' });
  expect(await csvOf(path)).toEqual(
    rows.map(({ id, keyword, search_volume }) => ({
      id: String(id),
      keyword: keyword.startsWith('=') ? `'${keyword}` : keyword,
      search_volume: search_volume === null ? '' : String(search_volume),
    })),
  );
  // Once it is saved, the list is read again, and is the same file.
  await save(second, 'csv');
  expect(platform.to(route).filter((one) => pageAsked(one) === 30)).toHaveLength(2);
  expect(await readdir(out)).toHaveLength(1);
});

it('a list that changes while it is read is said to have, and a row that moved to the next page is saved once', async () => {
  const platform = await fakePlatform(scope);
  let rows = manyRows(250);
  platform.on(route, (response, arrival) => {
    const answered = pageOf(() => rows)(response, arrival);
    if (rows.length === 250) rows = [rowOf(999), ...rows];
    return answered;
  });
  const out = folder(scope);
  const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_OUT: out }) });
  const { structured } = await save(host, 'json', { fields: ['id', 'keyword.none'] });
  expect(structured).toMatchObject({
    data: { count: 250, columns: ['id', 'keyword.none'] },
    changed: expect.stringContaining('1 rows came twice') as string,
  });
  const { path, uri } = structured['file'] as { path: string; uri: string };
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(
    manyRows(250).map(({ id }) => ({ id, 'keyword.none': null })),
  );
  const stranger = await openHost(scope, { env: pointedAt(platform) });
  expect((await stranger.request('resources/read', { uri })).error).toBeDefined();
});

it('a platform that says nothing of pages is read until it has no more', async () => {
  const platform = await fakePlatform(scope);
  const rows = manyRows(12);
  platform.on(route, (response, arrival) => {
    const page = pageAsked(arrival);
    return says({ data: rows.slice((page - 1) * 5, page * 5) })(response, arrival);
  });
  platform.on('GET /projects/3/keywords', says({ data: rows }));
  platform.on('GET /tracking-projects/4/competitors', says({ competitors: [{ domain: 'a|b.example' }] }));
  const out = folder(scope);
  const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_OUT: out }) });
  expect((await save(host, 'md')).structured).toMatchObject({ data: { count: 12 } });
  const ignoring = { operation: 'keywords.list', arguments: { project: 3 }, save: 'csv' };
  expect((await read(host, ignoring)).structured).toMatchObject({ data: { count: 12 } });
  const single = { operation: 'competitors.list', arguments: { id: 4 }, save: 'md' };
  const { structured } = await read(host, single);
  expect(await readFile((structured['file'] as { path: string }).path, 'utf8')).toBe(
    '| domain |\n| --- |\n| a\\|b.example |\n',
  );
});
