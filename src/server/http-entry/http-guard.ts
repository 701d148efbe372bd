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
  /** Paths of pages and of the authorization server, which judge their requests themselves. */
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
    // A proxy may have judged one of them, and this server would read another.
    const credentials = headerValues(request, 'authorization');
    if (credentials.length > 1) return refused(400, 'More than one Authorization header');
    if (isPage?.(pathOf(request))) return { kind: 'accepted', endpoint: 'pages', host };
    const endpoint = endpointOf(request);
    // Anybody may see what this is. A delivery is signed instead, which its body has to be read for.
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
 * Only the form that clients send to a server itself: a path, and perhaps a query. A client that posts to `/` meant `/mcp`; a person
 * who opens the address of `/mcp` in a browser gets the page that says what it is for.
 */
function endpointOf(request: IncomingMessage): Endpoint | undefined {
  const endpoint = endpoints.get(pathOf(request));
  if (endpoint === 'mcp' && isVisit(request)) return 'home';
  return endpoint === 'home' && !methods.home.includes(request.method ?? '') ? undefined : endpoint;
}

/** A person without a token at an address that has no page: the addresses of a server are no secret, and a token would not help there. */
const isStrayVisit = (request: IncomingMessage, credentials: readonly string[]): boolean =>
  credentials.length === 0 && isVisit(request) && endpointOf(request) === undefined;

/** Equal lengths, so that comparing takes the same time whatever was sent. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSameHost = (origin: string, host: string): boolean => URL.canParse(origin) && new URL(origin).host === host;
