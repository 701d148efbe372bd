import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zip } from '../../sandbox/formats/zip.ts';
import { visit, type Visit } from './visit.ts';

const upload = ({ call }: Visit, content: string | Uint8Array<ArrayBuffer>, name = 'terms.csv') =>
  call('keywords.import_csv', { project: 1, file: new File([content], name) });

const results = async ({ call, clock }: Visit, id: number): Promise<string[][]> => {
  clock.pass(20);
  const { body } = await call('keywords.research_results', { id });
  return body
    .trim()
    .split('\r\n')
    .map((line: string) => line.split(','));
};

test('an import finds German columns and reads German numbers', async () => {
  const here = await visit();
  const { status, body } = await upload(
    here,
    '\uFEFFSuchbegriff;Suchvolumen;Klickpreis;Schwierigkeit\r\nzelt;1.900;0,85;12\r\n"kocher; klein";320;1,10;7\r\n;5;;\r\n',
  );
  expect(status).toBe(202);
  expect(body).toMatchObject({ skipped: 1, detected_mapping: { keyword: 0, search_volume: 1, cpc: 2, difficulty: 3 } });
  const rows = await results(here, body.research_id);
  expect(rows.map((row) => row.slice(4, 8))).toEqual(
    expect.arrayContaining([
      ['zelt', '1900', '0.85', '12'],
      ['kocher; klein', '320', '1.1', '7'],
    ]),
  );
});

test('an Excel workbook is read like a table of text', async () => {
  const here = await visit();
  const cells = (row: number, ...values: string[]) =>
    `<row r="${row}">${values.map((value, n) => `<c r="${'ABC'[n]}${row}"${value}</c>`).join('')}</row>`;
  const sheet =
    cells(1, ' t="s"><v>0</v>', ' t="inlineStr"><is><t>Volume</t></is>', ' t="s"><v>1</v>') +
    cells(2, ' t="str"><v>tent &amp; peg</v>', '><v>1200</v>', '><v>1.5</v>');
  const parts = {
    'xl/sharedStrings.xml': '<sst><si><t>Keyword</t></si><si><r><t>C</t></r><r><t>PC</t></r></si></sst>',
    'xl/worksheets/sheet1.xml': sheet,
  };
  const workbook = zip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
  const { status, body } = await upload(here, new Uint8Array(workbook), 'terms.xlsx');
  expect({ status, mapping: body.detected_mapping }).toEqual({
    status: 202,
    mapping: { keyword: 0, search_volume: 1, cpc: 2 },
  });
  expect((await results(here, body.research_id))[1]?.slice(4, 7)).toEqual(['tent & peg', '1200', '1.5']);
});

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
  // Document 1, "File": generated spreadsheets and Markdown; document 3, GET /exports.
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
