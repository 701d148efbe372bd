import { describe, expect, it } from 'vitest';
import { allReadings } from '../../../sandbox/readings/index.ts';
import type { Reading } from '../../../sandbox/readings/reading.ts';
import { brandReport } from '../../../src/reports/brand-report.ts';
import { toMarkdown } from '../../../src/reports/to-markdown.ts';
import { toMarkup } from '../../../src/reports/charts/to-markup.ts';
import { recordsOf } from '../../../src/reports/views/parts/read.ts';
import { views } from '../../../src/reports/views/views.ts';
import { gapInWords, wordsFor } from '../../../src/reports/views/parts/words.ts';
import { openStage, type Stage, type Told } from './support/stage.ts';

const readingNamed = (name: string): Reading => {
  const match = allReadings.find((one) => one.name === name);
  if (!match) throw new Error(`no reading ${name}`);
  return match;
};

/** Answers of these operations without the fields of these names, at any depth. */
const without = (of: string, ...fields: readonly string[]): Reading => ({
  name: 'without',
  turnsOn: '',
  behaviour: '',
  changeResponse: (sent, { operation }) =>
    operation.name === of && typeof sent.body === 'string'
      ? {
          ...sent,
          body: sent.body.startsWith('{') || sent.body.startsWith('[') ? stripped(sent.body, fields) : sent.body,
        }
      : sent,
});

const stripped = (body: string, fields: readonly string[]): string =>
  JSON.stringify(JSON.parse(body), (name, value: unknown) => (fields.includes(name) ? undefined : value));

/** Answers of these operations with the numbers of that name as texts. */
const asText = (field: string, ...of: readonly string[]): Reading => ({
  name: 'as text',
  turnsOn: '',
  behaviour: '',
  changeResponse: (sent, { operation }) =>
    of.includes(operation.name) && typeof sent.body === 'string'
      ? { ...sent, body: sent.body.replaceAll(new RegExp(`"${field}":(\\d+)`, 'g'), `"${field}":"$1"`) }
      : sent,
});

async function result(tool: string, args: object, ...readings: readonly Reading[]): Promise<Told> {
  await using stage = await openStage({}, {}, { readings });
  return await stage.run(tool, args);
}

/** Answers a listing with these rows, page by page. */
function lists({ client }: Stage, of: string, rows: readonly object[]): void {
  const call = client.call.bind(client) as (...given: unknown[]) => Promise<unknown>;
  client.call = (async (name: unknown, input: { page?: number; per_page?: number }, options: unknown) => {
    if (name !== of) return call(name, input, options);
    const { page = 1, per_page = 25 } = input;
    const last_page = Math.ceil(rows.length / per_page);
    const data = rows.slice((page - 1) * per_page, page * per_page);
    return { data, page: { page, per_page, total: rows.length, last_page } };
  }) as typeof client.call;
}

describe('numbers that come as texts', () => {
  it('does not count a page whose score is a text as failed, nor pays for it again', async () => {
    const readings = [asText('score', 'grounding.audit', 'grounding.audits')];
    await using stage = await openStage({}, {}, { readings });
    const urls = ['https://moosgarten.example/a'];
    const first = await stage.run('ground_urls', { urls });
    expect(first).toMatchObject({ data: { audits: [{ score: expect.any(Number) }] }, credits: { charged: 1 } });
    expect(await stage.run('ground_urls', { urls })).toMatchObject({ data: first.data, credits: { charged: 0 } });
  });

  it('finds the article of a storyline that names it by a text', async () => {
    const readings = [asText('article_id', 'storylines.get')];
    await using stage = await openStage({}, {}, { readings });
    const { data } = await stage.run('write_article', { storyline: 5001 });
    expect(await stage.run('write_article', { storyline: 5001 })).toMatchObject({
      data: { article_id: data.article_id },
      credits: { charged: 0 },
    });
  });
});

describe('visibility_report', () => {
  it('says each figure that the answers do not hold, with the operation', async () => {
    const { data } = await result('visibility_report', {}, readingNamed('bare'), without('reality_check.avi', 'score'));
    expect(data.not_available).toMatchObject({
      index: expect.stringContaining('reality_check.avi'),
      trend: expect.stringContaining('insights.scores'),
      share_of_voice: expect.stringContaining('cited_sources.list'),
      cited_sources: expect.stringContaining('cited_sources.list'),
    });
    expect(data.share_of_voice).toBeUndefined();
  });

  it('takes no missing mark of an own domain for no own domain', async () => {
    const whole = await result('visibility_report', {});
    const { data } = await result('visibility_report', {}, without('cited_sources.list', 'is_own_domain'));
    expect(data.share_of_voice.own).toBe(whole.data.share_of_voice.own);
    expect(data.share_of_voice.own).toBeGreaterThan(0);
  });

  it('shows what is missing in the view and the text', async () => {
    const { data } = await result('visibility_report', {}, without('reality_check.avi', 'score'));
    expect(data.not_available.index).toContain('reality_check.avi');
    const words = wordsFor('en');
    const view = views.report({ ...data }, { width: 660, locale: 'en', words });
    const report = toMarkdown(brandReport(data, { locale: 'en', now: 0, sandbox: false }));
    // For the brand's own people: without the name of an operation.
    for (const text of [view.map(toMarkup).join(' ').replaceAll('<wbr>', ''), report]) {
      expect(text).toContain(words.noIndex);
      expect(text).not.toMatch(/reality.check/);
    }
  });
});

