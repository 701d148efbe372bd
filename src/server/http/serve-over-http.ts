import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { isLoopback } from '../../base/parse-api-url.ts';
import { SettingError } from '../../base/setting-error.ts';
import type { ServerFactory } from '../protocol/create-server-factory.ts';
import { HttpEntry } from './http-entry.ts';
import type { HttpOptions } from './http-options.ts';
import { originOf } from './listen-address.ts';
import { listenOn } from './listen-address.ts';

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

/** Deadlines of connections, in milliseconds, and sizes, in bytes. A socket that sends and takes nothing for `timeout` is closed. */
const sockets = { maxHeaderSize: 16_384, headersTimeout: 5_000, requestTimeout: 30_000 };
const [maxConnections, timeout] = [1_024, 60_000];

/**
 * Serves MCP over Streamable HTTP at `/mcp`, for both protocol eras, `/healthz` and `/readyz`.
 *
 * @throws SettingError for an address other machines can reach without a token to keep them out
 */
export async function serveOverHttp(factory: ServerFactory, options: HttpOptions): Promise<HttpServer> {
  const { listen, token, callers, bounds, silenceMs = timeout } = options;
  if (!isLoopback(listen.host) && !token && !callers) {
    throw new SettingError(
      `listen: other machines can reach ${listen.host}; set VISIBILITY_HTTP_TOKEN (at least 32 characters), or listen on 127.0.0.1`,
    );
  }
  const entry = new HttpEntry(factory, options);
  const server = createServer(sockets, getRequestListener(entry.fetch, { overrideGlobalObjects: false }));
  Object.assign(server, { maxConnections, timeout: silenceMs });
  // Each request sent ahead of an answer listens for the end of its connection.
  server.on('connection', (socket) => socket.setMaxListeners(0));
  const port = await listenOn(server, listen, 'listen').catch(async (error: unknown) => {
    await entry.close();
    throw error;
  });

  return {
    url: `${originOf({ host: listen.host, port })}/mcp`,
    figures: () => ({ sessions: entry.sessions, calls: bounds.calls.taken }),
    drain: async (until) => void (await Promise.race([entry.drain(), aborted(until)])),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await entry.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
