import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const source_url = 'https://fjordkiste.example';

// The seed: audits 1 and 2 of this address in team 1, 14 and 7 days ago; audit 3 in team 2. Eight pages each.
const pagesOf = async ({ call }: Visit, input: Record<string, unknown> = {}) =>
  (await call('content_audits.pages', { id: 2, ...input })).body;

test('an audit runs, costs 10 at the start, and has its pages at the end', async () => {
  const here = await visit();
  const { body } = await here.call('content_audits.create', {
    source_url: 'https://oars.example',
    type: 'quick',
    tracking_project_id: 1,
  });
  expect(body.data).toMatchObject({ status: 'running', type: 'quick', tracking_project_id: 1, total_pages: null });
  expect(await here.balance()).toBe(990);
  here.clock.pass(45);
  expect((await here.call('content_audits.get', { id: body.data.id })).body.data).toMatchObject({
    status: 'completed',
    total_pages: 8,
    team_id: 1,
  });
  expect((await pagesOf(here, { id: body.data.id })).progress).toEqual({ total: 8, solved: 0, open: 8, percent: 0 });
});

test('a failed audit keeps its credits', async () => {
  const { call, clock, balance } = await visit();
  const { body } = await call('content_audits.create', { source_url: 'https://fail.example' });
  clock.pass(150);
  expect((await call('content_audits.get', { id: body.data.id })).body.data.status).toBe('failed');
  expect(await balance()).toBe(990);
});

test.each([
  ['/content-audits?project_id=1', {}],
  ['/content-audits', { method: 'POST', body: JSON.stringify({ source_url, project_id: 1 }) }],
])('project_id is rejected with a hint: %s', async (path, init) => {
  // Document 1, "Versioning", rule 4.
  const { raw, balance } = await visit();
  const { status, body } = await raw(path, { ...init, headers: { 'content-type': 'application/json' } });
  expect(status).toBe(422);
  expect(body.errors.project_id[0]).toContain('tracking_project_id');
  expect(await balance()).toBe(1000);
});

test("another team's tracking project is none", async () => {
  const { call } = await visit();
  expect((await call('content_audits.create', { source_url, tracking_project_id: 2 })).body.errors).toHaveProperty(
    'tracking_project_id',
  );
});

test('audits are listed by address, exactly', async () => {
  const { call } = await visit();
  const total = async (input: Record<string, unknown>) => (await call('content_audits.list', input)).body.meta.total;
  expect([
    await total({ source_url }),
    await total({ source_url: `${source_url}/` }),
    await total({ status: 'running' }),
    await total({ type: 'quick' }),
  ]).toEqual([2, 0, 0, 2]);
  expect((await call('content_audits.list', { status: 'odd' })).status).toBe(422);
});

test('any status but solved means open', async () => {
  const here = await visit();
  const { pages } = await pagesOf(here, { sort: 'seo_score' });
  await here.call('content_audits.mark_page', { id: pages.data[0].id, is_solved: true });
  expect((await pagesOf(here, { status: 'solved' })).pages.meta.total).toBe(1);
  expect((await pagesOf(here, { status: 'nonsense' })).pages.meta.total).toBe(7);
  expect((await pagesOf(here)).progress).toEqual({ total: 8, solved: 1, open: 7, percent: 12.5 });
});

test('pages are filtered, sorted and paged', async () => {
  const here = await visit();
  const scores = ({ pages }: { pages: { data: { seo_score: number }[] } }) =>
    pages.data.map(({ seo_score }) => seo_score);
  const up = scores(await pagesOf(here, { sort: 'seo_score', dir: 'asc' }));
  expect(up).toEqual(up.toSorted((a, b) => a - b));
  expect(scores(await pagesOf(here, { sort: 'seo_score', dir: 'desc' }))).toEqual(up.toReversed());
  expect(
    scores(await pagesOf(here, { min_seo_score: up[3]!, max_seo_score: up[3]! })).every((score) => score === up[3]),
  ).toBe(true);
  expect((await pagesOf(here, { per_page: 3, page: 3 })).pages).toMatchObject({
    data: [{}, {}],
    meta: { per_page: 3, last_page: 3, total: 8 },
  });
  expect((await pagesOf(here)).pages.meta.per_page).toBe(50);
  const errors = await pagesOf(here, { issue_type: 'error' });
  expect(
    errors.pages.data.every(({ issues }: { issues: { type: string }[] }) =>
      issues.some(({ type }) => type === 'error'),
    ),
  ).toBe(true);
  for (const wrong of [{ sort: 'odd' }, { min_seo_score: 101 }, { priority: 'odd' }]) {
    expect((await here.call('content_audits.pages', { id: 2, ...wrong })).status).toBe(422);
  }
});

