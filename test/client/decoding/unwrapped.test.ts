import { expect, onTestFinished, test, vi } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { decodeAny, decodeResponse } from '../../../src/client/decoding/decode-response.ts';

const decoded = (name: string, said: unknown) =>
  decodeResponse(operationNamed(name), {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(said)),
  });

const rows = [{ id: 1 }, { id: 2 }];
const page = { total: 2, per_page: 25, current_page: 1, last_page: 1 };

test.each([
  ['alone', rows, undefined],
  ['in data', { data: rows }, undefined],
  ['a page', { data: rows, meta: page, links: {} }, undefined],
  ['a flat page', { data: rows, ...page }, undefined],
  ['with another meta', { data: rows, meta: { limit: 2, offset: 0 } }, { limit: 2, offset: 0 }],
  ['under a name of their own', { runs: rows, count: 2 }, { count: 2 }],
  ['under a name beside another list', { errors: [], runs: rows }, { errors: [] }],
  ['under a name in data', { data: { runs: rows } }, undefined],
])('rows come as a list: %s', async (_, said, meta) => {
  const answer = await decoded('tracking.runs', said);
  expect(answer.data).toEqual(rows);
  expect(answer.meta).toEqual(meta);
  expect(answer.page?.total).toBe(JSON.stringify(said).includes('current_page') ? 2 : undefined);
});

test('a value that is no text, though it has the fields of one, is left as it is', async () => {
  const odd = { toString: null, valueOf: null };
  const { data } = await decoded('tracking.runs', { data: { moss: { status: odd, started_at: odd } } });
  expect(data).toMatchObject([{ status: odd, started_at: odd }]);
});

const keyed = { 7: { status: 'completed' }, 9: { id: 9, status: 'running' } };
const dated = { '2026-11-01': { avi_score: 4 }, '2026-11-02': { avi_score: 5 } };

test.each([
  ['tracking.runs', { data: keyed }, [{ id: '7', status: 'completed' }, keyed[9]]],
  ['tracking.runs', keyed, [{ id: '7', status: 'completed' }, keyed[9]]],
  [
    'insights.scores',
    { data: dated },
    [expect.objectContaining({ avi_score: 4 }), expect.objectContaining({ avi_score: 5 })],
  ],
  ['insights.platform_breakdown', { data: { chatgpt: { visibility: 3 } } }, [{ platform: 'chatgpt', visibility: 3 }]],
  ['tracking.runs', { result: { items: rows, total_pages: 1 } }, rows],
  ['tracking.runs', { success: true, result: { data: rows } }, rows],
])('of %s, rows under their keys or in another envelope come as a list', async (name, said, expected) => {
  expect((await decoded(name, said)).data).toEqual(expected);
});

test.each(['prompt_check.list', 'projects.list'])(
  'of %s, no rows under keys are an empty list where they are counted',
  async (name) => {
    const none = { current_page: 1, per_page: 25, total: 0, last_page: 1 };
    const { data, page: stated } = await decoded(name, { data: {}, meta: none });
    expect(data).toEqual([]);
    expect(stated?.total).toBe(0);
  },
);

test.each([
  { items: rows, meta: { page: 1, size: '2', total: 5 } },
  { data: rows, pagination: { page_number: '1', page_size: 2, total_count: 5, total_pages: 3 } },
  { result: { items: rows }, meta: { current_page: 1, per_page: 2, total: 5, last_page: 3 } },
])('a page is one under other names too: %j', async (said) => {
  expect((await decoded('projects.list', said)).page).toEqual({ page: 1, per_page: 2, total: 5, last_page: 3 });
});

test.each([
  { next_cursor: 'x' },
  { has_more: true },
  { links: { next: '/projects?after=2' } },
  { meta: { next: 'x' } },
])('that there are rows which no number of a page leads to is said: %j', async (result) => {
  expect((await decoded('projects.list', { data: rows, ...result })).incomplete?.says).toContain('there are more');
  const last = { next_cursor: null, has_more: false, links: { next: null }, meta: page };
  expect((await decoded('projects.list', { data: rows, ...last })).incomplete).toBeUndefined();
});

test('an envelope of another name is taken off, and what a record holds is none', async () => {
  const balance = { balance: 7, plan: 'pro' };
  for (const platformAnswer of [{ result: balance }, { success: true, payload: balance, message: 'ok' }])
    expect((await decoded('credits.balance', platformAnswer)).data).toEqual(balance);
  for (const platformAnswer of [
    { before: balance, balance: 7 },
    { team: balance, uuid: 'x' },
    { a: balance, b: balance },
  ])
    expect((await decoded('credits.balance', platformAnswer)).data).toEqual(platformAnswer);
});

