import { randomUUID } from 'node:crypto';
import { isInitializeRequest, type Server } from '@modelcontextprotocol/server';
import { startTimer, type Clock } from '../../clock.ts';
import type { Exchange, Service } from '../auth/services.ts';
import { noSuchSession, refusalResponse, tryLater } from '../http-entry/http-refusal.ts';
import { isRequest, messagesIn } from '../http-entry/json-rpc.ts';
import { SessionTransport } from './session-transport.ts';

export interface LegacySessions {
  /** Answers one request to a session, or to none. `body`: the parsed body of a POST. */
  fetch(request: Request, body: unknown, exchange: Exchange): Promise<Response>;
  /** Number of sessions alive. */
  readonly size: number;
  close(): Promise<void>;
}

interface Session extends Pick<Exchange, 'isConnected'> {
  readonly service: Service;
  /** Ends the hold on the service. */
  readonly release: () => void;
  readonly transport: SessionTransport;
  readonly server: Server;
  /** `Clock.steady`. */
  lastSeen: number;
  /** Whether it had a request after the handshake. */
  used: boolean;
  /** Calls under way. */
  calls: number;
  /** Answers and streams that are being written. */
  open: number;
}

export interface SessionOptions {
  readonly maxSessions: number;
  readonly maxSessionsPerCaller: number;
  readonly maxCallsPerSession: number;
  /** Milliseconds without a request after which a session is closed. */
  readonly idleMs: number;
  /** Name of this replica, with which the ids of sessions begin, so that a balancer finds their process. */
  readonly replica?: string | undefined;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves clients of the 2025 era. They get sessions, since without one a call can neither be cancelled nor ask a person. A session ends
 * when its client says so or has been silent for long. When a caller has too many, an idle session of the same caller makes room: first
 * one that was never used, then the one that has been silent longest. A session with a call or stream under way, or of another caller,
 * never makes room; if there is no other, the new session is refused.
 *
 * A request that neither opens nor names a session is answered on its own.
 */
export function legacySessions({
  maxSessions,
  maxSessionsPerCaller,
  maxCallsPerSession,
  idleMs,
  replica,
  clock,
  onError,
}: SessionOptions): LegacySessions {
  const sessions = new Map<string, Session>();
  /** A place for each session that is being opened. */
  const places = new Set<Pick<Service, 'caller'>>();
  const sweepMs = Math.min(idleMs, 60_000);
  let cancelSweep = startTimer(clock, sweepMs, sweep);

  return {
    async fetch(request, body, exchange) {
      const { service } = exchange;
      const id = request.headers.get('mcp-session-id');
      if (id === null)
        return opensSession(body) ? open(request, body, exchange) : service.stateless(request, { parsedBody: body });
      const session = sessions.get(id);
      // To a caller, the sessions of others do not exist.
      if (!session || session.service.caller !== service.caller) return refusalResponse(noSuchSession);
      if (session.service.restrictions !== service.restrictions)
        return refusalResponse({ status: 400, message: 'The limits of a session stay as its first request set them' });
      // A client that asked for further scopes has a new sign-in and goes on in its session, which ends with the first one.
      if (session.service !== service && (await session.isConnected?.()) === false) {
        end(id);
        return refusalResponse(noSuchSession);
      }
      const calls = messagesIn(body).filter((message) => isRequest(message)).length;
      if (session.calls + calls > maxCallsPerSession)
        return refusalResponse(tryLater(429, `A session may have ${maxCallsPerSession} calls under way`, 1));
      begin(session, calls, exchange.closed);
      return session.transport.handleRequest(request, { parsedBody: body });
    },
    get size() {
      return sessions.size;
    },
    async close() {
      cancelSweep();
      await Promise.allSettled([...sessions.values()].map(({ server }) => server.close()));
      sessions.clear();
    },
  };

  function sweep(): void {
    for (const [id, session] of sessions) {
      if (isIdle(session) && clock.steady() - session.lastSeen > idleMs) end(id);
      else void session.isConnected?.().then((isConnected) => (isConnected ? undefined : end(id)));
    }
    cancelSweep = startTimer(clock, sweepMs, sweep);
  }

  function begin(session: Session, calls: number, closed: Promise<void>): void {
    session.lastSeen = clock.steady();
    session.used = true;
    session.calls += calls;
    session.open++;
    void closed.then(() => {
      session.lastSeen = clock.steady();
      session.calls -= calls;
      session.open--;
    });
  }

  async function open(request: Request, body: unknown, { service, isConnected }: Exchange): Promise<Response> {
    if (!makeRoom(service.caller)) return refusalResponse(tryLater(503, 'All sessions are at work', 5));
    const place = { caller: service.caller };
    const server = service.factory();
    const transport = new SessionTransport({
      sessionIdGenerator: () => (replica === undefined ? randomUUID() : `${replica}.${randomUUID()}`),
      onsessioninitialized: (id) => {
        places.delete(place);
        sessions.set(id, {
          service,
          release: service.hold(),
          transport,
          server,
          isConnected,
          lastSeen: clock.steady(),
          used: false,
          calls: 0,
          open: 0,
        });
      },
      onsessionclosed: (id) => void remove(id),
    });
    // Requests that come before the session has an id must not find its place free.
    places.add(place);
    try {
      await server.connect(transport);
      return await transport.handleRequest(request, { parsedBody: body });
    } finally {
      places.delete(place);
      if (transport.sessionId === undefined) await server.close();
    }
  }

  function makeRoom(caller: string | undefined): boolean {
    const own = [...sessions].filter(([, { service }]) => service.caller === caller);
    const ownPlaces = [...places].filter((place) => place.caller === caller);
    const isFull =
      sessions.size + places.size >= maxSessions ||
      (caller !== undefined && own.length + ownPlaces.length >= maxSessionsPerCaller);
    if (!isFull) return true;
    let oldest: [id: string, session: Session] | undefined;
    for (const entry of own) {
      const [, session] = entry;
      if (isIdle(session) && (!oldest || isBefore(session, oldest[1]))) oldest = entry;
    }
    if (!oldest) return false;
    end(oldest[0]);
    return true;
  }

  function remove(id: string): Session | undefined {
    const session = sessions.get(id);
    if (sessions.delete(id)) session?.release();
    return session;
  }

  function end(id: string): void {
    remove(id)?.server.close().catch(onError);
  }
}

const isIdle = ({ calls, open }: Session): boolean => calls === 0 && open === 0;

const isBefore = (one: Session, other: Session): boolean =>
  one.used === other.used ? one.lastSeen < other.lastSeen : !one.used;

const opensSession = (body: unknown): boolean => messagesIn(body).some((message) => isInitializeRequest(message));
