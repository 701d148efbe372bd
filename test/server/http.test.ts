import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { traffic } from '../support/network/traffic.ts';
import { busyPort } from '../support/network/busy-port.ts';
import type { Authenticator, Credentials } from '../../src/server/http/auth/authenticator.ts';
import { parseListen } from '../../src/server/http/listen-address.ts';
import { accepts } from '../mcp/support/http-server.ts';
import { initialize } from '../mcp/support/message.ts';
import { callersByName, modernClient, post, serve } from './mcp.ts';

const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize() };

/** The status for a Host header, which `fetch` would not let a test choose. */
const statusFor = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { ...accepts, ...headers } },
      (response) => (response.resume(), resolve(response.statusCode)),
    );
    sent.on('error', reject).end(JSON.stringify(handshake));
  });

it('an answer that takes long starts early, so that no proxy closes its connection', async () => {
  const { url, started, release } = await serve();
  const begun = Promise.withResolvers<string | null>();
  const client = modernClient();
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: async (to, options) => {
      const response = await fetch(to, options);
      if (String(options?.body).includes('"hold"')) begun.resolve(response.headers.get('content-type'));
      return response;
    },
  });
  await client.connect(transport);
  const call = client.callTool({ name: 'hold' });
  await started;
  expect(await begun.promise).toBe('text/event-stream');
  release();
  expect((await call).structuredContent).toEqual({ ok: true, data: 'held' });
  await client.close();
});

describe('with a bearer token', () => {
  const token = 'a-token-of-more-than-thirty-two-characters';

  it('every request has to carry it', async () => {
    const { url } = await serve({ token: () => token });
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: token }] as Record<
      string,
      string
    >[]) {
      const refused = await post(url, handshake, headers);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer /);
    }
    expect((await post(url, handshake, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await fetch(url.replace('/mcp', '/healthz'))).status).toBe(401);
  });

  it('other machines may be let in, by whatever name; a page of another origin may not', async () => {
    const { url } = await serve({ token: () => token, listen: { host: '0.0.0.0', port: 0 } });
    const authorization = `Bearer ${token}`;
    expect(await statusFor(url, { host: 'visibility.example', authorization })).toBe(200);
    expect(await statusFor(url, { host: 'visibility.example', origin: 'https://evil.example', authorization })).toBe(
      403,
    );
  });
});

/** The header of a new session. */
const openSession = async (url: string): Promise<Record<string, string>> => ({
  'mcp-session-id': (await post(url, handshake)).headers.get('mcp-session-id') ?? '',
});

describe('sessions of the 2025 era', () => {
  it('make room for new ones, the longest silent first', async () => {
    const { url } = await serve({ maxSessions: 2 });
    const open = () => openSession(url);
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
    const [silent, used] = [await open(), await open()];
    expect((await post(url, ping, silent)).status).toBe(200);
    expect((await post(url, ping, used)).status).toBe(200);
    const third = await open();
    const statuses = [silent, used, third].map(async (session) => (await post(url, ping, session)).status);
    expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
  });

  it('are not ended for new ones while a call or a stream is under way', async () => {
    const { url, started, release } = await serve({ maxSessions: 2 });
    const open = () => openSession(url);
    const [calling, listening] = [await open(), await open()];
    const call = post(url, { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'hold' } }, calling);
    await started;
    // Its answer would be lost to another call of the same id.
    expect((await post(url, { jsonrpc: '2.0', id: 9, method: 'ping' }, calling)).status).toBe(400);
    const stream = await fetch(url, { headers: { ...listening, accept: 'text/event-stream' } });
    const refused = await post(url, handshake);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    release();
    expect(await (await call).text()).toContain('held');
    expect((await post(url, handshake)).status).toBe(200);
    await stream.body?.cancel();
  });
});

it('a session ends once it was silent for half an hour, and not while a call is under way', async () => {
  const clock = virtualClock();
  const { url, started, release } = await serve({ clock });
  const session = await openSession(url);
  const call = post(url, { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'hold' } }, session);
  await started;
  const silence = async (minutes: number): Promise<number> => {
    const awake = traffic.sleeping();
    for (let minute = 0; minute < minutes; minute++) await clock.advance(60_000);
    awake();
    return ((await (await fetch(url.replace('/mcp', '/healthz'))).json()) as { sessions: number }).sessions;
  };
  expect(await silence(60)).toBe(1);
  release();
  expect(await (await call).text()).toContain('held');
  expect(await silence(29)).toBe(1);
  expect(await silence(3)).toBe(0);
  expect((await post(url, { jsonrpc: '2.0', id: 2, method: 'ping' }, session)).status).toBe(404);
});

