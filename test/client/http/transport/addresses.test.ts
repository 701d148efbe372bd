import dns from 'node:dns';
import { connect, createServer, isIP } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { bench, refusal } from '../../../support/bench.ts';
import { front, type Front } from '../../../support/network/tls-front.ts';
import type { Behaviour } from '../../../support/platform.ts';
import { article, emptyList, generate, projects, within, writeArticles } from '../../../support/stories.ts';

afterEach(() => vi.restoreAllMocks());

/** Hands on to the platform what comes to an address of this machine. */
const frontAt = (host: string, apiUrl: string): Promise<Front> =>
  front(
    createServer((near) => {
      const far = connect(Number(new URL(apiUrl).port), '127.0.0.1');
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    }),
    host,
  );

/** Names resolve to these, in this order. */
function resolving(...addresses: readonly string[]): void {
  const resolved = addresses.map((address) => ({ address, family: isIP(address) }));
  vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: object, done: (...answer: unknown[]) => void) =>
    done(null, resolved)) as unknown as typeof dns.lookup);
}

test('a platform is called by an IPv6 address', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  await using six = await frontAt('::1', it.platform.apiUrl);
  const client = await it.client({ apiUrl: `http://[::1]:${six.port}/api/v1` });
  expect((await client.call(generate, article())).job?.state).toBe('completed');
  expect(it.platform.to('POST /articles/1/generate')).toHaveLength(1);
});

test.each([
  ['the first', ['::1', '127.0.0.1']],
  ['the last', ['127.0.0.1', '::1']],
])('a host is reached where %s of its addresses is dead, and a call is paid once', async (_, addresses) => {
  await using it = await bench();
  writeArticles(it.platform);
  resolving(...addresses);
  const client = await it.client({ apiUrl: it.platform.apiUrl.replace('127.0.0.1', 'platform.example') });
  expect((await client.call(generate, article())).job?.state).toBe('completed');
  expect(it.platform.to('POST /articles/1/generate')).toHaveLength(1);
});

/** An answer a byte at a time, without end. */
const dribble: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
};

test('an answer that arrives byte by byte is given up at its deadline; a paid call is not sent again, and counts', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('GET /projects', dribble, dribble, dribble, emptyList);
  it.platform.on('POST /articles/1/generate', dribble);
  const client = await it.client();
  expect((await client.call(within(0.3, projects), {})).data).toEqual([]);
  expect(await refusal(client.call(within(0.3, generate), article()))).toMatchObject({ code: 'outcome_unknown' });
  expect(it.platform.to('POST /articles/1/generate')).toHaveLength(1);
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
});

test('what lies on another host is not fetched, nor its path from the platform', async () => {
  await using it = await bench();
  const client = await it.client();
  for (const address of ['https://elsewhere.example/projects', '//elsewhere.example/x', 'file:///etc/passwd'])
    expect(await refusal(client.download(address))).toMatchObject({ code: 'not_found', outcome: 'not_sent' });
  expect(it.platform.seen).toEqual([]);
});
