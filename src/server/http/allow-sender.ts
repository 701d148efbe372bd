import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { bearerToken } from './auth/authenticator.ts';
import type { HttpRefusal } from './refusal.ts';

/**
 * Refuses requests by their Host and Origin. A server that listens only for this machine accepts only names of this machine,
 * so that no web page reaches it through a rebound DNS name (MCP transports, "Security Warning"). A server that other
 * machines reach does not know its names: there a browser's Origin must match the Host that it called.
 * @returns the refusal, if there is one
 */
export function senderCheck(
  loopbackOnly: boolean,
  publicUrl: string | undefined,
): (request: Request) => Response | undefined {
  const ownNames = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const hosts = [...localhostAllowedHostnames(), ...ownNames];
  const origins = [...localhostAllowedOrigins(), ...ownNames];
  return (request) =>
    loopbackOnly
      ? (hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins))
      : originValidationResponse(request, [new URL(request.url).hostname]);
}

/** Whether a request names its Host, Origin or Authorization twice: a proxy may have checked the other one. */
export const repeatsSender = ({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): boolean =>
  ['host', 'origin', 'authorization'].some((name) => (headersDistinct[name]?.length ?? 0) > 1);

/** Lets the page of an admitted Origin read the answer (CORS), and send every header that it names. */
export function sharingHeaders({ origin, ...headers }: IncomingHttpHeaders): Map<string, string> {
  if (origin === undefined) return new Map();
  return new Map([
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', 'mcp-session-id, www-authenticate, retry-after, x-request-id'],
    ['access-control-allow-methods', 'GET, POST, DELETE'],
    ['access-control-allow-headers', headers['access-control-request-headers'] ?? ''],
    ['vary', 'origin'],
  ]);
}

/** Headers that some proxies send twice, which makes a list of one value. */
const repeatable = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'];

/** Replaces a header that came twice with the same value by that value. */
export function joinRepeated(headers: Headers): void {
  for (const name of repeatable) {
    const [value, ...others] = new Set(headers.get(name)?.split(/, */));
    if (value !== undefined && others.length === 0) headers.set(name, value);
  }
}

/** Refuses requests without the operator's token. */
export function tokenCheck(token: () => string): (headers: IncomingHttpHeaders) => HttpRefusal | undefined {
  const expected = digest(token());
  return (headers) =>
    timingSafeEqual(expected, digest(bearerToken(headers) ?? ''))
      ? undefined
      : {
          status: 401,
          message: 'The bearer token of this server is needed',
          headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
        };
}

/** A hash, so that the compared values have equal lengths and comparing always takes the same time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
