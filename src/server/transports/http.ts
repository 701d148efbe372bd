import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { isJSONRPCRequest, isLegacyRequest, type Server } from '@modelcontextprotocol/server';
import type { Clock } from '../../clock.ts';
import { traceOf, withRequestContext } from '../../request-context.ts';
import { isLoopback } from '../../config/parse-api-url.ts';
import { SettingError } from '../../config/setting-error.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { OAuthPages } from '../auth/oauth/oauth-pages.ts';
import { serviceOf, type Service, type Services } from '../auth/services.ts';
import type { DeliveryStatus } from '../events/receive-delivery.ts';
import { BodyBudget } from '../http-entry/body-budget.ts';
import { Connections } from './connections.ts';
import { GuessDelay } from '../http-entry/guess-delay.ts';
import { PendingAcknowledgements, acknowledgeAll } from '../handlers/pending-acknowledgements.ts';
import type { Readiness } from '../http-entry/readiness.ts';
import { httpGuard } from '../http-entry/http-guard.ts';
import { defaultHttpLimits, type HttpLimits } from '../http-entry/http-limits.ts';
import { jsonLimitExceeded } from '../http-entry/json-limits.ts';
import { legacySessions } from './legacy-sessions.ts';
import { originOf, type ListenAddress } from './listen-address.ts';
import { refusalResponse, refuseUnread, tryLater, type HttpRefusal } from '../http-entry/http-refusal.ts';
import { writeResponse } from './write-response.ts';

