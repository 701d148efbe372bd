import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('files and folders lie on the desktop or in a folder', async () => {
  const { call } = await visit();
  const { body } = await call('os.desktop');
  expect(body.folders).toMatchObject([{ name: 'Briefings' }]);
  expect(body.files).toMatchObject([{ name: 'ideas.txt' }]);
  await call('os.move_file', { id: 2, folder_id: 1 });
  expect((await call('os.desktop')).body.files).toEqual([]);
  expect((await call('os.spotlight', { q: 'IDEA' })).body.files).toMatchObject([{ folder_id: 1 }]);
});

test('a folder never lies in itself, and what is in a deleted one moves up', async () => {
  const { call } = await visit();
  const { data: inner } = (await call('os.create_folder', { name: 'Old', folder_id: 1 })).body;
  expect((await call('os.move_folder', { id: 1, folder_id: inner.id })).status).toBe(422);
  expect((await call('os.move_folder', { id: inner.id, folder_id: 99 })).status).toBe(422);
  await call('os.move_folder', { id: inner.id });
  await call('os.delete_folder', { id: 1 });
  expect((await call('os.desktop')).body.files).toHaveLength(2);
  expect((await call('os.get_folder', { id: 1 })).status).toBe(404);
});

test('documents keep what they are given', async () => {
  const { call } = await visit();
  const { data } = (await call('os.create_file', { name: 'a.txt' })).body;
  expect((await call('os.update_file', { id: data.id, name: 'b.txt' })).body.data.name).toBe('b.txt');
  expect((await call('os.get_file', { id: data.id })).body.data.name).toBe('b.txt');
  expect((await call('os.list_files')).body.data).toHaveLength(3);
  expect((await call('os.update_folder', { id: 1, name: 'Plans' })).body.data.name).toBe('Plans');
  expect((await call('os.list_folders')).body.data).toHaveLength(1);
  await call('os.delete_file', { id: data.id });
  expect((await call('os.get_file', { id: data.id })).status).toBe(404);
});

test('a shared file opens until it is unshared', async () => {
  const { call } = await visit();
  const { body: link } = await call('os.share_file', { id: 2 });
  expect((await call('os.share_file', { id: 2 })).body.token).toBe(link.token);
  expect(await (await fetch(link.public_url)).text()).toBe('More about moss.');
  await call('os.unshare_file', { id: 2 });
  expect((await fetch(link.public_url)).status).toBe(404);
  expect((await call('os.share_file', { id: 2 })).body.view_count).toBe(1);
});

test('mode and preferences are those of one user', async () => {
  const { call } = await visit();
  await call('os.set_mode', { mode: 'desktop' });
  await call('os.save_preferences', { wallpaper: 'fjord' });
  expect((await call('os.preferences')).body.data).toEqual({ wallpaper: 'fjord' });
  expect((await call('os.preferences', {}, 'sandbox-member')).body.data).toEqual({});
});
