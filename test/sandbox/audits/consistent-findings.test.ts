import { expect, test } from 'vitest';
import { detectLanguage } from '../../../sandbox/invention/detect-language.ts';
import { grammars } from '../../../sandbox/invention/writing/grammars.ts';
import { visit } from '../visit.ts';

const distinct = (things: readonly string[]) => expect(things.toSorted()).toEqual([...new Set(things)].toSorted());
const hosts = Array.from({ length: 12 }, (_, n) => `https://shop-${n}.example/`);

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

test('a text that is optimized keeps its language and length', async () => {
  const { call, clock } = await visit();
  const {
    body: { data: stub },
  } = await call('articles.create', { project: 1, title: 'Zeltheringe' });
  await call('articles.generate', { id: stub.id, keyword: 'Zeltheringe', article_type: 'blog', target_length: 1200 });
  clock.pass(90);
  await call('articles.optimize', { id: stub.id });
  clock.pass(60);
  const { data } = (await call('articles.get', { id: stub.id })).body;
  expect(data.content).toContain(grammars['de']!.introductions[1]);
  expect(Math.abs(data.content.split(/\s+/).length - 1200)).toBeLessThan(120);
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

test('a page audit names an issue once, calls only grave ones critical, and scores what it found', async () => {
  const { call, clock } = await visit({ balance: 10_000 });
  for (const url of hosts) {
    const { id } = (await call('page_audit.create', { url })).body;
    clock.pass(90);
    const { analysis, lighthouse } = (await call('page_audit.get', { id })).body;
    distinct(analysis.critical_issues.map(({ title }: { title: string }) => title));
    distinct(analysis.improvement_suggestions);
    for (const { severity } of analysis.critical_issues) expect(severity).toBe('high');
    const scores: number[] = [
      analysis.trust_score,
      analysis.layout_score,
      analysis.cta_score,
      analysis.persona_fit,
      lighthouse.performance,
      lighthouse.seo,
    ];
    if (analysis.improvement_suggestions.length === 0) expect(Math.min(...scores)).toBeGreaterThanOrEqual(90);
    if (analysis.critical_issues.length > 0) expect(Math.min(...scores)).toBeLessThan(75);
  }
});

test('a grounding audit lists a finding once, and its score follows from them', async () => {
  const { call, clock } = await visit();
  const severities = new Map<string, string>();
  for (const url of hosts) {
    const { audit_id: id } = (await call('grounding.analyze', { url })).body;
    clock.pass(15);
    const { body } = await call('grounding.audit', { id });
    distinct(body.findings.map(({ title }: { title: string }) => title));
    for (const { title, severity } of body.findings) {
      expect(severities.get(title) ?? severity).toBe(severity);
      severities.set(title, severity);
      expect(body.raw_text).toContain(title);
    }
    if (body.findings.length === 0) expect(body.score).toBeGreaterThan(90);
    if (body.findings.some(({ severity }: { severity: string }) => severity === 'critical'))
      expect(body.technical_score).toBeLessThanOrEqual(60);
  }
});

test('a content audit counts what its pages list, and a page without issues scores high', async () => {
  const { call } = await visit();
  const { pages } = (await call('content_audits.pages', { id: 8002 })).body;
  const { data: audit } = (await call('content_audits.get', { id: 8002 })).body;
  const issues = pages.data.flatMap(({ issues }: { issues: object[] }) => issues);
  expect(audit.total_issues).toBe(issues.length);
  for (const type of ['error', 'warning', 'info'])
    expect(audit.summary.by_type[type]).toBe(issues.filter((issue: { type: string }) => issue.type === type).length);
  for (const page of pages.data) {
    distinct(page.issues.map(({ message }: { message: string }) => message));
    expect(page.recommendations.length).toBe(page.issues.length);
    expect(page.issues.some(({ category }: { category: string }) => category === 'content')).toBe(
      page.word_count < 300,
    );
    if (page.issues.length === 0)
      expect([page.seo_score > 90, page.content_quality_score > 90, page.priority]).toEqual([true, true, 'low']);
  }
});

test('keywords of a cluster share a word', async () => {
  const { call, clock } = await visit();
  const { body } = await call('keywords.ai_research', { project: 1, limit: 40 });
  clock.pass(600);
  const csv: string = (await call('keywords.research_results', { id: body.research_id })).body;
  const rows = csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  expect(rows.length).toBeGreaterThan(10);
  for (const cluster of Map.groupBy(rows, ([id]) => id).values()) {
    const words = cluster.map((row) => new Set(row[4]!.toLowerCase().split(' ')));
    expect([...words[0]!].some((word) => words.every((set) => set.has(word)))).toBe(true);
  }
});