export interface HttpOptions {
  readonly listen: ListenAddress;
  /** What clients must present. Needed where other machines can reach the address. */
  readonly token?: () => string;
  /** Where a proxy stands before the server: its origin is accepted as the server's own. */
  readonly publicUrl?: string;
  /** Tells callers apart, where each has a service of their own. Absent: everybody is served by the factory. */
  readonly callers?: { readonly authenticator: Authenticator; readonly services: Services };
  /** Pages for people, and the authorization server. */
  readonly pages?: Pick<OAuthPages, 'serves' | 'handle'>;
  /** The scopes that a JSON-RPC request needs, where tokens have any. */
  readonly scopesFor?: (method: string, params: unknown) => readonly string[];
  /** Takes the platform's deliveries at `/events`. Never rejects. */
  readonly receive?: (headers: IncomingHttpHeaders, body: Buffer) => Promise<DeliveryStatus>;
  /** Whether state and platform can be reached. Absent: taken for granted. */
  readonly ready?: () => Promise<Readiness>;
  /** Called for each request once it is over. */
  readonly onRequest?: (request: ServedRequest) => void;
  /** Seconds a call may block; a session is not idle while it may still be waiting. */
  readonly maxWaitSeconds: number;
  readonly limits?: Partial<HttpLimits>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** One request, without anything that a caller wrote except its method. */
export interface ServedRequest {
  readonly request_id: string;
  readonly trace_id?: string;
  readonly method: string;
  readonly endpoint: string;
  readonly status: number;
  readonly ms: number;
}

export interface HttpServer {
  /** What is served now. */
  readonly figures: () => { readonly sessions: number; readonly calls: number };
  /** The address of the MCP endpoint, with the port that was really taken. */
  readonly url: string;
  /**
   * Refuses new work with 503, `/healthz` included, and resolves when every call that was under way has been answered,
   * or when `until` is aborted.
   */
  drain(until: AbortSignal): Promise<void>;
  /** Ends at once what is still open. */
  close(): Promise<void>;
}

const sessionIdleMs = 30 * 60_000;

const shuttingDown = tryLater(503, 'The server is shutting down', 5);

/**
 * Serves MCP over Streamable HTTP at `/mcp`, for both protocol eras, `/healthz` and `/readyz`.
 *
 * A request is judged by its head before its body is read, and refused on a connection that is then closed; what
 * connections, bodies and calls may cost in all is limited by `HttpLimits`.
 *
 * @throws SettingError for an address other machines can reach without a token to keep them out
 */
export async function serveOverHttp(factory: () => Server, options: HttpOptions): Promise<HttpServer> {
  const { listen, token, publicUrl, callers, maxWaitSeconds, clock, receive, pages, scopesFor, onRequest, onError } =
    options;
  const limits = { ...defaultHttpLimits, ...options.limits };
  const loopbackOnly = isLoopback(listen.host);
  if (!loopbackOnly && !token && !callers) {
    throw new SettingError(
      `listen: other machines can reach ${listen.host}; set VISIBILITY_HTTP_TOKEN (at least 32 characters), or listen on 127.0.0.1`,
    );
  }
  const judge = httpGuard({
    loopbackOnly,
    token,
    publicUrl,
    isPage: pages?.serves,
    takesEvents: receive !== undefined,
    maxBodyBytes: limits.maxBodyBytes,
  });
  const everybody = serviceOf(undefined, factory, { maxSubscriptions: limits.maxSubscriptions, onError });
  const legacy = legacySessions({ ...limits, idleMs: sessionIdleMs + maxWaitSeconds * 1000, clock, onError });
  const connections = new Connections(limits.maxConnections);
  const bodies = new BodyBudget(limits);
  const guesses = new GuessDelay(limits, clock);
  const queues = new WeakMap<Socket, { readonly turn: Promise<void>; readonly count: number }>();
  let draining = false;
  let calls = 0;
  const callsOf = new Map<string, number>();
  const idle = Promise.withResolvers<void>();

  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(limits.headersMs, 1_000),
  });
  connections.watch(server);
  server.on('request', (request, response) => enter(request, response));
  // Without a listener Node would ask for the body before anybody has judged the head.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => enter(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new SettingError(
          `listen: cannot listen on ${listen.host}:${listen.port} (${'code' in error ? String(error.code) : error.message}); another program may be using it, and --listen ${listen.host}:0 takes a free port`,
        ),
      ),
    );
    server.listen(listen.port, listen.host, 511, resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `${originOf({ host: listen.host, port })}/mcp`,
    figures: () => ({ sessions: legacy.size, calls }),
    async drain(until) {
      draining = true;
      if (calls === 0) return;
      await Promise.race([idle.promise, aborted(until)]);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.allSettled([legacy.close(), everybody.modern.close()]);
      server.closeAllConnections();
      await closed;
    },
  };

  /** Requests that were sent ahead wait for their turn: the answer before them is whole, or the connection is gone. */
  function enter(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const { turn, count } = queues.get(socket) ?? { turn: undefined, count: 0 };
    if (count >= limits.maxPipelined) return void socket.destroy();
    const closed = closing(response, socket);
    queues.set(socket, { turn: closed, count: count + 1 });
    void closed.then(() => {
      const latest = queues.get(socket);
      if (latest) queues.set(socket, { ...latest, count: latest.count - 1 });
    });
    if (count === 0 || !turn) return handle(request, response, closed);
    void turn.then(() => {
      if (!socket.destroyed) handle(request, response, closed);
    });
  }

  function handle(request: IncomingMessage, response: ServerResponse, closed: Promise<void>): void {
    const { socket } = request;
    const requestId = randomUUID();
    const trace = traceOf(request.headers);
    response.setHeader('x-request-id', requestId);
    let status: number | undefined;
    const refuse = (refusal: HttpRefusal): void => {
      status = refusal.status;
      refuseUnread(
        request,
        { ...refusal, headers: { ...refusal.headers, 'x-request-id': requestId } },
        limits.lingerMs,
      );
    };
    const judgement = judge(request);
    const began = clock.steady();
    void closed.then(() =>
      onRequest?.({
        request_id: requestId,
        ...(trace['traceparent'] ? { trace_id: trace['traceparent'].slice(3, 35) } : {}),
        method: request.method ?? '',
        endpoint: judgement.kind === 'accepted' ? judgement.endpoint : 'refused',
        status: status ?? response.statusCode,
        ms: Math.round(clock.steady() - began),
      }),
    );
    if (judgement.kind === 'refused') {
      if (!judgement.guessed) return refuse(judgement.refusal);
      socket.pause();
      if (guesses.delay(socket.remoteAddress ?? '', () => refuse(judgement.refusal))) return;
      return refuse(tryLater(429, 'Too many wrong tokens', 1));
    }
    if (draining) return refuse(shuttingDown);
    const { endpoint, host } = judgement;
    connections.begin(socket);
    void closed.then(() => connections.end(socket));
    if (endpoint === 'health')
      return void answer(response, closed, async () => Response.json({ status: 'ok', sessions: legacy.size }));
    if (endpoint === 'ready') return void answer(response, closed, readiness);
    if (endpoint === 'pages') return pages?.handle(request, response);
    if (endpoint === 'events') return void takeDelivery(request, response, closed, refuse);
    if (!callers) return proceed(everybody);
    void identify(request).then((found) => {
      if (socket.destroyed) return;
      if ('service' in found) return proceed(found.service, found.scopes);
      if (!found.guessed || !guesses.delay(socket.remoteAddress ?? '', () => refuse(found.refusal)))
        refuse(found.guessed ? tryLater(429, 'Too many wrong tokens', 1) : found.refusal);
    });

    function proceed(service: Service, scopes?: readonly string[]): void {
      const release = service.hold();
      void closed.then(release);
      withRequestContext({ requestId, trace }, () => {
        if (request.method === 'POST') return void post(request, response, { host, closed, refuse, service, scopes });
        void answer(response, closed, () =>
          dispatch(webRequest(request, host, gone(response)), undefined, closed, service),
        );
      });
    }
  }

  async function takeDelivery(
    request: IncomingMessage,
    response: ServerResponse,
    closed: Promise<void>,
    refuse: (refusal: HttpRefusal) => void,
  ): Promise<void> {
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await bodies.read(request);
    if (body.kind === 'gone') return;
    if (body.kind === 'refused') return refuse(body.refusal);
    try {
      const status = (await receive?.(request.headers, body.bytes)) ?? 503;
      await answer(response, closed, async () => new Response(null, { status }));
    } finally {
      body.release();
    }
  }

  async function readiness(): Promise<Response> {
    const found = (await options.ready?.()) ?? { state: 'ok', platform: 'ok' };
    const isReady = found.state === 'ok' && found.platform === 'ok';
    return Response.json({ status: isReady ? 'ok' : 'unready', ...found }, { status: isReady ? 200 : 503 });
  }

  /** The service of whoever sends the request. */
  async function identify(
    request: IncomingMessage,
  ): Promise<
    | { readonly service: Service; readonly scopes: readonly string[] | undefined }
    | { readonly refusal: HttpRefusal; readonly guessed?: true }
  > {
    try {
      const { authenticator, services } = callers as NonNullable<typeof callers>;
      const admission = await authenticator.admit(request.headers);
      if (admission.kind === 'refused') return admission;
      const service = await services.of(admission.credentials);
      if (!service) return { refusal: tryLater(503, 'Too many callers', 5) };
      return { service, scopes: admission.credentials.scopes };
    } catch (error) {
      if (error instanceof SettingError) return { refusal: { status: 400, message: error.message } };
      onError(error);
      return { refusal: tryLater(503, 'The service of this caller cannot be opened now', 5) };
    }
  }

  async function post(
    request: IncomingMessage,
    response: ServerResponse,
    { host, closed, refuse, service, scopes }: Posting,
  ): Promise<void> {
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await bodies.read(request);
    if (body.kind === 'gone') return;
    if (body.kind === 'refused') return refuse(body.refusal);
    try {
      await answer(response, closed, () =>
        serve(webRequest(request, host, gone(response)), body.bytes, closed, service, scopes),
      );
    } finally {
      body.release();
    }
  }

  async function serve(
    request: Request,
    bytes: Buffer,
    closed: Promise<void>,
    service: Service,
    scopes: readonly string[] | undefined,
  ): Promise<Response> {
    if (draining) return refusalResponse(shuttingDown);
    const parsed = parse(bytes);
    if ('refusal' in parsed) return refusalResponse(parsed.refusal);
    const { body } = parsed;
    const requests = (Array.isArray(body) ? body : [body]).filter((message) => isJSONRPCRequest(message));
    const missing = scopes && missingScopes(requests, scopes);
    if (missing) return missing;
    if (calls + requests.length > limits.maxCalls)
      return refusalResponse(tryLater(503, 'Too many calls are under way', 2));
    const { caller } = service;
    if (caller !== undefined && (callsOf.get(caller) ?? 0) + requests.length > limits.maxCallsPerCaller)
      return refusalResponse(tryLater(429, `A caller may have ${limits.maxCallsPerCaller} calls under way`, 1));
    // A subscription ends with its stream, not with an answer: nothing waits for it when the server leaves.
    if (!requests.some(({ method }) => method === 'subscriptions/listen')) countCalls(requests.length, closed, caller);
    return dispatch(request, body, closed, service);
  }

  /** A refusal that names all that is needed, what the token has included: a host asks for that anew. */
  function missingScopes(
    requests: readonly { method: string; params?: unknown }[],
    has: readonly string[],
  ): Response | undefined {
    const needed = requests.flatMap(({ method, params }) => scopesFor?.(method, params) ?? []);
    if (needed.every((scope) => has.includes(scope))) return undefined;
    const challenge = callers?.authenticator.insufficient?.([...new Set([...has, ...needed])]) ?? 'Bearer';
    return refusalResponse({
      status: 403,
      message: `The token does not allow this: ${[...new Set(needed)].join(', ')} is needed`,
      headers: { 'www-authenticate': challenge },
    });
  }

  async function dispatch(request: Request, body: unknown, closed: Promise<void>, service: Service): Promise<Response> {
    if (await isLegacyRequest(request, body)) return legacy.fetch(request, body, closed, service);
    return service.modern.fetch(request, body === undefined ? {} : { parsedBody: body });
  }

  function countCalls(count: number, closed: Promise<void>, caller: string | undefined): void {
    calls += count;
    if (caller !== undefined) callsOf.set(caller, (callsOf.get(caller) ?? 0) + count);
    void closed.then(() => {
      calls -= count;
      if (caller !== undefined) {
        const left = (callsOf.get(caller) ?? count) - count;
        if (left > 0) callsOf.set(caller, left);
        else callsOf.delete(caller);
      }
      if (draining && calls === 0) idle.resolve();
    });
  }

  /** Runs one exchange. Results of paid calls count as delivered once the answer is written whole, and not before. */
  async function answer(response: ServerResponse, closed: Promise<void>, work: () => Promise<Response>): Promise<void> {
    const acknowledgements = new PendingAcknowledgements();
    response.once('finish', () => void acknowledgeAll(acknowledgements.takeAll(), true));
    let answered: Response;
    try {
      answered = await acknowledgements.run(work);
    } catch (error) {
      onError(error);
      answered = refusalResponse({ status: 500, message: 'Internal server error', code: -32_603 });
    }
    await writeResponse(answered, response, closed, limits.readerStallMs);
  }
}

