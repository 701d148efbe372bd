import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('is_active is ignored when a keyword is made, and counts when it is changed', async () => {
  // Document 2, "Keywords, prompts, suggestions": neither validated nor used.
  const { raw, call } = await visit();
  const made = await raw('/tracking-projects/1/keywords', {
    method: 'POST',
    body: JSON.stringify({ keyword: 'tent', is_active: 'perhaps', source: 'imported' }),
    headers: { 'content-type': 'application/json' },
  });
  expect(made.body.data).toMatchObject({ keyword: 'tent', is_active: true, source: 'imported' });
  const { id } = made.body.data;
  await raw(`/tracking-keywords/${id}`, {
    method: 'PUT',
    body: '{"is_active":false,"keyword_group":"big"}',
    headers: { 'content-type': 'application/json' },
  });
  expect((await call('tracking_keywords.list', { id: 1 })).body.data).toHaveLength(3);
  expect((await call('tracking_keywords.list', { id: 1, active_only: true })).body.data).toHaveLength(2);
  expect((await call('tracking_keywords.delete', { id }, 'sandbox-guest')).status).toBe(403);
  expect((await call('tracking_keywords.delete', { id })).status).toBe(200);
  expect((await call('tracking_keywords.create', { id: 1, keyword: 'x', source: 'dream' })).status).toBe(422);
});
