/** The refusal of a request. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON-RPC error code. Default -32000. */
  readonly code?: number | undefined;
}

/** The server is busy or shutting down: a client may try again after that many seconds. */
export const tryLater = (status: 429 | 503, message: string, seconds: number): HttpRefusal => ({
  status,
  message,
  headers: { 'retry-after': String(seconds) },
});

/** 404 tells a client to open another session (MCP 2025-11-25, "Session Management"). */
export const noSuchSession: HttpRefusal = { status: 404, message: 'Session not found' };

/** A JSON-RPC error without an id, which is what MCP clients expect of a refusal before parsing. */
export const refusalResponse = ({ status, message, headers, code = -32_000 }: HttpRefusal): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers: { ...headers } });
