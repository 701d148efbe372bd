import type { ServerResponse } from 'node:http';

/** Bytes written before the reader must have taken some: what is measured is progress, however large the whole. */
const pieceBytes = 65_536;

/**
 * Writes a web-standard response to a socket, no faster than it is read. A reader that takes nothing for `stallMs` is
 * disconnected, and its pending data is dropped. Resolves when nothing is left to do; never rejects.
 *
 * @param closed resolves when the response has been taken, or its connection is closed
 */
export async function writeResponse(
  response: Response,
  to: ServerResponse,
  closed: Promise<void>,
  stallMs: number,
): Promise<void> {
  const reader = response.body?.getReader();
  try {
    if (!to.socket || to.destroyed) return;
    to.on('error', () => {});
    // Whether the connection stays is between Node and the client.
    response.headers.delete('connection');
    to.writeHead(response.status, Object.fromEntries(response.headers));
    // Node would keep the head until the first event, which on a silent stream is longer than clients wait for a connection.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) to.flushHeaders();
    while (reader) {
      const next = await Promise.race([reader.read(), closed]);
      if (!next || next.done) break;
      for (let from = 0; from < next.value.length && !to.destroyed; from += pieceBytes) {
        if (!to.write(next.value.subarray(from, from + pieceBytes))) await taken(to, 'drain', closed, stallMs);
      }
    }
    if (to.destroyed) return;
    to.end();
    if (!to.writableFinished) await taken(to, 'finish', closed, stallMs);
  } catch {
    // The body failed after its head was sent; cutting the connection is the only way left to say so.
    to.destroy();
  } finally {
    void reader?.cancel().catch(() => {});
  }
}

/** Waits for the reader, for a bounded time. */
async function taken(
  to: ServerResponse,
  event: 'drain' | 'finish',
  closed: Promise<void>,
  stallMs: number,
): Promise<void> {
  const stall = setTimeout(() => to.destroy(), stallMs);
  const { promise, resolve } = Promise.withResolvers<void>();
  to.once(event, resolve);
  try {
    await Promise.race([promise, closed]);
  } finally {
    to.off(event, resolve);
    clearTimeout(stall);
  }
}
