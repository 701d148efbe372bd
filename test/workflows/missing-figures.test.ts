import { describe, expect, it } from 'vitest';
import { allReadings } from '../../sandbox/readings/index.ts';
import type { Reading } from '../../sandbox/readings/reading.ts';
import { pageTheme } from '../../src/charts/theme.ts';
import { brandReport } from '../../src/reports/brand-report.ts';
import { toMarkdown } from '../../src/reports/to-markdown.ts';
import { toSvg } from '../../src/reports/to-svg.ts';
import { toMarkup } from '../../src/charts/to-markup.ts';
import { views } from '../../src/views/views.ts';
import { wordsFor } from '../../src/views/parts/words.ts';
import { stage, type Told } from './support/stage.ts';

const readingNamed = (name: string): Reading => {
  const match = allReadings.find((one) => one.name === name);
  if (!match) throw new Error(`no reading ${name}`);
  return match;
};

/** Answers of these operations without the fields of these names, at any depth. */
const without = (of: string, ...fields: readonly string[]): Reading => ({
  name: 'without',
  turnsOn: '',
  keeps: '',
  sends: (sent, { operation }) =>
    operation.name === of && typeof sent.body === 'string'
      ? {
          ...sent,
          body: sent.body.startsWith('{') || sent.body.startsWith('[') ? stripped(sent.body, fields) : sent.body,
        }
      : sent,
});

const stripped = (body: string, fields: readonly string[]): string =>
  JSON.stringify(JSON.parse(body), (name, value: unknown) => (fields.includes(name) ? undefined : value));

async function result(tool: string, args: object, ...readings: readonly Reading[]): Promise<Told> {
  await using s = await stage({}, {}, { readings });
  return await s.run(tool, args);
}

describe('visibility_report', () => {
  it.each(['avi-score', 'avi-index'])('finds the index under another name: %s', async (reading) => {
    const { data } = await result('visibility_report', {}, readingNamed(reading));
    expect(data.avi).toMatchObject({
      score: expect.any(Number),
      tier: expect.stringMatching(/red|yellow|green/),
      dimensions: expect.anything(),
    });
    expect(data.not_available).toBeUndefined();
  });

  it('finds the domains of sources under another name', async () => {
    const { data } = await result('visibility_report', {}, readingNamed('sources-without-address'));
    expect(data.cited_sources[0]).toMatchObject({
      domain: expect.stringContaining('.'),
      citations: expect.any(Number),
    });
    expect(data.share_of_voice).toMatchObject({ own: expect.any(Number) });
  });

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

  it('says in how many rows a rate is missing', async () => {
    const { data } = await result('visibility_report', {}, without('insights.platform_breakdown', 'visibility'));
    expect(data.not_available.platforms).toContain('visibility');
    expect(data.not_available.platforms).toContain('2 of 2');
  });

  it('shows what is missing in the view, the text and the picture', async () => {
    const { data } = await result('visibility_report', {}, without('reality_check.avi', 'score'));
    const gap: string = data.not_available.index;
    const words = wordsFor('en');
    const view = views.report({ ...data }, { width: 660, locale: 'en', theme: pageTheme, words });
    expect(view.map(toMarkup).join(' ').replaceAll('<wbr>', '')).toContain(gap);
    const report = brandReport(data, { locale: 'en', now: 0, sandbox: false });
    expect(toMarkdown(report).replaceAll('\\', '')).toContain(gap);
    expect(toSvg(report, 0)).toContain('reality_check.avi');
  });
});

describe('every report', () => {
  it.each([
    ['audit_site', { site: 'Moosgarten' }, 'content_audits.list', ['avg_seo_score'], 'score'],
    ['audit_site', { site: 'Moosgarten' }, 'content_audits.pages', ['seo_score'], 'worst_pages'],
    ['audit_page', { url: 'https://fjordkiste.example/boxes' }, 'page_audit.get', ['analysis'], 'scores'],
    ['ground_urls', { urls: ['https://moosgarten.example/a'] }, 'grounding.audit', ['score'], 'score'],
    ['write_article', { project: '2', keyword: 'moss' }, 'articles.get', ['content'], 'text'],
    ['research_keywords', { seeds: ['moss'], project: '1' }, 'keywords.research_results', [], 'volume'],
    ['check_brand_facts', { brand: 'Fjordkiste' }, 'accuracy.list', ['severity'], 'severity'],
  ])('%s %j says it where %s holds no %j', async (tool, args, of, fields, part) => {
    const blank: Reading = {
      ...without(of),
      sends: (sent, { operation }) =>
        operation.name === of && typeof sent.body === 'string'
          ? { ...sent, body: sent.body.replace('search_volume', 'unnamed') }
          : sent,
    };
    const { data } = await result(tool, args, ...(fields.length > 0 ? [without(of, ...fields)] : [blank]));
    expect(data.not_available).toMatchObject({ [part]: expect.stringContaining(of) });
    expect(JSON.stringify(data)).not.toMatch(/undefined|NaN/);
    if (part === 'text') expect(data.words).toBeUndefined();
  });
});
