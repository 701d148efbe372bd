import dns from 'node:dns';
import { connect, createServer, isIP } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { bench } from '../../../support/bench.ts';
import { front, type Front } from '../../../support/network/tls-front.ts';
import { article, generate, writeArticles } from '../../../support/stories.ts';

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
  await using rig = await bench();
  writeArticles(rig.platform);
  await using six = await frontAt('::1', rig.platform.url);
  const client = await rig.client({ apiUrl: `http://[::1]:${six.port}/api/v1` });
  expect((await client.call(generate, article())).job?.state).toBe('completed');
  expect(rig.platform.to('POST /articles/1/generate')).toHaveLength(1);
});

test.each([
  ['the first', ['::1', '127.0.0.1']],
  ['the last', ['127.0.0.1', '::1']],
])('a host is reached where %s of its addresses is dead, and a call is paid once', async (_, addresses) => {
  await using rig = await bench();
  writeArticles(rig.platform);
  resolving(...addresses);
  const client = await rig.client({ apiUrl: rig.platform.url.replace('127.0.0.1', 'platform.example') });
  expect((await client.call(generate, article())).job?.state).toBe('completed');
  expect(rig.platform.to('POST /articles/1/generate')).toHaveLength(1);
});
