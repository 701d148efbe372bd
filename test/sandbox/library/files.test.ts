import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crc32 } from 'node:zlib';
import { visit } from '../visit.ts';

const names = (body: { data: { original_name: string }[] }) => body.data.map(({ original_name }) => original_name);

test('files are found by name, type, session and expiry, and sorted', async () => {
  const { call } = await visit();
  expect(names((await call('files.list', { q: 'AUTUMN' })).body)).toEqual(['keywords-autumn.csv']);
  expect(names((await call('files.list', { type: 'markdown' })).body)).toEqual(['briefing.md']);
  expect(names((await call('files.list', { session_id: 2 })).body)).toEqual([]);
  expect(names((await call('files.list', { expiring: 1, sort: 'name' })).body)).toEqual([
    'briefing.md',
    'keywords-autumn.csv',
  ]);
  expect(names((await call('files.list', { sort: 'size' })).body)[0]).toBe('keywords-autumn.csv');
});

test('an expired file leaves the list, unless it was kept', async () => {
  const { call, clock } = await visit();
  await call('files.keep', { id: 1 });
  expect((await call('files.get', { id: 1 })).body.data).toMatchObject({
    pinned: true,
    pinned_at: expect.any(String),
    expires_at: null,
    expires_in_days: null,
  });
  clock.pass(40 * 86_400);
  expect(names((await call('files.list', { sort: 'name' })).body)).toEqual(['keywords-autumn.csv', 'notes.txt']);
});

test('only what is in the trash can be deleted for good', async () => {
  const { call } = await visit();
  expect((await call('files.delete_forever', { id: 1 })).status).toBe(409);
  await call('files.delete', { id: 1 });
  expect((await call('files.get', { id: 1 })).status).toBe(404);
  expect(names((await call('files.trash')).body)).toEqual(['keywords-autumn.csv']);
  await call('files.restore', { id: 1 });
  expect((await call('files.get', { id: 1 })).status).toBe(200);
  await call('files.bulk_delete', { ids: [1, 4] });
  expect((await call('files.delete_forever', { id: 1 })).status).toBe(200);
  expect((await call('files.trash')).body.data).toEqual([]);
});

test("another team's file looks like none", async () => {
  // Document 1, "Files": 404 here, where most resources answer 403.
  const { call } = await visit();
  expect((await call('files.get', { id: 4 })).status).toBe(404);
  expect((await call('files.get', { id: 4 }, 'sandbox-guest')).status).toBe(200);
});

test('bulk calls stop at 200 ids, exports at 500', async () => {
  const { call } = await visit();
  const ids = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  expect((await call('files.bulk_delete', { ids: ids(201) })).status).toBe(422);
  expect((await call('files.bulk_export', { ids: ids(501) })).status).toBe(422);
  expect((await call('files.bulk_export', { ids: ids(500) })).status).toBe(202);
});

test('title, tags and favorite change', async () => {
  const { call } = await visit();
  await call('files.update', { id: 2, title: 'plan.md', tags: ['autumn'] });
  await call('files.favorite', { id: 2 });
  expect((await call('files.get', { id: 2 })).body.data).toMatchObject({
    original_name: 'plan.md',
    tags: ['autumn'],
    is_favorite: true,
  });
  await call('files.favorite', { id: 2 });
  expect((await call('files.get', { id: 2 })).body.data.is_favorite).toBe(false);
});

test('an export becomes a ZIP that opens', async () => {
  const { call, clock } = await visit();
  const { job_id } = (await call('files.bulk_export', { ids: [1, 2] })).body;
  expect((await call('files.export_status', { job_id })).body).toEqual({ status: 'queued' });
  clock.pass(15);
  const { status, download_url } = (await call('files.export_status', { job_id })).body;
  expect(status).toBe('ready');
  const bytes = Buffer.from(await (await fetch(download_url)).arrayBuffer());
  expect(bytes.readUInt32LE(bytes.length - 22)).toBe(0x06054b50);
  expect(bytes.readUInt16LE(bytes.length - 12)).toBe(2);
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    writeFileSync(join(folder, 'files.zip'), bytes);
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print("\\n".join(sorted(z.namelist())))';
    const listed =
      reader() === undefined
        ? bytes.toString('latin1')
        : execFileSync('python3', ['-c', script, join(folder, 'files.zip')], { encoding: 'utf8' });
    expect(listed).toContain('1-keywords-autumn.csv');
    expect(listed).toContain('2-briefing.md');
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(bytes.readUInt32LE(14)).toBe(
    crc32(bytes.subarray(30 + bytes.readUInt16LE(26), 30 + bytes.readUInt16LE(26) + bytes.readUInt32LE(18))),
  );
});

