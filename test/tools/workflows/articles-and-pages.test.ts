import { describe, expect } from 'vitest';
import type { Reply } from '../../../src/client/calls/reply.ts';
import { nameOf } from '../fake-client.ts';
import { openStage, type Stage, type Told } from './support/stage.ts';
import { it } from './support/staged-test.ts';

/** Has a hand in the calls of one operation: `change` is given the call as it would be made. */
function meddle(
  { client }: Stage,
  name: string,
  change: (made: () => Promise<Reply<never>>, input: { page?: number }) => Promise<Reply<never>>,
): void {
  const call = client.call.bind(client) as (...given: unknown[]) => Promise<Reply<never>>;
  client.call = (async (...given: Parameters<typeof client.call>) =>
    nameOf(given[0]) === name
      ? change(() => call(...given), given[1] as object)
      : call(...given)) as typeof client.call;
}

const order = { project: 'Fjordkiste', keyword: 'moss', title: 'All about moss' };
const titled = async ({ ask }: Stage): Promise<Told[]> =>
  (await ask('articles.list', { project: 1 })).filter(({ title }: { title: string }) => /all about moss/i.test(title));

describe('write_article', () => {
  it('is one article and one payment for calls at the same moment, or later in other words', async ({ stage }) => {
    const asked = [order, { ...order, title: ' all about MOSS' }];
    const both = await Promise.all(asked.map((one) => stage.run('write_article', { ...one, wait_s: 1 })));
    expect(both[1]?.data.article_id).toBe(both[0]?.data.article_id);
    const later = await stage.run('write_article', { ...order, target_length: 800 });
    expect(later).toMatchObject({
      data: { article_id: both[0]?.data.article_id, status: 'ready', words: expect.any(Number) },
    });
    expect(await stage.balance()).toBe(995);
  });

  it('is one order at the same moment, whatever its length and words', async ({ stage }) => {
    await stage.ask('articles.create', { project: 1, title: order.title });
    const words = [{ target_length: 800 }, { title: ' all about MOSS', keyword: 'moss at home' }];
    await Promise.all(words.map((one) => stage.run('write_article', { ...order, ...one })));
    expect(await stage.balance()).toBe(995);
  });

  it('reads an article whose text lists leave out, before it is paid for again', async ({ stage }) => {
    const first = await stage.run('write_article', order);
    meddle(stage, 'articles.list', async (made) => {
      const reply = await made();
      return { ...reply, data: (reply.data as Told[]).map((row) => ({ ...row, content: undefined })) as never };
    });
    const { article_id } = (await stage.run('write_article', order)).data;
    expect([article_id, await stage.balance()]).toEqual([first.data.article_id, 995]);
  });

  it('agrees with another process that made its stub at the same moment: the lowest id wins', async ({ stage }) => {
    let other = 0;
    meddle(stage, 'articles.create', async (made) => {
      if (other > 0) return made();
      other = 1;
      other = (await stage.ask('articles.create', { project: 1, title: order.title })).id;
      return made();
    });
    expect((await stage.run('write_article', order)).data.article_id).toBe(other);
  });

  it.each([
    ['ready, with an empty text', { processing_status: 'ready', content: '' }],
    ['ready, and lists leave the text out', { processing_status: 'ready', content: undefined }],
    ['of no state, and lists leave the text out', { processing_status: undefined, content: undefined }],
  ])('writes a stub that is %s', async (_, shown) => {
    await using stage = await openStage();
    const { id } = await stage.ask('articles.create', { project: 1, title: order.title });
    meddle(stage, 'articles.list', async (made) => {
      const reply = await made();
      const rows = reply.data as Told[];
      return { ...reply, data: rows.map((row) => (row.id === id ? { ...row, ...shown } : row)) as never };
    });
    const { data } = await stage.run('write_article', order);
    expect(data).toMatchObject({ article_id: id, status: 'ready', words: expect.any(Number) });
    expect(data.words).toBeGreaterThan(100);
    expect(await stage.balance()).toBe(995);
  });

  it('takes the stub that waits, and pays nothing for an article that another caller is having written', async ({
    stage,
  }) => {
    const { id } = await stage.ask('articles.create', { project: 1, title: order.title });
    meddle(stage, 'articles.list', async (made) => {
      const reply = await made();
      const rows = reply.data as Told[];
      return {
        ...reply,
        data: rows.map((row) => (row.id === id ? { ...row, processing_status: 'queued' } : row)) as never,
      };
    });
    expect(await stage.run('write_article', order)).toMatchObject({
      ok: true,
      data: { article_id: id, status: 'being written' },
      hint: expect.stringContaining('Somebody else'),
    });
    expect(await stage.balance()).toBe(1000);
    const again = await stage.run('write_article', { ...order, again: true });
    expect(again.data.article_id).not.toBe(id);
    expect(await titled(stage)).toHaveLength(2);
    await using fresh = await openStage();
    const stub = await fresh.ask('articles.create', { project: 1, title: order.title });
    expect((await fresh.run('write_article', order)).data.article_id).toBe(stub.id);
  });

  it.each([
    [1_100, { ok: true, credits: { charged: 0 } }],
    [3_100, { ok: false, error: { code: 'unreadable', next: expect.stringContaining('again: true') } }],
  ])('pays for none whose title is behind %i others', async (count, said) => {
    await using stage = await openStage();
    await stage.run('write_article', order);
    const [written] = await titled(stage);
    const all: object[] = Array.from({ length: count }, (_, at) => ({ id: 5_000 + at, title: `Another ${at}` }));
    meddle(stage, 'articles.list', async (_, { page = 1 }) => {
      const data = [...all, written].slice((page - 1) * 100, page * 100) as never;
      return { data, page: { page, per_page: 100, total: count + 1, last_page: Math.ceil((count + 1) / 100) } };
    });
    expect(await stage.run('write_article', order)).toMatchObject(said);
    expect(await stage.balance()).toBe(995);
  });

  it('writes from a storyline, and reads the article it already has', async ({ stage }) => {
    const first = await stage.run('write_article', { storyline: 5001 });
    expect(first).toMatchObject({ ok: true, data: { status: 'ready' }, credits: { charged: 10 } });
    expect(await stage.run('write_article', { storyline: 5001 })).toMatchObject({
      data: { article_id: first.data.article_id },
      credits: { charged: 0 },
    });
    expect(await stage.balance()).toBe(990);
  });
});

