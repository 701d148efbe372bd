// Loaded into a process of the program before anything else (`node --import`): names resolve as the test says, and what
// connects to one of the public addresses arrives at a port of this machine. See public-network.ts.
import dnsPromises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Server, Socket, type TcpNetConnectOpts } from 'node:net';
import type { PublicNetwork } from './public-network.ts';

type Found = { readonly address: string; readonly family: number };
type Method = (this: unknown, ...given: unknown[]) => unknown;

const { names, ports, ownAddress } = JSON.parse(process.env['TEST_PUBLIC_NETWORK'] ?? '') as PublicNetwork;
const lookups = new Map<string, number>();

/** Each lookup of a name takes the next of its answers; the last one stays. */
function answer(host: string): Found[] {
  const answers = names[host];
  if (!answers) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  const at = lookups.get(host) ?? 0;
  lookups.set(host, at + 1);
  return (answers[Math.min(at, answers.length - 1)] ?? []).map((address) => ({ address, family: isIP(address) }));
}

const realLookup = dnsPromises.lookup as (host: string, options: unknown) => Promise<unknown>;
Object.assign(dnsPromises, {
  lookup: async (host: string, options: unknown) => (host in names ? answer(host) : realLookup(host, options)),
});
syncBuiltinESMExports();

const connect = Socket.prototype.connect as Method;
Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
  const [first, ...others] = (Array.isArray(given[0]) ? given[0] : given) as unknown[];
  // Also called with a port and a host.
  const [options, ...rest] = (
    typeof first === 'number' ? [{ port: first, host: others[0] }, ...others.slice(1)] : [first, ...others]
  ) as [Partial<TcpNetConnectOpts> | undefined, ...unknown[]];
  const host = options?.host;
  if (typeof host !== 'string' || !(host in names)) return connect.apply(this, given) as Socket;
  const arrive = (error: Error | null, found: string | readonly Found[] = []): void => {
    if (error) return void this.destroy(error);
    const [first] = typeof found === 'string' ? [found] : found.map(({ address }) => address);
    const port = ports[first ?? ''];
    // What is not public is on this machine under its own port, as it would be in the server's network.
    connect.call(this, { ...options, host: '127.0.0.1', port: port ?? options?.port, lookup: undefined }, ...rest);
  };
  if (options?.lookup) options.lookup(host, { all: true }, arrive as Parameters<typeof options.lookup>[2]);
  else arrive(null, answer(host));
  return this;
} as typeof Socket.prototype.connect;

const listen = Server.prototype.listen as Method;
Server.prototype.listen = function (this: Server, ...given: unknown[]): Server {
  const inPlace = (value: unknown): unknown => (value === '0.0.0.0' ? (ownAddress ?? value) : value);
  const hostOf = (value: unknown): unknown => (value as { host?: unknown } | null | undefined)?.host;
  return listen.apply(
    this,
    given.map((one) =>
      typeof hostOf(one) === 'string' ? { ...(one as object), host: inPlace(hostOf(one)) } : inPlace(one),
    ),
  ) as Server;
} as typeof Server.prototype.listen;
