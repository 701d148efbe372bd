import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { decodeResponse } from '../../../src/client/decoding/decode-response.ts';

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
  for (const said of [{ result: balance }, { success: true, payload: balance, message: 'ok' }])
    expect((await decoded('credits.balance', said)).data).toEqual(balance);
  for (const said of [
    { before: balance, balance: 7 },
    { team: balance, uuid: 'x' },
    { a: balance, b: balance },
  ])
    expect((await decoded('credits.balance', said)).data).toEqual(said);
});

test.each([
  ['alone', { score: 7 }],
  ['in data', { data: { score: 7 } }],
  ['in data with a meta', { data: { score: 7 }, meta: {} }],
])('an object comes as its fields: %s', async (_, said) => {
  expect((await decoded('reality_check.avi', said)).data).toEqual({ score: 7 });
});

test('what stands beside an object in data is a field of it', async () => {
  const said = { data: { id: 7, name: 'Oars' }, additional_markets: { registered: ['AT'] } };
  expect((await decoded('projects.get', said)).data).toEqual({
    ...said.data,
    additional_markets: { registered: ['AT'] },
  });
});

test('a declared field called data is no wrapper', async () => {
  const said = { data: { affected: 3, is_solved: true }, meta: { applied_filter: {} } };
  expect((await decoded('content_audits.mark_pages', said)).data).toEqual(said);
});

test.each([
  [{}],
  [{ data: null }],
  ['text'],
  [null],
  [{ error: { code: 'x', message: 'y' } }],
  [{ data: { a: { b: 1 } } }],
])('where rows are declared, %j is no answer', async (said) => {
  await expect(decoded('tracking.runs', said)).rejects.toThrow('not the list that is declared');
});
