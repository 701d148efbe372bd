import { readFile, readdir } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openHost } from '../support/in-process.ts';
import { type Behaviour, json, platformFor } from '../../support/platform.ts';
import { pointedAt, type Session } from '../support/stdio-host.ts';
import { folder } from '../support/scope.ts';

const scope = { onTestFinished };

const gives =
  (body: string | Buffer, type: string, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);

interface Answered {
  readonly structuredContent: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly uri?: string }[];
}

const call = async (host: Session, name: string, operation: string, given: object): Promise<Answered> => {
  const { result } = await host.request('tools/call', { name, arguments: { operation, arguments: given } });
  return result as unknown as Answered;
};

const read = async (host: Session, uri: string): Promise<{ mimeType: string; text?: string; blob?: string }[]> => {
  const { result, error } = await host.request('resources/read', { uri });
  if (!result) throw new Error(`${error?.code}: ${error?.message}`);
  return result['contents'] as { mimeType: string; text?: string; blob?: string }[];
};

it('a file that an operation answers with is linked, read by its address, and written to the folder of --out-folder', async () => {
  const platform = await platformFor(scope);
  const bytes = Buffer.from([0x50, 0x4b, 3, 4, 0, 255, 254]);
  platform.on(
    'GET /knowledge-base/7/download',
    gives(bytes, 'application/zip', { 'content-disposition': 'attachment; filename="../../Price list.zip"' }),
  );
  platform.on('GET /knowledge-base/8/download', gives('# Tea\n\nHot.', 'text/markdown'));
  platform.on('GET /knowledge-base/9/download', gives('', 'text/markdown'));
  const long = `filename*=UTF-8''${encodeURIComponent(`${'表'.repeat(130)}.zip`)}`;
  platform.on('GET /knowledge-base/10/download', gives('a', 'application/zip', { 'content-disposition': long }));
  const device = { 'content-disposition': 'attachment; filename="con.zip"' };
  platform.on('GET /knowledge-base/11/download', gives('b', 'application/zip', device));
  const out = folder(scope);
  const host = await openHost(scope, { env: pointedAt(platform, { VISIBILITY_OUT: out }) });
  const download = (id: number) => call(host, 'call_read', 'knowledge_base.download', { id });
  const { structuredContent: structured, content } = await download(7);
  expect(structured).toMatchObject({
    data: { mime_type: 'application/zip', size_bytes: 7 },
    file: { name: 'Price list.zip', path: `${out}/Price list.zip` },
  });
  const { uri } = structured['file'] as { uri: string };
  expect(content).toContainEqual(
    expect.objectContaining({ type: 'resource_link', uri, title: 'Price list.zip', mimeType: 'application/zip' }),
  );
  expect(await read(host, uri)).toEqual([{ uri, mimeType: 'application/zip', blob: bytes.toString('base64') }]);
  // The same file is one file.
  await download(7);
  expect(await readdir(out)).toEqual(['Price list.zip']);
  expect((await readFile(`${out}/Price list.zip`)).equals(bytes)).toBe(true);
  // Names that not every folder takes: too many bytes, and a device of Windows.
  expect((await download(10)).structuredContent).toMatchObject({ file: { path: `${out}/${'表'.repeat(78)}.zip` } });
  expect((await download(11)).structuredContent).toMatchObject({ file: { path: `${out}/_con.zip` } });
  // A text is in the result as well.
  expect((await download(8)).structuredContent).toMatchObject({
    data: { mime_type: 'text/markdown', text: expect.stringContaining('# Tea') },
    file: { path: expect.stringMatching(/knowledge_base\.download-8-\d{4}-\d{2}-\d{2}\.md$/) },
    untrusted: 'data',
  });
  expect((await download(9)).structuredContent).toMatchObject({ ok: false });
});

it('a paid report in Markdown is handed over, charged once, and one that was only accepted says where to look', async () => {
  const platform = await platformFor(scope);
  const report = `# Report\n\n${'A long line on what was seen. '.repeat(3_000)}The end.`;
  platform.on('POST /tracking-projects/1/generate-report', gives(report, 'text/markdown; charset=utf-8'));
  platform.on('POST /tracking-projects/2/generate-report', json({ message: 'Queued.', report_id: 4 }, 202));
  const host = await openHost(scope, { env: pointedAt(platform, {}) });
  const generate = (id: number) => call(host, 'call_paid', 'reports.generate', { id });
  const { structuredContent: structured, content } = await generate(1);
  expect(structured).toMatchObject({
    ok: true,
    credits: { charged: 10 },
    unexpected_form: 'text/markdown instead of a JSON object: handed over as it came',
    data: { media_type: 'text/markdown', report: expect.stringContaining('# Report') },
  });
  const link = content.find(({ type }) => type === 'resource_link');
  expect(JSON.stringify(await read(host, link?.uri ?? ''))).toContain('The end.');
  const accepted = (await generate(2)).structuredContent;
  expect(accepted).toMatchObject({
    ok: true,
    credits: { charged: 10 },
    started: { message: 'Queued.', report_id: 4 },
    next: expect.stringContaining('files.list'),
  });
  expect(accepted['data'] ?? null).toBeNull();
  expect(platform.to(/generate-report/)).toHaveLength(2);
});

it('a read that is answered in a text is handed over as one, and a page or a record of a file is not', async () => {
  const platform = await platformFor(scope);
  const records = [
    { id: 3, mime_type: 'text/markdown', size_bytes: 34 },
    { id: 4, status: 'new', media_type: 'text/plain' },
  ];
  for (const record of records) platform.on(`GET /storylines/${record.id}`, json({ data: record }));
  platform.on('GET /storylines/1', gives('Tea, in short.', 'text/plain'));
  platform.on('GET /storylines/2', gives('<html>busy</html>', 'text/html'));
  const host = await openHost(scope, { env: pointedAt(platform, {}) });
  const get = (id: number) => call(host, 'call_read', 'storylines.get', { id });
  expect((await get(1)).structuredContent).toMatchObject({
    ok: true,
    unexpected_form: 'text/plain instead of a JSON object: handed over as it came',
    untrusted: 'data',
    data: { media_type: 'text/plain' },
  });
  expect((await get(2)).structuredContent).toMatchObject({
    ok: false,
    error: { code: 'unreadable', message: expect.stringContaining('“busy”') },
  });
  for (const record of records)
    expect((await get(record.id)).structuredContent).toEqual({ ok: true, untrusted: 'data', data: record });
});
