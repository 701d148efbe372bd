import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callerBounds } from '../../src/server/http/bounds.ts';
import { Quota } from '../../src/base/quota.ts';
import { post, serve } from './mcp.ts';

const token = 'a-token-of-more-than-thirty-two-characters';
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const json = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];

function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Everything the server says until it closes the connection. */
async function answerTo(url: string, bytes: string): Promise<string> {
  const socket = dial(url);
  socket.write(bytes);
  return text(socket);
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

const head = (url: string, lines: readonly string[], method = 'POST', target = '/mcp'): string =>
  [`${method} ${target} HTTP/1.1`, `Host: ${new URL(url).host}`, ...lines, '', ''].join('\r\n');

describe('the head of a request', () => {
  it.each(['', 'localhost/mcp', 'localhost:99999', 'localhost,localhost'])(
    'with the Host "%s" is refused',
    async (host) => {
      const { url } = await serve();
      const request = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
      expect([400, 403]).toContain(statusOf(await answerTo(url, request)));
    },
  );

  it.each([
    ['no Host', [], 400],
    ['two Hosts', ['Host: localhost', 'Host: evil.example'], 400],
    // What would be judged next is the missing content type: 415.
    ['two Origins', ['Host: localhost', 'Content-Length: 2', ...Array(2).fill('Origin: http://localhost')], 400],
    ['two tokens', ['Host: localhost', 'Content-Length: 2', ...Array(2).fill(`Authorization: Bearer ${token}`)], 400],
    ['another address as its target', ['Host: localhost'], 400, 'http://evil.example/mcp'],
    ['two lengths', ['Host: localhost', ...json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], 400],
  ])('with %s is refused', async (_what, lines, status, target = '/mcp') => {
    const { url } = await serve();
    expect(
      statusOf(await answerTo(url, [`POST ${target} HTTP/1.1`, 'Connection: close', ...lines, '', '{}'].join('\r\n'))),
    ).toBe(status);
  });

  it.each([
    ['a foreign Host', ['Host: evil.example'], 403],
    ['no token', ['Host: localhost'], 401],
    ['a body that is too large', ['Host: localhost', `Authorization: Bearer ${token}`], 413],
  ])('with %s is answered before its body is sent, and the connection is closed', async (_what, lines, status) => {
    const { url } = await serve({ token: () => token });
    const answer = await answerTo(
      url,
      ['POST /mcp HTTP/1.1', ...lines, ...json, 'Content-Length: 100000000', '', '{"jsonrpc"'].join('\r\n'),
    );
    expect(statusOf(answer)).toBe(status);
  });
});

it('calls that were sent ahead count no longer once their connection is closed', async () => {
  const { url, server } = await serve();
  const hold = JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'wait' } });
  const socket = dial(url).resume();
  socket.write((head(url, [...json, `Content-Length: ${hold.length}`]) + hold).repeat(20));
  await expect.poll(() => server.figures().calls).toBe(20);
  socket.destroy();
  await expect.poll(() => server.figures().calls).toBe(0);
});

describe('a body', () => {
  it('that is large is refused when all together are too large, and a small one gets through', async () => {
    const { url } = await serve({ bounds: callerBounds({ bytes: new Quota(1_000_000, 1_000_000) }) });
    const large = Array.from({ length: 2 }, () => {
      const socket = dial(url);
      socket.write(head(url, [...json, 'Content-Length: 950000', 'Connection: close']) + ' '.repeat(900_000));
      return text(socket.setEncoding('utf8'));
    });
    const answer = await Promise.race(large);
    expect(statusOf(answer)).toBe(503);
    expect(answer).toMatch(/^retry-after: \d+\r$/im);
    expect((await post(url, ping)).status).toBe(200);
  });

  it('of unknown length is cut at the limit', async () => {
    const { url } = await serve();
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`.repeat(5);
    expect(statusOf(await answerTo(url, head(url, [...json, 'Transfer-Encoding: chunked']) + chunk))).toBe(413);
  });

  it.each([
    ['nested too deeply', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['of too many values', `{"values":[${'0,'.repeat(500_000)}0]}`],
    ['of too many members', `{"_meta":{${Array.from({ length: 1_100 }, (_, at) => `"k${at}":1`).join(',')}}}`],
    ['of too many messages', `[${Array(101).fill(ping).join(',')}]`],
  ])('%s is not parsed', async (_what, body) => {
    const { url } = await serve();
    const answer = await post(url, body);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_600, message: expect.stringMatching(/^Invalid Request: more than/) },
      },
    ]);
  });
});

describe('a delivery of the platform', () => {
  const receive = async () => 200 as const;
  const posted = (url: string): Promise<string> =>
    answerTo(url, `${head(url, [...json, 'Content-Length: 2', 'Connection: close'], 'POST', '/events')}{}`);

  it('needs no bearer token, and is posted', async () => {
    const { url } = await serve({ receive, token: () => token });
    expect(statusOf(await posted(url))).toBe(200);
    expect((await fetch(new URL('/events', url))).status).toBe(405);
  });

  it('that arrives while the server exits is refused, so that the platform repeats it', async () => {
    const { url, server } = await serve({ receive });
    await server.drain(AbortSignal.abort());
    expect(statusOf(await posted(url))).toBe(503);
  });

  it('that is being recorded when the server exits is answered', async () => {
    const [taken, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<200>()];
    const { url, server } = await serve({ receive: () => (taken.resolve(), recorded.promise) });
    const answer = posted(url);
    await taken.promise;
    const left = server.drain(new AbortController().signal).then(() => server.close());
    await turn();
    recorded.resolve(200);
    expect(statusOf(await answer)).toBe(200);
    await left;
  });
});
