import { createServer } from 'node:https';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import type { AddressInfo, LookupFunction } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  createDispatcher,
  type DispatcherOptions,
} from '../../../../../src/client/http/transport/create-dispatcher.ts';
import type { Proxies } from '../../../../../src/base/proxies.ts';
import { createPublicFetch, type PublicFetch } from '../../../../../src/server/http/auth/oauth/fetch-public.ts';
import { namesBelowHostExample } from '../../../../support/network/certificate.ts';

/** The network of the test: connections go to this machine, which has the certificate of host.example. */
const network = {
  /** What a name resolves to. */
  lookUp: (_name: string): Promise<LookupAddress[]> => Promise.resolve([]),
  /** How connections were to be made, and the addresses that they were to go to. */
  dispatchers: [] as DispatcherOptions[],
  connectedTo: [] as string[][],
};

const publicFetch = (proxies?: Proxies): PublicFetch =>
  createPublicFetch(proxies, {
    lookUp: (name) => network.lookUp(name),
    createDispatcher(options) {
      network.dispatchers.push(options);
      const connect = options.connect as { lookup: LookupFunction };
      const lookup: LookupFunction = (name, how, callback) =>
        connect.lookup(name, how, (_error, addresses) => {
          network.connectedTo.push((addresses as LookupAddress[]).map(({ address }) => address));
          callback(null, [{ address: '127.0.0.1', family: 4 }]);
        });
      return createDispatcher({
        ...options,
        proxies: undefined,
        connect: { ...connect, lookup, ca: namesBelowHostExample.cert },
      });
    },
  });

const publicAddress = { address: '93.184.215.14', family: 4 };
const otherPublicAddress = { address: '2600:1406::1', family: 6 };
const resolvesTo = (...addresses: readonly { address: string; family: number }[]): void => {
  network.lookUp = async () => [...addresses];
};
const familyOf = (address: string): { address: string; family: number } => ({
  address,
  family: address.includes(':') ? 6 : 4,
});

