import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

interface Document {
  readonly id: number;
  readonly status: string;
  readonly source_type: string;
}

const documentsOf = async ({ call }: Visit, project = 1): Promise<Document[]> =>
  (await call('knowledge_base.list', { project })).body.data;

const analyze = ({ call }: Visit, url: string, more: object = {}) =>
  call('knowledge_base.analyze_site', { project: 1, url, ...more });

test('a text is searchable once it is ready', async () => {
  const here = await visit();
  const { status, body } = await here.call('knowledge_base.add_text', {
    project: 1,
    title: 'Hinges',
    content: 'Brass hinges outlast zinc.',
  });
  expect({ status, state: body.status }).toEqual({ status: 202, state: 'processing' });
  const search = () => here.call('knowledge_base.search', { project: 1, q: 'zinc hinges' });
  expect((await search()).body.data).toEqual([]);
  here.clock.pass(20);
  expect((await documentsOf(here)).find(({ id }) => id === body.document_id)?.status).toBe('ready');
  expect((await search()).body.data[0]).toMatchObject({
    document_id: body.document_id,
    snippet: 'Brass hinges outlast zinc.',
    score: 1,
  });
});

test('every search costs a credit, whatever it finds', async () => {
  // Document 1, "Knowledge base": one of the two reads of the platform that are paid.
  const { call, balance } = await visit({ balance: 2 });
  expect((await call('knowledge_base.search', { project: 1, q: 'zzz' })).body.data).toEqual([]);
  expect((await call('knowledge_base.search', { project: 1, q: 'camping box', top_k: 2 })).body.data).toHaveLength(2);
  expect(await balance()).toBe(0);
  expect((await call('knowledge_base.search', { project: 1, q: 'camping box' })).status).toBe(402);
});

test('a page is read into Markdown, which can be downloaded when it is there', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('knowledge_base.add_url', { url: 'https://fjordkiste.example/care', project_id: 1 });
  expect((await call('knowledge_base.download', { id: body.document_id })).status).toBe(409);
  clock.pass(20);
  const { headers, body: markdown } = await call('knowledge_base.download', { id: body.document_id });
  expect(headers.get('content-type')).toContain('text/markdown');
  expect(markdown).toMatch(/^# /);
  expect(await balance()).toBe(995);
});

test('a deleted document is found no more', async () => {
  const { call } = await visit();
  const { body } = await call('knowledge_base.search', { project: 2, q: 'moss' });
  await call('knowledge_base.delete', { id: body.data[0].document_id });
  expect((await call('knowledge_base.search', { project: 2, q: 'moss' })).body.data).toEqual([]);
});

test('a site is distilled into up to nine documents, and a new analysis replaces the old ones', async () => {
  const here = await visit();
  const { status, body, headers } = await analyze(here, 'https://fjordkiste.example');
  expect(status).toBe(202);
  expect(headers.get('location')).toBe(body.poll_url);
  const states: string[] = [];
  for (const seconds of [0, 5, 25, 90, 60]) {
    here.clock.pass(seconds);
    states.push((await here.call('knowledge_base.site_analysis', { id: body.analysis_id })).body.status);
  }
  expect(states).toEqual(['pending', 'discovering', 'extracting', 'synthesizing', 'completed']);
  const { body: run } = await here.call('knowledge_base.site_analysis', { id: body.analysis_id });
  expect(run).toMatchObject({ progress_percent: 100, primary_language: 'en' });
  expect(run.document_ids).toHaveLength(9);
  await analyze(here, 'https://fjordkiste.example/partial');
  here.clock.pass(180);
  const generated = (await documentsOf(here)).filter(({ source_type }) => source_type === 'site_analysis');
  expect(generated).toHaveLength(4);
  expect(generated.map(({ id }) => id)).not.toContain(run.document_ids[0]);
  expect(
    (await here.call('knowledge_base.site_analyses', { project: 1 })).body.data.map((one: Document) => one.status),
  ).toEqual(['partial', 'completed']);
});

test('one analysis a host at a time; a failed one leaves the documents', async () => {
  const here = await visit();
  expect((await analyze(here, 'https://fail.example')).status).toBe(202);
  expect((await analyze(here, 'https://FAIL.example/other')).status).toBe(409);
  expect((await analyze(here, 'https://moosgarten.example')).status).toBe(202);
  expect(await here.balance()).toBe(950);
  here.clock.pass(180);
  expect((await documentsOf(here)).filter(({ source_type }) => source_type === 'site_analysis')).toHaveLength(9);
  expect((await analyze(here, 'https://fail.example')).status).toBe(202);
});

test.each([
  'http://localhost/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:192.168.0.1]/',
  'http://[fd00::1]/',
  'http://printer.local/',
  'http://intranet/',
  'http://localhost./',
])('the inward address %s is refused and nothing charged', async (url) => {
  const here = await visit();
  expect((await analyze(here, url)).status).toBe(422);
  expect(await here.balance()).toBe(1000);
});

test('an analysis reads 20 to 80 pages', async () => {
  const here = await visit();
  expect((await analyze(here, 'https://a.example', { max_pages: 19 })).status).toBe(422);
  expect((await analyze(here, 'https://a.example', { max_pages: 81 })).status).toBe(422);
  expect((await analyze(here, 'https://a.example', { max_pages: 80 })).status).toBe(202);
});
