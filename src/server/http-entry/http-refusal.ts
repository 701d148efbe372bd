import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { ignoreFurtherRequests } from './ignore-further-requests.ts';

/** An answer in place of the one that was asked for. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON-RPC error code. Default -32000. */
  readonly code?: number;
}

/** Busy or shutting down: a client may try again after that many seconds. */
export const tryLater = (status: 429 | 503, message: string, seconds: number): HttpRefusal => ({
  status,
  message,
  headers: { 'retry-after': String(seconds) },
});

/** 404 tells a client to open another session (MCP 2025-11-25, "Session Management"). */
export const noSuchSession: HttpRefusal = { status: 404, message: 'Session not found' };

/** A JSON-RPC error without an id, which is what MCP clients expect of a refusal before parsing. */
export const refusalResponse = ({ status, message, headers = {}, code = -32_000 }: HttpRefusal): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });

/**
 * Answers a request whose body is not going to be read, and closes its connection. The socket stays half open for
 * `lingerMs`: closed at once with unread bytes, it would be reset, and clients that still write would lose the answer.
 */
export function refuseUnread(
  request: IncomingMessage,
  { status, message, headers = {}, code = -32_000 }: HttpRefusal,
  lingerMs: number,
): void {
  const { socket } = request;
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  const all = {
    'content-type': 'application/json',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  if (socket.destroyed) return;
  ignoreFurtherRequests(socket);
  socket.pause();
  const head = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${request.method === 'HEAD' ? '' : body}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
