import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  legacyStatelessFallback,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import { refusal } from './http-guard.ts';

export interface LegacySessions {
  fetch(request: Request): Promise<Response>;
  /** Number of sessions alive. */
  readonly size: number;
  close(): Promise<void>;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  lastSeen: number;
}

export interface SessionTerms {
  readonly most: number;
  /** Milliseconds without a request after which a session is closed. */
  readonly idleMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves clients of the 2025 era. They get sessions, since without one a call can neither be
 * cancelled nor ask its person anything. Sessions end when their client says so or has been silent
 * for long; when there are too many, the one silent longest makes room.
 *
 * A request that neither opens nor names a session is answered on its own.
 */
export function legacySessions(factory: () => Server, { most, idleMs, onError }: SessionTerms): LegacySessions {
  const sessions = new Map<string, Session>();
  const stateless = legacyStatelessFallback(factory, onError);
  const sweep = setInterval(() => {
    for (const [id, { lastSeen }] of sessions) if (Date.now() - lastSeen > idleMs) end(id);
  }, Math.min(idleMs, 60_000)).unref();

  return {
    async fetch(request) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return (await opensSession(request)) ? open(request) : stateless(request);
      const session = sessions.get(id);
      // 404 tells a client to start over (MCP 2025-11-25, "Session Management").
      if (!session) return refusal(404, 'Session not found');
      session.lastSeen = Date.now();
      return session.transport.handleRequest(request);
    },
    get size() {
      return sessions.size;
    },
    async close() {
      clearInterval(sweep);
      await Promise.allSettled([...sessions.values()].map(({ server }) => server.close()));
      sessions.clear();
    },
  };

  async function open(request: Request): Promise<Response> {
    makeRoom();
    const server = factory();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { transport, server, lastSeen: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  function makeRoom(): void {
    if (sessions.size < most) return;
    const [oldest] = [...sessions].toSorted(([, a], [, b]) => a.lastSeen - b.lastSeen);
    if (oldest) end(oldest[0]);
  }

  function end(id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.server.close().catch(onError);
  }
}

async function opensSession(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false;
  try {
    const body: unknown = await request.clone().json();
    return (Array.isArray(body) ? body : [body]).some((message) => isInitializeRequest(message));
  } catch {
    return false;
  }
}
