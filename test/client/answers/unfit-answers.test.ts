import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { bench, refusal } from '../../support/bench.ts';
import { json, text, type Behaviour } from '../../support/platform.ts';
import { projects, start, create, story } from '../../support/stories.ts';

const plain = (said: string, type: string): Behaviour => text(said, 200, { 'content-type': type });

test.each([
  ['an empty body', plain('', 'application/json')],
  ['204', text('', 204)],
  ['null', json(null)],
  ['{}', json({})],
  ['a text', json('none')],
  ['a number', json(0)],
  ['data: null', json({ data: null })],
  ['a page', text('<html></html>')],
])('rows that did not come are not "none": a read answered with %s is an error', async (_, answer) => {
  await using rig = await bench();
  rig.platform.on('GET /projects', answer);
  const refused = await refusal((await rig.client()).call(projects, {}));
  expect(refused.code).toBe('unreadable');
  expect(refused.next).toContain('Nothing was changed');
});

test.each([
  ['keywords.research_results', 'GET /keyword-researches/1/results.csv', { id: 1 }, plain('', 'text/csv')],
  ['keywords.research_results', 'GET /keyword-researches/1/results.csv', { id: 1 }, json({ note: 'Later.' })],
  ['keywords.research_results', 'GET /keyword-researches/1/results.csv', { id: 1 }, text('<!doctype html>')],
  ['grounding.batch_results', 'GET /grounding/batches/b/results.ndjson', { id: 'b' }, plain('', 'text/plain')],
  ['grounding.batch_results', 'GET /grounding/batches/b/results.ndjson', { id: 'b' }, text('<html></html>')],
  ['keywords.research_results', 'GET /keyword-researches/1/results.csv', { id: 1 }, plain('timeout', 'text/csv')],
  ['cited_sources.export', 'GET /tracking-projects/1/cited-sources/export', { id: 1 }, plain('timeout', 'text/csv')],
  ['cited_sources.export', 'GET /tracking-projects/1/cited-sources/export', { id: 1 }, plain('[\n1\n]', 'text/csv')],
  ['grounding.batch_results', 'GET /grounding/batches/b/results.ndjson', { id: 'b' }, plain('Try later', 'text/plain')],
  ['grounding.batch_results', 'GET /grounding/batches/b/results.ndjson', { id: 'b' }, json('Try later')],
  ['grounding.batch_results', 'GET /grounding/batches/b/results.ndjson', { id: 'b' }, json(null)],
  ['deep_insights.export_pdf', 'GET /data-mining/exports/1.pdf', { project: 1 }, plain('', 'application/pdf')],
  ['deep_insights.export_pdf', 'GET /data-mining/exports/1.pdf', { project: 1 }, text('<html></html>')],
])('%s answered with another thing is an error', async (name, route, given, answer) => {
  await using rig = await bench();
  rig.platform.on(route, answer);
  expect((await refusal((await rig.client()).call(operationNamed(name), given))).code).toBe('unreadable');
});

test('a write answered with another thing has an unknown outcome', async () => {
  await using rig = await bench();
  rig.platform.on('POST /projects/1/articles', text('', 201));
  const client = await rig.client({ maxWaitSeconds: 100_000 });
  expect(await refusal(client.call(operationNamed('articles.create'), { project: 1, title: 'Pegs' }))).toMatchObject({
    code: 'outcome_unknown',
    outcome: 'unknown',
  });
  rig.platform.on(start, text('', 202));
  expect(await refusal(client.call(create, story))).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
});

test('a write that says by its status that it answers nothing is done', async () => {
  await using rig = await bench();
  rig.platform.on('PUT /storylines/7', text('', 204));
  expect(
    (await (await rig.client()).call(operationNamed('storylines.update'), { id: 7, keyword: 'Pegs' })).data,
  ).toBeNull();
});

test('an empty list is one, and so is an empty stream that says what it is', async () => {
  await using rig = await bench();
  const client = await rig.client();
  for (const platformAnswer of [[], { data: [] }, { data: { data: [] } }]) {
    rig.platform.on('GET /projects', json(platformAnswer));
    await client.call(projects, {});
  }
  rig.platform.on('GET /grounding/batches/b/results.ndjson', plain('', 'application/x-ndjson'));
  expect((await client.call(operationNamed('grounding.batch_results'), { id: 'b' })).data).toEqual({
    columns: [],
    rows: [],
  });
});

test('a stream that ends within a row says so, and a row has only the fields that came with it', async () => {
  await using rig = await bench();
  const client = await rig.client();
  rig.platform.on(
    'GET /grounding/batches/b/results.ndjson',
    plain('{"url":"a","constructor":1234567890123456789}\n{"url":"b"}\n{"url":"c","sco', 'application/x-ndjson'),
    plain('{"url":"a","sco', 'application/x-ndjson'),
    plain('{"url":"a"}', 'application/x-ndjson'),
  );
  const read = () => client.call(operationNamed('grounding.batch_results'), { id: 'b' });
  expect(await read()).toMatchObject({
    data: {
      columns: ['url', 'constructor'],
      rows: [
        ['a', '1234567890123456789'],
        ['b', null],
      ],
    },
    incomplete: { rows: 2, says: expect.stringContaining('ends within a row') },
  });
  expect(await read()).toMatchObject({ data: { rows: [] }, incomplete: { rows: 0 } });
  expect((await read()).incomplete).toBeUndefined();
});

test('the text that came in place of the result of a job is handed over as a text, not as a table without rows', async () => {
  await using rig = await bench();
  rig.platform.on('POST /keywords/research', json({ data: { research_id: 7, status: 'queued' } }, 202));
  rig.platform.on(
    'GET /keyword-researches/7/status',
    json({ data: { id: 7, status: 'completed', is_finished: true } }),
  );
  rig.platform.on('GET /keyword-researches/7/results.csv', plain('upstream request timeout', 'text/csv'));
  const client = await rig.client();
  const reply = await client.call(operationNamed('keywords.research'), { project_id: 1, keywords: ['box'] });
  expect(reply).toMatchObject({
    data: { media_type: 'text/csv', text: 'upstream request timeout' },
    unexpected: expect.stringContaining('instead of CSV'),
  });
});

test.each([
  ['iso-8859-1', 'latin1'],
  ['"windows-1252"', 'latin1'],
  ['utf-16le', 'utf16le'],
  ['UTF-8', 'utf8'],
  // Bytes of UTF-8 are that, whatever a server says by default.
  ['iso-8859-1', 'utf8'],
  ['no-such-set', 'utf8'],
] as const)('rows are read in the character set of their media type: %s', async (charset, encoding) => {
  await using rig = await bench();
  const client = await rig.client();
  const sent = (said: string, type: string): Behaviour =>
    text(Buffer.from(said, encoding) as never, 200, { 'content-type': `${type}; charset=${charset}` });
  rig.platform.on('GET /projects', sent('{"data":[{"id":1,"name":"Käse"}]}', 'application/json'));
  rig.platform.on('GET /keyword-researches/1/results.csv', sent('cluster_id,keyword\n1,Käse\n', 'text/csv'));
  rig.platform.on('GET /grounding/batches/b/results.ndjson', sent('{"url":"Käse"}\n', 'application/x-ndjson'));
  expect((await client.call(projects, {})).data).toEqual([{ id: 1, name: 'Käse' }]);
  const table = await client.call(operationNamed('keywords.research_results'), { id: 1 });
  expect(table.data).toMatchObject({ rows: [['1', 'Käse']] });
  const rows = await client.call(operationNamed('grounding.batch_results'), { id: 'b' });
  expect(rows.data).toMatchObject({ rows: [['Käse']] });
});
