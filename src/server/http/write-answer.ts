import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/**
 * Writes an answer. Its head leaves with its first event: most answers end with that one, and are a single write to the socket then. Signs of
 * life are events too, so that no proxy takes the connection for dead.
 *
 * @param closed resolves when the connection is closed
 */
export async function writeAnswer(answer: Response, outgoing: ServerResponse, closed: Promise<void>): Promise<void> {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  void closed.then(() => reader?.cancel());
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read())
    if (!outgoing.write(piece.value)) await Promise.race([once(outgoing, 'drain'), closed]);
  outgoing.end();
}
