import type { LookupAddress } from 'node:dns';
import { expect, it } from 'vitest';
import { publicLookup } from '../../../../../src/server/http/auth/oauth/fetch-public.ts';

/** Whether a name that resolves to these addresses is connected to, and then at these alone. */
function isReached(...addresses: string[]): Promise<boolean> {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const { promise, resolve } = Promise.withResolvers<boolean>();
  publicLookup(async () => all)('app.host.example', { all: true }, (error, found) => {
    expect(found as unknown as LookupAddress[]).toEqual(error ? [] : all);
    resolve(error === null);
  });
  return promise;
}

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
  expect(await isReached('93.184.215.14', first)).toBe(false);
});

it('a name without an address, or that is not found, is not connected to', async () => {
  expect(await isReached()).toBe(false);
  const failed = new Promise((resolve) =>
    publicLookup(() => Promise.reject(new Error('no such name')))('x', { all: true }, resolve),
  );
  expect(await failed).toBeInstanceOf(Error);
});
