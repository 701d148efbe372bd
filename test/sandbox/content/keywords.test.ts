import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { zip } from '../../../sandbox/formats/zip.ts';
import { visit, type Visit } from '../visit.ts';

const upload = (
  { call }: Visit,
  content: string | Uint8Array<ArrayBuffer>,
  more: Readonly<Record<string, unknown>> = {},
  name = 'terms.csv',
) => call('keywords.import_csv', { project: 1, file: new File([content], name), ...more });

const results = async ({ call, clock }: Visit, id: number): Promise<string[][]> => {
  clock.pass(20);
  const { body } = await call('keywords.research_results', { id });
  return body
    .trim()
    .split('\r\n')
    .map((line: string) => line.split(','));
};

test('a research goes through its states, and its results are ready only at the end', async () => {
  const { call, raw, clock, balance } = await visit();
  const {
    status,
    body: { research_id: id },
  } = await raw('/keywords/research', {
    method: 'POST',
    body: JSON.stringify({ keyword: 'kettle' }),
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(202);
  const seen: [string, number][] = [];
  for (let n = 0; n < 13; n += 1) {
    const { body } = await call('keywords.research_status', { id });
    if (seen.at(-1)?.[0] !== body.status) seen.push([body.status, body.progress_percent]);
    if (body.status === 'clustering') expect((await call('keywords.research_results', { id })).status).toBe(409);
    expect(body.is_finished).toBe(body.progress_percent === 100);
    clock.pass(10);
  }
  // Document 1, "States": 99 at most while clustering.
  expect(seen).toEqual([
    ['queued', 0],
    ['processing', 0],
    ['clustering', 99],
    ['completed', 100],
  ]);
  expect(await balance()).toBe(995);
});

test('results come with the largest cluster first, its main keyword, then the others by volume', async () => {
  const { call, raw, clock } = await visit();
  const { body } = await raw('/keywords/research', {
    method: 'POST',
    body: '{"seed":"kettle"}',
    headers: { 'content-type': 'application/json' },
  });
  clock.pass(120);
  const heard = await call('keywords.research_results', { id: body.research_id });
  expect(heard.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [header, ...rows] = heard.body
    .trim()
    .split('\r\n')
    .map((line: string) => line.split(','));
  expect(header.join()).toBe(
    'cluster_id,cluster_role,cluster_main_keyword,cluster_size,keyword,search_volume,cpc,difficulty,intent,article_titles',
  );
  const sizes = rows.map((row: string[]) => Number(row[3]));
  expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a));
  for (const [n, [cluster, role, main, size, keyword, volume]] of rows.entries()) {
    expect(role).toBe(size === '1' ? 'solo' : keyword === main ? 'main' : 'sub');
    if (role === 'sub') expect(Number(rows[n - 1][5])).toBeGreaterThanOrEqual(Number(volume));
    if (role === 'sub') expect(rows[n - 1][0]).toBe(cluster);
  }
});

test('a failed AI research gives its credits back, one that fails otherwise does not', async () => {
  // Document 1, "Credits", rule 2: only where a row says so.
  const { call, raw, clock, balance } = await visit();
  const {
    body: { data: project },
  } = await call('projects.create', { name: 'Fail Ltd' });
  const { body } = await call('keywords.ai_research', { project: project.id, limit: 5 });
  expect(body).toMatchObject({ status: 'queued', source: 'ai_search', credits: 5 });
  expect(await balance()).toBe(995);
  clock.pass(120);
  expect((await call('keywords.research_status', { id: body.research_id })).body).toMatchObject({
    status: 'failed',
    is_finished: true,
  });
  expect((await call('credits.history')).body.data[0]).toMatchObject({
    delta: 5,
    endpoint: 'POST /projects/{project}/keywords/ai-research',
    reference_id: body.research_id,
  });
  expect(await balance()).toBe(1000);
  await raw('/keywords/research', {
    method: 'POST',
    body: '{"keyword":"fail"}',
    headers: { 'content-type': 'application/json' },
  });
  clock.pass(120);
  expect(await balance()).toBe(995);
});

test('an AI research defaults to 30 suggestions and runs once at a time for a project', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('keywords.ai_research', { project: 1 });
  expect(new URL(body.status_url).pathname).toBe(`/api/v1/keyword-researches/${body.research_id}/status`);
  expect((await call('keywords.research_status', { id: body.research_id })).body.keywords_total).toBe(30);
  expect((await call('keywords.ai_research', { project: 1 })).status).toBe(409);
  expect((await call('keywords.ai_research', { project: 2 })).status).toBe(202);
  expect((await call('keywords.ai_research', { project: 2, limit: 51 })).status).toBe(422);
  clock.pass(120);
  expect((await call('keywords.ai_research', { project: 1 })).status).toBe(202);
  expect(await balance()).toBe(985);
});

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

test('an import finds English columns and reads English numbers', async () => {
  const here = await visit();
  const { body } = await upload(here, 'Volume,Keyword,CPC,Intent\n"1,900",tent,0.85,Commercial\n');
  expect((await results(here, body.research_id))[1]?.slice(4)).toEqual([
    'tent',
    '1900',
    '0.85',
    '',
    'commercial',
    expect.any(String),
  ]);
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
  const { status, body } = await upload(here, new Uint8Array(workbook), {}, 'terms.xlsx');
  expect({ status, mapping: body.detected_mapping }).toEqual({
    status: 202,
    mapping: { keyword: 0, search_volume: 1, cpc: 2 },
  });
  expect((await results(here, body.research_id))[1]?.slice(4, 7)).toEqual(['tent & peg', '1200', '1.5']);
});