/** A server under the name app.host.example that answers with what it was sent, or holds its answer. */
async function outside(): Promise<{ readonly url: string; release(): void }> {
  const released = Promise.withResolvers<void>();
  const server = createServer(namesBelowHostExample, async (request, response) => {
    response.writeHead(request.url === '/moved' ? 302 : 200, { location: '/elsewhere' });
    response.write(`${request.method} ${request.url} ${request.headers.accept}`);
    if (request.url === '/held') await released.promise;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  network.dispatchers.length = 0;
  network.connectedTo.length = 0;
  resolvesTo(publicAddress);
  const { port } = server.address() as AddressInfo;
  return { url: `https://app.host.example:${port}`, release: () => released.resolve() };
}

it('fetches from a name over https, at the addresses that were checked, and follows no redirect', async () => {
  const { url } = await outside();
  resolvesTo(publicAddress, otherPublicAddress);
  const fetchPublic = publicFetch();
  const answer = await fetchPublic(`${url}/client.json`, { headers: { accept: 'application/json' } });
  expect([answer.status, await answer.text()]).toEqual([200, 'GET /client.json application/json']);
  expect(network.connectedTo).toEqual([[publicAddress.address, otherPublicAddress.address]]);
  const moved = await fetchPublic(`${url}/moved`, {});
  expect([moved.status, await moved.text()]).toEqual([302, 'GET /moved */*']);
});

const isReached = async (...addresses: string[]): Promise<boolean> => {
  resolvesTo(...addresses.map(familyOf));
  const before = network.dispatchers.length;
  await publicFetch()('https://app.host.example:1/', {}).catch(() => undefined);
  return network.dispatchers.length > before;
};

/** The first and the last address of each network that is not public, and what is next to it if that is. */
it.each([
  ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '11.0.0.0', '9.255.255.255'],
  ['100.64.0.0', '100.127.255.255', '100.128.0.0', '100.63.255.255'],
  ['127.0.0.0', '127.255.255.255', '128.0.0.0', '126.255.255.255'],
  ['169.254.0.0', '169.254.255.255', '169.255.0.0', '169.253.255.255'],
  ['172.16.0.0', '172.31.255.255', '172.32.0.0', '172.15.255.255'],
  ['192.0.0.0', '192.0.0.255', '192.0.1.0', '191.255.255.255'],
  ['192.0.2.0', '192.0.2.255', '192.0.3.0', '192.0.1.255'],
  ['192.88.99.0', '192.88.99.255', '192.88.100.0', '192.88.98.255'],
  ['192.168.0.0', '192.168.255.255', '192.169.0.0', '192.167.255.255'],
  ['198.18.0.0', '198.19.255.255', '198.20.0.0', '198.17.255.255'],
  ['198.51.100.0', '198.51.100.255', '198.51.101.0', '198.51.99.255'],
  ['203.0.113.0', '203.0.113.255', '203.0.114.0', '203.0.112.255'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
  ['::', '1fff:ffff::', '2001:200::'],
  ['2001::', '2001:1ff:ffff::', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff::', '2001:db9::', '2001:db7:ffff::'],
  ['2002::', '2002:ffff::', '2003::', '2001:ffff::'],
  ['3fff::', '3fff:fff:ffff::', '3fff:1000::', '3ffe:ffff::'],
  ['4000::', 'ffff:ffff::', '3ffe::'],
  ['::1', '::ffff:10.0.0.5', '2600::'],
  ['64:ff9b::a00:5', 'fd00::5', '2600::'],
])('from %s to %s nothing is reached, but %s is', async (first, last, ...others) => {
  for (const address of [first, last]) expect(await isReached(address), address).toBe(false);
  for (const address of others) expect(await isReached(address), address).toBe(true);
  // One address that is not public among others is enough.
  expect(await isReached(publicAddress.address, first)).toBe(false);
});

it('fetches four documents at a time, and the next once one has been read or has failed', async () => {
  const { url, release } = await outside();
  const fetchPublic = publicFetch();
  const textOf = (address: string): Promise<string> =>
    fetchPublic(address, {}).then(
      (answer) => answer.text(),
      (error: Error) => error.message,
    );
  const held = [];
  for (let n = 0; n < 4; n++) held.push(await fetchPublic(`${url}/held`, {}));
  expect(await textOf(url)).toContain('too many');
  release();
  for (const answer of held) await answer.text();
  await expect.poll(() => textOf(`${url}/next`)).toContain('/next');
  for (let n = 0; n < 5; n++) {
    await expect.poll(() => textOf('https://app.host.example:1/')).toBe('fetch failed');
    resolvesTo();
    await expect.poll(() => textOf(url)).toContain('no public address');
    resolvesTo(publicAddress);
  }
});

it('looks up two names at a time, and counts a lookup until it is over, though nobody waits for it any more', async () => {
  const { url } = await outside();
  const fetchPublic = publicFetch();
  const lookups: PromiseWithResolvers<LookupAddress[]>[] = [];
  network.lookUp = () => {
    const lookup = Promise.withResolvers<LookupAddress[]>();
    lookups.push(lookup);
    return lookup.promise;
  };
  const stop = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(stop.signal);
  onTestFinished(() => timeout.mockRestore());
  const waiting = Promise.allSettled([fetchPublic(url, {}), fetchPublic(url, {})]);
  await expect(fetchPublic(url, {})).rejects.toThrow('too many');
  stop.abort(new Error('too late'));
  expect(await waiting).toMatchObject([{ reason: { message: 'too late' } }, { reason: { message: 'too late' } }]);
  timeout.mockRestore();
  await turn();
  await expect(fetchPublic(url, {})).rejects.toThrow('too many');
  lookups[0]?.resolve([publicAddress]);
  lookups[1]?.reject(new Error('no such name'));
  await turn();
  resolvesTo(publicAddress);
  await (await fetchPublic(url, {})).text();
});
