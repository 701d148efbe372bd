import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect } from 'vitest';
import { brandReport } from '../../../src/reports/brand-report.ts';
import { toMarkdown } from '../../../src/reports/to-markdown.ts';
import { openStage, type Told } from './support/stage.ts';
import { it } from './support/staged-test.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

describe('visibility_report', () => {
  it('gives the index, platforms, easy wins, competitors and sources, for free', async ({ stage }) => {
    const { data, credits } = await stage.run('visibility_report', { brand: 'fjordkiste' });
    expect(data).toMatchObject({
      tracking_project_id: 2001,
      brand: 'Fjordkiste',
      avi: { score: expect.any(Number), tier: expect.stringMatching(/red|yellow|green/) },
      platforms: [{ platform: 'chatgpt' }, { platform: 'perplexity' }],
      low_hanging_fruit: expect.any(Array),
      competitors: [{ domain: 'kistenwerk.example' }, { domain: 'zeltundco.example' }],
    });
    expect(data.cited_sources).toBeDefined();
    // Each fact once; whole parts for views, programs and whoever names them.
    expect(countTokens(JSON.stringify(data))).toBeLessThanOrEqual(1000);
    const { data: named } = await stage.run('visibility_report', { fields: ['platform_gaps', 'sources'] });
    expect(named).toMatchObject({
      platform_gaps: { status: 'ok', by_platform: [{ queries: expect.any(Number) }, {}] },
      sources: { trend: 'insights.scores' },
    });
    expect(credits).toEqual({ estimated: 0, charged: 0 });
    expect(await stage.balance()).toBe(1000);
  });

  it('says that nothing was measured yet, and how a run is priced', async ({ stage }) => {
    await stage.run('track_brand', { domain: 'neuland.example', country: 'DE', auto_confirm: true });
    const result = await stage.run('visibility_report', { brand: 'neuland.example' });
    expect(result).toMatchObject({
      ok: true,
      data: { domain: 'neuland.example', not_available: { report: expect.stringContaining('no run has finished') } },
    });
    expect(result.next).toContain('estimate {"calls":[{"operation":"tracking.run","arguments":{"id":2003}}]}');
    expect(JSON.stringify(result)).not.toMatch(/no such run|refused without/);
  });

  it('proposes a diagnosis of an assistant that the catalog does not know, too', async () => {
    await using stage = await openStage();
    const { call } = stage.client;
    stage.client.call = (async (name: string, input: object, options: object) => {
      const reply = await call.call(stage.client, name as never, input as never, options);
      return name === 'insights.platform_breakdown'
        ? { ...reply, data: [30, 10].map((visibility) => ({ platform: `at ${visibility}`, total: 10, visibility })) }
        : reply;
    }) as unknown as typeof call;
    expect((await stage.run('visibility_report', {})).data.next_steps).toContainEqual({
      do: 'diagnose_platform',
      platform: 'at 10',
      credits: 1,
    });
  });

  it('reads figures that come as texts, and puts an assistant without a figure last', async () => {
    await using stage = await openStage();
    const { call } = stage.client;
    const answers: Readonly<Record<string, unknown>> = {
      'insights.scores': [
        { date: '2026-01-05', avi_score: '40', visibility: '20' },
        { date: '2026-01-06', avi_score: '45', visibility: '22.5' },
      ],
      'insights.platform_gap': {
        status: 'ok',
        platforms: { unknown: { total: 1 }, low: { visibility: '5', total: 2 }, high: { visibility: 50, total: 3 } },
      },
    };
    stage.client.call = (async (name: string, input: object, options: object) => {
      const reply = await call.call(stage.client, name as never, input as never, options);
      return Object.hasOwn(answers, name) ? { ...reply, data: answers[name] } : reply;
    }) as unknown as typeof call;
    const { data } = await stage.run('visibility_report', {
      from: '2026-01-01',
      to: '2026-01-07',
      fields: ['trend', 'platform_gaps'],
    });
    expect(data.trend.change).toEqual({ avi_score: 5, visibility: 2.5 });
    expect(data.platform_gaps.by_platform.map(({ platform }: { platform: string }) => platform)).toEqual([
      'low',
      'high',
      'unknown',
    ]);
  });
});

it('two periods refuses what is no period', async ({ stage }) => {
  for (const wrong of [
    { from: 'May' },
    { from: '2026-02-30' },
    { from: '2026-05-02', to: '2026-05-01' },
    { compare: 'last year' },
    { compare: { from: '2026-05-01' } },
  ])
    expect(await stage.run('visibility_report', wrong)).toMatchObject({
      ok: false,
      error: { code: 'invalid_arguments' },
    });
});

const rowsOf = (answer: unknown): Record<string, unknown>[] =>
  ((answer as { data?: unknown }).data ?? answer) as Record<string, unknown>[];

