import { describe, expect, it } from 'vitest';
import { VisibilityError } from '../../src/client/errors/visibility-error.ts';
import type { JobView } from '../../src/client/call/reply.ts';
import { fakeClient, jobOf, nameOf, type FakeClient } from './fake-client.ts';
import { dataOf, errorOf, run } from './tool-of.ts';

interface Article {
  id: number;
  title: string;
  content: string | null;
  processing_status: string | null;
}

/** As much of the platform as articles need: stubs, generations that end when told, jobs that identical starts join. */
function platform({
  articles = [] as Article[],
  ends = true,
  projects = [{ id: 1, name: 'Acme Camping', domain: 'acme.example' }],
} = {}) {
  const jobs: JobView[] = [];
  let last = Math.max(0, ...articles.map(({ id }) => id));
  const found = (id: unknown) => articles.find((one) => one.id === id)!;
  const finish = (article: Article): void => {
    article.content = 'Moss is green. It grows <b>slowly</b>.';
    article.processing_status = 'ready';
  };
  const client: FakeClient = fakeClient(
    {
      'projects.list': () => ({
        data: projects,
        page: { page: 1, per_page: 100, total: projects.length, last_page: 1 },
      }),
      'articles.list': async () => {
        await Promise.resolve();
        return {
          data: articles.map((one) => ({ ...one })),
          page: { page: 1, per_page: 100, total: articles.length, last_page: 1 },
        };
      },
      'articles.create': ({ title }) => {
        const article: Article = { id: ++last, title: String(title), content: null, processing_status: null };
        articles.push(article);
        return { data: { ...article } };
      },
      'articles.get': ({ id }) => ({ data: { ...found(id) } }),
      'articles.generate': (input) => {
        const key = JSON.stringify(input);
        const running = jobs.find((job) => JSON.stringify(job.arguments) === key);
        const job = running ?? jobOf({ job_id: `job_${jobs.length + 1}`, arguments: input });
        if (!running) jobs.push(job);
        if (ends) finish(found(input['id']));
        else found(input['id']).processing_status = 'processing';
        const state = ends ? 'completed' : 'running';
        jobs[jobs.indexOf(job)] = { ...job, state };
        return {
          data: {},
          job: { ...job, state, joined: running !== undefined },
          credits: { estimated: 5, ...(ends ? { charged: 5 } : {}) },
        };
      },
    },
    {
      jobs: async () => jobs,
      wait: async (id) => {
        const job = jobs.find((one) => one.job_id === id)!;
        finish(found(job.arguments['id']));
        return { ...job, state: 'completed', credits: { estimated: 5, charged: 5 } };
      },
    },
  );
  const times = (name: string): number => client.called.filter((call) => call.name === name).length;
  return { client, articles, jobs, times };
}

const order = { project: 'acme.example', keyword: 'moss', title: 'All about moss' };

