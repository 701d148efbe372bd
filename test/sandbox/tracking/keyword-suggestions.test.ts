import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const analyzed = async (here: Awaited<ReturnType<typeof visit>>, domain: string): Promise<number> =>
  (await here.call('tracking.analyze', { mode: 'domain', domain })).body.project_id;

test('suggestions are sorted by volume, keyword or source, and by nothing else', async () => {
  const { call } = await visit();
  const volumes = (await call('keyword_suggestions.list', { id: 1 })).body.data.map(
    (row: { search_volume: number }) => row.search_volume,
  );
  expect(volumes).toEqual(volumes.toSorted((a: number, b: number) => b - a));
  const words = (await call('keyword_suggestions.list', { id: 1, sort: 'keyword', dir: 'desc' })).body.data.map(
    (row: { keyword: string }) => row.keyword,
  );
  expect(words).toEqual(words.toSorted().toReversed());
  expect((await call('keyword_suggestions.list', { id: 1, sort: 'cpc' })).status).toBe(422);
  expect((await call('keyword_suggestions.list', { id: 1, dir: 'down' })).status).toBe(422);
  expect((await call('keyword_suggestions.list', { id: 1, per_page: 500 })).body.meta.per_page).toBe(200);
  expect((await call('keyword_suggestions.list', { id: 1 })).body.meta.per_page).toBe(30);
});

test('a conversion makes a prompt of each once, and passes over ids of others', async () => {
  const { call } = await visit();
  const { data } = (await call('keyword_suggestions.list', { id: 1 })).body;
  const keyword_ids = [data[0].id, data[1].id, 4711];
  expect((await call('keyword_suggestions.convert', { id: 1, keyword_ids })).body).toEqual({
    requested: 3,
    matched: 2,
    converted: 2,
    skipped_existing: 0,
  });
  expect((await call('keyword_suggestions.convert', { id: 1, keyword_ids })).body).toEqual({
    requested: 3,
    matched: 2,
    converted: 0,
    skipped_existing: 2,
  });
  expect((await call('keyword_suggestions.convert', { id: 1, all: true })).body.converted).toBe(data.length - 2);
  expect((await call('keyword_suggestions.convert', { id: 1 })).status).toBe(422);
  expect((await call('prompts.list', { id: 1 })).body.data).toHaveLength(3 + data.length);
});

test('a scan costs 5, runs once at a time, and leaves pages and suggestions', async () => {
  const here = await visit();
  const id = await analyzed(here, 'oars.example');
  expect(await here.balance()).toBe(995);
  expect((await here.call('keyword_suggestions.sitemap_scan', { id })).body).toMatchObject({
    status: 'queued',
    sitemap_url: 'https://oars.example/sitemap.xml',
  });
  // Document 2: no second job, no charge.
  const again = await here.call('keyword_suggestions.sitemap_scan', { id });
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({
    error: 'scan_already_running',
    message: expect.any(String),
    status: 'queued',
    tracking_project_id: id,
  });
  expect(await here.balance()).toBe(990);
  here.clock.pass(45);
  expect((await here.call('keyword_suggestions.sitemap_pages', { id })).body.meta.total).toBe(9);
  expect((await here.call('keyword_suggestions.list', { id })).body.meta.total).toBe(9);
  expect((await here.call('keyword_suggestions.sitemap_scan', { id })).status).toBe(202);
});

test('where no sitemap is found nothing is charged', async () => {
  const here = await visit();
  const id = await analyzed(here, 'nowhere.invalid');
  expect((await here.call('keyword_suggestions.sitemap_scan', { id })).body.status).toBe('no_sitemap');
  expect(await here.balance()).toBe(995);
});
