import { expect, test } from 'vitest';
import { detectLanguage } from '../../../sandbox/invention/detect-language.ts';
import { grammars } from '../../../sandbox/invention/writing/grammars.ts';
import { visit } from '../visit.ts';

test('an article is assembled in the language of its project and from the outline of its storyline', async () => {
  const { call, clock } = await visit();
  const { body } = await call('storylines.create', { project: 1, keyword: 'Zeltheringe' });
  clock.pass(60);
  const { data: storyline } = (await call('storylines.get', { id: body.storyline_id })).body;
  for (const question of storyline.research_data.people_also_ask)
    expect(question).toMatch(/^(Für|Wie|Welche|Woran|Wann).*Zeltheringe.*\?$/);
  const assembled = await call('storylines.assemble_article', { id: body.storyline_id });
  clock.pass(90);
  const { data: article } = (await call('articles.get', { id: assembled.body.article_id })).body;
  const headings = article.content
    .split('\n')
    .filter((line: string) => line.startsWith('## '))
    .map((line: string) => line.slice(3));
  expect(headings).toEqual(storyline.structure.map(({ heading }: { heading: string }) => heading));
  expect(article.content).toContain(grammars['de']!.introductions[1]);
  expect(article.content.split(/\s+/).length / 900).toBeCloseTo(1, 0);
  expect(article.meta_description.length).toBeLessThanOrEqual(160);
});

test.each([
  ['de', 'de'],
  ['fr', 'en'],
])('an article for a project in %s says so, and its invented prose is in %s', async (language, written) => {
  const { call, clock } = await visit();
  const { data: project } = (await call('projects.create', { name: 'Kahn', language })).body;
  const { data: stub } = (await call('articles.create', { project: project.id, title: 'Kahn' })).body;
  await call('articles.generate', { id: stub.id, keyword: 'kahn', article_type: 'blog', target_length: 300 });
  clock.pass(90);
  const { data: article } = (await call('articles.get', { id: stub.id })).body;
  expect([article.language, detectLanguage(article.content)]).toEqual([language, written]);
});

test('a claim is true exactly where the truth says the same', async () => {
  const { call, clock } = await visit();
  await call('accuracy.backfill', { id: 2001 });
  clock.pass(50);
  await call('accuracy.reverify', { id: 2001 });
  clock.pass(50);
  const { data } = (await call('accuracy.list', { id: 2001, per_page: 100 })).body;
  const judged = data.filter(({ status }: { status: string }) => status === 'verified');
  expect(judged.length).toBeGreaterThan(3);
  for (const {
    claim_normalized,
    verification_status,
    ground_truth_source_anchor: anchor,
    resolution_reason,
  } of judged) {
    if (anchor === null)
      expect({ verification_status, resolution_reason }).toEqual({
        verification_status: 'unverifiable',
        resolution_reason: 'inconclusive',
      });
    else
      expect(verification_status === 'true').toBe(
        anchor.passage.toLowerCase() === `${claim_normalized}.`.toLowerCase(),
      );
  }
  const verdicts = judged.map(({ verification_status }: { verification_status: string }) => verification_status);
  expect(verdicts).toContain('true');
  expect(verdicts.filter((verdict: string) => ['false', 'outdated', 'partial'].includes(verdict))).not.toEqual([]);
  const grave = Map.groupBy<string, { claim_type: string; severity: string }>(judged, ({ claim_type }) => claim_type);
  for (const claims of grave.values()) expect(new Set(claims.map(({ severity }) => severity)).size).toBe(1);
});
