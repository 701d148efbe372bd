import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import type { Proxies } from '../../../base/index.ts';
import { tunnel } from './interceptors.ts';

/** Milliseconds in which a proxy must open a tunnel; the same as undici's own limit for connecting and TLS. */
const tunnelMs = 10_000;

/**
 * Milliseconds to try each address of a host before the next one. Node's default of 250 is too short for distant hosts; a longer time
 * would delay each connection to a host with a dead address (nodejs/node#54359).
 */
const addressMs = 2_000;

/** Bytes of an answer's headers. Some gateways send more than Node's default of 16 KB, in cookies and policies. */
const maxHeaderSize = 131_072;

/** Options of each connection. HTTP/2 is off, because undici retries a refused stream automatically. */
const connecting = { allowH2: false, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: addressMs };

export interface DispatcherOptions extends Agent.Options {
  /** Absent: requests connect directly. */
  readonly proxies?: Proxies | undefined;
}

/** Creates a dispatcher that sends requests through the proxies that apply: https by a tunnel (CONNECT), http forwarded by the proxy. */
export function createDispatcher({ proxies, ...options }: DispatcherOptions): Dispatcher {
  const connectionOptions = { ...connecting, maxHeaderSize, connections: null, ...options };
  if (!proxies) return new Agent(connectionOptions);
  return new EnvHttpProxyAgent({
    ...connectionOptions,
    // With undefined, undici would read the environment variables itself.
    httpsProxy: proxies.https ?? '',
    httpProxy: proxies.http ?? '',
    noProxy: proxies.exceptions,
    // undici does not apply `connectionOptions` to connections to the proxy, nor to those on which a proxy forwards http.
    proxyTls: connecting,
    clientFactory: (proxy, poolOptions) =>
      new Pool(proxy, { ...poolOptions, headersTimeout: tunnelMs }).compose(tunnel),
    factory: (origin, poolOptions) => new Pool(origin, { ...connectionOptions, ...poolOptions }),
  });
}
