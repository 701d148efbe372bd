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

/**
 * Takes a request whose turn has come. `closed` resolves when its answer is whole or given up, or its connection is gone.
 */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, closed: Promise<void>) => void;

/** What the connections of a server may cost, whoever is at their other end. */
export class Connections {
  readonly #limits: ConnectionLimits;
  /** Those that have not sent an accepted request; in each set the oldest first. */
  readonly #unproven = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  readonly #queues = new WeakMap<Socket, { readonly turn: Promise<void>; readonly count: number }>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Passes the requests of a server on, and closes what it has too many of. */
  serve(server: Server, handle: RequestHandler): void {
    const enter = (request: IncomingMessage, response: ServerResponse): void => this.#enter(request, response, handle);
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('request', enter);
    // Without a listener Node would ask for the body before the head has been checked.
    server.on('checkContinue', enter);
  }

  /** A request on that connection was accepted: until its answer is over, the connection is not closed for another. */
  begin(socket: Socket): void {
    this.#unproven.delete(socket);
    this.#idle.delete(socket);
    this.#busy.add(socket);
  }

  /** Its answer is over. */
  end(socket: Socket): void {
    if (this.#busy.delete(socket) && !socket.destroyed) this.#idle.add(socket);
  }

  /**
   * Keeps the number of open sockets bounded without turning true clients away: at the limit the oldest connection that
   * has not sent an accepted request is closed, after those the longest idle one. Only if all are at work is the
   * new one closed.
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
    // The new connection is the last of the unproven ones: it goes only if it is the only one.
    const others = this.#unproven.size > 1 || this.#idle.size === 0 ? this.#unproven : this.#idle;
    const [oldest] = others;
    oldest?.destroy();
    if (oldest) others.delete(oldest);
  }

  /**
   * Calls `handle` when it is the request's turn: the answer before it is whole. Closes a connection with too many requests.
   * Between two requests of a connection the event loop turns: Node runs microtasks between the requests of one packet, so that
   * a packet of a thousand pings would otherwise be answered in one go while every other connection waits, and none of them
   * would count as sent ahead.
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

/** Resolves when the answer is whole or given up, or its connection is closed. */
function endOf(response: ServerResponse, socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // An answer that waits for its turn on the connection has no `close` event when that is closed.
  socket.once('close', resolve);
  response.once('close', resolve);
  return promise.then(() => void socket.off('close', resolve));
}

/** Acts once the request has arrived whole. Until then its connection is one that may be closed for another. */
export function whenWhole(request: IncomingMessage, act: () => void): void {
  if (hasBody(request)) request.once('end', act);
  else act();
}

/** The part of Node's HTTP parser that takes each request. It is not documented; where it is missing, nothing changes. */
interface Parser {
  onIncoming?: ((request: IncomingMessage) => number) | undefined;
}

/** Tells the parser that the bytes behind a head are not HTTP: it stops there. */
const stop = 2;

/**
 * Takes no further request from a connection that is being closed. A packet of 64 kB holds 1,400 requests, and Node makes all of
 * them at once, even when the first has closed the connection: a thousand such packets exhaust the memory of a small process.
 */
export function ignoreFurtherRequests(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: Parser | null | undefined };
  if (!parser) return;
  parser.onIncoming = (request) => {
    Object.assign(request, { upgrade: false });
    return stop;
  };
}
