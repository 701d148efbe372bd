import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closing } from './exchange-end.ts';
import { ignoreFurtherRequests } from './ignore-further-requests.ts';
import { nextTurn, OnePerTurn } from './one-per-turn.ts';

/** The order of requests that would otherwise keep other connections waiting. */
export class RequestTurns {
  readonly #maxPipelined: number;
  readonly #queues = new WeakMap<Socket, { readonly turn: Promise<void>; readonly count: number }>();
  readonly #largeBodies = new OnePerTurn();

  /** @param maxPipelined requests sent ahead of their answers on one connection */
  constructor(maxPipelined: number) {
    this.#maxPipelined = maxPipelined;
  }

  /**
   * Calls `handle` when it is the request's turn: the answer before it is whole. Closes a connection with too many requests.
   * `closed` resolves when the request's own answer is whole or given up, or its connection is gone. Between two requests of a
   * connection the event loop turns: Node runs microtasks between the requests of one packet, so that a packet of a thousand
   * pings would otherwise be answered in one go while every other connection waits, and none of them would count as sent ahead.
   */
  enter(
    request: IncomingMessage,
    response: ServerResponse,
    handle: (request: IncomingMessage, response: ServerResponse, closed: Promise<void>) => void,
  ): void {
    const { socket } = request;
    const { turn, count } = this.#queues.get(socket) ?? { turn: undefined, count: 0 };
    if (count >= this.#maxPipelined) {
      ignoreFurtherRequests(socket);
      return void socket.destroy();
    }
    const closed = closing(response, socket);
    const over = closed.then(nextTurn);
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

  /** Large bodies take up to 100 ms each to parse and validate. */
  ofLargeBody(): Promise<void> {
    return this.#largeBodies.wait();
  }
}