interface Posting {
  readonly host: string;
  readonly closed: Promise<void>;
  readonly refuse: (refusal: HttpRefusal) => void;
  readonly service: Service;
  readonly scopes: readonly string[] | undefined;
}

/** Resolves when the answer is whole or given up, or its connection is closed. */
function closing(response: ServerResponse, socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // An answer that waits for its turn on the connection has no `close` event when that is closed.
  socket.once('close', resolve);
  response.once('close', resolve);
  return promise.then(() => void socket.off('close', resolve));
}

/** Aborted when the caller hangs up before its answer is whole. */
function gone(response: ServerResponse): AbortSignal {
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  return abort.signal;
}

/** The head of a request, as the SDK takes it; the body goes beside it, parsed. */
function webRequest(
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  host: string,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  return new Request(`http://${host}${url}`, { method, headers, signal });
}

function parse(bytes: Buffer): { readonly body: unknown } | { readonly refusal: HttpRefusal } {
  const exceeded = jsonLimitExceeded(bytes);
  if (exceeded) return { refusal: { status: 400, code: -32_600, message: `Invalid Request: ${exceeded}` } };
  try {
    return { body: JSON.parse(bytes.toString()) as unknown };
  } catch {
    return { refusal: { status: 400, code: -32_700, message: 'Parse error: the body is not JSON' } };
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
