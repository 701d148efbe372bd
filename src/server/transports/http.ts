import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { traceOf, withRequestContext } from '../../request-context.ts';
import { isLoopback } from '../../config/parse-api-url.ts';
import { SettingError } from '../../config/setting-error.ts';
import { identify, type Admitted, type Callers } from '../auth/identify.ts';
import { missingScopes } from '../auth/missing-scopes.ts';
import { readRequests } from '../auth/read-requests.ts';
import { serviceOf, type Service } from '../auth/services.ts';
import type { ServerFactory } from '../create-server-factory.ts';
import type { DeliveryStatus } from '../events/receive-delivery.ts';
import { Connections, whenWhole } from '../http-entry/connections.ts';
import type { Readiness } from '../http-entry/readiness.ts';
import { httpGuard } from '../http-entry/http-guard.ts';
import { defaultHttpLimits, type HttpAdmission, type HttpLimits } from '../http-entry/http-limits.ts';
import { createPageEntry, type Pages } from '../http-entry/page-entry.ts';
import { isRequest, messagesIn } from '../http-entry/json-rpc.ts';
import { parseBody } from '../http-entry/parse-body.ts';
import { dispatcher, type Exchange } from './dispatch.ts';
import { legacySessions } from './legacy-sessions.ts';
import { originOf, type ListenAddress } from './listen-address.ts';
import {
  noSuchSession,
  refusalResponse,
  refuseUnread,
  tryLater,
  type HttpRefusal,
} from '../http-entry/http-refusal.ts';
import { readBody } from '../http-entry/read-body.ts';
import { isVisit } from '../http-entry/request-head.ts';
import { htmlType, pageHeaders } from '../pages/page.ts';
import { writeResponse } from '../http-entry/write-response.ts';

