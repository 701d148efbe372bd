import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { httpAdmission } from '../../src/server/http-entry/http-limits.ts';
import { serve } from './mcp.ts';

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

const post = (url: string, headers: Record<string, string> = {}, body: string = ping): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
  });

describe('the head of a request', () => {
  it.each([
    '',
    'a b',
    'localhost/mcp',
    'user@localhost',
    'localhost:99999',
    'localhost:',
    '[::1',
    'lo\tcalhost',
    'http://localhost',
    'localhost,localhost',
  ])('with the Host "%s" is refused with 400', async (host) => {
    const { url } = await serve();
    expect(statusOf(await answerTo(url, `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{}`))).toBe(
      400,
    );
  });

  it.each([
    ['no Host', [], 400],
    ['two equal Hosts', ['Host: localhost', 'Host: localhost'], 400],
    ['two Hosts', ['Host: localhost', 'Host: evil.example'], 400],
    ['two Origins', ['Host: localhost', 'Origin: http://localhost', 'Origin: https://evil.example'], 400],
    ['two Authorizations', ['Host: localhost', 'Authorization: Bearer one', 'authorization: Bearer two'], 400],
    ['another address as its target', ['Host: localhost'], 404, 'http://evil.example/mcp'],
    ['a compressed body', ['Host: localhost', ...json, 'Content-Encoding: gzip', 'Content-Length: 2'], 415],
    ['two lengths', ['Host: localhost', ...json, 'Content-Length: 2', 'Transfer-Encoding: chunked'], 400],
  ])('with %s is refused', async (_what, lines, status, target = '/mcp') => {
    const { url } = await serve();
    expect(statusOf(await answerTo(url, [`POST ${target} HTTP/1.1`, ...lines, '', '{}'].join('\r\n')))).toBe(status);
  });

  it.each([
    ['a foreign Host', ['Host: evil.example'], 403],
    ['no token', ['Host: localhost'], 401],
    ['a body that is too large', ['Host: localhost', `Authorization: Bearer ${token}`], 413],
  ])('with %s is answered before its body is sent, and the connection is closed', async (_what, lines, status) => {
    const { url } = await serve(undefined, { token: () => token });
    const answer = await answerTo(
      url,
      ['POST /mcp HTTP/1.1', ...lines, ...json, 'Expect: 100-continue', 'Content-Length: 100000000', '', ''].join(
        '\r\n',
      ),
    );
    expect(statusOf(answer)).toBe(status);
    expect(answer).not.toContain('100 Continue');
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('is answered without a body where it is asked for alone', async () => {
    const { url } = await serve();
    const answer = await answerTo(url, head(url, [], 'HEAD', '/nowhere'));
    expect(statusOf(answer)).toBe(404);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });

  it('that asks first gets 100 Continue, once it is accepted', async () => {
    const { url } = await serve();
    const socket = dial(url);
    socket.write(head(url, [...json, 'Expect: 100-continue', `Content-Length: ${ping.length}`, 'Connection: close']));
    const [first] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    expect(first).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.write(ping);
    expect(statusOf(await text(socket))).toBe(200);
  });

  it('that does not end is given up', async () => {
    const { url } = await serve(undefined, { limits: { headersMs: 200 } });
    expect(statusOf(await answerTo(url, 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: '))).toBe(408);
    expect(await answerTo(url, '')).toMatch(/^(HTTP\/1\.1 408|$)/);
    expect(statusOf(await answerTo(url, head(url, [`X-Long: ${'y'.repeat(20_000)}`])))).toBe(431);
  });
});

describe('guesses of the token', () => {
  it('wait for their answer, only so many at a time, and the right token passes them', async () => {
    const { url } = await serve(undefined, {
      token: () => token,
      admission: httpAdmission(systemClock, { guesses: { delayMs: 60_000, max: 64, each: 3 } }),
    });
    const waiting = Array.from({ length: 3 }, () => {
      const socket = dial(url);
      socket.write(head(url, ['Authorization: Bearer wrong', 'Content-Length: 4000000']));
      return socket;
    });
    for (;;) {
      const { status, headers } = await post(url, { authorization: 'Bearer wrong' }, '{}').catch(() => new Response());
      if (status !== 429) continue;
      expect(headers.get('retry-after')).toBe('1');
      break;
    }
    expect((await post(url, { authorization: `Bearer ${token}` })).status).toBe(200);
    // Nobody guessed here.
    expect((await post(url)).status).toBe(401);
    expect(waiting.every(({ bytesRead, destroyed }) => bytesRead === 0 && !destroyed)).toBe(true);
  });
});

describe('connections', () => {
  it('make room for new ones while they have not sent an accepted request', async () => {
    const { url } = await serve(undefined, { limits: { maxConnections: 10 } });
    const silent = Array.from({ length: 50 }, () => dial(url));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    for (let asked = 0; asked < 5; asked++) expect((await post(url)).status).toBe(200);
    await expect
      .poll(() => silent.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length)
      .toBeGreaterThanOrEqual(40);
  });

  it('make room for new ones once their requests are answered', async () => {
    const { url } = await serve(undefined, { limits: { maxConnections: 10 } });
    const sockets: Socket[] = [];
    for (let n = 0; n < 30; n++) {
      const socket = dial(url);
      socket.write(head(url, [...json, `Content-Length: ${ping.length}`]) + ping);
      await once(socket, 'data');
      sockets.push(socket.resume());
    }
    await expect
      .poll(() => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length)
      .toBeLessThanOrEqual(10);
    expect(sockets.at(-1)?.readableEnded).toBe(false);
  });

  it('with a call under way stay', async () => {
    const { url, started, release } = await serve(undefined, { limits: { maxConnections: 10 } });
    const call = post(
      url,
      {},
      JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'hold' } }),
    );
    await started;
    const silent = Array.from({ length: 50 }, () => dial(url));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    release();
    expect(await (await call).text()).toContain('held');
  });

  it('may send a few requests ahead, and no more', async () => {
    const { url } = await serve(undefined, { limits: { maxPipelined: 4 } });
    const one = head(url, [...json, `Content-Length: ${ping.length}`]) + ping;
    const last = head(url, [...json, `Content-Length: ${ping.length}`, 'Connection: close']) + ping;
    const answered = async (requests: string) => (await answerTo(url, requests)).match(/HTTP\/1\.1 200/g)?.length ?? 0;
    expect(await answered(one.repeat(3) + last)).toBe(4);
    expect(await answered(one.repeat(4) + last)).toBeLessThan(5);
    const { url: other, started } = await serve(undefined, { limits: { maxPipelined: 4 } });
    const hold = JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'hold' } });
    const held = head(other, [...json, `Content-Length: ${hold.length}`]) + hold;
    const socket = dial(other).resume();
    socket.write(held.repeat(20));
    await started;
    await once(socket, 'close');
    expect((await post(other)).status).toBe(200);
  });

  it('that send a packet of many requests are cut off, however quickly each is answered', async () => {
    const { url } = await serve();
    const answers = await answerTo(url, (head(url, [...json, `Content-Length: ${ping.length}`]) + ping).repeat(200));
    expect(answers.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThanOrEqual(8);
  });

  it.each([
    ['that are refused', ''],
    ['that are accepted', `Authorization: Bearer ${token}\r\n`],
  ])('cost only the first requests of a packet of thousands %s', async (_which, credentials) => {
    const { url } = await serve(undefined, { token: () => token });
    const { host, port } = new URL(url);
    let made = 0;
    const count = (message: unknown): void => {
      if ((message as { socket: Socket }).socket.localPort === Number(port)) made++;
    };
    const requests = channel('http.server.request.start');
    requests.subscribe(count);
    onTestFinished(() => void requests.unsubscribe(count));
    const socket = dial(url).resume();
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${credentials}\r\n`.repeat(3_000));
    await new Promise((resolve) => void socket.once('close', resolve));
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(20);
  });
});

describe('a body', () => {
  it('that does not arrive is given up', async () => {
    const { url } = await serve(undefined, { limits: { bodyStallMs: 100 } });
    expect(statusOf(await answerTo(url, head(url, [...json, 'Content-Length: 1000']) + '{"jsonrpc"'))).toBe(408);
  });

  it('that is large gives way when all together are too large, and a small one gets through', async () => {
    const { url } = await serve(undefined, {
      admission: httpAdmission(systemClock, { bytes: { max: 1_000_000, each: 1_000_000, evict: { above: 65_536 } } }),
    });
    const large = Array.from({ length: 8 }, () => {
      const socket = dial(url);
      socket.write(head(url, [...json, 'Content-Length: 950000']) + ' '.repeat(900_000));
      return text(socket.setEncoding('utf8'));
    });
    const answers = [await Promise.race(large)];
    expect(answers.map(statusOf)).toEqual([503]);
    expect(answers[0]).toMatch(/^retry-after: \d+\r$/im);
    expect((await post(url)).status).toBe(200);
  });

  it('of unknown length is cut at the limit', async () => {
    const { url } = await serve(undefined, { limits: { maxBodyBytes: 1000 } });
    const chunk = `400\r\n${'x'.repeat(0x400)}\r\n`;
    expect(statusOf(await answerTo(url, head(url, [...json, 'Transfer-Encoding: chunked']) + chunk))).toBe(413);
  });

  it.each([
    ['nested too deeply', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['of too many values', `{"values":[${'0,'.repeat(500_000)}0]}`],
    ['of too many members', `{"_meta":{${Array.from({ length: 1_100 }, (_, at) => `"k${at}":1`).join(',')}}}`],
    ['of too many messages', `[${Array(101).fill(ping).join(',')}]`],
  ])('%s is not parsed', async (_what, body) => {
    const { url } = await serve();
    const answer = await post(url, {}, body);
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

describe('a session', () => {
  it('may have only so many calls under way', async () => {
    const { url, started, release } = await serve(undefined, { limits: { maxCallsPerSession: 2 } });
    const opened = await post(
      url,
      {},
      JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      }),
    );
    const session = { 'mcp-session-id': String(opened.headers.get('mcp-session-id')) };
    const call = (id: number): Promise<Response> =>
      post(url, session, JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'hold' } }));
    const calls = [await call(1), await call(2)];
    await started;
    const refused = await call(3);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    // What ends a call is not counted as one.
    expect(
      (
        await post(
          url,
          session,
          JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
        )
      ).status,
    ).toBe(202);
    release();
    expect(await calls[1]?.text()).toContain('held');
  });
});

it('a reader that takes nothing is disconnected', async () => {
  const { url } = await serve(undefined, { limits: { readerStallMs: 200 } });
  const call = JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'large' } });
  const socket = dial(url).pause();
  const cut = Promise.race([once(socket, 'close'), new Promise((resolve) => socket.once('error', resolve))]);
  socket.write(head(url, [...json, `Content-Length: ${call.length}`]) + call);
  // A paused socket learns that it was cut off when it writes.
  const knocking = setInterval(() => socket.write(' '), 50);
  await cut;
  clearInterval(knocking);
  expect(socket.bytesRead).toBeLessThan(20_000_000);
  expect((await post(url)).status).toBe(200);
});
