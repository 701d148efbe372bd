import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('the blog is for administrators', async () => {
  const { call } = await visit();
  expect((await call('blog.list_posts')).status).toBe(403);
  expect((await call('blog.list_posts', {}, 'sandbox-admin')).body.data).toHaveLength(1);
});
