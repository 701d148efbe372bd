import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { ignoreFurtherRequests } from './connections.ts';

/** The refusal of a request. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON-RPC error code. Default -32000. */
  readonly code?: number | undefined;
  /** The body of the answer, where its reader expects no JSON-RPC error. */
  readonly body?: { readonly type: string; readonly text: string } | undefined;
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
export function refusalResponse(refusal: HttpRefusal): Response {
  const { type, text } = bodyOf(refusal);
  return new Response(text, { status: refusal.status, headers: { 'content-type': type, ...refusal.headers } });
}

const bodyOf = ({ body, message, code = -32_000 }: HttpRefusal): NonNullable<HttpRefusal['body']> =>
  body ?? { type: 'application/json', text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }) };

/**
 * Answers a request whose body is not going to be read, and closes its connection. The socket stays half open for
 * `lingerMs`: closed at once with unread bytes, it would be reset, and clients that still write would lose the answer.
 */
export function refuseUnread(request: IncomingMessage, refusal: HttpRefusal, lingerMs: number): void {
  const { socket } = request;
  const { status, headers } = refusal;
  const { type, text } = bodyOf(refusal);
  const all = {
    'content-type': type,
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  if (socket.destroyed) return;
  ignoreFurtherRequests(socket);
  socket.pause();
  const head = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${request.method === 'HEAD' ? '' : text}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
