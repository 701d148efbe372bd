import { expect, test } from 'vitest';
import { detectLanguage } from '../../../sandbox/invention/detect-language.ts';
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
  expect(detectLanguage(article.content)).toBe('de');
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

test('an object of optional fields may be left out', async () => {
  const { call } = await visit();
  expect((await call('grounding.sitemap_audit', { sitemap_url: 'https://oars.example/sitemap.xml' })).status).toBe(202);
  expect((await call('content_audits.mark_pages', { id: 8002, is_solved: true })).status).toBe(200);
});
