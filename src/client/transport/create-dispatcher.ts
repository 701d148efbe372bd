import { Agent, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import type { Proxies } from '../../proxies.ts';
import { tunnelInterceptor } from './tunnel-interceptor.ts';

/** Milliseconds that a proxy may take to open a tunnel; undici gives the connection to it, and TLS, the same. */
const tunnelMs = 10_000;

/**
 * Milliseconds for each address of a host but the last, one after the other. Node's own 250 give up a host that is far away; more
 * would be added to each connection where an address does not answer (nodejs/node#54359).
 */
const addressMs = 2_000;

/** How hosts are connected to. HTTP/2 is off: undici would send a refused stream again by itself. */
const connecting = { allowH2: false, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: addressMs };

export interface DispatcherOptions extends Agent.Options {
  /** Absent: requests leave directly. */
  readonly proxies?: Proxies | undefined;
  /** What a proxy connects to in the place of the host that is requested; TLS still expects that host. */
  readonly tunnelHost?: string | undefined;
}

/** Sends requests, through the proxies where they apply: https by a tunnel (CONNECT), http by the proxy itself. */
export function createDispatcher({ proxies, tunnelHost, ...options }: DispatcherOptions): Dispatcher {
  const own = { ...connecting, connections: null, ...options };
  if (!proxies) return new Agent(own);
  return new EnvHttpProxyAgent({
    ...own,
    // Undefined would mean the variables of the process.
    httpsProxy: proxies.https ?? '',
    httpProxy: proxies.http ?? '',
    noProxy: proxies.exceptions,
    // What holds for the connections of `own` is not applied to those to the proxy.
    proxyTls: connecting,
    clientFactory: (proxy, given) =>
      new Pool(proxy, { ...given, headersTimeout: tunnelMs }).compose(tunnelInterceptor(tunnelHost)),
    // Nor to those on which a proxy forwards http.
    factory: (origin, given) => new Pool(origin, { ...own, ...given }),
  });
}
