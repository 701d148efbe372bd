import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { expect, it, onTestFinished } from 'vitest';
import { Quota } from '../../src/base/quota.ts';
import { callerBounds, type CallerBounds } from '../../src/server/http/bounds.ts';
import type { HttpOptions } from '../../src/server/http/http-options.ts';
import { accepts } from '../mcp/support/http-server.ts';
import { initialize } from '../mcp/support/message.ts';
import { callersByName, factoryOf, modernClient, serve, type Served } from './mcp.ts';

const apart = (changed: Partial<CallerBounds>, more: Partial<HttpOptions> = {}): Promise<Served> =>
  serve({ bounds: callerBounds(changed), ...more }, true);

const as = (caller: string, headers: Record<string, string> = {}) => ({
  ...accepts,
  authorization: `Bearer ${caller}`,
  ...headers,
});

const post = (url: string, headers: Record<string, string>, method: string, params: object = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });

async function open(url: string, caller: string): Promise<Record<string, string>> {
  const { status, headers } = await post(url, as(caller), 'initialize', initialize());
  expect(status).toBe(200);
  return as(caller, { 'mcp-session-id': String(headers.get('mcp-session-id')) });
}

/** The stream of a session. */
const listen = async (url: string, session: Record<string, string>): Promise<Response> => {
  const stream = await fetch(url, { headers: { ...session, accept: 'text/event-stream' } });
  onTestFinished(() => stream.body?.cancel());
  return stream;
};

const refusal = (answer: Response) => [answer.status, answer.headers.get('retry-after')];

it('a caller with 64 calls is refused one more, and another is served', async () => {
  const { url, server, release } = await apart({});
  const calls = Array.from({ length: 64 }, () => post(url, as('ada'), 'tools/call', { name: 'hold' }));
  await expect.poll(() => server.figures().calls).toBe(64);
  expect(refusal(await post(url, as('ada'), 'ping'))).toEqual([429, '1']);
  expect((await post(url, as('bob'), 'ping')).status).toBe(200);
  release();
  for (const call of calls) expect(await (await call).text()).toContain('held');
  expect((await post(url, as('ada'), 'ping')).status).toBe(200);
});

it('a caller with many streams is refused one more, and another gets one', async () => {
  const { url } = await apart({ streams: new Quota(3, 2) });
  const ada = await Promise.all([1, 2, 3].map(() => open(url, 'ada')));
  const streams = [await listen(url, ada[0] ?? {}), await listen(url, ada[1] ?? {})];
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  expect(refusal(await listen(url, ada[2] ?? {}))).toEqual([429, '1']);
  expect((await listen(url, await open(url, 'bob'))).status).toBe(200);
  expect(refusal(await listen(url, await open(url, 'eve')))).toEqual([503, '2']);
  await streams[0]?.body?.cancel();
  await expect.poll(async () => (await listen(url, ada[2] ?? {})).status).toBe(200);
});

it('subscriptions of the 2026 era count as streams', async () => {
  const factory = (): Server => {
    const server = new Server({ name: 'x', version: '1' }, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler('tools/list', () => ({ tools: [] }));
    return server;
  };
  const { url } = await serve({
    bounds: callerBounds({ streams: new Quota(512, 2) }),
    callers: callersByName(factoryOf(factory)),
  });
  const [ada, bob] = await Promise.all(
    (['ada', 'bob'] as const).map(async (caller) => {
      const client = modernClient();
      onTestFinished(() => client.close());
      const requestInit = { headers: { authorization: `Bearer ${caller}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      return client;
    }),
  );
  const subscribe = async (client = ada) => client?.listen({ toolsListChanged: true });
  const first = await subscribe();
  await subscribe();
  await expect(subscribe()).rejects.toThrow(/A caller may have 2 streams/);
  await subscribe(bob);
  await first?.close();
  await expect.poll(() => subscribe().then(() => 'open', String)).toBe('open');
});

it('a caller that opens many sessions ends only its own', async () => {
  const { url } = await apart({}, { maxSessions: 3, maxSessionsPerCaller: 2 });
  const bob = await open(url, 'bob');
  const ada = [await open(url, 'ada'), await open(url, 'ada'), await open(url, 'ada')];
  expect((await post(url, bob, 'ping')).status).toBe(200);
  expect(await Promise.all(ada.map(async (session) => (await post(url, session, 'ping')).status))).toEqual([
    404, 200, 200,
  ]);
  // All places are taken, none of them by this caller.
  expect(refusal(await post(url, as('eve'), 'initialize', initialize()))).toEqual([503, '5']);
  expect((await post(url, bob, 'ping')).status).toBe(200);
});

// Other systems than Linux have one loopback address.
it.runIf(process.platform === 'linux')(
  'an address with 24 sign-ins under way is refused one more; another address and callers are served',
  async () => {
    let taken = 0;
    const held = Promise.withResolvers<void>();
    const { url } = await apart(
      {},
      {
        pages: {
          serves: (path) => path === '/account',
          handle: async (_request, response) => void (taken++, await held.promise, response.end()),
        },
      },
    );
    const account = new URL('/account', url);
    const pages = Array.from({ length: 25 }, () => fetch(account));
    const first = await Promise.race(pages);
    expect(refusal(first)).toEqual([503, '2']);
    expect((await post(url, as('ada'), 'ping')).status).toBe(200);
    const other = request(account, { localAddress: '127.0.0.2' }).end();
    await expect.poll(() => taken).toBe(25);
    held.resolve();
    const [answer] = (await once(other, 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(200);
    const statuses = (await Promise.all(pages)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(24);
  },
);

/** Begins a body of that size once the server has accepted its head, and sends all but its last byte. */
async function upload(url: string, caller: string, bytes: number): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const head = Object.entries(as(caller, { host, expect: '100-continue', 'content-length': String(bytes) }))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.write(`POST /mcp HTTP/1.1\r\n${head}\r\n`);
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  await new Promise<void>((resolve) => socket.write(' '.repeat(bytes - 1), () => resolve()));
  return socket;
}

it('a caller with large bodies is refused, and another is served', async () => {
  const { url } = await apart({ bytes: new Quota(2_000_000, 1_000_000) });
  const bob = await upload(url, 'bob', 900_000);
  await upload(url, 'ada', 600_000);
  expect(await text(await upload(url, 'ada', 600_000))).toMatch(/HTTP\/1\.1 429/);
  expect((await post(url, as('ada'), 'ping')).status).toBe(200);
  bob.write(' ');
  const [answer] = (await once(bob.setEncoding('utf8'), 'data')) as [string];
  // Read whole; blanks are no JSON.
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
});

it('a stream that is not read is ended, and its call too', async () => {
  const { url, server } = await serve({ silenceMs: 200 });
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'chatter', arguments: {}, _meta: { progressToken: 1 } },
  });
  const head = Object.entries({ ...accepts, host, 'content-length': String(body.length) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.pause().write(`POST /mcp HTTP/1.1\r\n${head}\r\n${body}`);
  await expect.poll(() => server.figures().calls).toBe(1);
  await expect.poll(() => server.figures().calls, { timeout: 20_000 }).toBe(0);
});
