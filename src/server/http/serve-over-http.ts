import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { isLoopback } from '../../base/parse-api-url.ts';
import { SettingError } from '../../base/setting-error.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import type { ServerFactory } from '../protocol/create-server-factory.ts';
import { HttpEntry } from './http-entry.ts';
import type { HttpOptions } from './http-options.ts';
import { listenOn, originOf } from './listen-address.ts';

/** Deadlines of connections, in milliseconds, and sizes, in bytes. A socket without traffic for `timeout` is closed. */
const sockets = { maxHeaderSize: 16_384, headersTimeout: 5_000, requestTimeout: 30_000 };
const [maxConnections, timeout] = [1_024, 60_000];

/**
 * Serves MCP over Streamable HTTP at `/mcp`, for both protocol revisions, and `/healthz` and `/readyz`.
 * @throws SettingError for an address that other machines can reach, if no token is required
 */
export async function serveOverHttp(factory: ServerFactory, options: HttpOptions) {
  const { listen, token, callers, bounds, silenceMs = timeout } = options;
  if (!isLoopback(listen.host) && !token && !callers) {
    throw new SettingError(
      `listen: other machines can reach ${listen.host}; set VISIBILITY_HTTP_TOKEN (at least 32 characters), or listen on 127.0.0.1`,
    );
  }
  const entry = new HttpEntry(factory, options);
  const server = createServer(sockets, getRequestListener(entry.fetch, { overrideGlobalObjects: false }));
  Object.assign(server, { maxConnections, timeout: silenceMs });
  // Each pipelined request adds a listener for the end of its connection.
  server.on('connection', (socket) => socket.setMaxListeners(0));
  const port = await listenOn(server, listen, 'listen').catch(async (error: unknown) => {
    await entry.close();
    throw error;
  });

  return {
    /** The address of the MCP endpoint, with the port that the server listens on. */
    url: `${originOf({ host: listen.host, port })}/mcp`,
    /** The current sessions and requests. */
    figures: () => ({ sessions: entry.sessions, calls: bounds.calls.taken }),
    /** Refuses new work with 503. Resolves when all requests but open streams are answered, or `until` is aborted. */
    drain: async (until: AbortSignal): Promise<void> => void (await Promise.race([entry.drain(), untilAborted(until)])),
    /** Closes everything that is still open at once. */
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      await entry.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
