// Loaded into a process of the program before anything else (`node --import`): names resolve as the test says, and what
// connects to one of the public addresses arrives at a port of this machine. See public-network.ts.
import dnsPromises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Server, Socket } from 'node:net';

/** @type {{ names: Record<string, string[][]>, ports: Record<string, number>, ownAddress?: string }} */
const { names, ports, ownAddress } = JSON.parse(process.env.TEST_PUBLIC_NETWORK);
const asked = {};

/** Each lookup of a name takes the next of its answers; the last one stays. */
function answer(host) {
  const answers = names[host];
  if (!answers) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  const at = asked[host] ?? 0;
  asked[host] = at + 1;
  return answers[Math.min(at, answers.length - 1)].map((address) => ({ address, family: isIP(address) }));
}

const realLookup = dnsPromises.lookup;
dnsPromises.lookup = async (host, options) => (host in names ? answer(host) : realLookup(host, options));
syncBuiltinESMExports();

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...given) {
  const [first, ...others] = Array.isArray(given[0]) ? given[0] : given;
  // Also called with a port and a host.
  const [options, ...rest] =
    typeof first === 'number' ? [{ port: first, host: others[0] }, ...others.slice(1)] : [first, ...others];
  if (typeof options?.host !== 'string' || !(options.host in names)) return connect.apply(this, given);
  const arrive = (error, found) => {
    if (error) return void this.destroy(error);
    const [{ address }] = [found].flat();
    const port = ports[address];
    // What is not public is on this machine under its own port, as it would be in the server's network.
    connect.call(this, { ...options, host: '127.0.0.1', port: port ?? options.port, lookup: undefined }, ...rest);
  };
  if (options.lookup) options.lookup(options.host, { all: true }, arrive);
  else arrive(null, answer(options.host));
  return this;
};

const listen = Server.prototype.listen;
Server.prototype.listen = function (...given) {
  const inPlace = (value) => (value === '0.0.0.0' ? (ownAddress ?? value) : value);
  return listen.apply(
    this,
    given.map((one) => (typeof one?.host === 'string' ? { ...one, host: inPlace(one.host) } : inPlace(one))),
  );
};
