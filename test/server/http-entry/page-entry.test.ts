import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { Bound } from '../../../src/server/http-entry/admission.ts';
import { httpAdmission, type HttpLimits } from '../../../src/server/http-entry/http-limits.ts';
import type { PageKind } from '../../../src/server/http-entry/http-limits.ts';
import type { Pages } from '../../../src/server/http-entry/page-entry.ts';
import type { ServedRequest } from '../../../src/server/transports/http-options.ts';
import { serve } from '../mcp.ts';

const json = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

interface Site {
  readonly url: string;
  /** Pages that have begun. */
  readonly begun: string[];
  /** Requests that are over. */
  readonly over: ServedRequest[];
  /** Lets the pages be answered that wait, and all later ones. */
  release(): void;
}

/** A server with pages that say what was sent to them once they are released. The kind of a page is the first word of its path. */
async function site(
  bound: Bound = { max: 32, each: 24 },
  limits: Partial<HttpLimits> = {},
  show: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async (request, response) =>
    void response.end(`shown: ${await text(request)}`),
): Promise<Site> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const over: ServedRequest[] = [];
  const pages: Pages = {
    serves: (path) => path !== '/mcp',
    kindOf: (path) => path.split('/')[1] as PageKind,
    refusal: ({ url: path }, refusal) => ({
      ...refusal,
      body: { type: 'text/plain', text: `${path} ${refusal.message}` },
    }),
    async handle(request, response) {
      begun.push(String(request.url));
      await released;
      await show(request, response);
    },
  };
  const { url } = await serve(undefined, {
    pages,
    admission: httpAdmission(systemClock, { registration: bound, people: bound, clients: bound }),
    limits,
    onRequest: (request) => void over.push(request),
  });
  onTestFinished(() => release());
  return { url, begun, over, release };
}

/** @param from an address of this machine */
async function dial(url: string, from?: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ...(from ? { localAddress: from } : {}) });
  onTestFinished(() => void socket.destroy());
  await once(socket.on('error', () => {}).setEncoding('utf8'), 'connect');
  return socket;
}

const head = (url: string, target: string, lines: readonly string[]): string =>
  [`POST ${target} HTTP/1.1`, `Host: ${new URL(url).host}`, 'Connection: close', ...lines, '', ''].join('\r\n');

const whole = (url: string, target: string, body = '{}'): string =>
  head(url, target, [...json, `Content-Length: ${body.length}`]) + body;

