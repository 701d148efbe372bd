import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { decodeResponse } from '../../../src/client/transport/decode-response.ts';

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

test.each([[{}], [{ data: null }], ['text'], [null]])('where rows are declared, %j is no answer', async (said) => {
  await expect(decoded('tracking.runs', said)).rejects.toThrow('not the list that is declared');
});
