import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bench, refusal, type Bench } from '../../../support/bench.ts';
import { selfSigned } from '../../../support/network/certificate.ts';
import { connectProxy, type ConnectProxy, type Tunnelling } from '../../../support/network/connect-proxy.ts';
import { tlsFront } from '../../../support/network/tls-front.ts';
import { half, hangUp } from '../../../support/platform.ts';
import { article, emptyList, generate, projects, within, writeArticles } from '../../../support/stories.ts';
import type { ClientConfig } from '../../../../src/client/client-config.ts';
import type { Client } from '../../../../src/client/client.ts';

const usual = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...usual, selfSigned.cert]));
afterAll(() => setDefaultCACertificates(usual));

const start = 'POST /articles/1/generate';
const nothingHeld = { charged: 0, reserved: 0, in_doubt: 0 };
const paidOnce = { charged: 5, reserved: 0, in_doubt: 0 };
const inDoubt = { charged: 0, reserved: 5, in_doubt: 5 };

interface Behind extends AsyncDisposable {
  readonly rig: Bench;
  readonly proxy: ConnectProxy;
  client(config?: Partial<ClientConfig>): Promise<Client>;
}

/** A platform by https under a name that only the proxy knows. */
async function behindProxy(credentials?: string): Promise<Behind> {
  const rig = await bench();
  writeArticles(rig.platform);
  rig.platform.on('GET /projects', emptyList);
  const front = await tlsFront(rig.platform.url);
  const proxy = await connectProxy({ credentials, routes: { 'platform.host.example:443': front.port } });
  return {
    rig,
    proxy,
    client: (config = {}) =>
      rig.client({
        apiUrl: 'https://platform.host.example/api/v1',
        proxies: { https: proxy.url, exceptions: '' },
        account: 'behind a proxy',
        budget: [{ credits: 5, window: 'day' }],
        ...config,
      }),
    async [Symbol.asyncDispose]() {
      await rig[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      await front[Symbol.asyncDispose]();
    },
  };
}

test('reads and paid calls go through a tunnel of the proxy, by HTTP/1.1, and nothing else does', async () => {
  await using behind = await behindProxy();
  const client = await behind.client();
  expect((await client.call(projects, {})).data).toEqual([]);
  expect((await client.call(generate, article())).job?.state).toBe('completed');
  expect(behind.rig.platform.to(start)).toHaveLength(1);
  expect(new Set(behind.proxy.asked)).toEqual(new Set(['platform.host.example:443']));
  expect(behind.proxy.forwarded).toEqual([]);
  expect(behind.rig.platform.seen.every(({ headers }) => !('proxy-authorization' in headers))).toBe(true);
  expect((await client.money()).totals).toEqual(paidOnce);
});

test('the password of a proxy is sent to the proxy, and no further', async () => {
  await using behind = await behindProxy('ada:p@ss word');
  const https = behind.proxy.url.replace('//', '//ada:p%40ss%20word@');
  const client = await behind.client({ proxies: { https, exceptions: '' } });
  expect((await client.call(generate, article())).job?.state).toBe('completed');
  expect(new Set(behind.proxy.presented)).toEqual(new Set([`Basic ${btoa('ada:p@ss word')}`]));
  expect(JSON.stringify(behind.rig.platform.seen)).not.toMatch(/proxy-authorization|p@ss|YWRhOnBAc3Mgd29yZA/);
});

test.each<[string, Tunnelling, RegExp]>([
  ['asks for another password', 407, /the proxy answered 407/],
  ['reaches nobody', 502, /the proxy answered 502/],
  ['is overloaded', 503, /the proxy answered 503/],
  ['hangs up', 'hangs up', /the proxy cannot be used: UND_ERR_SOCKET/],
  ['is none', 'babbles', /the proxy cannot be used: /],
  ['cuts the tunnel before anything is in it', 'cuts at once', /ECONNRESET/],
])('nothing is sent and nothing is held if the proxy %s', async (_, tunnelling, reason) => {
  await using behind = await behindProxy();
  behind.proxy.plan(tunnelling);
  const client = await behind.client();
  // Wrong credentials are not repeated.
  const attempts = tunnelling === 407 ? 1 : 4;
  for (const [at, call] of [() => client.call(projects, {}), () => client.call(generate, article())].entries()) {
    const refused = await refusal(call());
    expect(refused).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
    expect(refused.message).toMatch(reason);
    expect(behind.proxy.asked).toHaveLength(attempts * (at + 1));
  }
  expect(behind.rig.platform.seen).toEqual([]);
  expect((await client.money()).totals).toEqual(nothingHeld);
  expect(behind.proxy.bytes).toBe(0);
});

test('nothing is sent, nothing is held and the time is kept if the proxy never answers', async () => {
  await using behind = await behindProxy();
  const client = await behind.client({ budget: [] });
  await client.call(generate, article(2));
  behind.proxy.plan('hangs');
  for (const [one, input] of [
    [generate, article()],
    [projects, {}],
  ] as const) {
    const refused = await refusal(client.call(within(0.3, one), input));
    expect(refused).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
    expect(refused.message).toContain('no answer within 0.3 s');
    behind.proxy.cut();
  }
  expect(behind.rig.platform.to(start)).toEqual([]);
  expect((await client.money()).totals).toEqual(paidOnce);
});

test('a paid call that was given up while the proxy hesitated is not sent when the tunnel opens after all', async () => {
  await using behind = await behindProxy();
  const client = await behind.client({ budget: [] });
  await client.call(generate, article(2));
  const opened = behind.proxy.hesitate();
  expect(await refusal(client.call(within(0.2, generate), article()))).toMatchObject({ outcome: 'not_sent' });
  expect(await opened()).toBeGreaterThan(0);
  expect((await client.call(generate, article(3))).job?.state).toBe('completed');
  expect(behind.rig.platform.to(start)).toEqual([]);
  expect((await client.money()).totals).toEqual({ charged: 10, reserved: 0, in_doubt: 0 });
});

/** The outcomes of consecutive requests for a tunnel, and of the paid request that is sent. */
const ways = fc.record({
  tunnels: fc.array(
    fc.constantFrom<Tunnelling>('opens', 'opens', 502, 503, 407, 'hangs up', 'babbles', 'cuts at once'),
    { minLength: 1, maxLength: 8 },
  ),
  arrives: fc.constantFrom('answered', 'lost', 'half'),
});

test('whatever a proxy does and however often: a call arrives once at most, and what may have been paid counts', async () => {
  await using behind = await behindProxy();
  const { platform } = behind.rig;
  const endings = new Set<string>();
  let id = 0;
  await fc.assert(
    fc.asyncProperty(ways, async ({ tunnels, arrives }) => {
      id += 1;
      const client = await behind.client({ budget: [], account: `run ${id}` });
      const route = `POST /articles/${id}/generate`;
      if (arrives !== 'answered') platform.on(route, arrives === 'lost' ? hangUp : half(202));
      behind.proxy.plan(...tunnels);
      const end = await client.call(generate, article(id)).then(
        ({ job }) => job?.state ?? 'none',
        ({ code }: { code: string }) => code,
      );
      endings.add(end);
      behind.proxy.plan('opens');
      const arrived = platform.to(route).length;
      const expected = arrived === 0 ? ['unreachable', nothingHeld] : lossOf(arrives);
      expect([arrived <= 1, end, (await client.money()).totals]).toEqual([true, ...expected]);
    }),
    { numRuns: 40, seed: 20261124 },
  );
  expect([...endings].sort()).toEqual(['completed', 'outcome_unknown', 'unreachable']);
});

const lossOf = (arrives: string) => (arrives === 'answered' ? ['completed', paidOnce] : ['outcome_unknown', inDoubt]);

test.each([
  ['', true],
  ['other.example, .example.com', true],
  ['127.0.0.1', false],
  ['*', false],
  ['127.0.0.1:1', true],
])(
  'http on this machine is forwarded by the proxy for http unless NO_PROXY names it (%j)',
  async (exceptions, isForwarded) => {
    await using rig = await bench();
    writeArticles(rig.platform);
    await using proxy = await connectProxy();
    const client = await rig.client({ proxies: { http: proxy.url, exceptions } });
    expect((await client.call(generate, article())).job?.state).toBe('completed');
    expect(proxy.forwarded.includes(`${rig.platform.url}/articles/1/generate`)).toBe(isForwarded);
    expect(rig.platform.to(start)).toHaveLength(1);
    // One connection each, as without a proxy.
    expect(rig.platform.to(start)[0]?.headers.connection).toBe('close');
    expect(proxy.asked).toEqual([]);
  },
);