describe('ground_urls', () => {
  const pages = ['fail', 'a', 'b', 'c'].map((page) => `https://moosgarten.example/${page}`);
  const rank = ['critical', 'high', 'medium', 'low', 'info'];

  it('reports the worst first', async ({ stage }) => {
    const { data } = await stage.run('ground_urls', { urls: pages });
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

  it('is the same job whatever the order of pages', async ({ stage }) => {
    const [a = '', b = ''] = pages.slice(1);
    const one = await stage.run('ground_urls', { urls: [b, a, b], wait_s: 0 });
    const other = await stage.run('ground_urls', { urls: [a, b], wait_s: 0 });
    expect(other.job).toMatchObject({ job_id: one.job.job_id, joined: true });
  });

  it('stays within 8,000 tokens for 500 pages, the worst among those shown', async ({ stage }) => {
    const urls = Array.from({ length: 500 }, (_, page) => `https://moosgarten.example/${page}`);
    const result = await stage.run('ground_urls', { urls });
    expect(JSON.stringify(result).length / 4).toBeLessThanOrEqual(8_000);
    expect(result.left_out).toMatchObject([{ list: 'audits', of: 500, rest: expect.stringContaining('job_wait') }]);
    expect(result.data.common.length).toBeGreaterThan(0);
  });
});
