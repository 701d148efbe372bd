import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('internal pages are listed for signed-in users only', async () => {
  const { call, raw } = await visit();
  expect((await call('wiki.pages')).body.meta).toMatchObject({ total: 4, per_page: 50 });
  expect((await raw('/wiki/pages', {}, null)).body.meta.total).toBe(3);
  expect((await raw('/wiki/pages?visibility=internal', {}, null)).body.data).toEqual([]);
  expect((await call('wiki.pages', { category: 'tracking' })).body.data).toHaveLength(2);
});

test('an internal page is 401 to anonymous readers, a missing one 404', async () => {
  const { raw } = await visit();
  expect((await raw('/wiki/pages/operations/incident-drill', {}, null)).status).toBe(401);
  expect((await raw('/wiki/pages/operations/incident-drill')).status).toBe(200);
  expect((await raw('/wiki/pages/operations/nothing', {}, null)).status).toBe(404);
});

test('a slug may hold slashes', async () => {
  const { raw } = await visit();
  const { body } = await raw('/wiki/pages/tracking/citations/lift', {}, null);
  expect(body).toMatchObject({
    title: 'Lift',
    toc: [
      { level: 1, anchor: 'lift' },
      { level: 2, text: 'Reading it' },
    ],
    related: [{ slug: 'tracking/visibility-score' }],
  });
  expect(body.body_html).toContain('<h2 id="reading-it">');
});

test('a hit in the title counts twice, and passages mark what was found', async () => {
  const { call, raw } = await visit();
  const { data } = (await call('wiki.search', { q: 'score' })).body;
  expect(data.map(({ slug }: { slug: string }) => slug)).toEqual([
    'tracking/visibility-score',
    'operations/incident-drill',
  ]);
  expect(data[0].snippet).toContain('<mark>score</mark>');
  expect((await raw('/wiki/search?q=score', {}, null)).body.data).toHaveLength(1);
  expect((await call('wiki.search', { q: 's' })).status).toBe(422);
});

test('a hit in the title alone is marked too', async () => {
  const { call } = await visit();
  expect((await call('wiki.search', { q: 'visibility' })).body.data[0].snippet).toMatch(
    /^<mark>Visibility<\/mark> score: /,
  );
});
