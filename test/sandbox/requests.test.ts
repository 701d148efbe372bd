import { request as rawRequest } from 'node:http';
import { expect, test, vi } from 'vitest';
import { maxBodyBytes } from '../../sandbox/engine/http/read-body.ts';
import { visit } from './visit.ts';

const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

test('an unknown address is 404, a known one with the wrong method 405 with what it allows', async () => {
  const { raw } = await visit();
  expect((await raw('/nowhere')).status).toBe(404);
  const wrong = await raw('/projects', { method: 'DELETE' });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'POST']);
});

test('broken percent-encoding and encoded slashes lead nowhere and break nothing', async () => {
  const { raw, url } = await visit();
  const status = await new Promise((resolve) => {
    rawRequest(`${url}/articles/%E0%A4%A`, { headers: { authorization: 'Bearer sandbox-owner' } }, (answer) =>
      resolve(answer.resume().statusCode),
    ).end();
  });
  expect(status).toBe(404);
  expect((await raw('/articles/1001%2F2')).status).toBe(404);
});

test.each([
  ['no token', null],
  ['an unknown token', 'nonsense'],
])('with %s the answer is 401', async (_, token) => {
  const { raw } = await visit();
  expect((await raw('/projects', {}, token)).status).toBe(401);
});

test('a failed validation gives reasons by field', async () => {
  const { raw } = await visit();
  const { status, body } = await raw('/articles/1001/generate', json({ article_type: 'poem', target_length: 'many' }));
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    keyword: ['The keyword field is required.'],
    article_type: ['The article_type field must be one of: blog.'],
    target_length: ['The target_length field must be of type number.'],
  });
  expect(body.message).toContain('and 2 more');
});

test('fields the platform does not know are passed over', async () => {
  const { raw } = await visit();
  expect((await raw('/projects?color=blue', json({ name: 'Plain', color: 'blue' }))).status).toBe(201);
});

test.each(['null', '[]', '7', '"text"', '{', '{"name": null}', ''])(
  'the body %s is answered without a crash',
  async (body) => {
    const { raw } = await visit();
    expect((await raw('/projects', json(body))).status).toBe(422);
  },
);

test('a broken multipart body is a failed validation', async () => {
  const { raw } = await visit();
  const init = { method: 'POST', body: 'nonsense', headers: { 'content-type': 'multipart/form-data; boundary=x' } };
  expect((await raw('/projects/1/keywords/import/csv', init)).status).toBe(422);
});

test('a body above the limit is 413', async () => {
  const { raw } = await visit();
  expect((await raw('/projects', json({ name: 'x'.repeat(maxBodyBytes) }))).status).toBe(413);
});

test('per_page above its maximum means the maximum', async () => {
  const { call } = await visit();
  expect((await call('files.list', { per_page: 5000 })).body.meta.per_page).toBe(100);
  expect((await call('files.list', { per_page: 1 })).body).toMatchObject({
    data: [{}],
    meta: { total: 3, last_page: 3 },
  });
  expect((await call('files.list', { per_page: 0 })).status).toBe(422);
});

test('what cannot be an identifier names nothing', async () => {
  const { raw } = await visit();
  for (const path of [
    '/projects/abc',
    '/images/0',
    '/storylines/-1',
    '/files/11001.5',
    '/articles/99999999999999999999',
  ])
    expect((await raw(path)).status, path).toBe(404);
});

test('an optional field that is sent empty says nothing', async () => {
  const { raw } = await visit();
  expect((await raw('/images?q=&model=&favorite=&from=&to=&sort=&dir=&page=&per_page=')).body.meta).toMatchObject({
    total: 4,
    per_page: 25,
  });
  expect((await raw('/files?type=&session_id=&expiring=0')).body.meta.total).toBe(3);
  expect(
    (await raw('/projects', json({ name: 'Bare', domain: null, language: null, additional_countries: null }))).status,
  ).toBe(201);
  expect(
    (await raw('/projects/1/storylines', json({ keyword: 'tent', language: null, use_knowledge_base: 1 }))).status,
  ).toBe(202);
});

test('a mark is switched on by 1 and by true, and a list may be numbered', async () => {
  const { raw } = await visit();
  expect((await raw('/files?expiring=true')).body.meta.total).toBe((await raw('/files?expiring=1')).body.meta.total);
  expect((await raw('/images?tags[0]=autumn')).body.data).toEqual((await raw('/images?tags[]=autumn')).body.data);
});

test('a list that is not paged by itself is when asked', async () => {
  const { raw } = await visit();
  expect((await raw('/modules')).body.meta).toEqual({ total: 4, per_page: 4, current_page: 1, last_page: 1 });
  const { data, meta } = (await raw('/modules?per_page=3&page=2')).body;
  expect({ rows: data.length, meta }).toEqual({
    rows: 1,
    meta: { total: 4, per_page: 3, current_page: 2, last_page: 2 },
  });
});

test('a defect answers 500 with a short body and is written to standard error', async () => {
  const { implementations } = await import('../../sandbox/families/index.ts');
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const projects = implementations.find(({ family }) => family === 'projects')?.operations as Record<string, unknown>;
  const before = projects['list'];
  projects['list'] = () => {
    throw new Error('made to break');
  };
  try {
    const { raw } = await visit();
    const { status, body } = await raw('/projects');
    expect({ status, keys: Object.keys(body) }).toEqual({ status: 500, keys: ['message'] });
    expect(written.mock.calls.join()).toContain('made to break');
  } finally {
    projects['list'] = before;
    written.mockRestore();
  }
});

test('an address outside the API that nobody shared is 404', async () => {
  const { url } = await visit();
  expect((await fetch(new URL('/share/file/none', url))).status).toBe(404);
});

test('who may not touch a project, or names one that is not there, gets that error first', async () => {
  const { raw } = await visit();
  for (const path of ['/shares', '/keywords', '/prompts', '/brand-aliases', '/activate', '/prompts/import']) {
    expect((await raw(`/tracking-projects/2001${path}`, json({}), 'sandbox-guest')).status, path).toBe(403);
    expect((await raw(`/tracking-projects/4711${path}`, json({}))).status, path).toBe(404);
    expect((await raw(`/tracking-projects/2001${path}`, json({}))).status, path).toBe(422);
  }
  // Document 2, "Prompt tagging": a foreign team's resource answers 404.
  expect((await raw('/tracking-projects/2001/prompts/bulk-tag', json({}), 'sandbox-guest')).status).toBe(404);
  expect((await raw('/projects/1/articles', json({}), 'sandbox-guest')).status).toBe(403);
});

test('what the contract marks as required within a field is required', async () => {
  // Document 1, "Notation": only a field with a question mark is optional.
  const { call } = await visit();
  const prompts = [{ prompt: 'Which oar?' }];
  const choice = { id: 2001, keywords: [], competitors: [], prompts, platforms: ['chatgpt'], frequency: 'weekly' };
  const { status, body } = await call('tracking.activate', choice);
  expect(status).toBe(422);
  expect(body.errors).toHaveProperty(['prompts.0.category']);
});