test.each([
  ['alone', { score: 7 }],
  ['in data', { data: { score: 7 } }],
  ['in data with a meta', { data: { score: 7 }, meta: {} }],
])('an object comes as its fields: %s', async (_, said) => {
  expect((await decoded('reality_check.avi', said)).data).toEqual({ score: 7 });
});

test('what stands beside an object in data is a field of it', async () => {
  const platformAnswer = { data: { id: 7, name: 'Oars' }, additional_markets: { registered: ['AT'] } };
  expect((await decoded('projects.get', platformAnswer)).data).toEqual({
    ...platformAnswer.data,
    additional_markets: { registered: ['AT'] },
  });
});

test('a declared field called data is no wrapper', async () => {
  const platformAnswer = { data: { affected: 3, is_solved: true }, meta: { applied_filter: {} } };
  expect((await decoded('content_audits.mark_pages', platformAnswer)).data).toEqual(platformAnswer);
});

test.each([
  [{}],
  [{ data: null }],
  ['text'],
  [null],
  [{ error: { code: 'x', message: 'y' } }],
  [{ data: { a: { b: 1 } } }],
  [{ data: {} }],
  [{ data: {}, meta: { ...page, total: 2 } }],
  [{ data: { 7: { status: 'completed' }, note: 'The others are older.' } }],
])('where rows are declared, %j is no answer', async (said) => {
  await expect(decoded('tracking.runs', said)).rejects.toThrow('not the list that is declared');
});

const resource = (id: string, attributes: object) => ({ id, type: 'articles', attributes });

test('resources of JSON:API are plain records, also where states of jobs are looked for', async () => {
  const one = await decoded('articles.get', { data: resource('7', { status: 'draft', title: 'Moss' }) });
  expect(one.data).toEqual({ id: '7', status: 'draft', title: 'Moss' });
  expect(one.rawJson).toEqual({ data: one.data });
  const many = await decoded('articles.list', { data: [resource('7', { title: 'Moss' })], meta: page });
  expect(many.data).toEqual([{ id: '7', title: 'Moss' }]);
  const upper = await decoded('articles.list', {
    DATA: [{ ID: '7', TYPE: 'articles', ATTRIBUTES: { TITLE: 'Moss' } }],
  });
  expect(upper.data).toEqual([{ id: '7', title: 'Moss' }]);
  // What a record has under `attributes` beside other fields is its own.
  const own = { id: 7, attributes: { colour: 'green' }, title: 'Moss' };
  expect((await decoded('articles.get', { data: own })).data).toEqual(own);
});

test.each([
  ['camel case', { data: { storylineId: 4, processingStatus: 'ready', content: { ArticleId: 1 } } }],
  ['Pascal case', { Data: { StorylineId: 4, ProcessingStatus: 'ready', content: { ArticleId: 1 } } }],
  ['upper case', { DATA: { STORYLINE_ID: 4, PROCESSING_STATUS: 'ready', content: { ArticleId: 1 } } }],
])('fields that are declared have their names in %s too, and nothing else is renamed', async (_, said) => {
  expect((await decoded('articles.get', said)).data).toEqual({
    storyline_id: 4,
    processing_status: 'ready',
    content: { ArticleId: 1 },
  });
});

test('a field in another spelling does not replace the one that has the declared name', async () => {
  const both = { storylineId: 4, storyline_id: 5 };
  expect((await decoded('articles.get', { data: both })).data).toEqual(both);
});

test('of a text in the place of an answer a million characters are data, beside the size of the whole', async () => {
  const textOf = async (length: number) =>
    (
      await decodeAny(operationNamed('articles.get'), {
        status: 200,
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from('x'.repeat(length)),
      })
    ).data;
  const whole = { media_type: 'text/plain', text: 'x'.repeat(1_000_000) };
  expect(await textOf(1_000_000)).toEqual(whole);
  expect(await textOf(1_000_001)).toEqual({ ...whole, size_bytes: 1_000_001 });
});

test('blank lines in CSV are no rows', async () => {
  const body = Buffer.from('cluster_id,keyword\r\n\r\n1,Moss\r\n\r\n');
  const headers = { 'content-type': 'text/csv' };
  const { data } = await decodeResponse(operationNamed('keywords.research_results'), { status: 200, headers, body });
  expect(data).toEqual({ columns: ['cluster_id', 'keyword'], rows: [['1', 'Moss']] });
});

