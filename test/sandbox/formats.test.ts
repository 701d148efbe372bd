import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { visit } from './visit.ts';

test('an export becomes a ZIP that opens', async () => {
  const { call, clock } = await visit();
  const { job_id } = (await call('files.bulk_export', { ids: [11001, 11002] })).body;
  expect((await call('files.export_status', { job_id })).body).toEqual({ status: 'queued' });
  clock.pass(15);
  const { status, download_url } = (await call('files.export_status', { job_id })).body;
  expect(status).toBe('ready');
  const archive = unzipSync(new Uint8Array(await (await fetch(download_url)).arrayBuffer()));
  expect(Object.keys(archive).toSorted()).toEqual(['11001-keywords-autumn.csv', '11002-briefing.md']);
  expect(strFromU8(archive['11002-briefing.md']!)).toBe('# Briefing\n\nAn invented briefing.\n');
});

test('what jobs finish shows among files and exports, and can be fetched', async () => {
  // docs/platform/library.md#files: generated spreadsheets and Markdown; docs/platform/library.md#files.
  const { call, clock } = await visit();
  const fetched = async (url: string) =>
    (await fetch(url, { headers: { authorization: 'Bearer sandbox-owner' } })).status;
  const { body: research } = await call('keywords.research', { keyword: 'camping' });
  await call('images.bulk_export', { ids: [(await call('images.list')).body.data[0].id] });
  await call('deep_insights.refresh', { project: 2001 });
  await call('reality_check.generate_report', { id: 2001 });
  await call('reports.generate', { id: 2001 });
  clock.pass(120);
  const files = (await call('files.list')).body.data;
  const spreadsheet = files.find(
    (file: { original_name: string }) => file.original_name === `keyword-research-${research.research_id}.csv`,
  );
  expect(spreadsheet).toMatchObject({ mime_type: 'text/csv', expires_in_days: 30, pinned: false });
  expect(files.map((file: { original_name: string }) => file.original_name)).toContainEqual(
    expect.stringMatching(/^visibility-report-2001-.*\.md$/),
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
