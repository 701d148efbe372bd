import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('further countries get a tracking project in setup each', async () => {
  const { call } = await visit();
  const { data, additional_markets } = (
    await call('projects.create', { name: 'Kahn', domain: 'kahn.example', additional_countries: ['pl', 'FR'] })
  ).body;
  // A field of the project in the table of fields, beside it in the row of the endpoint.
  expect(additional_markets).toEqual(data.additional_markets);
  expect(data.additional_markets).toEqual({ registered: ['PL', 'FR'], skipped: [], reason: null });
  const { data: tracked } = (await call('tracking.list')).body;
  expect(tracked.filter(({ domain }: { domain: string }) => domain === 'kahn.example')).toMatchObject([
    { status: 'setup' },
    { status: 'setup' },
  ]);
});

test.each([
  ['no domain', { name: 'Bare' }, 'no_domain'],
  ['a domain under active tracking', { name: 'Again', domain: 'fjordkiste.example' }, 'active_tracking_project'],
  ['its address', { name: 'Again', domain: 'https://www.fjordkiste.example/' }, 'active_tracking_project'],
])('with %s no market is registered', async (_, fields, reason) => {
  const { call } = await visit();
  const { data } = (await call('projects.create', { ...fields, additional_countries: ['PL'] })).body;
  expect(data.additional_markets).toEqual({ registered: [], skipped: ['PL'], reason });
});

test('a project without further countries says nothing about markets', async () => {
  const { call } = await visit();
  expect((await call('projects.create', { name: 'Solo' })).body.data).not.toHaveProperty('additional_markets');
});

test('settings change, and a deleted project is gone from list and address', async () => {
  const { call, raw } = await visit();
  const put = {
    method: 'PUT',
    body: JSON.stringify({ name: 'Renamed', team_id: 2 }),
    headers: { 'content-type': 'application/json' },
  };
  expect((await raw('/projects/2', put)).body.data).toMatchObject({ name: 'Renamed', team_id: 1 });
  await call('projects.delete', { id: 2 });
  expect((await call('projects.get', { id: 2 })).status).toBe(404);
  expect((await call('projects.list')).body.meta.total).toBe(1);
});

test.each([{ name: 5 }, { name: null }, { domain: {} }, { language: 'it' }])(
  'a project is not changed to %j',
  async (fields) => {
    const { raw, call } = await visit();
    const put = (body: object) =>
      raw('/projects/1', {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    const refused = await put(fields);
    expect({ status: refused.status, fields: Object.keys(refused.body.errors) }).toEqual({
      status: 422,
      fields: Object.keys(fields),
    });
    expect((await call('projects.get', { id: 1 })).body.data).toMatchObject({
      name: 'Fjordkiste',
      domain: 'fjordkiste.example',
      language: 'de',
    });
    expect((await put({ description: null, settings: { auto: true } })).body.data.description).toBeNull();
  },
);

test('a project of another team is refused', async () => {
  const { call } = await visit();
  expect((await call('projects.get', { id: 3 })).status).toBe(403);
  expect((await call('articles.list', { project: 3 })).status).toBe(403);
});

test('goals and modules are kept by team', async () => {
  const { call, raw } = await visit();
  const made = await raw('/goals', {
    method: 'POST',
    body: '{"name":"Grow"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(made).toMatchObject({ status: 201, body: { data: { name: 'Grow' } } });
  expect((await call('projects.list_goals', {}, 'sandbox-guest')).body.data).toEqual([]);
  expect((await call('projects.delete_goal', { id: made.body.data.id })).status).toBe(200);
  await call('projects.activate_module', { module: 'community' });
  const { data } = (await call('projects.list_modules')).body;
  expect(data.map(({ key, active }: { key: string; active: boolean }) => [key, active])).toContainEqual([
    'community',
    true,
  ]);
  expect((await call('projects.activate_module', { module: 'unheard-of' })).status).toBe(404);
});

test("a deleted project's articles, keywords and storylines are gone with it", async () => {
  const { call, balance } = await visit();
  const [article] = (await call('articles.list', { project: 1 })).body.data;
  const [keyword] = (await call('keywords.list', { project: 1 })).body.data;
  const [storyline] = (await call('storylines.list', { project: 1 })).body.data;
  await call('projects.delete', { id: 1 });
  expect((await call('articles.get', { id: article.id })).status).toBe(404);
  expect(
    (await call('articles.generate', { id: article.id, keyword: 'stove', article_type: 'blog', target_length: 500 }))
      .status,
  ).toBe(404);
  expect((await call('keywords.expand', { id: keyword.id })).status).toBe(404);
  expect((await call('storylines.get', { id: storyline.id })).status).toBe(404);
  const { data: fresh } = (await call('content_insights.freshness')).body;
  expect(fresh.map((row: { article_id: number }) => row.article_id)).not.toContain(article.id);
  expect(await balance()).toBe(1000);
});
