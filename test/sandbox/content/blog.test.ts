import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('the blog is for administrators', async () => {
  const { call } = await visit();
  expect((await call('blog.list_posts')).status).toBe(403);
  expect((await call('blog.list_posts', {}, 'sandbox-admin')).body.data).toHaveLength(1);
});

test.each(['category', 'post'])('a %s keeps what it is given until it is deleted', async (thing) => {
  const { call } = await visit();
  const list = `blog.list_${thing === 'post' ? 'posts' : 'categories'}`;
  const { data } = (await call(`blog.create_${thing}`, { name: 'Field notes' }, 'sandbox-admin')).body;
  expect((await call(`blog.update_${thing}`, { id: data.id, name: 'Notes' }, 'sandbox-admin')).body.data).toMatchObject(
    { id: data.id, name: 'Notes' },
  );
  expect((await call(list, {}, 'sandbox-admin')).body.data).toHaveLength(2);
  expect((await call(`blog.delete_${thing}`, { id: data.id }, 'sandbox-admin')).status).toBe(200);
  expect((await call(`blog.delete_${thing}`, { id: data.id }, 'sandbox-admin')).status).toBe(404);
});

test('a post is read by its id', async () => {
  const { call } = await visit();
  expect((await call('blog.get_post', { id: 1 }, 'sandbox-admin')).body.data.title).toBe('A tidier dashboard');
});
