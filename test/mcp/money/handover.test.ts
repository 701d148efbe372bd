import { describe, expect, it } from 'vitest';
import { openHost, openHttp } from '../support/in-process.ts';
import { after, json, platformFor } from '../../support/platform.ts';
import { envelope, type Told } from '../support/message.ts';
import { olderClient } from '../support/http-server.ts';
import { folder } from '../support/scope.ts';
import { pointedAt } from '../support/stdio-host.ts';

const route = 'GET /projects/1/knowledge-base/search';
const search = { operation: 'knowledge_base.search', arguments: { project: 1, q: 'tents' } };
const passage = json({ data: [{ id: 4, document_id: 9, snippet: 'Tents from Kiel', score: 1 }] });

describe.concurrent.each(['2025-11-25', '2026-07-28'])('on stdio in the era of %s, what was paid for', (version) => {
  it('and received is paid again by the next identical call', async (scope) => {
    const platform = await platformFor(scope);
    platform.on(route, passage);
    const host = await openHost(scope, { version, env: pointedAt(platform) });
    for (let n = 1; n <= 3; n++) {
      expect(await host.call('call_paid', search)).toMatchObject({ ok: true, credits: { charged: 1 } });
      expect(platform.to(route)).toHaveLength(n);
    }
  });

  it('and given up at the moment of the answer is given to the next identical call', async (scope) => {
    const platform = await platformFor(scope);
    platform.on(route, passage);
    const host = await openHost(scope, { version, env: pointedAt(platform) });
    await host.request('tools/call', { name: 'call_paid', arguments: search }, 'late');
    host.notify('notifications/cancelled', { requestId: 'late', reason: 'timed out' });
    expect(await host.call('call_paid', search)).toMatchObject({ ok: true, data: [{ id: 4 }], job: { joined: true } });
    expect(platform.to(route)).toHaveLength(1);
    await host.call('call_paid', search);
    expect(platform.to(route)).toHaveLength(2);
  });

  it('by a host that closed its pipe is given to the next process that asks', async (scope) => {
    const platform = await platformFor(scope);
    const answering = Promise.withResolvers<void>();
    platform.on(route, after(answering.promise, passage));
    const env = pointedAt(platform, { XDG_STATE_HOME: folder(scope) });
    const gone = await openHost(scope, { version, env });
    void gone.request('tools/call', { name: 'call_paid', arguments: search }).catch(() => undefined);
    await platform.arrival(route, 1);
    gone.stdout.destroy();
    answering.resolve();
    await gone.ended;
    const next = await openHost(scope, { version, env });
    expect(await next.call('call_paid', search)).toMatchObject({ ok: true, data: [{ id: 4 }] });
    expect(platform.to(route)).toHaveLength(1);
  });
});

it.concurrent('over HTTP, what was paid for by a client that hung up is given to the next that asks', async (scope) => {
  const platform = await platformFor(scope);
  const answering = Promise.withResolvers<void>();
  platform.on(route, after(answering.promise, passage));
  const server = await openHttp(scope, { env: pointedAt(platform) });
  const client = await olderClient(server);
  const headers = { 'mcp-session-id': String(client.session), 'mcp-protocol-version': '2025-11-25' };
  const opening = server.open({
    headers,
    body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'call_paid', arguments: search } },
  });
  await platform.arrival(route, 1);
  (await opening).leave();
  // Answered on another connection, the server has noticed that the first one is closed.
  await client.request('ping');
  answering.resolve();
  const settled = async (): Promise<number | undefined> =>
    ((await client.call('credits')).data as { totals: { charged: number } }).totals.charged;
  await scope.expect.poll(settled).toBe(1);
  expect(await client.call('call_paid', search)).toMatchObject({ ok: true, data: [{ id: 4 }] });
  expect(platform.to(route)).toHaveLength(1);
  await client.call('call_paid', search);
  expect(platform.to(route)).toHaveLength(2);
});

it.concurrent('over HTTP in the era without sessions, each answer that was read is paid once', async (scope) => {
  const platform = await platformFor(scope);
  platform.on(route, passage);
  const server = await openHttp(scope, { env: pointedAt(platform) });
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'call_paid' };
  const result: Told[] = [];
  for (let id = 1; id <= 5; id++) {
    const { messages } = await server.ask({
      headers,
      body: {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'call_paid', arguments: search, _meta: envelope() },
      },
    });
    result.push(messages.at(-1)?.result?.['structuredContent'] as Told);
  }
  expect(result.map(({ credits }) => credits?.charged)).toEqual([1, 1, 1, 1, 1]);
  expect(platform.to(route)).toHaveLength(5);
});