/** A connection that the server has answered a request on: it is accepted, however busy the server. */
async function openKnown(url: string): Promise<Socket> {
  const socket = await dial(url);
  socket.write(`GET /constant HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}

/** Everything the server says until it closes the connection. */
async function answerTo(url: string, bytes: string): Promise<string> {
  const socket = await dial(url);
  socket.write(bytes);
  return text(socket);
}

/** Sends that many requests at once, from that address. */
async function flood(url: string, target: string, count: number, from?: string): Promise<Promise<string>[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => dial(url, from)));
  for (const socket of sockets) socket.write(whole(url, target));
  return sockets.map((socket) => text(socket).catch(() => ''));
}

/** The answers that have come, once there are as many. */
async function first(count: number, answers: readonly Promise<string>[]): Promise<readonly string[]> {
  const come: string[] = [];
  for (const answer of answers) void answer.then((said) => void come.push(said));
  await expect.poll(() => come.length).toBe(count);
  return come;
}

const shown = 'shown: {}';

describe('requests to pages', () => {
  it('are served up to a number, and refused for now beyond it, in the form of the page', async () => {
    const { url, begun, release } = await site({ max: 4, each: 4 });
    const answers = await flood(url, '/people', 50);
    for (const refused of await first(46, answers))
      expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 2\r\n[^]*\r\n\r\n\/people Too many requests/);
    expect(begun).toHaveLength(4);
    release();
    expect((await Promise.all(answers)).filter((answer) => answer.endsWith(shown))).toHaveLength(4);
    expect(await answerTo(url, whole(url, '/people'))).toContain(shown);
  });

  // Other systems than Linux have one loopback address.
  it.runIf(process.platform === 'linux')('of one address leave room to those of others', async () => {
    const { url, begun, release } = await site({ max: 6, each: 4 });
    const answers = await flood(url, '/people', 50);
    await first(46, answers);
    const others = await flood(url, '/people', 2, '127.0.0.2');
    await expect.poll(() => begun.length).toBe(6);
    release();
    for (const answer of await Promise.all(others)) expect(answer).toContain(shown);
  });

  it('of one kind leave all room to those of another, and to calls', async () => {
    const { url, begun, release } = await site({ max: 4, each: 4 });
    for (const kind of ['registration', 'people', 'clients']) {
      const before = begun.length;
      await first(6, await flood(url, `/${kind}`, 10));
      expect(begun.length - before).toBe(4);
    }
    expect(await answerTo(url, whole(url, '/mcp', ping))).toContain('"result":{}');
    release();
  });

  it('for what costs nothing are not counted', async () => {
    const { url, begun } = await site({ max: 1, each: 1 });
    for (let asked = 0; asked < 10; asked++) (await dial(url)).write(whole(url, '/constant'));
    await expect.poll(() => begun.length).toBe(10);
  });

  it('do not all begin before a call that arrived after them', async () => {
    const { url, begun, release } = await site({ max: 300, each: 300 });
    release();
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openKnown(url)));
    const caller = await openKnown(url);
    begun.length = 0;
    for (const socket of sockets) socket.write(whole(url, '/people'));
    caller.write(whole(url, '/mcp', ping));
    await once(caller, 'data');
    expect(begun.length).toBeLessThan(100);
    await expect.poll(() => begun.length).toBe(200);
  });

  it('whose sender has disconnected before their turn are not begun', async () => {
    const { url, begun, over, release } = await site({ max: 300, each: 300 });
    release();
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openKnown(url)));
    begun.length = 0;
    for (const socket of sockets) socket.end(whole(url, '/people'), () => socket.resetAndDestroy());
    await expect.poll(() => over.length).toBe(400);
    // The last turn.
    await answerTo(url, whole(url, '/people'));
    expect(begun.length).toBeLessThan(100);
  });
});

describe('the body of a request to a page', () => {
  it('arrives as it was sent', async () => {
    const { url, release } = await site();
    release();
    expect(await answerTo(url, whole(url, '/people', 'token=x'))).toContain('shown: token=x');
    const chunks = '3\r\ntok\r\n4\r\nen=x\r\n0\r\n\r\n';
    expect(await answerTo(url, head(url, '/people', ['Transfer-Encoding: chunked']) + chunks)).toContain(
      'shown: token=x',
    );
    expect(await answerTo(url, head(url, '/people', []))).toMatch(/shown: $/);
  });

  it('is asked for where its sender waits for 100 Continue', async () => {
    const { url, release } = await site();
    release();
    const socket = await dial(url);
    socket.write(head(url, '/people', ['Expect: 100-continue', 'Content-Length: 2']));
    const [result] = (await once(socket, 'data')) as [string];
    expect(result).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.write('{}');
    expect(await text(socket)).toContain(shown);
  });

  it('may have so many bytes and no more, announced or not', async () => {
    const { url, begun, release } = await site(undefined, { maxPageBodyBytes: 1_000 });
    release();
    expect(await answerTo(url, whole(url, '/people', 'x'.repeat(1_000)))).toContain(`shown: ${'x'.repeat(1_000)}`);
    const tooLarge = /^HTTP\/1\.1 413 [^]*\r\n\r\n\/people The body may have 1000 bytes$/;
    expect(await answerTo(url, whole(url, '/people', 'x'.repeat(1_001)))).toMatch(tooLarge);
    const chunk = `400\r\n${'x'.repeat(0x400)}\r\n`;
    expect(await answerTo(url, head(url, '/people', ['Transfer-Encoding: chunked']) + chunk)).toMatch(tooLarge);
    expect(begun).toHaveLength(1);
  });

  it('that stalls is given up, and keeps out nobody meanwhile', async () => {
    const { url, begun, release } = await site({ max: 1, each: 1 }, { bodyStallMs: 1_000 });
    release();
    const stalled = Array.from({ length: 50 }, () => answerTo(url, head(url, '/people', ['Content-Length: 9']) + '{'));
    expect(await answerTo(url, whole(url, '/people'))).toContain(shown);
    for (const answer of await Promise.all(stalled))
      expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*\r\n\r\n\/people The body did not arrive in time$/);
    expect(begun).toHaveLength(1);
  });
});

it.each(['people', 'constant'])('a reader of a page for %s that takes nothing is disconnected', async (kind) => {
  const { url, over, release } = await site(
    undefined,
    { readerStallMs: 100 },
    async (_request, response) => void response.end('x'.repeat(20_000_000)),
  );
  release();
  (await dial(url)).pause().write(whole(url, `/${kind}`));
  await expect.poll(() => over.length).toBe(1);
});

it('a page that is not taken yet is no longer counted', async () => {
  const { url, begun, release } = await site(
    { max: 1, each: 1 },
    { readerStallMs: 60_000 },
    async (_request, response) => void response.end('x'.repeat(20_000_000)),
  );
  release();
  (await dial(url)).pause().write(whole(url, '/people'));
  await expect.poll(() => begun.length).toBe(1);
  (await dial(url)).write(whole(url, '/people'));
  await expect.poll(() => begun.length).toBe(2);
});
