import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { fakePlatform, says, type FakePlatform } from './support/fake-platform.ts';
import { modernClient, startHttp, type HttpServer } from './support/http-server.ts';
import { pointedAt } from './support/stdio-host.ts';
import { suiteScope } from './support/suite-scope.ts';

const secret = 'events-secret-of-the-platform';
const signed = (body: string, key = secret) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

const article = (id: number, delivery = 'd-1') =>
  JSON.stringify({ id: `evt_${delivery}`, type: 'article.generated', team_id: 1, data: { article_id: id } });

const deliver = (server: HttpServer, body: string, headers: Record<string, string> = {}) =>
  server.ask({
    path: '/events',
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-signature': signed(body),
      'x-service-event': 'article.generated',
      'x-service-delivery': 'd-1',
      ...headers,
    },
  });

interface Stage {
  readonly platform: FakePlatform;
  readonly server: HttpServer;
  /** Article 7 is being written until this is called. */
  finish(): void;
}

async function stage(scope: TestContext): Promise<Stage> {
  const platform = await fakePlatform(scope);
  let processing_status = 'generating';
  platform.on('POST /articles/7/generate', says({ data: { id: 7, status: 'queued' } }, 202));
  platform.on('GET /articles/7', (response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: { id: 7, processing_status, content: 'Tea.' } }));
  });
  const server = await startHttp(scope, { env: { ...pointedAt(platform), VISIBILITY_EVENTS_SECRET: secret } });
  return { platform, server, finish: () => void (processing_status = 'ready') };
}

const suite = suiteScope();
let shared: HttpServer;

beforeAll(async () => {
  const platform = await fakePlatform(suite);
  shared = await startHttp(suite, { env: { ...pointedAt(platform), VISIBILITY_EVENTS_SECRET: secret } });
});

const generate = {
  operation: 'articles.generate',
  arguments: { id: 7, keyword: 'tea', article_type: 'blog', target_length: 900 },
};

describe('a delivery', () => {
  it('that tells the end of a job ends the wait for it at once', async (scope) => {
    const { platform, server, finish } = await stage(scope);
    const waiting = modernClient(server).call('call_paid', { ...generate, wait_s: 60 });
    await platform.reached('POST /articles/7/generate', 1);
    const before = platform.to('GET /articles/7').length;
    finish();
    const told = performance.now();
    expect((await deliver(server, article(7))).status).toBe(200);
    expect((await waiting).ok).toBe(true);
    // The first poll of such a job would come seconds after its start.
    expect(performance.now() - told).toBeLessThan(4_000);
    expect(platform.to('GET /articles/7').length).toBe(before + 1);
  });

  it('that came once is dropped afterwards, and any order is taken', async (scope) => {
    const { server } = await stage(scope);
    for (const [id, delivery] of [
      [9, 'd-9'],
      [7, 'd-7'],
      [7, 'd-7'],
    ] as const)
      expect((await deliver(server, article(id, delivery), { 'x-service-delivery': delivery })).status).toBe(200);
  });

  it.each([
    ['without a signature', { 'x-service-signature': '' }, 401],
    ['with one that is none', { 'x-service-signature': 'sha256=abc' }, 401],
    ['with that of another body', { 'x-service-signature': signed(article(8)) }, 401],
    ['with that of another secret', { 'x-service-signature': signed(article(7), 'another secret altogether') }, 401],
    ['without an id', { 'x-service-delivery': '' }, 400],
  ])('%s is refused', async (_what, headers, status) => {
    expect((await deliver(shared, article(7), headers as Record<string, string>)).status).toBe(status);
  });

  it('is nothing where no secret is set', async (scope) => {
    const platform = await fakePlatform(scope);
    const server = await startHttp(scope, { env: pointedAt(platform) });
    expect((await deliver(server, article(7))).status).toBe(404);
  });
});

describe('the callback of a batch', () => {
  it('is taken with the secret that its start gave, and with no other', async (scope) => {
    const { platform, server } = await stage(scope);
    const batch = { batch_id: 'b-1', url_count: 1, callback_secret: 'shown-once-secret' };
    platform.on('POST /grounding/batch', says({ data: batch }, 202));
    platform.on('GET /grounding/batches/b-1', says({ data: { batch_id: 'b-1', status: 'processing' } }));
    await modernClient(server).call('call_paid', {
      operation: 'grounding.batch',
      arguments: { urls: ['https://tea.example/'], callback_url: 'https://mcp.example.com/events' },
      wait_s: 0,
    });
    await platform.reached('POST /grounding/batch', 1);
    const body = JSON.stringify({ batch_id: 'b-1', status: 'completed', results: [] });
    const post = (key: string) =>
      server.ask({
        path: '/events',
        body,
        headers: {
          'content-type': 'application/json',
          'x-service-signature': signed(body, key),
          'x-service-webhook-id': 'w-1',
        },
      });
    await expect.poll(async () => (await post('shown-once-secret')).status).toBe(200);
    expect((await post('another secret')).status).toBe(401);
  });
});

describe('the embedded platform', () => {
  it('posts a signed event when a job ends, though nobody polls', async (scope) => {
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        response.writeHead(204).end();
        receiver.emit('heard', request, body);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    scope.onTestFinished(() => void (receiver.closeAllConnections(), receiver.close()));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
    const sandbox = await startSandbox({ speed: 1_000, events: { url, secret } });
    scope.onTestFinished(() => sandbox.close());
    const heard = once(receiver, 'heard') as Promise<[IncomingMessage, string]>;
    const headers = { authorization: 'Bearer sandbox-owner', 'content-type': 'application/json' };
    const created = await fetch(`${sandbox.url}/projects`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Tea', domain: 'tea.example' }),
    });
    const project = ((await created.json()) as { data: { id: number } }).data.id;
    const started = await fetch(`${sandbox.url}/generate/article`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ project_id: project, keyword: 'tea', article_type: 'blog', target_length: 900 }),
    });
    expect(await started.text()).toContain('article');
    const [request, body] = await heard;
    expect(request.headers).toMatchObject({
      'x-service-signature': signed(body),
      'x-service-event': 'article.generated',
    });
    const event = JSON.parse(body) as { id: string; team_id: number; data: object };
    expect(event).toMatchObject({
      team_id: 1,
      data: { article_id: expect.any(Number) as number, status: 'completed' },
    });
    expect(request.headers['x-service-delivery']).toBe(event.id);
    expect(event.id).toMatch(/^evt_/);
  });
});
