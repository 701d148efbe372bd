import { createServer } from 'node:http';
import { isLoopback } from '../../config/parse-api-url.ts';
import { SettingError } from '../../config/setting-error.ts';
import type { ServerFactory } from '../create-server-factory.ts';
import { defaultHttpLimits } from '../http-entry/http-limits.ts';
import type { HttpOptions } from './http-options.ts';
import { HttpRequests } from './http-requests.ts';
import { originOf } from './listen-address.ts';
import { listenOn } from './listen-on.ts';

export interface HttpServer {
  /** What is served now. */
  readonly figures: () => { readonly sessions: number; readonly calls: number };
  /** The address of the MCP endpoint, with the port that the server listens on. */
  readonly url: string;
  /**
   * Refuses new work with 503, `/healthz` included, and resolves when every request that was under way has been answered,
   * open streams aside, or when `until` is aborted.
   */
  drain(until: AbortSignal): Promise<void>;
  /** Ends at once what is still open. */
  close(): Promise<void>;
}

/**
 * Serves MCP over Streamable HTTP at `/mcp`, for both protocol eras, `/healthz` and `/readyz`.
 *
 * A request is judged by its head before its body is read; a refused one gets its answer, and its connection is closed. `HttpLimits`
 * limits connections, bodies and sessions.
 *
 * @throws SettingError for an address other machines can reach without a token to keep them out
 */
export async function serveOverHttp(factory: ServerFactory, options: HttpOptions): Promise<HttpServer> {
  const { listen, token, callers, admission } = options;
  if (!isLoopback(listen.host) && !token && !callers) {
    throw new SettingError(
      `listen: other machines can reach ${listen.host}; set VISIBILITY_HTTP_TOKEN (at least 32 characters), or listen on 127.0.0.1`,
    );
  }
  const limits = { ...defaultHttpLimits, ...options.limits };
  const requests = new HttpRequests(factory, options, limits);
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(limits.headersMs, 1_000),
  });
  requests.connections.serve(server, (...received) => requests.handle(...received));
  const port = await listenOn(server, listen, 'listen').catch(async (error: unknown) => {
    await requests.close();
    throw error;
  });

  return {
    url: `${originOf({ host: listen.host, port })}/mcp`,
    figures: () => ({ sessions: requests.sessions, calls: admission.taken('calls') }),
    drain: async (until) => void (await Promise.race([requests.drain(), aborted(until)])),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await requests.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
