import { describe, expect } from 'vitest';
import { it } from './support/staged-test.ts';

describe('research_keywords', () => {
  it('gives the clusters, the best opportunity first, with their volumes', async ({ stage }) => {
    const { data } = await stage.run('research_keywords', { seeds: ['camping box'] });
    expect(data).toMatchObject({ keywords: 12, clusters_count: data.clusters.length });
    expect(data.clusters[0]).toMatchObject({
      cluster: expect.stringContaining('camping box'),
      volume: expect.any(Number),
      difficulty: expect.any(Number),
      keywords: expect.arrayContaining([expect.stringMatching(/\(\d+\)$/)]),
      article_titles: expect.any(Array),
    });
    const opportunities = data.clusters.map(({ opportunity }: { opportunity: number }) => opportunity);
    expect(opportunities).toEqual(opportunities.toSorted((a: number, b: number) => b - a));
  });

  it('takes the same terms in another order, and another spelling, for the same job', async ({ stage }) => {
    const { job } = await stage.run('research_keywords', { seeds: ['tent', 'Moss '], wait_s: 1 });
    expect(await stage.run('research_keywords', { seeds: ['moss', 'tent', 'tent'] })).toMatchObject({
      job: { job_id: job.job_id, joined: true },
    });
    expect(await stage.balance()).toBe(995);
  });
});

it('audit_page gives scores, personas, issues and improvements, and the call for a better design', async ({
  stage,
}) => {
  const { data } = await stage.run('audit_page', { url: 'fjordkiste.example/boxes', persona: 'A hurried father' });
  expect(data).toMatchObject({
    url: 'https://fjordkiste.example/boxes',
    scores: { trust_score: expect.any(Number), lighthouse: { performance: expect.any(Number) } },
    personas: [{ name: 'A hurried father', fit_score: expect.any(Number) }],
    better_design: expect.stringContaining(`"id":${data.audit_id}`),
  });
  expect(data.scores).not.toHaveProperty('improvement_suggestions');
  for (const issue of data.critical_issues)
    expect(issue).toMatchObject({ severity: 'high', title: expect.any(String) });
  expect(data.improvements.length).toBeGreaterThan(0);
  for (const improvement of data.improvements) expect(improvement).toEqual(expect.any(String));
});

describe('audit_site', () => {
  it('gives the score, issues by type and the worst pages first; a first audit compares with none', async ({
    stage,
  }) => {
    const { data } = await stage.run('audit_site', { site: 'neuland.example' });
    expect(data).toMatchObject({
      site: 'https://neuland.example',
      pages: 24,
      score: expect.any(Number),
      issues_by_type: { error: expect.any(Number), warning: expect.any(Number), info: expect.any(Number) },
      since_previous: expect.stringContaining('first'),
    });
    const { error, warning, info } = data.issues_by_type;
    expect(error + warning + info).toBe(data.total_issues);
    const scores = (data.worst_pages.rows ?? data.worst_pages).map((row: unknown[]) => row[2]);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => a - b));
  });

  it('audits the site of the project that a name, a part of it, its id or its domain means', async ({ stage }) => {
    for (const site of ['Fjordkiste', 'fjord', '1', 'fjordkiste.example'])
      expect((await stage.run('audit_site', { site })).data).toMatchObject({ site: 'https://fjordkiste.example' });
  });

  it('compares with the audit before', async ({ stage }) => {
    const { data } = await stage.run('audit_site', { site: 'https://fjordkiste.example/' });
    expect(data.since_previous).toMatchObject({
      audit_id: 8002,
      avg_seo_score_delta: expect.any(Number),
      issues_fixed: expect.any(Number),
      issues_new: expect.any(Number),
    });
  });
});

describe('write_article', () => {
  it('reports progress while it runs', async ({ stage }) => {
    const result: { percent: number; message: string }[] = [];
    await stage.run(
      'write_article',
      { project: 'fjordkiste', keyword: 'moss' },
      { onProgress: (step) => void result.push(step) },
    );
    expect(result.length).toBeGreaterThan(3);
    for (const { message } of result)
      expect(message).toMatch(
        /^Writing the article(, about \d+ s left|, a few seconds left|, longer than usual|: done)$/,
      );
    const percents = result.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    expect(percents.filter((percent) => percent === 100)).toHaveLength(1);
    // A job of the usual length shows as nearly done before it is.
    expect(percents.at(-2)).toBeGreaterThan(70);
  });

  it('stops waiting when it is cancelled; the job continues, and is taken up again', async ({ stage }) => {
    const stop = new AbortController();
    const cancelled = await stage.run(
      'write_article',
      { project: 'fjordkiste', keyword: 'moss' },
      { signal: stop.signal, onProgress: ({ percent }) => void (percent > 0 && stop.abort()) },
    );
    expect(cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await stage.run('write_article', { project: 'fjordkiste', keyword: 'moss' })).toMatchObject({
      data: { words: expect.any(Number) },
    });
    expect(await stage.balance()).toBe(995);
  });
});
