import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { fetch as undiciFetch, type Dispatcher } from 'undici';
import { createDispatcher } from '../../../../client/http/transport/create-dispatcher.ts';
import type { Proxies } from '../../../../base/proxies.ts';

/** An address of a host, as `node:dns` finds it. */
interface Address {
  readonly address: string;
  readonly family: number;
}

export type PublicFetch = (url: string, options: RequestInit) => Promise<Response>;

/** What names resolve to, and how connections are made. */
interface Network {
  readonly lookUp: (name: string) => Promise<readonly Address[]>;
  readonly createDispatcher: typeof createDispatcher;
}

/** Milliseconds for the whole: name, connection, answer. */
const fetchMs = 2_500;

/** Fetches and name lookups at a time: anybody can cause them, and lookups use threads of the process. */
const maxFetches = 4;
const maxLookups = 2;

/**
 * A `fetch` for addresses that strangers name: only https, only public addresses, no redirects, few at a time. A name is resolved
 * once, all its addresses are checked, and the connection goes to a checked address, so that a name whose answer changes reaches nothing
 * else (DNS rebinding). A proxy gets a checked address too and never the name, which its network might resolve to something else.
 *
 * The caller limits how much of the answer is read.
 */
export function createPublicFetch(
  proxies: Proxies | undefined,
  network: Network = { lookUp: (name) => systemLookup(name, { all: true }), createDispatcher },
): PublicFetch {
  let [fetches, lookups] = [0, 0];

  return async (url, options) => {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:') throw new Error('only https is fetched');
    if (fetches >= maxFetches || lookups >= maxLookups) throw new Error('too many documents are being fetched');
    fetches++;
    let dispatcher: Dispatcher | undefined;
    try {
      // The signal also ends the reading of the body.
      const signal = AbortSignal.timeout(fetchMs);
      const addresses = await publicAddresses(hostname, signal);
      dispatcher = network.createDispatcher({
        proxies,
        tunnelHost: tunnelHostOf(addresses),
        connect: { lookup: answerWith(addresses), timeout: fetchMs },
      });
      const headers = Object.fromEntries(new Headers(options.headers));
      const response = await undiciFetch(url, { headers, redirect: 'manual', signal, dispatcher });
      return response as unknown as Response;
    } finally {
      // Resolves once the body has been read or given up.
      const closed = dispatcher?.close().catch(() => undefined) ?? Promise.resolve();
      void closed.then(() => fetches--);
    }
  };

  async function publicAddresses(hostname: string, signal: AbortSignal): Promise<readonly Address[]> {
    if (isIP(hostname.replaceAll(/[[\]]/g, ''))) throw new Error('a name is needed, not an address');
    lookups++;
    // Counted until the lookup is over, even after the timeout: it occupies a thread until then.
    const lookup = network.lookUp(hostname).finally(() => lookups--);
    const addresses = await Promise.race([lookup, rejection(signal)]);
    if (addresses.length === 0 || !addresses.every(isPublic)) throw new Error('the host has no public address');
    return addresses;
  }
}

/** Answers for the one name that is connected to. All of its addresses are asked for: connections choose between families. */
const answerWith =
  (addresses: readonly Address[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(null, [...addresses]);

/** The address that a proxy is asked for: an IPv4 address if there is one, since every proxy reaches those. */
function tunnelHostOf(addresses: readonly Address[]): string {
  const { address, family } = addresses.find((one) => one.family === 4) ?? (addresses[0] as Address);
  return family === 6 ? `[${address}]` : address;
}

const rejection = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** Addresses that are not on the public internet (RFC 6890 and its registries), including multicast. */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, prefix, 'ipv4');
// Teredo, documentation and 6to4, which may hold private IPv4 addresses, within what is public of IPv6.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

function isPublic({ address }: Address): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return !special.check(address, family) && (family === 'ipv4' || global.check(address, 'ipv6'));
}