test.each([
  { code: 0, msg: 'ok', payload: { id: 7, title: 'Moss' } },
  { response: { status: 200, body: { id: 7, title: 'Moss' } }, took_ms: 4 },
  { success: true, data: { data: { id: 7, title: 'Moss' } } },
  { data: [{ id: 7, title: 'Moss' }] },
  { Data: { Id: 7, Title: 'Moss' } },
])('a record comes as its fields, however it is wrapped: %j', async (said) => {
  expect((await decoded('articles.get', said)).data).toMatchObject({ id: 7, title: 'Moss' });
});

test.each([
  { code: 0, payload: { items: rows, meta: page } },
  { response: { body: rows } },
  { _embedded: { items: rows }, page: { number: 1, size: 25, totalPages: 1, totalElements: 2 } },
])('rows are found in envelopes within envelopes: %j', async (said) => {
  const { data, rawJson } = await decoded('projects.list', said);
  expect(data).toEqual(rows);
  // There the next page is looked for.
  const meta = JSON.stringify(said).includes('page') ? { meta: { current_page: 1, last_page: 1 } } : {};
  expect(rawJson).toMatchObject({ data: rows, ...meta });
});

test.each([
  ['in seconds', 1_795_654_923, '2026-11-26T01:02:03.000Z'],
  ['in milliseconds', 1_795_654_923_004, '2026-11-26T01:02:03.004Z'],
  ['in seconds, as a text', '1795654923', '2026-11-26T01:02:03.000Z'],
  ['with a space', '2026-11-26 01:02:03', '2026-11-26T01:02:03.000Z'],
  ['without a zone', '2026-11-26T01:02:03', '2026-11-26T01:02:03.000Z'],
  ['with the name of its zone', '2026-11-26 01:02:03 UTC', '2026-11-26T01:02:03.000Z'],
  ['of another zone', '2026-11-26T02:32:03+01:30', '2026-11-26T01:02:03.000Z'],
  ['as the documents have it', '2026-11-26T01:02:03.123456Z', '2026-11-26T01:02:03.123456Z'],
  ['of no day', '2026-13-26 01:02:03', '2026-13-26 01:02:03'],
  ['a day', '2026-11-26', '2026-11-26'],
  ['in words', 'yesterday', 'yesterday'],
  ['a small number', 7, 7],
  ['null', null, null],
])('times are in UTC, wherever this machine stands: %s', async (_, written, read) => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  const answer = await decoded('images.list', { data: [{ created_at: written, title: written }] });
  expect(answer.data).toEqual([{ created_at: read, title: written }]);
});

test.each([
  { result: { items: [] } },
  { _embedded: { items: [{ id: 1 }] } },
  { data: { chunk: { items: [{ id: 1 }] } } },
])('rows are those of an envelope that has them under a name of one of their fields: %j', async (said) => {
  const rowsIn = JSON.stringify(said).includes('id') ? [{ id: 1 }] : [];
  expect((await decoded('bulk_generations.list', said)).data).toEqual(rowsIn);
});

test('objects under keys have the names of the documents, and their keys stay', async () => {
  const said = { platforms: { chatGpt: { totalQueries: 4, sentiment: 'good' } } };
  const { data } = await decoded('insights.platform_gap', said);
  expect(data).toEqual({ platforms: { chatGpt: { total_queries: 4, sentiment: 'good' } } });
  const plain = { platforms: { chatgpt: { total_queries: 4 } } };
  expect((await decoded('insights.platform_gap', plain)).data).toEqual(plain);
});

test('an envelope may have the name of a field that is a text', async () => {
  expect((await decoded('engines.get', { engine: { engine: 'chatgpt', label: 'ChatGPT' } })).data).toEqual({
    engine: 'chatgpt',
    label: 'ChatGPT',
  });
  const topics = { data: [{ id: 1 }], meta: page };
  const answer = await decoded('community.list_topics', { response: { status: 200, body: topics } });
  expect(answer.data).toEqual([{ id: 1 }]);
});

test('what an envelope says of the answer is no field of the record', async () => {
  const said = { status: 'success', credits_used: 4, data: { id: 1, name: 'Moss' } };
  const answer = await decoded('projects.get', said);
  expect(answer).toMatchObject({ data: { id: 1, name: 'Moss', credits_used: 4 }, meta: { status: 'success' } });
  expect(answer.data).not.toHaveProperty('status');
  // Where the record has such a field, that of the envelope stands in for it.
  const story = await decoded('storylines.get', { status: 'running', data: { id: 7 } });
  expect(story.data).toEqual({ id: 7, status: 'running' });
});
