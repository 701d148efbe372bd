import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler, type NodeMcpRequestHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server';
import { isLoopback } from '../config/parse-api-url.ts';
import { SettingError } from '../config/setting-error.ts';
import { Handovers, tell } from './handovers.ts';
import { httpGuard, refusal } from './http-guard.ts';
import { legacySessions } from './legacy-sessions.ts';
import { originOf, type ListenAddress } from './listen-address.ts';

export interface HttpTerms {
  readonly listen: ListenAddress;
  /** What clients must present. Needed where other machines can reach the address. */
  readonly token?: () => string;
  /** Seconds a call may block; a session is not idle while it may still be waiting. */
  readonly maxWaitSeconds: number;
  readonly onError: (error: unknown) => void;
}

export interface HttpServer {
  /** The address of the MCP endpoint, with the port that was really taken. */
  readonly url: string;
  close(): Promise<void>;
}

/** The adapter's own type for what node:http gives; the two differ only in how they write "may be missing". */
type IncomingRequest = Parameters<NodeMcpRequestHandler>[0];

const mostSessions = 256;
const idleMs = 30 * 60_000;

/**
 * Serves MCP over Streamable HTTP at `/mcp`, for both protocol eras, and `/healthz`.
 *
 * @throws SettingError for an address other machines can reach without a token to keep them out
 */
export async function serveOverHttp(factory: () => Server, { listen, token, maxWaitSeconds, onError }: HttpTerms): Promise<HttpServer> {
  const loopbackOnly = isLoopback(listen.host);
  if (!loopbackOnly && !token) {
    throw new SettingError(`listen: other machines can reach ${listen.host}; set VISIBILITY_HTTP_TOKEN (at least 32 characters), or listen on 127.0.0.1`);
  }
  const guard = httpGuard(loopbackOnly, token);
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror: onError });
  const legacy = legacySessions(factory, { most: mostSessions, idleMs: idleMs + maxWaitSeconds * 1000, onError });

  const route = async (request: Request): Promise<Response> => {
    const refused = guard(request);
    if (refused) return refused;
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz') return Response.json({ status: 'ok', sessions: legacy.size });
    if (pathname !== '/mcp') return refusal(404, 'The MCP endpoint is /mcp');
    return (await isLegacyRequest(request)) ? legacy.fetch(request) : modern.fetch(request);
  };

  const handle = toNodeHandler({ fetch: route }, { onerror: onError });
  const server = createServer((request, response) => {
    sendStreamHeadsAtOnce(response);
    const handovers = new Handovers();
    // Only a whole answer finishes: what its reader has hung up on is left to whoever asks again.
    response.once('finish', () => void tell(handovers.takeAll(), true));
    void handovers.run(() => handle(request as IncomingRequest, response)).catch(onError);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new SettingError(`listen: cannot listen on ${listen.host}:${listen.port} (${'code' in error ? String(error.code) : error.message})`)));
    server.listen(listen.port, listen.host, resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `${originOf({ host: listen.host, port })}/mcp`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.allSettled([legacy.close(), modern.close()]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * The head of an event stream goes out by itself. Node would keep it until the first event, which on a
 * silent stream is the keep-alive of 15 seconds later: longer than clients wait for a connection.
 */
function sendStreamHeadsAtOnce(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    writeHead(...given);
    if (isEventStream(given.at(-1))) response.flushHeaders();
    return response;
  };
}

const isEventStream = (headers: unknown): boolean =>
  typeof headers === 'object' && headers !== null && 'content-type' in headers && String(headers['content-type']).startsWith('text/event-stream');