test('text under the name of a workbook is read as text', async () => {
  expect((await upload(await visit(), 'keyword\ntent\n', {}, 'terms.xls')).status).toBe(202);
});

test.each(['project_id', 'project'])('a research that names its project as %s is in its history', async (field) => {
  const { raw, call } = await visit();
  const { body } = await raw('/keywords/research', {
    method: 'POST',
    body: JSON.stringify({ seed: 'tent', [field]: 1 }),
    headers: { 'content-type': 'application/json' },
  });
  expect((await call('keywords.list_researches', { project: 1 })).body.data).toMatchObject([{ id: body.research_id }]);
});

test('a keyword keeps the figures it comes with, and is measured for the others', async () => {
  const { raw } = await visit();
  const add = (fields: object) =>
    raw('/projects/1/keywords', {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    });
  expect((await add({ keyword: 'lantern', search_volume: 77, intent: 'commercial' })).body.data).toMatchObject({
    search_volume: 77,
    intent: 'commercial',
    cpc: expect.any(Number),
  });
  expect((await add({ term: 'tarp' })).body.data).toMatchObject({ keyword: 'tarp' });
});

test('a given column wins over the detected one, for its field only', async () => {
  const { body } = await upload(await visit(), 'keyword,label,volume\na,b,1\n', { mapping: { keyword: 1 } });
  expect(body.detected_mapping).toEqual({ keyword: 1, search_volume: 2 });
});

test('without a header the keyword column must be given', async () => {
  const here = await visit();
  expect((await upload(here, 'tent,5\n', { has_header: false })).body.errors).toHaveProperty('mapping');
  const { body } = await upload(here, 'tent,5\npeg,6\n', {
    has_header: false,
    mapping: { keyword: 0, search_volume: 1 },
  });
  expect((await results(here, body.research_id)).length).toBe(3);
});

test('a file without keywords is refused with the headers it has', async () => {
  const { status, body } = await upload(await visit(), 'colour,size\nred,5\n');
  expect({ status, code: body.error.code, headers: body.detected_headers }).toEqual({
    status: 422,
    code: 'no_keyword_column',
    headers: ['colour', 'size'],
  });
  expect(body).toMatchObject({ code: 'no_keyword_column', error: { detected_headers: ['colour', 'size'] } });
});

test.each([
  ['2001 rows', `keyword\n${'tent\n'.repeat(2001)}`, 'terms.csv'],
  ['more than 1 MB', `keyword\n${'x'.repeat(1024 * 1024)}\n`, 'terms.csv'],
  ['a spreadsheet that is none', 'PK', 'terms.xlsx'],
])('an import refuses %s', async (_, content, name) => {
  const { status, body } = await upload(await visit(), content, {}, name);
  expect(status).toBe(422);
  expect(body.errors).toHaveProperty('file');
});

test('an import leaves keywords in the project, once each', async () => {
  const here = await visit();
  const { body } = await upload(here, 'keyword\ncamping box\nlantern\n');
  await results(here, body.research_id);
  const { data } = (await here.call('keywords.list', { project: 1 })).body;
  expect(data.map(({ keyword }: { keyword: string }) => keyword).toSorted()).toEqual([
    'camping box',
    'camping stove',
    'lantern',
  ]);
  expect((await here.call('keywords.list_researches', { project: 1 })).body.data).toMatchObject([
    { source: 'import', processing_status: 'completed', keywords_count: 2 },
  ]);
});

test('an expansion shows when it is there', async () => {
  const { call, clock, balance } = await visit();
  expect((await call('keywords.expand', { id: 1 })).status).toBe(202);
  expect((await call('keywords.expansions', { id: 1 })).body.data).toEqual([]);
  clock.pass(60);
  expect((await call('keywords.expansions', { id: 1 })).body.data).toHaveLength(26);
  expect(await balance()).toBe(990);
});

test('the explorer costs 50, and nothing within 60 minutes unless asked to fetch anew', async () => {
  // Document 1, "Credits", rule 4.
  const { raw, clock, balance } = await visit();
  const explore = (cache?: boolean) =>
    raw('/explorer', {
      method: 'POST',
      body: JSON.stringify({ keyword: 'kettle', cache }),
      headers: { 'content-type': 'application/json' },
    });
  await explore();
  await explore(true);
  expect(await balance()).toBe(950);
  await explore(false);
  expect(await balance()).toBe(900);
  clock.pass(60 * 60);
  await explore();
  expect(await balance()).toBe(850);
});

test('evidence is null where none was ever gathered', async () => {
  // Document 1, "AI research rules".
  const { call } = await visit();
  for (const row of (await call('keywords.list', { project: 1 })).body.data) expect(row.source_urls).toBeNull();
  expect((await call('keywords.create', { project: 1, keyword: 'tent pegs' })).body.data.source_urls).toBeNull();
});
