import { createHash, timingSafeEqual } from 'node:crypto';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';

/**
 * Decides whether a request may proceed, and answers it if not.
 *
 * On this machine only, Host and Origin must name this machine, which is what keeps a web page from
 * reaching the server through a rebound DNS name (MCP transports, "Security Warning"). With a bearer
 * token, every request must carry it; open to other machines, names cannot be known, so there the
 * token decides and a browser's Origin must match the Host it called.
 */
export function httpGuard(loopbackOnly: boolean, token: (() => string) | undefined): (request: Request) => Response | undefined {
  const expected = token && digest(`Bearer ${token()}`);
  return (request) => {
    const foreign = loopbackOnly
      ? (hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? originValidationResponse(request, localhostAllowedOrigins()))
      : crossOrigin(request);
    if (foreign) return foreign;
    if (expected && !timingSafeEqual(expected, digest(request.headers.get('authorization') ?? ''))) {
      return refusal(401, 'A bearer token is needed', { 'www-authenticate': 'Bearer' });
    }
    return undefined;
  };
}

/** Equal lengths, so that comparing takes the same time whatever was sent. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function crossOrigin(request: Request): Response | undefined {
  const origin = request.headers.get('origin');
  if (origin === null) return undefined;
  const same = URL.canParse(origin) && new URL(origin).host === request.headers.get('host');
  return same ? undefined : refusal(403, 'Requests from other origins are refused');
}

/** A JSON-RPC error without an id, which is what MCP clients expect of a refusal before parsing. */
export const refusal = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
