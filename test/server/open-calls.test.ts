import { describe, expect, it } from 'vitest';
import { accepts, messagesOf as readMessages } from '../mcp/support/http-server.ts';
import { envelope, initialize } from '../mcp/support/message.ts';
import { post, serve } from './mcp.ts';

const toolCall = (name: unknown, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, ...params },
});

const canAsk = { elicitation: { form: {} } };

const modernHeaders = (name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});

const modernCall = (name: string, params: object = {}) => toolCall(name, { _meta: envelope(canAsk), ...params });

/** The headers of a new session. */
async function openSession(url: string, capabilities: object = {}): Promise<Record<string, string>> {
  const opened = await post(url, {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: initialize('2025-11-25', capabilities),
  });
  await opened.text();
  return {
    'mcp-session-id': String(opened.headers.get('mcp-session-id')),
    'mcp-protocol-version': '2025-11-25',
  };
}

const messagesOf = async (response: Response) =>
  readMessages(response.headers.get('content-type') ?? undefined, await response.text());

const cancelling = (id: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });

describe('a call in a session', () => {
  it('can be cancelled by another request, and its connection is let go', async () => {
    const { url, waiting, aborted } = await serve();
    const session = await openSession(url);
    const call = post(url, toolCall('wait'), session);
    await waiting;
    expect((await post(url, cancelling(7), session)).status).toBe(202);
    await aborted;
    expect(await messagesOf(await call)).toEqual([]);
  });

  it('counts as undelivered where it is cancelled between its result and its answer', async () => {
    const { url, waiting, delivered } = await serve();
    const session = await openSession(url);
    const call = post(url, toolCall('unread'), session);
    await waiting;
    await post(url, cancelling(7), session);
    await call;
    expect(await delivered).toBe(false);
  });

  it('ends with its session', async () => {
    const { url, waiting, aborted } = await serve();
    const session = await openSession(url);
    const call = post(url, toolCall('wait'), session);
    await waiting;
    expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(200);
    await aborted;
    expect(await messagesOf(await call)).toEqual([]);
  });

  it('can ask its person a question while it runs', async () => {
    const { url } = await serve();
    const session = await openSession(url, { elicitation: {} });
    const call = await post(url, toolCall('ask', { arguments: { a: 1 } }), session);
    const events = call.body?.pipeThrough(new TextDecoderStream()).getReader();
    const asked = JSON.parse((await events?.read())?.value?.match(/^data: (.*)$/m)?.[1] ?? '') as {
      readonly id: number;
      readonly method: string;
    };
    expect(asked.method).toBe('elicitation/create');
    const result = { action: 'accept', content: { which: 'this' } };
    expect((await post(url, { jsonrpc: '2.0', id: asked.id, result }, session)).status).toBe(202);
    expect((await events?.read())?.value).toContain('"id":7');
    expect((await events?.read())?.done).toBe(true);
  });
});

it('a call of the 2026 era ends when its caller hangs up, and no other with it', async () => {
  const { url, waiting, aborted, started, release } = await serve();
  const other = post(url, modernCall('hold'), modernHeaders('hold'));
  await started;
  const hangUp = new AbortController();
  const call = fetch(url, {
    method: 'POST',
    headers: { ...accepts, ...modernHeaders('wait') },
    body: JSON.stringify(modernCall('wait')),
    signal: hangUp.signal,
  });
  await waiting;
  hangUp.abort();
  await expect(call).rejects.toThrow();
  await aborted;
  release();
  expect(JSON.stringify(await messagesOf(await other))).toContain('held');
});
