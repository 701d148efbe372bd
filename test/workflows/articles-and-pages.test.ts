import { describe, expect } from 'vitest';
import type { Reply } from '../../src/client/call/reply.ts';
import { nameOf } from '../tools/fake-client.ts';
import { stage, type Stage, type Told } from './support/stage.ts';
import { it } from './support/staged-test.ts';

/** Has a hand in the calls of one operation: `change` is given the call as it would be made. */
function meddle(
  { client }: Stage,
  name: string,
  change: (made: () => Promise<Reply<never>>) => Promise<Reply<never>>,
): void {
  const call = client.call.bind(client) as (...given: unknown[]) => Promise<Reply<never>>;
  client.call = (async (...given: Parameters<typeof client.call>) =>
    nameOf(given[0]) === name ? change(() => call(...given)) : call(...given)) as typeof client.call;
}

const order = { project: 'Fjordkiste', keyword: 'moss', title: 'All about moss' };
const titled = async ({ ask }: Stage): Promise<Told[]> =>
  (await ask('articles.list', { project: 1 })).filter(({ title }: { title: string }) => /all about moss/i.test(title));

describe('write_article', () => {
  it('is one article and one payment, whoever asks for it at the same moment, or later with other words', async ({
    s,
  }) => {
    const asked = [order, { ...order, title: ' all about MOSS' }];
    const both = await Promise.all(asked.map((one) => s.run('write_article', { ...one, wait_s: 1 })));
    expect(both[1]?.data.article_id).toBe(both[0]?.data.article_id);
    const later = await s.run('write_article', { ...order, target_length: 800 });
    expect(later).toMatchObject({
      data: { article_id: both[0]?.data.article_id, status: 'ready', words: expect.any(Number) },
    });
    expect(await titled(s)).toHaveLength(1);
    expect(await s.balance()).toBe(995);
  });

  it('agrees with another process that made its stub at the same moment: the lowest id wins', async ({ s }) => {
    let other = 0;
    meddle(s, 'articles.create', async (made) => {
      if (other > 0) return made();
      other = 1;
      other = (await s.ask('articles.create', { project: 1, title: order.title })).id;
      return made();
    });
    expect((await s.run('write_article', order)).data.article_id).toBe(other);
  });

  it('takes the stub that waits, and pays nothing for an article that somebody else is having written', async ({
    s,
  }) => {
    const { id } = await s.ask('articles.create', { project: 1, title: order.title });
    meddle(s, 'articles.list', async (made) => {
      const reply = await made();
      const rows = reply.data as Told[];
      return {
        ...reply,
        data: rows.map((row) => (row.id === id ? { ...row, processing_status: 'queued' } : row)) as never,
      };
    });
    expect(await s.run('write_article', order)).toMatchObject({
      ok: true,
      data: { article_id: id, status: 'being written' },
      hint: expect.stringContaining('Somebody else'),
    });
    expect(await s.balance()).toBe(1000);
    const again = await s.run('write_article', { ...order, again: true });
    expect(again.data.article_id).not.toBe(id);
    expect(await titled(s)).toHaveLength(2);
    await using fresh = await stage();
    const stub = await fresh.ask('articles.create', { project: 1, title: order.title });
    expect((await fresh.run('write_article', order)).data.article_id).toBe(stub.id);
  });

  it('writes from a storyline, and reads the article it already has', async ({ s }) => {
    const first = await s.run('write_article', { storyline: 1 });
    expect(first).toMatchObject({ ok: true, data: { status: 'ready' }, credits: { charged: 10 } });
    expect(await s.run('write_article', { storyline: 1 })).toMatchObject({
      data: { article_id: first.data.article_id },
      credits: { charged: 0 },
    });
    expect(await s.balance()).toBe(990);
  });
});

describe('ground_urls', () => {
  const pages = ['fail', 'a', 'b', 'c'].map((page) => `https://moosgarten.example/${page}`);
  const rank = ['critical', 'high', 'medium', 'low', 'info'];

  it.each([true, false])('reports the worst first, with the rows that the client fetched: %s', async (fetched) => {
    await using s = await stage();
    if (!fetched)
      meddle(s, 'grounding.batch', async (made) => {
        const reply = await made();
        return { ...reply, data: reply.started as never };
      });
    const { data } = await s.run('ground_urls', { urls: pages });
    expect(data).toMatchObject({ audited: 3, failed: 1, common: expect.any(Array) });
    const scores: (number | undefined)[] = data.audits.map(({ score }: Told) => score);
    expect(scores[0]).toBeUndefined();
    expect(scores.slice(1)).toEqual(scores.slice(1).toSorted((a, b) => Number(a) - Number(b)));
    const sum = scores.reduce((all: number, one) => all + (one ?? 0), 0);
    expect(data.mean_score).toBe(Math.round(sum / 3));
    for (const { findings } of data.audits) {
      const ranks = (findings ?? []).map(({ severity }: Told) => rank.indexOf(severity));
      expect(ranks).toEqual(ranks.toSorted((a: number, b: number) => a - b));
      expect(ranks.length).toBeLessThanOrEqual(3);
    }
  });

  it('is the same job whatever the order of pages and frameworks', async ({ s }) => {
    const [a = '', b = ''] = pages.slice(1);
    const one = await s.run('ground_urls', { urls: [b, a, b], frameworks: ['eeat', 'v1.5'], wait_s: 0 });
    const other = await s.run('ground_urls', { urls: [a, b], frameworks: ['v1.5', 'eeat'], wait_s: 0 });
    expect(other.job).toMatchObject({ job_id: one.job.job_id, joined: true });
  });

  it('stays within 8,000 tokens for 500 pages, the worst among those shown', async ({ s }) => {
    const urls = Array.from({ length: 500 }, (_, page) => `https://moosgarten.example/${page}`);
    const result = await s.run('ground_urls', { urls });
    expect(JSON.stringify(result).length / 4).toBeLessThanOrEqual(8_000);
    expect(result.left_out).toMatchObject([{ list: 'audits', of: 500, rest: expect.stringContaining('job_wait') }]);
    expect(result.data.common.length).toBeGreaterThan(0);
  });

  it('refuses more than 500 pages and unknown frameworks before anything is sent', async ({ s }) => {
    const [a = ''] = pages;
    for (const [given, said] of [
      [{ urls: Array.from({ length: 501 }, (_, page) => `${a}${page}`) }, 'at most 500'],
      [{ urls: [a], frameworks: ['seo'] }, 'people-first'],
    ] as const)
      expect((await s.run('ground_urls', given)).error.message).toContain(said);
    expect(await s.client.jobs()).toEqual([]);
  });
});
