import { createHmac } from 'node:crypto';
import { expect, test, type TestContext } from 'vitest';
import { fakePlatform, says } from '../../mcp/support/fake-platform.ts';
import { modernClient, startHttp, type HttpServer } from '../../mcp/support/http-server.ts';
import { pointedAt } from '../../mcp/support/stdio-host.ts';
import { freshStore } from '../../support/state/store.ts';

const secret = 'events-secret-of-the-platform';

function deliver(server: HttpServer, article: number): Promise<{ status: number }> {
  const body = JSON.stringify({ type: 'article.generated', data: { article_id: article } });
  const headers = {
    'content-type': 'application/json',
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'x-service-delivery': `evt_${article}`,
  };
  return server.ask({ path: '/events', body, headers });
}

test('an event that one replica takes ends a wait at another, which polls once', async (scope: TestContext) => {
  await using store = await freshStore();
  const platform = await fakePlatform(scope);
  let processing_status = 'generating';
  platform.on('POST /articles/7/generate', says({ data: { id: 7, status: 'queued' } }, 202));
  platform.on('GET /articles/7', (...exchange) => says({ data: { id: 7, processing_status } })(...exchange));
  const env = pointedAt(platform, { VISIBILITY_STATE: store.location, VISIBILITY_EVENTS_SECRET: secret });
  const [one, other] = await Promise.all([startHttp(scope, { env }), startHttp(scope, { env })]);
  // From the first event on, polls are a safety net: the next one would come after more than four minutes.
  expect((await deliver(one, 99)).status).toBe(200);
  const waiting = modernClient(other).call('call_paid', {
    operation: 'articles.generate',
    arguments: { id: 7, keyword: 'tea', article_type: 'blog', target_length: 900 },
    wait_s: 50,
  });
  await platform.reached('POST /articles/7/generate', 1);
  const before = platform.to('GET /articles/7').length;
  processing_status = 'ready';
  expect((await deliver(one, 7)).status).toBe(200);
  expect(await waiting).toMatchObject({ ok: true, data: { processing_status: 'ready' } });
  expect(platform.to('GET /articles/7')).toHaveLength(before + 1);
});
