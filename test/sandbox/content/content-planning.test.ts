import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('a calendar entry becomes an article of its project', async () => {
  const { call, clock, balance } = await visit();
  const { body: entry } = await call('calendar.create', {
    project: 1,
    keyword: 'tent pegs',
    scheduled_for: '2027-03-01',
  });
  expect(entry.data).toMatchObject({ keyword: 'tent pegs', scheduled_for: '2027-03-01', project_id: 1 });
  const { status, body } = await call('calendar.generate_article', { entry: entry.data.id });
  expect(status).toBe(202);
  clock.pass(90);
  expect((await call('articles.get', { id: body.article_id })).body.data).toMatchObject({
    processing_status: 'ready',
    title: 'Tent pegs',
  });
  expect((await call('calendar.list', { project: 1 })).body.data[0].article_id).toBe(body.article_id);
  expect(await balance()).toBe(995);
});

test('an entry that is written twice keeps one article', async () => {
  const { call, clock } = await visit();
  const { body: first } = await call('calendar.generate_article', { entry: 1 });
  clock.pass(90);
  expect((await call('calendar.generate_article', { entry: 1 })).body.article_id).toBe(first.article_id);
});

test('entries and link lists are changed and deleted, and stay with their team', async () => {
  const { call } = await visit();
  expect((await call('calendar.update', { id: 1, title: 'Later' })).body.data).toMatchObject({
    title: 'Later',
    keyword: 'packing for rain',
  });
  expect((await call('calendar.update', { id: 1, title: 'Mine' }, 'sandbox-guest')).status).toBe(403);
  await call('calendar.delete', { id: 1 });
  expect((await call('calendar.list', { project: 1 })).body.data).toEqual([]);
  const { body } = await call('link_lists.create', { project: 1, name: 'Guides', id: 99 });
  expect(body.data).toMatchObject({ name: 'Guides', id: 2 });
  expect((await call('link_lists.delete', { id: 2 }, 'sandbox-guest')).status).toBe(403);
  await call('link_lists.delete', { id: 2 });
  expect((await call('link_lists.list', { project: 1 })).body.data).toHaveLength(1);
});

test('links are suggested between neighbours, and a verdict outlives the next analysis', async () => {
  const { call, clock, balance } = await visit();
  const pending = async () => (await call('internal_links.suggestions', { id: 1 })).body.data;
  expect((await call('internal_links.analyze', { project: 1 })).status).toBe(202);
  clock.pass(45);
  const [{ id }] = await pending();
  expect((await call('internal_links.decide', { id, status: 'perhaps' })).status).toBe(422);
  await call('internal_links.decide', { id, status: 'rejected' });
  await call('internal_links.analyze', { project: 1 });
  clock.pass(45);
  expect(await pending()).toMatchObject([{ id, status: 'rejected' }]);
  expect(await balance()).toBe(990);
});

test.each([
  [{ action: 'accept' }, 'accepted'],
  [{ state: 'approved' }, 'accepted'],
  [{ accepted: false }, 'rejected'],
  [{ rejected: true }, 'rejected'],
  [{ verdict: 'dismissed' }, 'rejected'],
])('the verdict %j is understood', async (said, status) => {
  const { call, raw } = await visit();
  const [{ id }] = (await call('internal_links.suggestions', { id: 1 })).body.data;
  const put = { method: 'PUT', body: JSON.stringify(said), headers: { 'content-type': 'application/json' } };
  expect((await raw(`/link-suggestions/${id}`, put)).body.status).toBe(status);
});

test('an analysis costs 5 however many articles there are', async () => {
  // Document 1, "Internal linking" and "Credits": 5 in both lists; 1 per article, in another version, bounds estimates only.
  const { call, balance } = await visit();
  for (let n = 0; n < 21; n += 1) await call('articles.create', { project: 1, title: `Article ${n}` });
  await call('internal_links.analyze', { project: 1 });
  expect(await balance()).toBe(995);
});

test("the overview counts the team's texts, and freshness their age", async () => {
  const { call, clock } = await visit();
  expect((await call('content_insights.intelligence')).body.articles).toBe(3);
  clock.pass(400 * 86_400);
  expect((await call('content_insights.freshness')).body.data[0]).toMatchObject({ age_days: 400, freshness: 'stale' });
});