describe('a list that is long', () => {
  const claims = (count: number): object[] =>
    Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      severity: at < 200 ? 'low' : 'critical',
      verification_status: at < 10 ? 'true' : null,
    }));

  it('is read to its end, so that the most severe claims come first', async () => {
    await using stage = await openStage();
    lists(stage, 'accuracy.list', claims(250));
    const { data } = await stage.run('check_brand_facts', {});
    expect(data).toMatchObject({ open_claims: 250, by_severity: { critical: 50, low: 200 } });
    expect(data).toMatchObject({ verified_true: 10, not_checked: 240, known_wrong: 0, not_verifiable: 0 });
    expect(JSON.stringify(data.claims)).toContain('critical');
    expect(data.counted).toBeUndefined();
  });

  it('is not counted where it is not', async () => {
    await using stage = await openStage();
    lists(stage, 'accuracy.list', claims(1_150));
    const { data } = await stage.run('check_brand_facts', {});
    expect(data).toMatchObject({
      open_claims: 1_150,
      counted: 'the first 1000 claims',
      not_verified: { claims: 990, counted: 'the first 1000 claims' },
      not_available: { claims: expect.stringContaining('among the others') },
    });
    expect(data.by_severity).toBeUndefined();
  });

  it('and gives no share of a brand that is not among the domains read', async () => {
    await using stage = await openStage();
    const domains = Array.from({ length: 600 }, (_, at) => ({
      domain: `d${at}.example`,
      citations: 10,
      is_own_domain: at === 550,
    }));
    lists(stage, 'cited_sources.list', domains);
    const all = await stage.run('visibility_report', { brand: 'all', compare: 'previous', fields: ['brands'] });
    const [row] = recordsOf(all.data.brands);
    expect(row).toMatchObject({ own_share: null, own_share_before: null });
    expect(row?.['not_available']).toMatch(/(of its own from .* 400 most cited domains.*){2}/);
    expect(row?.['ahead']).toBeUndefined();
    const { data } = await stage.run('visibility_report', { compare: 'previous' });
    expect(data.share_of_voice).not.toHaveProperty('own');
    expect(data.compared.share_of_voice.own).toEqual({});
    expect(data.not_available.share_of_voice).toContain('400 most cited domains');
    expect(gapInWords(data.not_available.share_of_voice, '', wordsFor('de'))).toContain('400 meistzitierten');
  });
});

const volumes = (change: (row: string[], at: number) => string[]): Reading => ({
  ...without('keywords.research_results'),
  changeResponse: (sent, { operation }) => {
    if (operation.name !== 'keywords.research_results' || typeof sent.body !== 'string') return sent;
    const [head = '', ...rows] = sent.body.trim().split('\n');
    const at = head.split(',').indexOf('search_volume');
    return { ...sent, body: [head, ...rows.map((row) => change(row.split(','), at).join(','))].join('\n') };
  },
});

it('research_keywords has no volume and no opportunity where none is known, in its table too', async () => {
  const { data } = await result(
    'research_keywords',
    { seeds: ['moss'] },
    volumes((row, at) => row.with(at, '')),
  );
  for (const one of [...recordsOf(data.clusters), ...recordsOf(data.top_keywords)])
    expect([one['volume'] ?? null, one['opportunity'] ?? null]).toEqual([null, null]);
  const view = views.keywords(data, { width: 660, locale: 'en', words: wordsFor('en') });
  const markup = view.map(toMarkup).join(' ');
  expect(markup).not.toMatch(/NaN|data-value="0"/);
  expect(markup).not.toContain('<svg');
});

it.each([
  ['audit_site', { site: 'Moosgarten' }, 'content_audits.get', ['avg_seo_score'], 'score'],
  ['audit_site', { site: 'Moosgarten' }, 'content_audits.pages', ['seo_score'], 'worst_pages'],
  ['audit_page', { url: 'https://fjordkiste.example/boxes' }, 'page_audit.get', ['analysis'], 'scores'],
  ['ground_urls', { urls: ['https://moosgarten.example/a'] }, 'grounding.audit', ['score'], 'score'],
  ['write_article', { project: '2', keyword: 'moss' }, 'articles.get', ['content'], 'text'],
  ['research_keywords', { seeds: ['moss'], project: '1' }, 'keywords.research_results', [], 'volume'],
  ['check_brand_facts', { brand: 'Fjordkiste' }, 'accuracy.list', ['severity'], 'severity'],
])('every report %s %j says it where %s holds no %j', async (tool, args, of, fields, part) => {
  const blank: Reading = {
    ...without(of),
    changeResponse: (sent, { operation }) =>
      operation.name === of && typeof sent.body === 'string'
        ? { ...sent, body: sent.body.replace('search_volume', 'unnamed') }
        : sent,
  };
  const { data } = await result(tool, args, ...(fields.length > 0 ? [without(of, ...fields)] : [blank]));
  expect(data.not_available).toMatchObject({ [part]: expect.stringContaining(of) });
  expect(JSON.stringify(data)).not.toMatch(/undefined|NaN/);
  if (part === 'text') expect(data.words).toBeUndefined();
});
