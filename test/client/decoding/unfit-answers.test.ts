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
  await using it = await bench();
  it.platform.on('GET /projects', answer);
  const refused = await refusal((await it.client()).call(projects, {}));
  expect(refused.code).toBe('unreadable');
  expect(refused.next).toContain('Nothing was changed');
});

test.each([
  ['keywords.research_results', 'GET /keyword-researches/1/results.csv', { id: 1 }, plain('', 'text/csv')],
  ['keywords.research_results', 'GET /keyword-researches/1/results.csv', { id: 1 }, json({ message: 'Later.' })],
  ['keywords.research_results', 'GET /keyword-researches/1/results.csv', { id: 1 }, text('<!doctype html>')],
  ['grounding.batch_results', 'GET /grounding/batches/b/results.ndjson', { id: 'b' }, plain('', 'text/plain')],
  ['grounding.batch_results', 'GET /grounding/batches/b/results.ndjson', { id: 'b' }, text('<html></html>')],
  ['deep_insights.export_pdf', 'GET /data-mining/exports/1.pdf', { project: 1 }, plain('', 'application/pdf')],
  ['deep_insights.export_pdf', 'GET /data-mining/exports/1.pdf', { project: 1 }, text('<html></html>')],
])('%s answered with another thing is an error', async (name, route, given, answer) => {
  await using it = await bench();
  it.platform.on(route, answer);
  expect((await refusal((await it.client()).call(operationNamed(name), given))).code).toBe('unreadable');
});

test('a write answered with another thing has an unknown outcome', async () => {
  await using it = await bench();
  it.platform.on('POST /projects/1/articles', text('', 201));
  const client = await it.client({ maxWaitSeconds: 100_000 });
  expect(await refusal(client.call(operationNamed('articles.create'), { project: 1, title: 'Pegs' }))).toMatchObject({
    code: 'outcome_unknown',
    outcome: 'unknown',
  });
  it.platform.on(start, text('', 202));
  expect(await refusal(client.call(create, story))).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
});

test('an empty list is one, under whatever name it comes, and so is an empty stream that says what it is', async () => {
  await using it = await bench();
  const client = await it.client();
  for (const platformAnswer of [[], { data: [] }, { projects: [] }]) {
    it.platform.on('GET /projects', json(platformAnswer));
    await client.call(projects, {});
  }
  it.platform.on('GET /grounding/batches/b/results.ndjson', plain('', 'application/x-ndjson'));
  expect((await client.call(operationNamed('grounding.batch_results'), { id: 'b' })).data).toEqual({
    columns: [],
    rows: [],
  });
});

test('rows in groups are one list, and the groups are named beside it', async () => {
  await using it = await bench();
  const client = await it.client();
  const grouped = { a: [{ keyword: 'moss a' }], b: [{ keyword: 'moss b' }, { keyword: 'moss bed' }] };
  for (const platformAnswer of [{ data: grouped }, grouped]) {
    it.platform.on('GET /keywords/1/expansions', json(platformAnswer));
    expect(await client.call(operationNamed('keywords.expansions'), { id: 1 })).toMatchObject({
      data: [{ keyword: 'moss a' }, { keyword: 'moss b' }, { keyword: 'moss bed' }],
      meta: { groups: { a: 1, b: 2 } },
    });
  }
  it.platform.on('GET /keywords/1/expansions', json({ keywords: [{ keyword: 'moss' }], related: ['peat'] }));
  expect(await client.call(operationNamed('keywords.expansions'), { id: 1 })).toMatchObject({
    data: [{ keyword: 'moss' }],
    meta: { related: ['peat'] },
  });
});
