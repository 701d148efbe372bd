import { createHmac } from 'node:crypto';
import { expect, test, type TestContext } from 'vitest';
import { json, type Platform, platformFor } from '../../support/platform.ts';
import { modernClient, startHttp, type HttpServer } from '../../mcp/support/http-server.ts';
import { pointedAt } from '../../mcp/support/stdio-host.ts';
import { type Store } from '../../support/state/schemas.ts';
import { preparedStore } from '../../support/state/store.ts';

const secret = 'events-secret-of-the-platform';

const signed = (body: string, key: string): string => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

async function deliver(to: HttpServer, article: number, delivery: string, key = secret): Promise<number> {
  const body = JSON.stringify({ type: 'article.generated', data: { article_id: article } });
  const headers = {
    'content-type': 'application/json',
    'x-service-signature': signed(body, key),
    'x-service-delivery': delivery,
  };
  return (await to.ask({ path: '/events', body, headers })).status;
}

interface Stage {
  readonly platform: Platform;
  readonly store: Store;
  /** Takes the deliveries. */
  readonly one: HttpServer;
  /** Waits. */
  readonly other: HttpServer;
}

/** Two replicas that rely on events: without one, the next poll comes after more than four minutes. */
async function stage(scope: TestContext): Promise<Stage> {
  const store = await preparedStore();
  scope.onTestFinished(() => store[Symbol.asyncDispose]());
  const platform = await platformFor(scope);
  const env = pointedAt(platform, { VISIBILITY_STATE: store.location, VISIBILITY_EVENTS_SECRET: secret });
  const [one, other] = await Promise.all([startHttp(scope, { env }), startHttp(scope, { env })]);
  expect(await deliver(one, 99, 'the first')).toBe(200);
  return { platform, store, one, other };
}

const waitFor = (replica: HttpServer, article: number) =>
  modernClient(replica).call('call_paid', {
    operation: 'articles.generate',
    arguments: { id: article, keyword: 'tea', article_type: 'blog', target_length: 900 },
    wait_s: 50,
  });

/** An article, as the platform shows it. */
interface Article {
  status: 'generating' | 'ready';
}

function writes(platform: Platform, id: number): Article {
  const article: Article = { status: 'generating' };
  platform.on(`POST /articles/${id}/generate`, json({ data: { id, status: 'queued' } }, 202));
  platform.on(`GET /articles/${id}`, () => json({ data: { id, processing_status: article.status } }));
  return article;
}

test('an event that one replica takes ends a wait at another, which polls once', async (scope) => {
  const { platform, one, other } = await stage(scope);
  const article = writes(platform, 7);
  const waiting = waitFor(other, 7);
  await platform.arrival('POST /articles/7/generate', 1);
  const before = platform.to('GET /articles/7').length;
  article.status = 'ready';
  expect(await deliver(one, 7, 'd-7')).toBe(200);
  expect(await waiting).toMatchObject({ ok: true, data: { processing_status: 'ready' } });
  expect(platform.to('GET /articles/7')).toHaveLength(before + 1);
});

test('an event that arrives again, forged, late or in another order at any replica causes no poll', async (scope) => {
  const { platform, store, one, other } = await stage(scope);
  const [seventh, ninth] = [writes(platform, 7), writes(platform, 9)];
  const waiting = [waitFor(other, 7), waitFor(other, 9)];
  // An event may be about any job whose start is not answered yet.
  const running = async () => {
    const { data } = await modernClient(one).call('job_list', { state: 'running' });
    return (data as { jobs: unknown[] }).jobs.length;
  };
  await expect.poll(running, { timeout: 30_000 }).toBe(2);
  const polls = (id: number) => platform.to(`GET /articles/${id}`).length;
  const [before7, before9] = [polls(7), polls(9)];
  const isPollDue = async () => {
    const [job] = await store.query("SELECT told FROM entries WHERE state = 'running'");
    return Number(job?.['told']) === 1;
  };
  // The second job's event comes first; that of the first one comes before its end, and is delayed.
  ninth.status = 'ready';
  expect(await deliver(one, 9, 'd-9')).toBe(200);
  expect((await waiting[1])?.ok).toBe(true);
  expect(await deliver(other, 7, 'd-7')).toBe(200);
  await platform.arrival('GET /articles/7', before7 + 1);
  seventh.status = 'ready';
  for (const replica of [one, other]) {
    for (const [id, delivery] of [
      [7, 'd-7'],
      [9, 'd-9'],
    ] as const)
      expect(await deliver(replica, id, delivery)).toBe(200);
    expect(await deliver(replica, 7, 'd-forged', 'a guess')).toBe(401);
  }
  // A repetition that counted would make a poll due, as the next event does.
  expect(await isPollDue()).toBe(false);
  expect(await deliver(one, 7, 'd-8')).toBe(200);
  expect((await waiting[0])?.ok).toBe(true);
  expect([polls(7), polls(9)]).toEqual([before7 + 2, before9 + 1]);
});

test('the callbacks of a batch end a wait at any replica, and store the same however many arrive', async (scope) => {
  const { platform, store, one, other } = await stage(scope);
  let status = 'processing';
  const started = { batch_id: 'b-1', url_count: 1, callback_secret: 'shown-once-secret' };
  platform.on('POST /grounding/batch', json({ data: started }, 202));
  platform.on('GET /grounding/batches/b-1', () => json({ data: { batch_id: 'b-1', status } }));
  platform.on(/^GET \/grounding\/batches\/b-1\/results/, json({ url: 'https://tea.example/' }));
  const waiting = modernClient(other).call('call_paid', {
    operation: 'grounding.batch',
    arguments: { urls: ['https://tea.example/'], callback_url: 'https://mcp.example.com/events' },
    wait_s: 50,
  });
  await platform.arrival('POST /grounding/batch', 1);
  const body = JSON.stringify({ batch_id: 'b-1', status: 'completed', results: [] });
  const call = async (to: HttpServer, id: string, key = 'shown-once-secret'): Promise<number> => {
    const headers = {
      'content-type': 'application/json',
      'x-service-signature': signed(body, key),
      'x-service-webhook-id': id,
    };
    return (await to.ask({ path: '/events', body, headers })).status;
  };
  status = 'completed';
  await expect.poll(() => call(one, 'webhook-1')).toBe(200);
  expect((await waiting).job?.state).toBe('completed');
  const size = async (): Promise<number> => (await store.contents()).join('\n').match(/webhook-\d+/g)?.length ?? 0;
  for (let n = 2; n <= 60; n++) expect(await call(n % 2 === 0 ? one : other, `webhook-${n}`)).toBe(200);
  expect(await size()).toBe(0);
  expect(await call(one, 'webhook-61', 'a guess')).toBe(401);
});