describe('write_article', () => {
  it('creates a stub, has it written and returns the text with its word count', async () => {
    const { client, times } = platform();
    const { structured } = await run(client, 'write_article', order);
    expect(structured).toMatchObject({
      ok: true,
      data: {
        article_id: 1,
        title: 'All about moss',
        words: 6,
        status: 'ready',
        text: 'Moss is green. It grows <b>slowly</b>.',
      },
      job: { state: 'completed' },
      credits: { estimated: 5, charged: 5 },
    });
    expect(times('articles.create')).toBe(1);
    expect(client.called.find(({ name }) => name === 'articles.generate')?.input).toEqual({
      id: 1,
      keyword: 'moss',
      article_type: 'blog',
      target_length: 1200,
    });
  });

  it.each(['Acme Camping', 'acme camping', 'https://www.acme.example/shop', '1', 'camping', undefined])(
    'finds the project from %s',
    async (project) => {
      const { client } = platform();
      await run(client, 'write_article', { ...order, project });
      expect(client.called.find(({ name }) => name === 'articles.create')?.input['project']).toBe(1);
    },
  );

  it('lists the candidates when the project is not clear', async () => {
    const { client, times } = platform({
      projects: [
        { id: 1, name: 'Acme North', domain: 'n.example' },
        { id: 2, name: 'Acme South', domain: 's.example' },
      ],
    });
    for (const project of ['acme', undefined, 'zebra']) {
      const error = errorOf(await run(client, 'write_article', { ...order, project }));
      expect(error.code).toBe('invalid_arguments');
      expect(error.candidates).toMatchObject([{ id: 1 }, { id: 2 }]);
    }
    expect(times('articles.create')).toBe(0);
  });

  it('joins itself when asked twice at the same moment: one stub, one generation', async () => {
    const { client, jobs, times } = platform({ ends: false });
    const both = await Promise.all([
      run(client, 'write_article', order),
      run(client, 'write_article', { ...order, title: ' all about MOSS' }),
    ]);
    expect(times('articles.create')).toBe(1);
    expect(jobs).toHaveLength(1);
    expect(both.map((result) => dataOf(result).article_id)).toEqual([1, 1]);
  });

  it('agrees with another process that created a stub at the same moment: the lowest id wins', async () => {
    const { client, articles } = platform();
    const call = client.call.bind(client);
    client.call = async (operation, input, options) => {
      if (nameOf(operation) === 'articles.create' && articles.length === 0)
        articles.push({ id: 1, title: 'All about moss', content: null, processing_status: null });
      return call(
        operation,
        nameOf(operation) === 'articles.create' ? Object.assign({ other: true }, input) : input,
        options,
      );
    };
    articles.length = 0;
    const ids = dataOf(await run(client, 'write_article', order)).article_id;
    expect(ids).toBe(1);
  });

  it('joins a job that an earlier session started, also with other words in the order', async () => {
    const { client, jobs, times } = platform({ ends: false });
    await run(client, 'write_article', order);
    const { structured } = await run(client, 'write_article', { ...order, target_length: 800 });
    expect(structured).toMatchObject({ data: { article_id: 1, words: 6 }, job: { state: 'completed' } });
    expect(jobs).toHaveLength(1);
    expect(times('articles.create')).toBe(1);
  });

  it('returns an article that is there without paying, and another one when told', async () => {
    const { client, times } = platform({
      articles: [{ id: 4, title: 'All about moss', content: 'Old moss.', processing_status: 'ready' }],
    });
    expect((await run(client, 'write_article', order)).structured).toMatchObject({
      data: { article_id: 4, text: 'Old moss.' },
      credits: { charged: 0 },
    });
    expect(times('articles.generate')).toBe(0);
    expect(dataOf(await run(client, 'write_article', { ...order, again: true })).article_id).toBe(5);
  });

  it('uses a stub that waits, and pays nothing for one that somebody else is having written', async () => {
    const waiting = platform({
      articles: [{ id: 4, title: 'All about moss', content: null, processing_status: null }],
    });
    expect(dataOf(await run(waiting.client, 'write_article', order)).article_id).toBe(4);
    expect(waiting.times('articles.create')).toBe(0);
    const busy = platform({
      articles: [{ id: 4, title: 'All about moss', content: null, processing_status: 'processing' }],
    });
    expect((await run(busy.client, 'write_article', order)).structured).toMatchObject({
      ok: true,
      data: { article_id: 4, status: 'being written' },
    });
    expect(busy.times('articles.generate')).toBe(0);
  });

  it('hands over a job handle when time is up', async () => {
    const { client } = platform({ ends: false });
    const { structured, isError } = await run(client, 'write_article', { ...order, wait_s: 0 });
    expect(isError).toBeUndefined();
    expect(structured).toMatchObject({ data: { article_id: 1 }, job: { next: 'job_wait {"job_id":"job_1"}' } });
  });

  it('uses its stub again after a person declined the price', async () => {
    const { client, times } = platform();
    const call = client.call.bind(client);
    let declined = false;
    client.call = async (operation, input, options) => {
      if (nameOf(operation) === 'articles.generate' && !declined) {
        declined = true;
        throw new VisibilityError('confirmation_required', 'A person has to agree.', { outcome: 'not_sent' });
      }
      return call(operation, input, options);
    };
    expect(errorOf(await run(client, 'write_article', order)).code).toBe('confirmation_required');
    expect(dataOf(await run(client, 'write_article', order)).article_id).toBe(1);
    expect(times('articles.create')).toBe(1);
  });

  it('writes from a storyline, and reads the article it already has', async () => {
    const storyline = { id: 9, article_id: null as number | null };
    const client = fakeClient({
      'storylines.get': () => ({ data: { ...storyline } }),
      'storylines.assemble_article': () => ({
        data: { article_id: 3 },
        job: jobOf({ state: 'completed', operation: 'storylines.assemble_article' }),
        credits: { estimated: 10, charged: 10 },
      }),
      'articles.get': () => ({ data: { id: 3, title: 'Moss', content: 'Green moss.', processing_status: 'ready' } }),
    });
    expect((await run(client, 'write_article', { storyline: 9 })).structured).toMatchObject({
      data: { article_id: 3 },
      credits: { charged: 10 },
    });
    storyline.article_id = 3;
    expect((await run(client, 'write_article', { storyline: 9 })).structured).toMatchObject({
      data: { article_id: 3 },
      credits: { charged: 0 },
    });
    expect(client.called.filter(({ name }) => name === 'storylines.assemble_article')).toHaveLength(1);
  });
});

const finding = (severity: string, title: string) => ({
  id: 1,
  severity,
  title,
  fix: { type: 'edit', action: `fix ${title}` },
});

