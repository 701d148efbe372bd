// Loaded into a process of the program before anything else (`node --import`): names resolve as the test says, and what
// connects to one of the public addresses arrives at a port of this machine. See public-network.ts.
import dnsPromises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Socket } from 'node:net';

/** @type {{ names: Record<string, string[][]>, ports: Record<string, number> }} */
const { names, ports } = JSON.parse(process.env.TEST_PUBLIC_NETWORK);
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
  const [options, ...rest] = Array.isArray(given[0]) ? given[0] : given;
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
