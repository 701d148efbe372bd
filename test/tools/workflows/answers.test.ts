import { describe, expect } from 'vitest';
import { runTool } from '../../../src/tools/results/run-tool.ts';
import { noSecrets } from '../../support/no-secrets.ts';
import { openStage } from './support/stage.ts';
import { it } from './support/staged-test.ts';

describe('fields', () => {
  it.each([
    ['visibility_report', {}, ['avi.score'], { avi: { score: expect.any(Number) } }],
    ['check_brand_facts', {}, ['open_claims'], { open_claims: expect.any(Number) }],
    ['research_keywords', { seeds: ['moss'] }, ['keywords'], { keywords: expect.any(Number) }],
    ['audit_page', { url: 'https://fjordkiste.example/boxes' }, ['audit_id'], { audit_id: expect.any(Number) }],
    ['audit_site', { site: 'Moosgarten' }, ['score'], { score: expect.any(Number) }],
    [
      'ground_urls',
      { urls: ['https://moosgarten.example/a'] },
      ['audits.score'],
      { audits: [{ score: expect.any(Number) }] },
    ],
    ['write_article', { project: 'Moosgarten', keyword: 'moss' }, ['words'], { words: expect.any(Number) }],
  ])('of %s %j choose what of its data is shown', async (tool, args, fields, data) => {
    await using stage = await openStage();
    expect((await stage.run(tool, { ...args, fields })).data).toEqual(data);
  });

  it('that name nothing are listed, with what there is', async ({ stage }) => {
    const { fields_note } = await stage.run('visibility_report', { fields: ['nonsense'] });
    expect(fields_note).toMatch(/no field nonsense; there are .*share_of_voice/);
  });
});

describe('write_article', () => {
  it('shows the first lines of the text and links to the whole, which fields give', async ({ stage }) => {
    const tool = stage.tools.find(({ name }) => name === 'write_article')!;
    const order = { project: 'Moosgarten', keyword: 'moss' };
    const result = await runTool(await tool.read(order), { clock: stage.clock }, noSecrets);
    const { title, text, text_left_out, article_id } = result.structured['data'] as Record<string, string>;
    expect(title).toBe('moss');
    expect(text!.length).toBeLessThan(700);
    expect(text_left_out).toMatch(/^\d+ characters; fields \["text"\]/);
    expect(result.link).toMatchObject({ uri: `visibility://articles/${article_id}` });
    const whole = await stage.run('write_article', { ...order, fields: ['text'] });
    expect(whole.data.text.length).toBeGreaterThan(3_000);
    expect(whole.credits).toEqual({ estimated: 0, charged: 0 });
    expect(await stage.balance()).toBe(995);
  });

  it('says why a finished text is a draft', async ({ stage }) => {
    expect((await stage.run('write_article', { project: 'Moosgarten', keyword: 'moss' })).data).toMatchObject({
      status: 'ready',
      published_as: 'draft',
      status_note: expect.stringContaining('not published'),
    });
  });
});

it('audit_site counts its issues by message, and says what its score means', async ({ stage }) => {
  const { data } = await stage.run('audit_site', { site: 'Moosgarten' });
  const counted = data.issues_by_message.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  expect(counted).toBe(data.total_issues);
  expect(data.issues_by_message.every(({ category }: { category?: string }) => category)).toBe(true);
  expect(data.scale).toContain('higher is better');
});

it('research_keywords ranks keywords by themselves, names its units, and has all of them on request', async ({
  stage,
}) => {
  const { data, not_shown } = await stage.run('research_keywords', { seeds: ['moss'] });
  const opportunities = data.top_keywords.map(({ opportunity }: { opportunity: number }) => opportunity);
  expect(opportunities).toHaveLength(10);
  expect(opportunities).toEqual(opportunities.toSorted((a: number, b: number) => b - a));
  expect(data.units).toContain('searches a month');
  expect(not_shown).toContain('all_keywords');
  const all = (await stage.run('research_keywords', { seeds: ['moss'], fields: ['all_keywords'] })).data.all_keywords;
  expect((all.rows ?? all).length).toBe(data.keywords);
});

it('a result that is given again holds no bytes of the file that it was read from', async ({ stage }) => {
  await stage.run('research_keywords', { seeds: ['moss'] });
  expect((await stage.run('research_keywords', { seeds: ['moss'] })).job).not.toHaveProperty('raw');
});

describe('visibility_report', () => {
  it('has the trend of the scores and how each moved', async ({ stage }) => {
    const scores = (await stage.ask('insights.scores', { id: 2001 })).slice(-5);
    const [first, last] = [scores[0], scores.at(-1)];
    const { trend } = (await stage.run('visibility_report', {})).data;
    // Weekly runs within 30 days.
    expect(trend.scores).toMatchObject(scores.map(({ avi_score }: { avi_score: number }) => ({ avi_score })));
    expect(trend.change).toMatchObject({ avi_score: last.avi_score - first.avi_score });
    expect(trend.change).not.toHaveProperty('run_id');
  });

  it('has the shares of the brand and its competitors in the citations, and its units', async ({ stage }) => {
    const sources = await stage.ask('cited_sources.list', { id: 2001, group_by: 'domain', per_page: 100 });
    const citations = (some: { citations: number }[]) => some.reduce((sum, one) => sum + one.citations, 0);
    const own = citations(sources.filter((one: { is_own_domain: boolean }) => one.is_own_domain));
    const { share_of_voice, units } = (await stage.run('visibility_report', {})).data;
    expect(share_of_voice.own).toBeCloseTo((own / citations(sources)) * 100, 1);
    expect(units).toContain('avg_position');
  });
});

it('check_brand_facts points to the check for the claims that were never verified', async ({ stage }) => {
  const { claims, not_verified } = (await stage.run('check_brand_facts', {})).data;
  expect(not_verified.claims).toBe(claims.filter((one: object) => !('verified_as' in one)).length);
  expect(not_verified.check).toContain('accuracy.reverify');
});

describe('track_brand', () => {
  it('says what its runs will cost before it is agreed to, by the rate of another brand', async ({ stage }) => {
    const order = { domain: 'neuland.example', country: 'DE', language: 'de' };
    const { question } = (await stage.run('track_brand', order)).data;
    const activated = await stage.run('track_brand', { ...order, confirm: true });
    expect(question.runs_estimate.credits_per_run).toBe(activated.data.credits_per_run);
    expect(question.runs_estimate.credits_per_month).toBeGreaterThan(activated.data.credits_per_run);
  });
});
