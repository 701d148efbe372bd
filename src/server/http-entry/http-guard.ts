import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  isJsonContentType,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { HttpRefusal } from './http-refusal.ts';
import { bodyLength, hasBody, pathOf } from './request-head.ts';

export interface GuardOptions {
  /** Whether only this machine can reach the server. */
  readonly loopbackOnly: boolean;
  readonly token?: (() => string) | undefined;
  /** An origin under which a proxy passes requests on. */
  readonly publicUrl?: string | undefined;
  /** Paths of pages and of the authorization server, which judge their requests themselves. */
  readonly isPage?: ((path: string) => boolean) | undefined;
  /** Whether `/events` is there. */
  readonly takesEvents?: boolean;
  readonly maxBodyBytes: number;
}

/** Where an accepted request goes. */
export type Endpoint = 'mcp' | 'health' | 'ready' | 'events' | 'pages';

export type GuardDecision =
  | { readonly kind: 'accepted'; readonly endpoint: Endpoint; readonly host: string }
  /** `guessed`: it carried a token, and a wrong one. */
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal; readonly guessed?: true };

const methods: Readonly<Record<Endpoint, readonly string[]>> = {
  mcp: ['POST', 'GET', 'DELETE'],
  health: ['GET', 'HEAD'],
  ready: ['GET', 'HEAD'],
  events: ['POST'],
  pages: [],
};

/**
 * Decides by its head alone whether a request may proceed: before a byte of its body is read.
 *
 * On this machine only, Host and Origin must name this machine, which is what keeps a web page from
 * reaching the server through a rebound DNS name (MCP transports, "Security Warning"). With a bearer
 * token, every request must carry it; open to other machines, names cannot be known, so there the
 * token decides and a browser's Origin must match the Host it called.
 */
export function httpGuard({
  loopbackOnly,
  token,
  publicUrl,
  isPage,
  takesEvents = false,
  maxBodyBytes,
}: GuardOptions): (request: IncomingMessage) => GuardDecision {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const expected = token && digest(`Bearer ${token()}`);

  return (request) => {
    const hosts = valuesOf(request, 'host');
    const [host = ''] = hosts;
    if (hosts.length !== 1 || !isHost(host)) return refused(400, 'Exactly one well-formed Host header is needed');
    const origins = valuesOf(request, 'origin');
    if (origins.length > 1) return refused(400, 'More than one Origin header');
    const [origin] = origins;
    const isPublic = host.toLowerCase() === publicHost;
    if (loopbackOnly && !isPublic && !validateHostHeader(host, localhostAllowedHostnames()).ok)
      return refused(403, 'Invalid Host: only names of this machine are served');
    if (
      loopbackOnly && !isPublic
        ? !validateOriginHeader(origin, localhostAllowedOrigins()).ok
        : origin !== undefined && !isSameHost(origin, host)
    ) {
      return refused(403, 'Requests from other origins are refused');
    }
    if (isPage?.(pathOf(request))) return { kind: 'accepted', endpoint: 'pages', host };
    const credentials = valuesOf(request, 'authorization');
    // A delivery is signed instead, which its body has to be read for.
    const isDelivery = takesEvents && endpointOf(request) === 'events';
    if (
      expected &&
      !isDelivery &&
      (credentials.length !== 1 || !timingSafeEqual(expected, digest(credentials[0] ?? '')))
    ) {
      return {
        ...refused(401, 'A bearer token is needed', { 'www-authenticate': 'Bearer' }),
        ...(credentials.length > 0 ? { guessed: true } : {}),
      };
    }
    return judgeTarget(request, host);
  };

  function judgeTarget(request: IncomingMessage, host: string): GuardDecision {
    const endpoint = endpointOf(request);
    if (endpoint === undefined || (endpoint === 'events' && !takesEvents))
      return refused(404, 'The MCP endpoint is /mcp');
    const method = request.method ?? '';
    if (!methods[endpoint].includes(method))
      return refused(405, 'Method not allowed', { allow: methods[endpoint].join(', ') });
    if (method !== 'POST')
      return hasBody(request) ? refused(400, `${method} takes no body`) : { kind: 'accepted', endpoint, host };
    if (bodyLength(request) > maxBodyBytes) return refused(413, `The body may have ${maxBodyBytes} bytes`);
    if (!isJsonContentType(request.headers['content-type'] ?? null))
      return refused(415, 'Content-Type must be application/json');
    if (request.headers['content-encoding'] !== undefined) return refused(415, 'Bodies are taken uncompressed');
    return { kind: 'accepted', endpoint, host };
  }
}

const refused = (
  status: number,
  message: string,
  headers?: Record<string, string>,
): GuardDecision & { kind: 'refused' } => ({
  kind: 'refused',
  refusal: { status, message, ...(headers ? { headers } : {}) },
});

/** All values that were sent: `headers` would show one of several. */
const valuesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);

/** `name`, `name:port`, `[address]:port` (RFC 9110, section 7.2). Nothing else that a URL parser would make a host of. */
const isHost = (text: string): boolean =>
  /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`);

/** Only the form that clients send to a server itself: a path, and perhaps a query. */
function endpointOf(request: IncomingMessage): Endpoint | undefined {
  const path = pathOf(request);
  return path === '/mcp'
    ? 'mcp'
    : path === '/healthz'
      ? 'health'
      : path === '/readyz'
        ? 'ready'
        : path === '/events'
          ? 'events'
          : undefined;
}

/** Equal lengths, so that comparing takes the same time whatever was sent. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSameHost = (origin: string, host: string): boolean => URL.canParse(origin) && new URL(origin).host === host;