/** A reader of ZIP files that is not ours, where the machine has one. */
function reader(): string | undefined {
  try {
    return execFileSync('python3', ['-c', 'import zipfile'], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

test('an export of nothing that is there fails, and gives no address', async () => {
  const { call, clock } = await visit();
  const { status, body } = await call('files.bulk_export', { ids: Array.from({ length: 500 }, (_, n) => 1000 + n) });
  expect(status).toBe(202);
  clock.pass(15);
  expect((await call('files.export_status', { job_id: body.job_id })).body).toEqual({ status: 'failed' });
});

test('two exports of the same files at the same moment are two', async () => {
  const { call } = await visit();
  const [one, two] = [await call('files.bulk_export', { ids: [1] }), await call('files.bulk_export', { ids: [1] })];
  expect(one.body.job_id).not.toBe(two.body.job_id);
});

test('a link is the same when shared again, counts its views and keeps the count when revoked', async () => {
  const { call } = await visit();
  expect((await call('files.update_share', { id: 2, expires_at: null })).status).toBe(404);
  const { body: link } = await call('files.share', { id: 2 });
  expect(new URL(link.public_url).pathname).toBe(`/share/file/${link.token}`);
  expect((await fetch(link.public_url)).headers.get('content-type')).toBe('text/markdown');
  expect((await call('files.share', { id: 2 })).body).toEqual({ ...link, view_count: 1 });
  await call('files.unshare', { id: 2 });
  expect((await fetch(link.public_url)).status).toBe(404);
  expect((await call('files.update_share', { id: 2, expires_at: null })).status).toBe(404);
  const { body: again } = await call('files.share', { id: 2 });
  expect(again).toMatchObject({ view_count: 1, is_active: true });
});

test('a link ends when it expires', async () => {
  const { call, clock } = await visit();
  const { body: link } = await call('files.share', { id: 2 });
  await call('files.update_share', { id: 2, expires_at: new Date(clock.now() + 60_000).toISOString() });
  clock.pass(61);
  expect((await fetch(link.public_url)).status).toBe(404);
});

test('what jobs finish shows among files and exports, and can be fetched', async () => {
  // Document 1, "File": generated spreadsheets and Markdown; document 3, GET /exports.
  const { call, clock } = await visit();
  const fetched = async (url: string) =>
    (await fetch(url, { headers: { authorization: 'Bearer sandbox-owner' } })).status;
  const { body: research } = await call('keywords.research', { keyword: 'camping' });
  await call('images.bulk_export', { ids: [(await call('images.list')).body.data[0].id] });
  await call('deep_insights.refresh', { project: 1 });
  await call('reality_check.generate_report', { id: 1 });
  await call('reports.generate', { id: 1 });
  clock.pass(120);
  const files = (await call('files.list')).body.data;
  const spreadsheet = files.find(
    (file: { original_name: string }) => file.original_name === `keyword-research-${research.research_id}.csv`,
  );
  expect(spreadsheet).toMatchObject({ mime_type: 'text/csv', expires_in_days: 30, pinned: false });
  expect(files.map((file: { original_name: string }) => file.original_name)).toContainEqual(
    expect.stringMatching(/^visibility-report-1-.*\.md$/),
  );
  const content = await (await fetch(spreadsheet.download_url)).text();
  expect(content).toBe((await call('keywords.research_results', { id: research.research_id })).body);
  const made = (await call('exports.list')).body.data;
  const types = made.map(({ type }: { type: string }) => type);
  expect(types).toEqual(
    expect.arrayContaining(['images', 'deep_insights', 'reality_check', 'keywords', 'tracking_report']),
  );
  for (const { download_url } of made)
    if (download_url !== null) expect(await fetched(download_url), download_url).toBe(200);
  expect((await call('exports.list', {}, 'sandbox-guest')).body.data).toHaveLength(1);
});

test('a share can be unlocked by its token, five times a minute', async () => {
  // Document 1, "Rate limits".
  const { call, url, clock } = await visit({ rate: 60 });
  const { body: share } = await call('files.share', { id: 2 });
  const unlock = (token: string, method = 'POST') => fetch(new URL(`/share/${token}/unlock`, url), { method });
  const first = await unlock(share.token);
  expect(first.status).toBe(200);
  expect(await first.json()).toEqual({ unlocked: true, public_url: share.public_url });
  expect((await unlock('nothing')).status).toBe(404);
  expect((await unlock(share.token, 'GET')).status).toBe(405);
  for (let n = 0; n < 4; n += 1) expect((await unlock(share.token)).status).toBe(200);
  const sixth = await unlock(share.token);
  expect(sixth.status).toBe(429);
  expect(sixth.headers.get('retry-after')).toBe('60');
  clock.pass(60);
  await call('files.unshare', { id: 2 });
  expect((await fetch(`${url}/share/${share.token}/unlock`, { method: 'POST' })).status).toBe(404);
});

test('a file whose time is over is nowhere, in the trash neither, and does not come back', async () => {
  // Document 1, "File": only live files are listed; one that expires in the trash can be restored no more.
  const { call, clock } = await visit();
  const files = (await call('files.list')).body.data as {
    id: number;
    expires_in_days: number | null;
    download_url: string;
  }[];
  const [soon, later] = files
    .filter(({ expires_in_days }) => expires_in_days !== null)
    .toSorted((a, b) => Number(a.expires_in_days) - Number(b.expires_in_days));
  const [first = 0, second = 0] = [soon?.id, later?.id];
  await call('files.delete', { id: first });
  expect((await call('files.trash')).body.data).toHaveLength(1);
  clock.pass(25 * 86_400);
  expect((await call('files.trash')).body.data).toEqual([]);
  for (const name of ['files.restore', 'files.delete_forever'])
    expect((await call(name, { id: first })).status).toBe(404);
  for (const name of ['files.get', 'files.keep', 'files.delete', 'files.share', 'files.favorite'])
    expect((await call(name, { id: second })).status, name).toBe(404);
  expect((await call('files.bulk_restore', { ids: [first] })).body.count).toBe(0);
  expect((await call('files.bulk_delete', { ids: [second] })).body.count).toBe(0);
  expect((await fetch(later?.download_url ?? '')).status).toBe(404);
  expect((await call('files.list')).body.data).toHaveLength(1);
});
