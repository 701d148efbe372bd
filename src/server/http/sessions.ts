import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
  type Server,
} from '@modelcontextprotocol/server';
import { startTimer, type Clock } from '../../base/clock.ts';
import type { CallerServer } from './callers/caller-servers.ts';
import { acknowledgeAll, acknowledgementsOf } from '../protocol/pending-acknowledgements.ts';
import { cancelledId, isRequest, messagesIn } from '../protocol/json-rpc.ts';
import { noSuchSession, refusalResponse, tryLater } from './refusal.ts';

type RequestId = string | number;

interface Session {
  readonly id: string;
  readonly callerServer: CallerServer;
  /** Releases the server. */
  readonly release: () => void;
  readonly transport: SessionTransport;
  readonly server: Server;
  /** `Clock.steady`. */
  lastSeen: number;
  /** Number of answers and streams that are being written. */
  open: number;
  /** The HTTP requests of the calls in progress. */
  readonly calls: Map<RequestId, Request>;
}

/** Maximum sessions. An idle one takes 12 kB (`npm run bench sessionMemory`). */
const maxSessions = 2_048;

/** Maximum sessions of one caller; only if callers are identified. */
const maxSessionsPerCaller = 32;

/** Interval in milliseconds at which sessions are checked for closing. */
const sweepMs = 60_000;

export interface SessionsOptions {
  readonly maxSessions?: number | undefined;
  readonly maxSessionsPerCaller?: number | undefined;
  /** Name of this replica. The ids of its sessions begin with it, so that a balancer finds their process. */
  readonly replica?: string | undefined;
  /** Milliseconds without a request after which a session is closed. */
  readonly idleMs: number;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Sessions of clients of the 2025 revision, which need one to cancel calls and to receive questions. A session ends when its
 * client ends it, after a long silence, or when its caller is signed out. If a caller has too many, the caller's session that
 * has been idle longest is closed. If none is idle, the new session is refused.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, Session>();
  #cancelSweep: () => void;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#cancelSweep = startTimer(options.clock, sweepMs, () => this.#sweep());
  }

  /** Number of sessions alive. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Whether a request of the 2025 revision opens or names a session. Others are answered on their own. */
  concerns(request: Request, body: unknown): boolean {
    return request.headers.has('mcp-session-id') || opensSession(body);
  }

  /** Answers one request. `body`: the parsed body of a POST. */
  async fetch(request: Request, body: unknown, callerServer: CallerServer, closed: Promise<void>): Promise<Response> {
    // A client whose session is lost may still name it when it opens another.
    if (opensSession(body)) return this.#open(request, body, callerServer);
    const session = this.#sessions.get(request.headers.get('mcp-session-id') ?? '');
    // Sessions of other callers are treated as unknown.
    if (!session || session.callerServer.caller !== callerServer.caller) return refusalResponse(noSuchSession);
    if (session.callerServer.restrictions !== callerServer.restrictions)
      return refusalResponse({ status: 400, message: 'The limits of a session stay as its first request set them' });
    // A client that asked for further scopes has a new sign-in and continues its session, which ends with the first sign-in.
    if (session.callerServer !== callerServer && (await session.callerServer.isConnected?.()) === false) {
      this.#end(session);
      return refusalResponse(noSuchSession);
    }
    const messages = messagesIn(body);
    const ids = messages.filter((message) => isRequest(message)).map(({ id }) => id as RequestId);
    // The SDK would write both answers to the stream of the later call, and never end the other stream.
    if (new Set(ids).size < ids.length || ids.some((id) => session.calls.has(id)))
      return refusalResponse({ status: 400, code: -32_600, message: 'Invalid Request: another call has this id' });
    this.#begin(session, ids, request, closed);
    const response = await session.transport.handleRequest(request, { parsedBody: body });
    for (const message of messages) cancel(session, cancelledId(message));
    return response;
  }

  async close(): Promise<void> {
    this.#cancelSweep();
    await Promise.allSettled([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  #sweep(): void {
    const { clock, idleMs } = this.#options;
    for (const session of this.#sessions.values()) {
      if (session.open === 0 && clock.steady() - session.lastSeen > idleMs) this.#end(session);
      else
        void session.callerServer.isConnected?.().then((isConnected) => (isConnected ? undefined : this.#end(session)));
    }
    this.#cancelSweep = startTimer(clock, sweepMs, () => this.#sweep());
  }

  async #open(request: Request, body: unknown, callerServer: CallerServer): Promise<Response> {
    const { replica, clock } = this.#options;
    if (!this.#makeRoom(callerServer.caller)) return refusalResponse(tryLater(503, 'All sessions are at work', 5));
    const id = replica === undefined ? randomUUID() : `${replica}.${randomUUID()}`;
    const server = callerServer.factory();
    const transport = new SessionTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => this.#remove(session),
    });
    const session: Session = {
      id,
      callerServer,
      release: callerServer.hold(),
      transport,
      server,
      lastSeen: clock.steady(),
      open: 0,
      calls: new Map(),
    };
    // Its place is reserved from here on, so that no other request uses it.
    this.#sessions.set(id, session);
    try {
      await server.connect(transport);
      return await transport.handleRequest(request, { parsedBody: body });
    } finally {
      if (transport.sessionId === undefined) this.#end(session);
    }
  }

  /** Keeps a session open until the answer to one of its requests is complete. */
  #begin(session: Session, ids: readonly RequestId[], request: Request, closed: Promise<void>): void {
    const { clock } = this.#options;
    session.lastSeen = clock.steady();
    session.open++;
    for (const id of ids) session.calls.set(id, request);
    // Oldest first, as a Map keeps its keys.
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    void closed.then(() => {
      session.lastSeen = clock.steady();
      session.open--;
      for (const id of ids) session.calls.delete(id);
    });
  }

  #makeRoom(caller: string | undefined): boolean {
    const own = [...this.#sessions.values()].filter(({ callerServer }) => callerServer.caller === caller);
    const { maxSessions: max = maxSessions, maxSessionsPerCaller: each = maxSessionsPerCaller } = this.#options;
    if (this.size < max && (caller === undefined || own.length < each)) return true;
    const idle = own.find(({ open }) => open === 0);
    if (idle) this.#end(idle);
    return idle !== undefined;
  }

  #remove(session: Session): void {
    if (this.#sessions.delete(session.id)) session.release();
  }

  #end(session: Session): void {
    this.#remove(session);
    session.server.close().catch(this.#options.onError);
  }
}

/** Uses the SDK's check only if the method matches, since its schema takes longer to refuse a message than to accept one. */
const opensSession = (body: unknown): boolean =>
  messagesIn(body).some(
    (message) => isRequest(message) && message.method === 'initialize' && isInitializeRequest(message),
  );

/**
 * Ends the stream of a cancelled call, which gets no answer: the SDK would keep it open, and its connection with it. A stream that carries
 * further answers of a batch stays open until its client closes it.
 */
function cancel({ transport, calls }: Session, id: RequestId | undefined): void {
  const request = id === undefined ? undefined : calls.get(id);
  if (id === undefined || !request) return;
  void acknowledgeAll(acknowledgementsOf(request).take(id), false);
  if (![...calls].some(([other, its]) => its === request && other !== id)) transport.closeSSEStream(id);
}
