import { expect, test } from 'vitest';
import { operation } from '../../../src/catalog/index.ts';
import { visit } from '../visit.ts';

const sorts: readonly string[] = Reflect.get(Reflect.get(operation('cited_sources.list').input.shape, 'sort'), 'def')
  .innerType.options;

test('all 18 sorts order both views, and any other is refused', async () => {
  const { call } = await visit();
  expect(sorts).toHaveLength(18);
  const field: Readonly<Record<string, readonly [string, string]>> = {
    reach: ['reach', 'avg_reach'],
    citations: ['citations', 'citations'],
    value: ['value_score', 'avg_value_score'],
    possibility: ['effective_possibility', 'avg_possibility_score'],
    first: ['first_seen', 'first_seen'],
    last: ['last_seen', 'last_seen'],
    domain: ['domain', 'domain'],
  };
  const down = new Set(['first_seen_desc', 'last_seen', 'domain_za']);
  for (const sort of sorts) {
    const views = [
      await call('cited_sources.list', { id: 1, sort }),
      await call('cited_sources.list', { id: 1, sort, group_by: 'domain' }),
    ];
    for (const [view, { status, body }] of views.entries()) {
      expect(status, sort).toBe(200);
      const name = field[sort.split('_')[0] ?? '']?.[view];
      if (name === undefined) continue;
      const values = body.data.map((row: Record<string, unknown>) => row[name]);
      const up = values.toSorted((a: string | number, b: string | number) => (a < b ? -1 : Number(a > b)));
      expect(values, `${sort} ${view}`).toEqual(
        down.has(sort) || /^(reach|citations|value|possibility)_desc$/.test(sort) ? up.toReversed() : up,
      );
    }
  }
  expect((await call('cited_sources.list', { id: 1, sort: 'newest' })).status).toBe(422);
});

test('grouped by domain the figures are those of its URLs, within the last 30 days by default', async () => {
  const { call } = await visit();
  const { data } = (await call('cited_sources.list', { id: 1, group_by: 'domain', domain: 'kistenrat' })).body;
  const { data: single } = (await call('cited_sources.list', { id: 1, domain: 'kistenrat' })).body;
  expect(data).toMatchObject([
    { domain: 'kistenrat.example', url_count: 2, citations: single[0].citations + single[1].citations },
  ]);
  expect(
    (await call('cited_sources.list', { id: 1, group_by: 'domain', from: '2025-01-01', to: '2025-01-31' })).body.data,
  ).toEqual([]);
  expect((await call('cited_sources.list', { id: 1, group_by: 'domain', platform: 'grok' })).body.data).toEqual([]);
  expect((await call('cited_sources.list', { id: 1, group_by: 'domain', per_page: 500 })).body.meta.per_page).toBe(100);
});

test('a domain declared its own is reclassified at once', async () => {
  // Document 2, "Tracking project": rules for own_domains.
  const { call } = await visit();
  const own = async () => (await call('cited_sources.list', { id: 1, is_own_domain: true })).body.data;
  expect(await own()).toMatchObject([{ domain: 'fjordkiste.example', content_type_reason: 'own_domain' }]);
  await call('tracking.add_own_domain', { id: 1, domain: 'packliste.example' });
  expect(await own()).toHaveLength(2);
  await call('tracking.update', { id: 1, own_domains: [] });
  expect(await own()).toHaveLength(1);
});

test('an analysis takes all that have none, leaves own pages alone, and says how long', async () => {
  const { call, clock } = await visit();
  const { body } = await call('cited_sources.analyze', { id: 1 });
  expect(body.queued).toBeGreaterThan(0);
  clock.pass(body.estimated_seconds);
  const { data } = (await call('cited_sources.list', { id: 1 })).body;
  expect(data.filter((row: { content_type_reason: string }) => row.content_type_reason === 'pending')).toEqual([]);
  for (const row of data) expect(row.content_type === null).toBe(row.content_type_reason !== null);
});

test('outreach moves freely among its five states', async () => {
  const { call } = await visit();
  const {
    data: [row],
  } = (await call('cited_sources.list', { id: 1 })).body;
  for (const outreach_status of ['verlinkt', 'neu', 'anfrage_gestellt', 'abgelehnt', 'ignoriert']) {
    expect(
      (await call('cited_sources.update', { id: 1, source_id: row.id, outreach_status, notes: 'called' })).body,
    ).toMatchObject({ outreach_status, notes: 'called' });
  }
  expect((await call('cited_sources.update', { id: 1, source_id: row.id, outreach_status: 'won' })).status).toBe(422);
  expect((await call('cited_sources.update', { id: 2, source_id: row.id, notes: 'x' }, 'sandbox-guest')).status).toBe(
    404,
  );
});

test('the export is a CSV of what is asked for', async () => {
  const { call } = await visit();
  const { headers, body } = await call('cited_sources.export', {
    id: 1,
    search: 'kistenrat',
    status: 'neu',
    sort: 'citations_desc',
  });
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(body.trim().split('\r\n')).toHaveLength(3);
  expect(body.split(',')[0]).toBe('id');
});

test('the first run of a new project brings sources', async () => {
  const { call, clock } = await visit();
  const { body } = await call('tracking.analyze', { mode: 'domain', domain: 'oars.example' });
  clock.pass(60);
  await call('tracking.activate', {
    personas: [],
    id: body.project_id,
    keywords: [],
    competitors: [],
    prompts: [{ prompt: 'Which oar?', category: 'general' }],
    platforms: ['chatgpt'],
    frequency: 'weekly',
  });
  expect((await call('cited_sources.list', { id: body.project_id })).body.data).toEqual([]);
  await call('tracking.run', { id: body.project_id });
  clock.pass(180);
  expect((await call('cited_sources.list', { id: body.project_id })).body.meta.total).toBe(7);
});

test('a source that could not be fetched is tried up to three times more, a day apart', async () => {
  // Document 2, "Cited source row".
  // With this seed two fetches fail; one succeeds at the first retry, the other at none.
  const { call, clock } = await visit({ seed: 53 });
  const failed = async () =>
    (await call('cited_sources.list', { id: 1 })).body.data.filter(
      (row: { content_type_reason: string }) => row.content_type_reason === 'fetch_failed',
    ).length;
  const { body } = await call('cited_sources.analyze', { id: 1 });
  clock.pass(body.estimated_seconds);
  const counts = [await failed()];
  for (let day = 1; day <= 4; day += 1) {
    clock.pass(86_400);
    counts.push(await failed());
  }
  expect(counts).toEqual([2, 1, 1, 1, 1]);
});

test('both possibilities of a source are the same, and those of the portfolio have a floor that is stored', async () => {
  // Document 2, "Cited source row": the same value computed at read time; portfolio domains have a persisted floor.
  const { call } = await visit();
  await call('tracking.sync_sources', { id: 1 });
  const rows = (await call('cited_sources.list', { id: 1 })).body.data as Record<string, number>[];
  for (const row of rows) expect(row['citation_possibility_score']).toBe(row['effective_possibility']);
  const inside = rows.filter(({ in_portfolio }) => in_portfolio);
  expect(inside.length).toBeGreaterThan(0);
  for (const row of inside) expect(row['citation_possibility_score']).toBeGreaterThanOrEqual(60);
  expect(rows.some((row) => Number(row['citation_possibility_score']) < 60)).toBe(true);
});
