import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const wish = { keyword: 'tent pegs', article_type: 'blog', target_length: 300 };

test('a generated article is ready after its time, and its charge is in the history', async () => {
  const { call, clock, balance } = await visit();
  const {
    body: { data: stub },
  } = await call('articles.create', { project: 1, title: 'Tent pegs' });
  expect(stub).toMatchObject({ status: 'draft', processing_status: null, content: null });

  expect((await call('articles.generate', { id: stub.id, ...wish })).status).toBe(202);
  // Document 1, "Credits", rule 2: charged before the job is dispatched.
  expect(await balance()).toBe(995);
  clock.pass(89);
  expect((await call('articles.get', { id: stub.id })).body.data.processing_status).toBe('processing');
  clock.pass(1);
  const { data } = (await call('articles.get', { id: stub.id })).body;
  expect(data.processing_status).toBe('ready');
  expect(data.content.split(/\s+/).length).toBeGreaterThan(299);
  const { body: history } = await call('credits.history');
  expect(history.data[0]).toMatchObject({
    delta: -5,
    endpoint: 'POST /articles/{id}/generate',
    reference_id: stub.id,
    balance_after: 995,
  });
});

test('a generation that fails keeps its credits', async () => {
  const { call, clock, balance } = await visit();
  await call('articles.generate', { id: 1, ...wish, keyword: 'bound to fail' });
  clock.pass(90);
  expect((await call('articles.get', { id: 1 })).body.data.processing_status).toBe('failed');
  expect(await balance()).toBe(995);
});

test('articles come 20 a page', async () => {
  const { call } = await visit();
  for (let n = 0; n < 21; n += 1) await call('articles.create', { project: 2, title: `Moss ${n}` });
  const { body } = await call('articles.list', { project: 2, page: 2 });
  expect(body.meta).toEqual({ total: 22, per_page: 20, current_page: 2, last_page: 2 });
  expect(body.data).toHaveLength(2);
});

test("another team's article is refused with 403, an unknown one with 404", async () => {
  const { call } = await visit();
  expect((await call('articles.get', { id: 1 }, 'sandbox-guest')).status).toBe(403);
  expect((await call('articles.get', { id: 999 })).status).toBe(404);
});

test.each([
  ['Über große Kisten', 'ueber-grosse-kisten'],
  ['Świeża łąka & café', 'swieza-laka-cafe'],
  ['  2 Öfen!  ', '2-oefen'],
])('the slug of %j is %s', async (title, slug) => {
  const { call } = await visit();
  expect((await call('articles.create', { project: 1, title })).body.data.slug).toBe(slug);
});