describe('all brands', () => {
  it('has a row for each, the largest fall first, each figure as the platform has it for that period', async () => {
    await using stage = await openStage({}, {}, { fixtures: 'year' });
    const { data, credits } = await stage.run('visibility_report', { brand: 'all', days: 90, compare: 'previous' });
    expect(credits).toEqual({ estimated: 0, charged: 0 });
    const rows = rowsIn(data.brands);
    expect(rows.map(({ brand }) => brand).toSorted()).toEqual(['Bergquell', 'Fjordkiste', 'Nordlicht Bikes']);
    expect(rows[0]?.['brand']).toBe('Nordlicht Bikes');
    const changes = rows.map(({ change }) => Number(change));
    expect(changes).toEqual(changes.toSorted((a, b) => a - b));
    // Of two and three open ones, one each was said last before this period.
    expect(rows[0]).toMatchObject({ ahead: ['Radhaus'], false_claims: 1 });
    const rising = rows.find(({ brand }) => brand === 'Bergquell');
    expect(rising).toMatchObject({ false_claims: 2 });
    expect(rising?.['ahead'] ?? []).toEqual([]);
    const [english, german] = ['en', 'de'].map((locale) =>
      toMarkdown(brandReport(data, { locale, now: 0, sandbox: true })),
    );
    for (const text of [english, german]) expect(text).toMatch(/Nordlicht Bikes.*Radhaus/);
  });

  it('says which one could not be read, and keeps the others', async () => {
    await using stage = await openStage({}, {}, { fixtures: 'year' });
    const { call } = stage.client;
    let fails = 1;
    stage.client.call = ((name, input, options) =>
      name === 'insights.scores' && fails-- > 0
        ? Promise.reject(new VisibilityError('unreachable', 'No answer.', { outcome: 'not_sent' }))
        : call.call(stage.client, name as 'insights.scores', input as never, options)) as typeof call;
    const result = await stage.run('visibility_report', { brand: 'ALL' });
    const failed = rowsIn(result.data.brands).filter(({ failed: why }) => why !== undefined && why !== null);
    expect(result).toMatchObject({ ok: true, next: expect.stringContaining('could not be read') });
    expect(failed).toMatchObject([{ brand: 'Fjordkiste', failed: 'No answer.' }]);
    expect(rowsIn(result.data.brands).at(-1)).toEqual(failed[0]);
  });
});

it('a year on the embedded platform has a competitor that passes, domains won and lost, and claims that appear and disappear, also in the coming weeks', async () => {
  await using stage = await openStage({}, {}, { fixtures: 'year' });
  const report = (brand: string) => stage.run('visibility_report', { brand, days: 90, compare: 'previous' });
  const { data } = await report('Nordlicht Bikes');
  expect(data.compared).toMatchObject({
    share_of_voice: { own: { change: expect.any(Number) } },
    cited_domains: { gained: ['ebike-vergleich.example'], lost: ['tourenblog.example'] },
    claims: {
      gained: ['Nordlicht Bikes has closed its workshop'],
      lost: ['delivery by Nordlicht Bikes takes three months'],
    },
  });
  const { data: whole } = await stage.run('visibility_report', {
    brand: 'Nordlicht Bikes',
    fields: ['false_claims'],
  });
  expect(whole.false_claims[0]).toMatchObject({
    said: expect.stringContaining('has closed its workshop'),
    truth: 'The workshop of Nordlicht Bikes is open on six days a week.',
  });
  const before = (await report('Bergquell')).data;
  await stage.clock.advance(5 * 7 * 86_400_000);
  const after = (await report('Bergquell')).data;
  const claimsOf = (one: Told) => one.false_claims;
  expect(claimsOf(before)).not.toContain('high: the source of Bergquell has run dry');
  expect(claimsOf(after)).toContain('high: the source of Bergquell has run dry');
  expect(after.compared.cited_domains.gained).toContain('neues-magazin.example');
  const rival = (one: Told) => one.competitors.find(({ brand }: Told) => brand === 'Talwasser').share;
  expect(rival(before)).toBeLessThan(before.share_of_voice.own);
  expect(rival(after)).toBeGreaterThan(after.share_of_voice.own);
});

/** A list, also where it came as a table. */
const rowsIn = (list: Told): Record<string, unknown>[] =>
  Array.isArray(list)
    ? list
    : list.rows.map((row: unknown[]) =>
        Object.fromEntries(list.columns.map((name: string, at: number) => [name, row[at]])),
      );

