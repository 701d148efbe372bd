import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './request-head.ts';

/** Resolves when the answer is whole or given up, or its connection is closed. */
export function closing(response: ServerResponse, socket: Socket): Promise<void> {
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
