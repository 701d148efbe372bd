import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasBody } from './request-head.ts';

export interface ConnectionLimits {
  /** Open sockets. At the limit the oldest one that has not sent a whole accepted request is closed. */
  readonly maxConnections: number;
  /** Requests sent ahead of their answers on one connection. */
  readonly maxPipelined: number;
}

/** Takes a request whose turn has come. `closed` resolves when its answer is complete or given up, or its connection is closed. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, closed: Promise<void>) => void;

/** Limits the connections of a server, before anything is known about their senders. */
export class Connections {
  readonly #limits: ConnectionLimits;
  // In each set the oldest connection is first. Unproven: no request of the connection was accepted yet.
  readonly #unproven = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  readonly #queues = new WeakMap<Socket, { readonly turn: Promise<void>; readonly count: number }>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Passes the requests of a server on, and closes connections and requests beyond the limits. */
  serve(server: Server, handle: RequestHandler): void {
    const enter = (request: IncomingMessage, response: ServerResponse): void => this.#enter(request, response, handle);
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('request', enter);
    // Without a listener Node would ask for the body before the head has been checked.
    server.on('checkContinue', enter);
  }

  /** A request on that connection was accepted: the connection is not closed in favour of another until its answer is over. */
  begin(socket: Socket): void {
    this.#unproven.delete(socket);
    this.#idle.delete(socket);
    this.#busy.add(socket);
  }

  /** The answer to the accepted request is over. */
  end(socket: Socket): void {
    if (this.#busy.delete(socket) && !socket.destroyed) this.#idle.add(socket);
  }

  /**
   * Limits the number of open sockets without turning real clients away: at the limit, the oldest connection without an accepted
   * request is closed; if there is none, the one that has been idle longest. The new one is closed only if all others are at work.
   */
  #add(socket: Socket): void {
    this.#unproven.add(socket);
    // Each request sent ahead listens for the end of its connection.
    socket.setMaxListeners(64);
    socket.once('close', () => {
      this.#unproven.delete(socket);
      this.#idle.delete(socket);
      this.#busy.delete(socket);
    });
    if (this.#unproven.size + this.#idle.size + this.#busy.size <= this.#limits.maxConnections) return;
    // The new connection is the last of the unproven ones, and is closed only if it is the only one.
    const others = this.#unproven.size > 1 || this.#idle.size === 0 ? this.#unproven : this.#idle;
    const [oldest] = others;
    oldest?.destroy();
    if (oldest) others.delete(oldest);
  }

  /**
   * Calls `handle` once the answer to the connection's previous request is complete. Closes a connection with too many requests.
   * Two requests of a connection are handled in different turns of the event loop: Node runs microtasks between the requests of one
   * packet, so a packet of a thousand pings would otherwise be answered at once while all other connections wait, and none of its
   * requests would count as sent ahead.
   */
  #enter(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    const { socket } = request;
    const { turn, count } = this.#queues.get(socket) ?? { turn: undefined, count: 0 };
    if (count >= this.#limits.maxPipelined) {
      ignoreFurtherRequests(socket);
      return void socket.destroy();
    }
    const closed = endOf(response, socket);
    const over = closed.then(() => nextTurn());
    this.#queues.set(socket, { turn: over, count: count + 1 });
    void over.then(() => {
      const latest = this.#queues.get(socket);
      if (latest) this.#queues.set(socket, { ...latest, count: latest.count - 1 });
    });
    if (count === 0 || !turn) return handle(request, response, closed);
    void turn.then(() => {
      if (!socket.destroyed) handle(request, response, closed);
    });
  }
}

/** Resolves when the answer is complete or given up, or its connection is closed. */
function endOf(response: ServerResponse, socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // An answer that still waits for its turn emits no `close` when the connection is closed.
  socket.once('close', resolve);
  response.once('close', resolve);
  return promise.then(() => void socket.off('close', resolve));
}

/** Acts once the request has arrived completely. Until then its connection may be closed in favour of another. */
export function whenWhole(request: IncomingMessage, act: () => void): void {
  if (hasBody(request)) request.once('end', act);
  else act();
}

/** The part of Node's HTTP parser that takes each request. It is not documented; where it is missing, nothing changes. */
interface Parser {
  onIncoming?: ((request: IncomingMessage) => number) | undefined;
}

/** Return value that tells the parser to stop: the bytes after this head are not HTTP. */
const stop = 2;

/**
 * Ignores further requests of a connection that is being closed. A packet of 64 kB can hold 1,400 requests, and Node creates all of them
 * at once even if the first one has closed the connection: a thousand such packets exhaust the memory of a small process.
 */
export function ignoreFurtherRequests(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: Parser | null | undefined };
  if (!parser) return;
  parser.onIncoming = (request) => {
    Object.assign(request, { upgrade: false });
    return stop;
  };
}
