import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { LookupAddress } from 'node:dns';
import { fetch as undiciFetch } from 'undici';
import { createDispatcher } from '../../../../client/http/transport/create-dispatcher.ts';

export type PublicFetch = (url: string, options: RequestInit) => Promise<Response>;

/** Milliseconds in total: name lookup, connection, answer. */
const fetchMs = 2_500;

/**
 * A `fetch` for addresses that strangers supply: only https, only names, no redirects, and only connections to public
 * addresses. nginx limits how many run at a time; the caller limits how much of the answer is read.
 */
export function createPublicFetch(): PublicFetch {
  const dispatcher = createDispatcher({ connect: { lookup: publicLookup(), timeout: fetchMs } });
  return async (url, options) => {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:') throw new Error('only https is fetched');
    if (isIP(hostname.replaceAll(/[[\]]/g, ''))) throw new Error('a name is needed, not an address');
    const headers = Object.fromEntries(new Headers(options.headers));
    // The signal also ends the reading of the body.
    const signal = AbortSignal.timeout(fetchMs);
    const response = await undiciFetch(url, { headers, redirect: 'manual', signal, dispatcher });
    return response as unknown as Response;
  };
}

/**
 * Looks up a name for a connection, which uses one of the addresses checked here, so that a changing DNS answer has no effect
 * (DNS rebinding). One address that is not public is enough to refuse the name.
 * @internal exported for tests
 */
export function publicLookup(
  lookUp = (name: string): Promise<readonly LookupAddress[]> => lookup(name, { all: true }),
): LookupFunction {
  const checked = callbackify(async (name: string): Promise<LookupAddress[]> => {
    const addresses = await lookUp(name);
    if (addresses.length === 0 || !addresses.every(isPublic)) throw new Error('the host has no public address');
    return [...addresses];
  });
  return (hostname, _options, callback) => checked(hostname, (error, addresses) => callback(error, addresses ?? []));
}

/**
 * Addresses that are not on the public internet (RFC 6890 and its registries), including multicast. For IPv6, these are the
 * exceptions within the public range: Teredo, documentation and 6to4, which may hold private IPv4 addresses.
 */
const special = networks(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  2001::/23 2001:db8::/32 2002::/16 3fff::/20`);

const global = networks('2000::/3');

function networks(text: string): BlockList {
  const list = new BlockList();
  for (const network of text.trim().split(/\s+/)) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

function isPublic({ address }: LookupAddress): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return !special.check(address, family) && (family === 'ipv4' || global.check(address, 'ipv6'));
}
