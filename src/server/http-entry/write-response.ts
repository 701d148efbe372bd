import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes written at a time: the reader must take each piece in time, whatever the size of the whole. */
const pieceBytes = 65_536;

/**
 * Milliseconds that the head of a stream waits for the first event, to be sent in one packet with it. After that the head is sent alone,
 * since a stream may stay silent for longer than clients wait for the head.
 */
const headMs = 50;

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
    // Node decides with the client whether the connection stays open.
    response.headers.delete('connection');
    const head = Object.fromEntries(response.headers);
    if (!reader) to.writeHead(response.status, head).end();
    else await writeBody(reader, to, { status: response.status, head, closed, stallMs });
    await readToTheEnd(to, closed, stallMs);
  } catch {
    // The body failed after its head was sent; cutting the connection is the only way left to say so.
    to.destroy();
  } finally {
    void reader?.cancel().catch(() => {});
  }
}

interface Writing {
  readonly status: number;
  readonly head: Readonly<Record<string, string>>;
  readonly closed: Promise<void>;
  readonly stallMs: number;
}

async function writeBody(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  to: ServerResponse,
  { status, head, closed, stallMs }: Writing,
): Promise<void> {
  const responseEnded = closed.then(() => undefined);
  const next = () => Promise.race([reader.read(), responseEnded]);
  const headTimer = setTimeout(() => to.writeHead(status, head).flushHeaders(), headMs);
  let chunk = await next().finally(() => clearTimeout(headTimer));
  let following = next();
  following.catch(() => {});
  // Most bodies are one chunk, which is sent in one packet with the head and the end.
  const isWhole = (await Promise.race([following, nextTurn(undefined)]))?.done === true;
  const whole = isWhole && !to.headersSent ? chunk?.value : undefined;
  if (whole && whole.length <= pieceBytes)
    return void to.writeHead(status, { ...head, 'content-length': whole.length }).end(whole);
  if (!to.headersSent) to.writeHead(status, head);
  while (chunk?.value) {
    await writePieces(chunk.value, to, closed, stallMs);
    chunk = await following;
    following = next();
    following.catch(() => {});
  }
  if (!to.destroyed) to.end();
}

async function writePieces(
  bytes: Uint8Array,
  to: ServerResponse,
  closed: Promise<void>,
  stallMs: number,
): Promise<void> {
  for (let from = 0; from < bytes.length && !to.destroyed; from += pieceBytes)
    if (!to.write(bytes.subarray(from, from + pieceBytes))) await readInTime(to, 'drain', closed, stallMs);
}

/** Waits until the connection has taken the rest of the answer; it takes most answers at once. */
async function readToTheEnd(to: ServerResponse, closed: Promise<void>, stallMs: number): Promise<void> {
  if (!to.destroyed && to.writableLength > 0) await readInTime(to, 'finish', closed, stallMs);
}

/** Waits for the reader until it takes something, and disconnects it after `stallMs`. */
async function readInTime(
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