it('sessions end with the sign-in that opened them: at once for another one, and within a minute for their streams', async () => {
  const clock = virtualClock();
  let isSignedIn = true;
  const { callerServers, authenticator } = callersByName((await serve()).factory);
  const admit: Authenticator['admit'] = async (headers) => {
    const credentials = await authenticator.admit(headers);
    if ('status' in credentials) return credentials;
    const connection = String(headers['x-sign-in']);
    const isConnected = async (): Promise<boolean> => connection !== 'first' || isSignedIn;
    return { ...credentials, connection, isConnected };
  };
  const { url } = await serve({ callers: { callerServers, authenticator: { admit } }, clock });
  const as = (signIn: string, session?: string | null) => ({
    authorization: 'Bearer ada',
    'x-sign-in': signIn,
    ...(session ? { 'mcp-session-id': session } : {}),
  });
  const open = async () => (await post(url, handshake, as('first'))).headers.get('mcp-session-id');
  const [used, listening] = [await open(), await open()];
  const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
  expect((await post(url, ping, as('second', used))).status).toBe(200);
  const stream = await fetch(url, { headers: { ...as('first', listening), accept: 'text/event-stream' } });
  isSignedIn = false;
  expect((await post(url, ping, as('second', used))).status).toBe(404);
  const awake = traffic.sleeping();
  await clock.advance(60_000);
  awake();
  await stream.text();
});

describe('a server that exits', () => {
  const never = new AbortController().signal;
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  it('answers requests whose callers are still being identified', async () => {
    const { factory } = await serve();
    const [asked, known] = [Promise.withResolvers<void>(), Promise.withResolvers<Credentials>()];
    const callers = { ...callersByName(factory), authenticator: { admit: () => (asked.resolve(), known.promise) } };
    const { url, server } = await serve({ callers, replica: 'one' });
    const answer = post(url, ping);
    await asked.promise;
    const left = server.drain(never).then(() => server.close());
    known.resolve({ caller: 'ada', access: 'a', token: () => '', narrowing: { budget: [], readOnly: false } });
    const { status, headers } = await answer;
    expect([status, headers.get('retry-after'), headers.get('x-replica')]).toEqual([503, '5', 'one']);
    await left;
  });

  it('does not wait for streams', async () => {
    const { url, server } = await serve();
    const session = (await post(url, handshake)).headers.get('mcp-session-id') ?? '';
    const stream = await fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': session } });
    const client = modernClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await client.listen({ toolsListChanged: true });
    await server.drain(never);
    await stream.body?.cancel();
    await client.close();
  });

  it('answers a request whose body is still arriving', async () => {
    const { url, server } = await serve({ replica: 'one' });
    const body = JSON.stringify(ping);
    const headers = { ...accepts, expect: '100-continue', 'content-length': body.length };
    const sending = request(url, { method: 'POST', headers });
    const answer = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.flushHeaders();
    await once(sending, 'continue');
    const left = server.drain(never).then(() => server.close());
    await turn();
    sending.end(body);
    const [response] = await answer;
    response.resume();
    expect(response.statusCode).toBe(503);
    expect(response.headers).toMatchObject({ 'retry-after': '5', 'x-replica': 'one' });
    await left;
  });
});

it('an address that is taken leaves no timer of the server', async () => {
  const clock = virtualClock();
  const listen = { host: '127.0.0.1', port: await busyPort() };
  await expect(serve({ clock, listen })).rejects.toThrow(/cannot listen .* --listen 127.0.0.1:0 takes/);
  expect(clock.sleepers).toBe(0);
});

it.each([
  ['3917', { host: '127.0.0.1', port: 3917 }],
  ['localhost:0', { host: 'localhost', port: 0 }],
  ['[::1]:80', { host: '::1', port: 80 }],
  ['127.0.0.1:65535', { host: '127.0.0.1', port: 65_535 }],
])('reads the address %s', (text, address) => {
  expect(parseListen(text)).toEqual(address);
});

it.each(['', 'here', '127.0.0.1:65536', '::1:80', 'http://x:1'])('refuses the address "%s"', (text) => {
  expect(() => parseListen(text)).toThrow(/is not like/);
});
