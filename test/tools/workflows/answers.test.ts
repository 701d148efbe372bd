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

it('write_article shows the first lines of the text and links to the whole, which fields give', async ({ stage }) => {
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