describe('check_brand_facts', () => {
  const gravity = ['critical', 'high', 'medium', 'low'];

  it('lists the open claims, the gravest first, and what they can be checked against, free of charge', async ({
    stage,
  }) => {
    const { data, credits } = await stage.run('check_brand_facts', {});
    expect(data).toMatchObject({
      brand: 'Fjordkiste',
      open_claims: expect.any(Number),
      knowledge: { pages: expect.any(Number), armed: expect.any(Boolean), indexing: false },
    });
    const severities = rowsIn(data.claims).map(({ severity }) => String(severity));
    expect(severities).toEqual(severities.toSorted((a, b) => gravity.indexOf(a) - gravity.indexOf(b)));
    expect(credits).toEqual({ estimated: 0, charged: 0 });
    expect(await stage.balance()).toBe(1000);
  });

  it('calls wrong only what was found to be wrong, as the report does', async ({ stage }) => {
    const { data } = await stage.run('check_brand_facts', {});
    const claims = rowsOf(await stage.ask('accuracy.list', { id: 2001, resolution_status: 'open', per_page: 100 }));
    const verdicts = claims.map(({ verification_status: verdict }) => String(verdict ?? ''));
    const count = (...names: string[]): number => verdicts.filter((one) => names.includes(one)).length;
    expect(data).toMatchObject({
      open_claims: claims.length,
      known_wrong: count('false', 'outdated', 'partial'),
      not_checked: count(''),
      verified_true: count('true'),
      not_verifiable: count('unverifiable'),
    });
    expect(data.known_wrong).toBeLessThan(data.open_claims);
  });
});

describe('names', () => {
  it('a brand is found by name, domain, address, part of a name and id, and without any if it is the only one', async ({
    stage,
  }) => {
    for (const brand of ['FJORDKISTE ', 'https://www.fjordkiste.example/shop', 'kiste', '2001', undefined])
      expect((await stage.run('check_brand_facts', { brand })).data).toMatchObject({ tracking_project_id: 2001 });
  });

  it('an unknown brand is refused with those there are, and nothing is paid', async ({ stage }) => {
    for (const args of [{ brand: 'Zebra' }, { brand: 'zebra.example' }]) {
      const result = await stage.run('visibility_report', args);
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: 'invalid_arguments',
          candidates: [{ id: 2001, name: 'Fjordkiste', domain: 'fjordkiste.example' }],
          next: expect.stringContaining('Ask which one is meant'),
        },
      });
    }
    expect(await stage.run('research_keywords', { project: 'Zebra' })).toMatchObject({
      error: { candidates: [{ name: 'Moosgarten' }, { name: 'Fjordkiste' }] },
    });
    expect(await stage.run('audit_site', { site: 'nowhere' })).toMatchObject({
      error: { code: 'invalid_arguments', candidates: [{ id: 2 }, { id: 1 }] },
    });
    expect(await stage.balance()).toBe(1000);
  });

  it('an ambiguous one is refused with the candidates; a scaffold that was never set up is none of them', async ({
    stage,
  }) => {
    await stage.ask('projects.create', {
      name: 'Fjordkiste Nord',
      domain: 'nord.example',
      additional_countries: ['AT'],
    });
    expect((await stage.run('check_brand_facts', {})).data).toMatchObject({ tracking_project_id: 2001 });
    await stage.run('track_brand', { domain: 'fjordkiste-nord.example', country: 'DE', auto_confirm: true });
    for (const brand of ['fjordkiste', undefined]) {
      const result = await stage.run('check_brand_facts', { brand: brand && 'kiste' });
      expect(result).toMatchObject({
        error: {
          code: 'invalid_arguments',
          candidates: expect.arrayContaining([expect.objectContaining({ id: 2001 })]),
        },
      });
    }
    expect((await stage.run('check_brand_facts', { brand: 'Fjordkiste' })).data).toMatchObject({
      tracking_project_id: 2001,
    });
    expect(await stage.run('write_article', { keyword: 'moss' })).toMatchObject({
      error: { message: expect.stringContaining('several projects'), candidates: expect.any(Array) },
    });
  });

  it('the whole name of a draft goes before a part of the name of a brand that is set up', async ({ stage }) => {
    await stage.run('track_brand', { brand: 'Fjord', domain: 'fjord.example', country: 'DE' });
    for (const brand of ['Fjord', 'fjord.example'])
      expect((await stage.run('check_brand_facts', { brand })).data).toMatchObject({ domain: 'fjord.example' });
    expect((await stage.run('check_brand_facts', { brand: 'Kiste' })).data).toMatchObject({ brand: 'Fjordkiste' });
  });
});

it('a read-only server keeps the reports', async () => {
  await using stage = await openStage({}, { readOnly: true });
  expect(await stage.run('visibility_report', {})).toMatchObject({ ok: true, data: { avi: expect.any(Object) } });
  expect(await stage.run('check_brand_facts', {})).toMatchObject({ ok: true });
  await expect(stage.run('audit_page', { url: 'https://a.example' })).rejects.toThrow('no tool');
  expect(await stage.balance()).toBe(1000);
});
