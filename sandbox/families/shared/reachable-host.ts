import { BlockList, isIP, isIPv6 } from 'node:net';

/** Networks outside the public internet (RFC 6890), from IANA's registries of special addresses. */
const nonPublicNetworks = new BlockList();
const networks: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];
for (const [network, bits, family] of networks) nonPublicNetworks.addSubnet(network, bits, family);

/** The host of a web address, or undefined for addresses that a crawler must not visit: private, local, or without a host. */
export function reachableHost(address: string): string | undefined {
  // WHATWG parsing writes every spelling of an IPv4 address, such as 0x7f.1, as four decimal numbers.
  const host = new URL(address).hostname.replace(/\.$/, '');
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare)) return nonPublicNetworks.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4') ? undefined : host;
  return host.includes('.') && !/\.(?:local|localhost|internal|home\.arpa)$/.test(host) ? host : undefined;
}
