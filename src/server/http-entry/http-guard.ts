import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isJsonContentType, localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';
import type { HttpRefusal } from './http-refusal.ts';
import { readHost } from './read-host.ts';
import { bodyLength, hasBody, headerValues, isVisit, pathOf } from './request-head.ts';

export interface GuardOptions {
  /** Whether only this machine can reach the server. */
  readonly loopbackOnly: boolean;
  readonly token?: (() => string) | undefined;
  /** An origin under which a proxy passes requests on. */
  readonly publicUrl?: string | undefined;
  /** Whether a path belongs to the pages and the authorization server, which check their requests themselves. */
  readonly isPage?: ((path: string) => boolean) | undefined;
  /** Whether `/events` is there. */
  readonly takesEvents?: boolean | undefined;
  readonly maxBodyBytes: number;
}

/** Where an accepted request goes. */
export type Endpoint = 'mcp' | 'health' | 'ready' | 'home' | 'events' | 'pages';

export type GuardDecision =
  | { readonly kind: 'accepted'; readonly endpoint: Endpoint; readonly host: string }
  /** `guessed`: it carried a token, and a wrong one. */
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal; readonly guessed?: true | undefined };

const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ['/', 'home'],
  ['/mcp', 'mcp'],
  ['/healthz', 'health'],
  ['/readyz', 'ready'],
  ['/events', 'events'],
]);

const methods: Readonly<Record<Endpoint, readonly string[]>> = {
  mcp: ['POST', 'GET', 'DELETE'],
  health: ['GET', 'HEAD'],
  ready: ['GET', 'HEAD'],
  home: ['GET', 'HEAD'],
  events: ['POST'],
  pages: [],
};

/**
 * Decides by its head alone whether a request may proceed: before a byte of its body is read.
 *
 * A server that listens only for this machine takes requests whose Host and Origin name this machine, so that no web page reaches it
 * through a rebound DNS name (MCP transports, "Security Warning"). A server that other machines reach does not know its names: there the
 * bearer token decides, and a browser's Origin must match the Host that it called.
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
    const requestHost = readHost(request, { loopbackOnly, publicHost });
    if ('refusal' in requestHost) return { kind: 'refused', refusal: requestHost.refusal };
    const { host } = requestHost;
    const origins = headerValues(request, 'origin');
    if (origins.length > 1) return refused(400, 'More than one Origin header');
    const [origin] = origins;
    if (
      loopbackOnly && host.toLowerCase() !== publicHost
        ? !validateOriginHeader(origin, localhostAllowedOrigins()).ok
        : origin !== undefined && !isSameHost(origin, host)
    ) {
      return refused(403, 'Requests from other origins are refused');
    }
    // A proxy may have checked one of them while this server reads the other.
    const credentials = headerValues(request, 'authorization');
    if (credentials.length > 1) return refused(400, 'More than one Authorization header');
    if (isPage?.(pathOf(request))) return { kind: 'accepted', endpoint: 'pages', host };
    const endpoint = endpointOf(request);
    // The home page is for everybody. A delivery has a signature in place of a token, which is checked once its body is read.
    const isOpen = endpoint === 'home' || (takesEvents && endpoint === 'events') || isStrayVisit(request, credentials);
    if (expected && !isOpen && !timingSafeEqual(expected, digest(credentials[0] ?? ''))) {
      return {
        ...refused(401, 'A bearer token is needed', { 'www-authenticate': 'Bearer' }),
        guessed: credentials.length > 0 ? true : undefined,
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
  refusal: { status, message, headers },
});

/**
 * The endpoint of a request by its path. A client that posts to `/` gets none, since it must have meant `/mcp`. A person who opens `/mcp`
 * in a browser gets the home page, which says what the address is for.
 */
function endpointOf(request: IncomingMessage): Endpoint | undefined {
  const endpoint = endpoints.get(pathOf(request));
  if (endpoint === 'mcp' && isVisit(request)) return 'home';
  return endpoint === 'home' && !methods.home.includes(request.method ?? '') ? undefined : endpoint;
}

/** Whether a person without a token opens an address that has no page. They get 404 without a token, which would not help them. */
const isStrayVisit = (request: IncomingMessage, credentials: readonly string[]): boolean =>
  credentials.length === 0 && isVisit(request) && endpointOf(request) === undefined;

/** A hash, so that the compared values have equal lengths and comparing always takes the same time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSameHost = (origin: string, host: string): boolean => URL.canParse(origin) && new URL(origin).host === host;
