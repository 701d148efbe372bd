import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title);
const day = 86_400;

test('images are found by title, model, tag, favorite and date', async () => {
  const { call, clock } = await visit();
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const yesterday = new Date(clock.now() - day * 1000).toISOString().slice(0, 10);
  const find = async (filter: object) => titles((await call('images.list', filter as Record<string, unknown>)).body);
  expect(await find({ q: 'STOVE' })).toEqual(['Stove in the rain']);
  expect(await find({ model: 'lumen-2' })).toEqual(['Stove in the rain']);
  expect(await find({ favorite: true })).toEqual(['Camping box by the fjord']);
  expect(await find({ tags: ['autumn'], sort: 'oldest' })).toEqual(['Camping box by the fjord', 'Stove in the rain']);
  expect(await find({ from: today, to: today })).toHaveLength(4);
  expect(await find({ to: yesterday })).toEqual([]);
});

test('dir turns name, model, size and date, and nothing else', async () => {
  // Document 1, "Images": the direction applies to these four only.
  const { call } = await visit();
  const sorted = async (sort: string, dir: string) => titles((await call('images.list', { sort, dir })).body);
  expect(await sorted('name', 'desc')).toEqual((await sorted('name', 'asc')).toReversed());
  expect(await sorted('newest', 'asc')).toEqual(await sorted('newest', 'desc'));
  expect((await call('images.list', { sort: 'prettiest' })).status).toBe(422);
});

test('images and files share one id space, so that the id of one is never found as the other', async () => {
  const { call } = await visit();
  const { data } = (await call('images.list')).body;
  for (const { id } of data) expect((await call('files.get', { id })).status).toBe(404);
  expect((await call('images.get', { id: 1 })).status).toBe(404);
});

test("another team's image looks like none", async () => {
  const { call } = await visit();
  const [{ id }] = (await call('images.list', {}, 'sandbox-guest')).body.data;
  expect((await call('images.get', { id })).status).toBe(404);
  expect((await call('images.list_in_project', { project: 3 })).status).toBe(403);
});

test('an edit costs 10 at once and arrives as a variant', async () => {
  const { call, clock, balance } = await visit();
  const [{ id }] = (await call('images.list')).body.data;
  const { status, body } = await call('images.edit', { id, prompt: 'More fog' });
  expect(status).toBe(202);
  expect(await balance()).toBe(990);
  expect((await call('images.get', { id })).body.data.variants).toEqual([]);
  clock.pass(40);
  expect((await call('images.get', { id })).body.data.variants).toMatchObject([{ ...body, instruction: 'More fog' }]);
  expect(titles((await call('images.list', { sort: 'edited' })).body)[0]).toBe('Camping box by night');
});

test('an image is generated, and the picture opens', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('images.generate', { prompt: 'A box on a pier', project_id: 1 });
  expect((await call('images.get', { id: body.image_id })).body.data.processing_status).toBe('processing');
  clock.pass(30);
  const { data } = (await call('images.get', { id: body.image_id })).body;
  expect(data).toMatchObject({ processing_status: 'ready', title: 'A box on a pier', parent: null });
  const bytes = Buffer.from(await (await fetch(data.download_url)).arrayBuffer());
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect(titles((await call('images.list_in_project', { project: 1 })).body)).toContain('A box on a pier');
  expect(await balance()).toBe(995);
});

test('the detail names what an image was made from', async () => {
  const { call } = await visit();
  const [{ id }] = (await call('images.list', { q: 'by night' })).body.data;
  expect((await call('images.get', { id })).body.data.parent).toMatchObject({
    title: 'Camping box by the fjord',
    parent: null,
  });
});

test('the trash keeps an image for 30 days', async () => {
  const { call, clock } = await visit();
  const [{ id }] = (await call('images.list')).body.data;
  expect((await call('images.delete_forever', { id })).status).toBe(409);
  await call('images.delete', { id });
  clock.pass(30 * day - 1);
  expect((await call('images.trash')).body.data).toHaveLength(1);
  await call('images.restore', { id });
  await call('images.delete', { id });
  clock.pass(30 * day);
  expect((await call('images.trash')).body.data).toEqual([]);
  expect((await call('images.restore', { id })).status).toBe(404);
  await call('images.bulk_restore', { ids: [id] });
  expect((await call('images.get', { id })).status).toBe(404);
});

test('a link may be made to expire; making it again changes nothing', async () => {
  const { call, clock } = await visit();
  const [{ id }] = (await call('images.list')).body.data;
  const expires_at = new Date(clock.now() + 60_000).toISOString();
  const { body: link } = await call('images.share', { id, expires_at });
  expect(link).toMatchObject({ expires_at, is_active: true });
  expect((await call('images.share', { id })).body).toEqual(link);
  expect((await call('images.get', { id })).body.data.share.token).toBe(link.token);
  expect((await fetch(link.public_url)).headers.get('content-type')).toBe('image/png');
  clock.pass(61);
  expect((await fetch(link.public_url)).status).toBe(404);
  expect((await call('images.update_share', { id, expires_at: null })).status).toBe(404);
});

test('images are exported as a ZIP; other teams cannot see how it stands', async () => {
  const { call, clock } = await visit();
  const ids = (await call('images.list')).body.data.map(({ id }: { id: number }) => id);
  const { job_id } = (await call('images.bulk_export', { ids })).body;
  clock.pass(15);
  const { download_url } = (await call('images.export_status', { job_id })).body;
  expect(
    Buffer.from(await (await fetch(download_url)).arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect((await call('images.export_status', { job_id }, 'sandbox-guest')).status).toBe(404);
  expect((await call('files.export_status', { job_id })).status).toBe(404);
});

test('a chat about an image is a session that can be read', async () => {
  const { call } = await visit();
  const [{ id }] = (await call('images.list')).body.data;
  const { session_id } = (await call('images.open_in_chat', { id })).body;
  expect((await call('agentic_chat.session', { id: session_id })).status).toBe(200);
});
