import { expect, test } from 'vitest';
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

test.each(['null', '[]', '7', '"text"', '{', '{"name": null}', ''])(
  'the body %s is answered without a crash',
  async (body) => {
    const { raw } = await visit();
    expect((await raw('/projects', json(body))).status).toBe(422);
  },
);

test('a body above the limit is 413', async () => {
  const { raw } = await visit();
  expect((await raw('/projects', json({ name: 'x'.repeat(maxBodyBytes) }))).status).toBe(413);
});

test('per_page above its maximum means the maximum', async () => {
  const { call } = await visit();
  expect((await call('files.list', { per_page: 5000 })).body.meta.per_page).toBe(100);
});

test('who may not touch a project, or names one that is not there, gets that error first', async () => {
  const { raw } = await visit();
  for (const path of ['/shares', '/keywords', '/prompts', '/brand-aliases', '/activate', '/prompts/import']) {
    expect((await raw(`/tracking-projects/2001${path}`, json({}), 'sandbox-guest')).status, path).toBe(403);
    expect((await raw(`/tracking-projects/4711${path}`, json({}))).status, path).toBe(404);
    expect((await raw(`/tracking-projects/2001${path}`, json({}))).status, path).toBe(422);
  }
  // docs/platform/tracking.md#tags: a foreign team's resource answers 404.
  expect((await raw('/tracking-projects/2001/prompts/bulk-tag', json({}), 'sandbox-guest')).status).toBe(404);
  expect((await raw('/projects/1/articles', json({}), 'sandbox-guest')).status).toBe(403);
});