test('a comparison is current minus baseline', async () => {
  const { call } = await visit();
  const detail = async (id: number) => (await call('content_audits.get', { id })).body.data;
  const [first, second] = [await detail(1), await detail(2)];
  const { body } = await call('content_audits.compare', { id: 2 });
  expect(body).toMatchObject({ current: { id: 2 }, baseline: { id: 1 } });
  expect(body.trend.total_issues_delta).toBe(second.total_issues - first.total_issues);
  expect(body.trend.by_type_delta.error).toBe(second.summary.by_type.error - first.summary.by_type.error);
  expect(body.issues.new.length - body.issues.fixed.length).toBe(body.trend.total_issues_delta);
  expect(body.issues.persistent.length + body.issues.new.length).toBe(second.total_issues);
  expect((await call('content_audits.compare', { id: 1, against: 2 })).body.trend.total_issues_delta).toBe(
    -body.trend.total_issues_delta,
  );
});

test('without an earlier audit there is nothing to compare with, and that is no error', async () => {
  const { call } = await visit();
  expect(await call('content_audits.compare', { id: 1 })).toMatchObject({
    status: 200,
    body: {
      baseline: null,
      trend: { avg_seo_score_delta: null, by_type_delta: null },
      issues: { new: [], by_type_delta: null },
    },
  });
  expect((await call('content_audits.compare', { id: 2, against: 3 })).status).toBe(422);
});

test('a bulk mark starts from the state its filter names', async () => {
  const { call, raw } = await visit();
  const mark = async (input: Record<string, unknown>) =>
    (await call('content_audits.mark_pages', { id: 2, ...input })).body;
  expect(await mark({ filter: {}, is_solved: true })).toEqual({
    data: { affected: 8, is_solved: true },
    meta: { applied_filter: {} },
  });
  expect((await mark({ filter: { status: 'open' }, is_solved: true })).data.affected).toBe(0);
  expect(await mark({ filter: { status: 'solved' }, is_solved: false })).toMatchObject({
    data: { affected: 8, is_solved: false },
  });
  expect(
    (await call('content_audits.mark_pages', { id: 2, filter: {}, is_solved: true }, 'sandbox-guest')).status,
  ).toBe(403);
  const init = { method: 'PATCH', headers: { 'content-type': 'application/json' } };
  // Document 1, "Versioning", rule 4: with a migration hint.
  expect(
    await raw('/content-audits/2/pages/bulk', {
      ...init,
      body: JSON.stringify({ filter: { project_id: 1 }, is_solved: true }),
    }),
  ).toMatchObject({
    status: 422,
    body: { errors: { 'filter.project_id': [expect.stringContaining('use tracking_project_id')] } },
  });
  expect((await raw('/content-audits/2/pages/bulk', { ...init, body: JSON.stringify({ filter: {} }) })).status).toBe(
    422,
  );
});

test('a page is audited anew for 1 credit, once its audit is completed', async () => {
  const here = await visit();
  const { body } = await here.call('content_audits.refresh_page', { id: 1 });
  expect(body).toEqual({ page_id: 1, status: 'queued' });
  expect((await here.call('content_audits.page', { id: 1 })).body.data.status).toBe('pending');
  here.clock.pass(20);
  expect((await here.call('content_audits.page', { id: 1 })).body.data.status).toBe('processed');
  expect(await here.balance()).toBe(999);
});

test('refreshes and bulk marks share 30 a minute', async () => {
  const { call } = await visit({ rate: 1000 });
  for (let n = 0; n < 15; n += 1) {
    await call('content_audits.refresh_page', { id: 1 });
    await call('content_audits.mark_pages', { id: 2, filter: {}, is_solved: true });
  }
  const { status, headers } = await call('content_audits.refresh_page', { id: 1 });
  expect({ status, wait: headers.get('retry-after') }).toEqual({ status: 429, wait: '60' });
});

test('an export is a CSV of all pages', async () => {
  const { call } = await visit();
  const { body, headers } = await call('content_audits.export', { id: 2 });
  expect(headers.get('content-type')).toBe('text/csv');
  expect(body.trim().split('\r\n')).toHaveLength(9);
});