describe('ground_urls', () => {
  const nothingBefore = { 'grounding.audits': () => ({ data: [] }) };
  const rows = [
    {
      audit_id: 1,
      url: 'https://a.example/1',
      status: 'completed',
      score: 80,
      tier: { name: 'grounded' },
      findings: [finding('info', 'nice'), finding('low', 'No author')],
    },
    {
      audit_id: 2,
      url: 'https://a.example/2',
      status: 'completed',
      score: 20,
      tier: { name: 'not-grounded' },
      findings: [finding('medium', 'No date'), finding('critical', 'No sources'), finding('low', 'No author')],
    },
    { audit_id: 3, url: 'https://a.example/3', status: 'failed', score: null, tier: null, findings: [] },
  ];
  const table = { columns: Object.keys(rows[0]!), rows: rows.map((row) => Object.values(row)) };

  it('audits one page by itself', async () => {
    const client = fakeClient({
      ...nothingBefore,
      'grounding.analyze': () => ({
        data: rows[1],
        job: jobOf({ state: 'completed' }),
        credits: { estimated: 1, charged: 1 },
      }),
    });
    const { structured } = await run(client, 'ground_urls', { urls: ['https://a.example/2'] });
    expect(structured).toMatchObject({
      data: {
        audits: [
          {
            url: 'https://a.example/2',
            score: 20,
            tier: 'not-grounded',
            findings: [{ severity: 'critical' }, { severity: 'medium' }, { severity: 'low' }],
          },
        ],
      },
      credits: { charged: 1 },
    });
  });

  it('reports on several, worst first, whether the client fetched the rows or not', async () => {
    const fetched = fakeClient({
      ...nothingBefore,
      'grounding.batch': () => ({ data: table, job: jobOf({ state: 'completed' }) }),
    });
    const left = fakeClient({
      ...nothingBefore,
      'grounding.batch': () => ({ data: { batch_id: 'b1' }, job: jobOf({ state: 'completed' }) }),
      'grounding.batch_results': ({ id }) => (expect(id).toBe('b1'), { data: table }),
    });
    for (const client of [fetched, left]) {
      const told = dataOf(await run(client, 'ground_urls', { urls: rows.map(({ url }) => url) }));
      expect(told).toMatchObject({ audited: 2, failed: 1, mean_score: 50 });
      expect(told.audits.map(({ audit_id }: { audit_id: number }) => audit_id)).toEqual([3, 2, 1]);
      expect(told.audits[2].findings).toEqual([{ severity: 'low', title: 'No author', fix: 'fix No author' }]);
    }
  });

  it('asks for the same job whatever the order of the pages', async () => {
    const client = fakeClient({
      ...nothingBefore,
      'grounding.batch': () => ({ data: {}, job: jobOf({ state: 'running' }) }),
    });
    await run(client, 'ground_urls', {
      urls: ['https://b.example', 'https://a.example', 'https://b.example'],
      frameworks: ['eeat', 'v1.5'],
    });
    await run(client, 'ground_urls', {
      urls: ['https://a.example', 'https://b.example'],
      frameworks: ['v1.5', 'eeat'],
    });
    const [first, second] = client.called.filter(({ name }) => name === 'grounding.batch');
    expect(first?.input).toEqual(second?.input);
  });

  it('hands over a handle for a batch that takes longer', async () => {
    const client = fakeClient({
      ...nothingBefore,
      'grounding.batch': () => ({ data: { batch_id: 'b1' }, job: jobOf({ state: 'running', progress: 10 }) }),
    });
    const { structured } = await run(client, 'ground_urls', {
      urls: ['https://a.example', 'https://b.example'],
      wait_s: 0,
    });
    expect(structured).toMatchObject({ ok: true, job: { state: 'running', next: 'job_wait {"job_id":"job_1"}' } });
  });

  it('stays within 8,000 tokens for 500 pages, the worst among those shown', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({
      ...rows[1],
      audit_id: at,
      url: `https://a.example/${at}`,
      score: at % 100,
    }));
    const client = fakeClient({
      ...nothingBefore,
      'grounding.batch': () => ({
        data: { columns: Object.keys(many[0]!), rows: many.map((row) => Object.values(row)) },
        job: jobOf({ state: 'completed' }),
      }),
    });
    const { structured, text } = await run(client, 'ground_urls', { urls: many.map(({ url }) => url) });
    expect(text.length / 4).toBeLessThanOrEqual(8_000);
    expect(structured['left_out']).toMatchObject([
      { list: 'audits', of: 500, rest: expect.stringContaining('job_wait {"job_id":"job_1"') },
    ]);
    expect(structured['data']).toMatchObject({
      common: expect.arrayContaining([{ severity: 'critical', title: 'No sources', urls: 500 }]),
    });
  });

  it('refuses more than 500 pages and unknown frameworks before anything is sent', async () => {
    const client = fakeClient();
    expect(
      errorOf(
        await run(client, 'ground_urls', { urls: Array.from({ length: 501 }, (_, at) => `https://a.example/${at}`) }),
      ).message,
    ).toContain('at most 500');
    expect(
      errorOf(await run(client, 'ground_urls', { urls: ['https://a.example'], frameworks: ['seo'] })).message,
    ).toContain('people-first');
    expect(client.called).toEqual([]);
  });
});