export interface HttpOptions {
  readonly listen: ListenAddress;
  /** What clients must present. Needed where other machines can reach the address. */
  readonly token?: (() => string) | undefined;
  /** Where a proxy stands before the server: its origin is accepted as the server's own. */
  readonly publicUrl?: string | undefined;
  /** Identifies callers, where each has a service of their own. Absent: everybody is served by the factory. */
  readonly callers?: Callers | undefined;
  /** Pages for people, and the authorization server. */
  readonly pages?: Pages | undefined;
  /** Takes the platform's deliveries at `/events`. Never rejects. */
  readonly receive?: ((headers: IncomingHttpHeaders, body: Buffer) => Promise<DeliveryStatus>) | undefined;
  /** What people see in a browser, as HTML. */
  readonly site?:
    | {
        /** The page at `/`, for the address at which its reader reaches the server. */
        home(headers: IncomingHttpHeaders, endpoint: string): Promise<string>;
        /** In place of a refusal; undefined where its JSON will do. */
        refusal(headers: IncomingHttpHeaders, status: number): string | undefined;
      }
    | undefined;
  /** Whether state and platform can be reached. Absent: assumed. */
  readonly ready?: (() => Promise<Readiness>) | undefined;
  /** Called for each request once it is over. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
  /** Begins the ids of sessions, and is in `x-replica` of every answer: a balancer that got a 503 knows whom not to ask again. */
  readonly replica?: string | undefined;
  /** Seconds a call may block; a session is not idle while it may still be waiting. */
  readonly maxWaitSeconds: number;
  /** What callers may cost. */
  readonly admission: HttpAdmission;
  readonly limits?: Partial<HttpLimits> | undefined;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** One request, without anything that a caller wrote except its method. */
export interface ServedRequest {
  readonly request_id: string;
  readonly trace_id?: string | undefined;
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

/** Bodies above this size are parsed one in a turn of the event loop. */
const largeBodyBytes = 64 * 1024;

const shuttingDown = tryLater(503, 'The server is shutting down', 5);

/**
 * Serves MCP over Streamable HTTP at `/mcp`, for both protocol eras, `/healthz` and `/readyz`.
 *
 * A request is judged by its head before its body is read, and refused on a connection that is then closed; what
 * connections, bodies and calls may cost in all is limited by `HttpLimits`.
 *
 * @throws SettingError for an address other machines can reach without a token to keep them out
 */
export async function serveOverHttp(factory: ServerFactory, options: HttpOptions): Promise<HttpServer> {
  const { listen, token, publicUrl, callers, maxWaitSeconds, admission, clock, receive, pages, onRequest, onError } =
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
  const everybody = serviceOf(undefined, factory, onError);
  const legacy = legacySessions({
    ...limits,
    idleMs: sessionIdleMs + maxWaitSeconds * 1000,
    replica: options.replica,
    clock,
    onError,
  });
  const dispatch = dispatcher(legacy, clock);
  const connections = new Connections(limits);
  const enterPage = pages && createPageEntry(pages, admission, limits, clock);
  let draining = false;
  const idle = Promise.withResolvers<void>();

  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(limits.headersMs, 1_000),
  });
  connections.serve(server, handle);
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
    figures: () => ({ sessions: legacy.size, calls: admission.taken('calls') }),
    async drain(until) {
      draining = true;
      if (admission.taken('calls') === 0) return;
      await Promise.race([idle.promise, aborted(until)]);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.allSettled([legacy.close(), everybody.close()]);
      server.closeAllConnections();
      await closed;
    },
  };

  function handle(request: IncomingMessage, response: ServerResponse, closed: Promise<void>): void {
    const { socket } = request;
    const requestId = randomUUID();
    const own: Readonly<Record<string, string>> =
      options.replica === undefined
        ? { 'x-request-id': requestId }
        : { 'x-request-id': requestId, 'x-replica': options.replica };
    const trace = traceOf(request.headers);
    for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
    let status: number | undefined;
    const judgement = judge(request);
    const isPage = judgement.kind === 'accepted' && judgement.endpoint === 'pages';
    const refuse = (refusal: HttpRefusal): void => {
      status = refusal.status;
      const shown = isPage && pages ? pages.refusal(request, refusal) : forPeople(request, refusal);
      refuseUnread(request, { ...shown, headers: { ...shown.headers, ...own } }, limits.lingerMs);
    };
    const began = clock.steady();
    void closed.then(() =>
      onRequest?.({
        request_id: requestId,
        trace_id: trace['traceparent'] ? trace['traceparent'].slice(3, 35) : undefined,
        method: request.method ?? '',
        endpoint: judgement.kind === 'accepted' ? judgement.endpoint : 'refused',
        status: status ?? response.statusCode,
        ms: Math.round(clock.steady() - began),
      }),
    );
    if (judgement.kind === 'refused') {
      return judgement.guessed ? void refuseGuess(judgement.refusal) : refuse(judgement.refusal);
    }
    if (draining) return refuse(refusalWhenDraining(request.headers['mcp-session-id']));
    const { endpoint, host } = judgement;
    void closed.then(() => connections.end(socket));
    if (endpoint !== 'mcp') whenWhole(request, () => connections.begin(socket));
    if (endpoint === 'health')
      return void answer(response, closed, async () => Response.json({ status: 'ok', sessions: legacy.size }));
    if (endpoint === 'ready') return void answer(response, closed, readiness);
    if (endpoint === 'home') return void answer(response, closed, () => home(request, host));
    if (endpoint === 'pages')
      return void enterPage?.({
        request,
        response,
        closed,
        refuse,
        answer: (page) => answer(response, closed, async () => page),
      }).catch(onError);
    if (endpoint === 'events') return void takeDelivery(request, response, closed, refuse);
    if (!callers) return proceed(everybody);
    void identify(callers, request, onError).then((identified) => {
      if (socket.destroyed) return;
      if ('service' in identified) return proceed(identified.service, identified);
      if (identified.guessed) void refuseGuess(identified.refusal);
      else refuse(identified.refusal);
    });

    async function refuseGuess(refusal: HttpRefusal): Promise<void> {
      socket.pause();
      const isDelayed = await admission.pause('guesses', socket.remoteAddress ?? '');
      refuse(isDelayed ? refusal : tryLater(429, 'Too many wrong tokens', 1));
    }

    function proceed(service: Service, admitted: Admitted = { scopes: undefined }): void {
      const release = service.hold();
      void closed.then(release);
      whenWhole(request, () => connections.begin(socket));
      withRequestContext(
        {
          requestId,
          trace,
          parent: trace['traceparent'] === request.headers['traceparent'] ? trace : undefined,
          caller: service.caller,
          access: service.access,
          scopes: admitted.scopes,
        },
        () => {
          if (request.method === 'POST')
            return void post(request, response, { host, closed, refuse, service, admitted });
          void answer(
            response,
            closed,
            async () =>
              (request.method === 'GET' && (await refusalOf('streams', 1, closed, service))) ||
              dispatch(undefined, { request, host, response, closed, service, admitted }),
          );
        },
      );
    }
  }

  /** Behind a balancer another replica serves new sessions already, while this one's end with it. */
  function refusalWhenDraining(session: string | string[] | null | undefined): HttpRefusal {
    return options.replica !== undefined && session ? noSuchSession : shuttingDown;
  }

  async function takeDelivery(
    request: IncomingMessage,
    response: ServerResponse,
    closed: Promise<void>,
    refuse: (refusal: HttpRefusal) => void,
  ): Promise<void> {
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await readBody(request, limits, { admission });
    if (body.kind === 'gone') return;
    // A 4xx ends the subscription (contract 1, "Delivery rules", rule 6): a connection that stalled is no reason for that.
    if (body.kind === 'refused')
      return refuse(body.refusal.status === 408 ? tryLater(503, body.refusal.message, 5) : body.refusal);
    try {
      const status = (await receive?.(request.headers, body.bytes)) ?? 503;
      await answer(response, closed, async () => new Response(null, { status }));
    } finally {
      body.release();
    }
  }

  function forPeople(request: IncomingMessage, refusal: HttpRefusal): HttpRefusal {
    const text = isVisit(request) ? options.site?.refusal(request.headers, refusal.status) : undefined;
    if (text === undefined) return refusal;
    return { ...refusal, headers: { ...pageHeaders(), ...refusal.headers }, body: { type: htmlType, text } };
  }

  async function home({ headers }: IncomingMessage, host: string): Promise<Response> {
    const html = await options.site?.home(headers, `${publicUrl ?? `http://${host}`}/mcp`);
    return html === undefined
      ? refusalResponse({ status: 404, message: 'The MCP endpoint is /mcp' })
      : new Response(html, { headers: pageHeaders() });
  }

  async function readiness(): Promise<Response> {
    const checked = (await options.ready?.()) ?? { state: 'ok', platform: 'ok' };
    const isReady = checked.state === 'ok' && checked.platform === 'ok';
    return Response.json({ status: isReady ? 'ok' : 'unready', ...checked }, { status: isReady ? 200 : 503 });
  }

  async function post(
    request: IncomingMessage,
    response: ServerResponse,
    { host, closed, refuse, service, admitted }: Posting,
  ): Promise<void> {
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await readBody(request, limits, { admission, caller: service.caller });
    if (body.kind === 'gone') return;
    if (body.kind === 'refused') return refuse(body.refusal);
    try {
      await answer(response, closed, () => serve(body.bytes, { request, host, response, closed, service, admitted }));
    } finally {
      body.release();
    }
  }

  async function serve(bytes: Buffer, exchange: Exchange): Promise<Response> {
    const { request, closed, service } = exchange;
    const { scopes } = exchange.admitted;
    // A large body takes up to 100 ms to parse and validate.
    if (bytes.length > largeBodyBytes) await admission.turn('bytes');
    if (draining) return refusalResponse(refusalWhenDraining(request.headers['mcp-session-id']));
    const parsed = parseBody(bytes);
    if ('refusal' in parsed) return refusalResponse(parsed.refusal);
    const requests = messagesIn(parsed.body).filter((message) => isRequest(message));
    // A subscription ends with its stream, not with an answer: nothing waits for it when the server leaves.
    const isStream = requests.some(({ method }) => method === 'subscriptions/listen');
    const refused = await refusalOf(isStream ? 'streams' : 'calls', requests.length, closed, service);
    if (refused || !scopes) return refused ?? dispatch(parsed.body, exchange);
    const read = await readRequests(parsed.body, service.factory.readCall);
    return missingScopes(read.scopes, scopes, callers?.authenticator) ?? dispatch(read.body, exchange);
  }

  /** Counts calls or streams until they are over, or refuses them: where a caller has too many of its own, after a delay. */
  async function refusalOf(
    kind: 'calls' | 'streams',
    count: number,
    closed: Promise<void>,
    { caller }: Service,
  ): Promise<Response | undefined> {
    const taken = admission.take(kind, caller, count, closed);
    if (taken === 'full') return refusalResponse(tryLater(503, `Too many ${kind} are under way`, 2));
    if (taken === 'share' && caller !== undefined) {
      await admission.pause('refusals', caller);
      const { each } = admission.bound(kind);
      return refusalResponse(tryLater(429, `A caller may have ${each} ${kind} under way`, 1));
    }
    void closed.then(() => {
      if (draining && admission.taken('calls') === 0) idle.resolve();
    });
    return undefined;
  }

  /** Runs one exchange. */
  async function answer(response: ServerResponse, closed: Promise<void>, work: () => Promise<Response>): Promise<void> {
    let answered: Response;
    try {
      answered = await work();
    } catch (error) {
      onError(error);
      answered = refusalResponse({ status: 500, message: 'Internal server error', code: -32_603 });
    }
    await writeResponse(answered, response, closed, limits.readerStallMs);
  }
}

interface Posting extends Pick<Exchange, 'host' | 'closed' | 'service' | 'admitted'> {
  readonly refuse: (refusal: HttpRefusal) => void;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
