import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { traceOf, withRequestContext } from '../../request-context.ts';
import type { Credentials } from '../auth/authenticator.ts';
import { identify } from '../auth/identify.ts';
import { missingScopes } from '../auth/missing-scopes.ts';
import { readRequests } from '../auth/read-requests.ts';
import { serviceOf, type Service } from '../auth/services.ts';
import type { ServerFactory } from '../create-server-factory.ts';
import { Connections, whenWhole } from '../http-entry/connections.ts';
import { httpGuard } from '../http-entry/http-guard.ts';
import type { HttpLimits } from '../http-entry/http-limits.ts';
import {
  noSuchSession,
  refusalResponse,
  refuseUnread,
  tryLater,
  type HttpRefusal,
} from '../http-entry/http-refusal.ts';
import { isRequest, messagesIn } from '../http-entry/json-rpc.ts';
import { createPageEntry } from '../http-entry/page-entry.ts';
import { jsonLimitExceeded, maxHttpMembers } from '../../json/json-limits.ts';
import { readBody } from '../http-entry/read-body.ts';
import { isVisit } from '../http-entry/request-head.ts';
import { writeResponse } from '../http-entry/write-response.ts';
import { htmlType, pageHeaders } from '../pages/page.ts';
import { dispatcher, type HttpExchange } from './dispatch.ts';
import type { HttpOptions } from './http-options.ts';
import { legacySessions } from './legacy-sessions.ts';
import { isLoopback } from '../../config/parse-api-url.ts';

const sessionIdleMs = 30 * 60_000;

/** Of bodies above this size, one is parsed in each turn of the event loop. */
const largeBodyBytes = 64 * 1024;

const shuttingDown = tryLater(503, 'The server is shutting down', 5);

/** A received request, and what every answer to it needs. */
interface Received {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Resolves when its connection is done with it. */
  readonly closed: Promise<void>;
  readonly requestId: string;
  readonly trace: ReturnType<typeof traceOf>;
  /** Refuses it without reading its body. */
  readonly refuse: (refusal: HttpRefusal) => void;
}

type Judgement = ReturnType<ReturnType<typeof httpGuard>>;
type Accepted = Extract<Judgement, { readonly kind: 'accepted' }>;

/**
 * Handles a request in these steps: it is judged by its head, refused while the server shuts down, and answered if it is for another
 * endpoint than MCP. Then its caller is identified, its body read, its calls counted, and the request passed to MCP.
 */
export class HttpRequests {
  readonly #options: HttpOptions;
  readonly #limits: HttpLimits;
  readonly #judge: ReturnType<typeof httpGuard>;
  readonly #everybody: Service;
  readonly #legacy: ReturnType<typeof legacySessions>;
  readonly #dispatch: ReturnType<typeof dispatcher>;
  readonly #enterPage: ReturnType<typeof createPageEntry> | undefined;
  /** Accepted requests that a shutdown waits for: all but those whose answer is a stream without an end. */
  readonly #awaited = new Set<IncomingMessage>();
  /** Those of them whose callers are being identified. */
  readonly #unidentified = new Set<Received>();
  readonly #idle = Promise.withResolvers<void>();
  #isDraining = false;
  readonly connections: Connections;

  constructor(factory: ServerFactory, options: HttpOptions, limits: HttpLimits) {
    const { listen, token, publicUrl, pages, receive, replica, admission, clock, onError } = options;
    this.#options = options;
    this.#limits = limits;
    this.#judge = httpGuard({
      loopbackOnly: isLoopback(listen.host),
      token,
      publicUrl,
      isPage: pages?.serves,
      takesEvents: receive !== undefined,
      maxBodyBytes: limits.maxBodyBytes,
    });
    this.#everybody = serviceOf(undefined, factory, onError);
    this.#legacy = legacySessions({
      ...limits,
      idleMs: sessionIdleMs,
      replica,
      clock,
      onError,
    });
    this.#dispatch = dispatcher(this.#legacy, clock);
    this.#enterPage = pages && createPageEntry(pages, admission, limits, clock);
    this.connections = new Connections(limits);
  }

  get sessions(): number {
    return this.#legacy.size;
  }

  /**
   * Refuses new work from now on, and what has not begun: requests whose callers are being identified at once, since that can take longer
   * than the shutdown, and those whose bodies are arriving once they are read. Resolves when every request has been answered.
   */
  async drain(): Promise<void> {
    this.#isDraining = true;
    for (const received of this.#unidentified) this.#refuseDraining(received);
    this.#unidentified.clear();
    if (this.#awaited.size > 0) await this.#idle.promise;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#legacy.close(), this.#everybody.close()]);
  }

  handle(request: IncomingMessage, response: ServerResponse, closed: Promise<void>): void {
    const judgement = this.#judge(request);
    const received = this.#receive(request, response, closed, judgement);
    if (judgement.kind === 'accepted') return this.#enter(received, judgement);
    if (judgement.guessed) void this.#refuseGuess(received, judgement.refusal);
    else received.refuse(judgement.refusal);
  }

  /** Marks the answer, and reports the request once it is over. */
  #receive(request: IncomingMessage, response: ServerResponse, closed: Promise<void>, judgement: Judgement): Received {
    const { replica, pages, clock, onRequest } = this.#options;
    const requestId = randomUUID();
    const ownHeaders: Readonly<Record<string, string>> =
      replica === undefined ? { 'x-request-id': requestId } : { 'x-request-id': requestId, 'x-replica': replica };
    for (const [name, value] of Object.entries(ownHeaders)) response.setHeader(name, value);
    const trace = traceOf(request.headers);
    const endpoint = judgement.kind === 'accepted' ? judgement.endpoint : 'refused';
    const began = clock.steady();
    let refused: number | undefined;
    void closed.then(() =>
      onRequest?.({
        request_id: requestId,
        trace_id: trace['traceparent'] ? trace['traceparent'].slice(3, 35) : undefined,
        method: request.method ?? '',
        endpoint,
        status: refused ?? response.statusCode,
        ms: Math.round(clock.steady() - began),
      }),
    );
    const refuse = (refusal: HttpRefusal): void => {
      refused = refusal.status;
      const refusalShown =
        endpoint === 'pages' && pages ? pages.refusal(request, refusal) : this.#forPeople(request, refusal);
      refuseUnread(
        request,
        { ...refusalShown, headers: { ...refusalShown.headers, ...ownHeaders } },
        this.#limits.lingerMs,
      );
    };
    return { request, response, closed, requestId, trace, refuse };
  }

  #enter(received: Received, { endpoint, host }: Accepted): void {
    const { request, closed } = received;
    const { socket } = request;
    if (this.#isDraining) return this.#refuseDraining(received);
    this.#awaited.add(request);
    void closed.then(() => {
      this.connections.end(socket);
      this.#awaitNoLonger(request);
    });
    if (endpoint === 'mcp') return this.#identify(received, host);
    whenWhole(request, () => this.connections.begin(socket));
    switch (endpoint) {
      case 'health':
        return void this.#answer(received, async () => Response.json({ status: 'ok', sessions: this.sessions }));
      case 'ready':
        return void this.#answer(received, () => this.#readiness());
      case 'home':
        return void this.#answer(received, () => this.#home(request, host));
      case 'pages':
        return this.#showPage(received);
      case 'events':
        return void this.#takeDelivery(received);
    }
  }

  #showPage(received: Received): void {
    const { request, response, closed, refuse } = received;
    const answer = (page: Response): Promise<void> => this.#answer(received, async () => page);
    void this.#enterPage?.({ request, response, closed, refuse, answer }).catch(this.#options.onError);
  }

  #identify(received: Received, host: string): void {
    const { callers, onError } = this.#options;
    if (!callers) return this.#proceed(received, host, this.#everybody);
    this.#unidentified.add(received);
    void identify(callers, received.request, onError).then((identified) => {
      const wasRefused = !this.#unidentified.delete(received);
      if (wasRefused || received.request.socket.destroyed) return;
      if ('service' in identified) return this.#proceed(received, host, identified.service, identified.credentials);
      if (identified.guessed) void this.#refuseGuess(received, identified.refusal);
      else received.refuse(identified.refusal);
    });
  }

  async #refuseGuess({ request: { socket }, refuse }: Received, refusal: HttpRefusal): Promise<void> {
    socket.pause();
    const isDelayed = await this.#options.admission.pause('guesses', socket.remoteAddress ?? '');
    refuse(isDelayed ? refusal : tryLater(429, 'Too many wrong tokens', 1));
  }

  #proceed(received: Received, host: string, service: Service, credentials?: Credentials): void {
    const { request, response, closed, requestId, trace } = received;
    void closed.then(service.hold());
    whenWhole(request, () => this.connections.begin(request.socket));
    const { isConnected, scopes } = credentials ?? {};
    const exchange = { request, host, response, closed, service, isConnected };
    const context = {
      requestId,
      trace,
      parent: trace['traceparent'] === request.headers['traceparent'] ? trace : undefined,
      caller: service.caller,
      access: service.access,
      scopes,
    };
    withRequestContext(context, () => {
      if (request.method === 'POST') void this.#post(received, exchange, scopes);
      else void this.#answer(received, () => this.#openStream(exchange));
    });
  }

  async #post(received: Received, exchange: HttpExchange, scopes: Credentials['scopes']): Promise<void> {
    const { request, response, refuse } = received;
    if (request.headers.expect !== undefined) response.writeContinue();
    const { admission } = this.#options;
    const body = await readBody(request, this.#limits, { admission, caller: exchange.service.caller });
    if (body.kind === 'gone') return;
    if (body.kind === 'refused') return refuse(body.refusal);
    try {
      await this.#answer(received, () => this.#serve(body.bytes, exchange, scopes));
    } finally {
      body.release();
    }
  }

  async #openStream(exchange: HttpExchange): Promise<Response> {
    const refused = exchange.request.method === 'GET' ? await this.#refusalOf('streams', 1, exchange) : undefined;
    return refused ?? this.#dispatch(undefined, exchange);
  }

  async #serve(bytes: Buffer, exchange: HttpExchange, scopes: Credentials['scopes']): Promise<Response> {
    const { request, service } = exchange;
    const { admission, callers } = this.#options;
    // A large body takes up to 100 ms to parse and validate.
    if (bytes.length > largeBodyBytes) await admission.turn('bytes');
    if (this.#isDraining) return refusalResponse(this.#refusalWhenDraining(request.headers['mcp-session-id']));
    const parsed = parseBody(bytes);
    if ('refusal' in parsed) return refusalResponse(parsed.refusal);
    const requests = messagesIn(parsed.body).filter((message) => isRequest(message));
    const isStream = requests.some(({ method }) => method === 'subscriptions/listen');
    const refused = await this.#refusalOf(isStream ? 'streams' : 'calls', requests.length, exchange);
    if (refused || !scopes) return refused ?? this.#dispatch(parsed.body, exchange);
    const read = await readRequests(parsed.body, service.factory.readCall);
    return missingScopes(read.scopes, scopes, callers?.authenticator) ?? this.#dispatch(read.body, exchange);
  }

  /** Counts calls or streams until they are over, or refuses them; a caller that has too many of its own gets the refusal late. */
  async #refusalOf(
    kind: 'calls' | 'streams',
    count: number,
    { request, closed, service: { caller } }: HttpExchange,
  ): Promise<Response | undefined> {
    const { admission } = this.#options;
    const outcome = admission.take(kind, caller, count, closed);
    if (outcome === 'full') return refusalResponse(tryLater(503, `Too many ${kind} are under way`, 2));
    if (outcome === 'share' && caller !== undefined) {
      await admission.pause('refusals', caller);
      const { each } = admission.bound(kind);
      return refusalResponse(tryLater(429, `A caller may have ${each} ${kind} under way`, 1));
    }
    // A subscription ends with its stream and not with an answer: a shutdown does not wait for it.
    if (kind === 'streams') this.#awaitNoLonger(request);
    return undefined;
  }

  async #takeDelivery(received: Received): Promise<void> {
    const { request, response, refuse } = received;
    const { admission, receive } = this.#options;
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await readBody(request, this.#limits, { admission });
    if (body.kind === 'gone') return;
    // A 4xx ends the subscription (contract 1, "Delivery rules", rule 6): a connection that stalled is no reason for that.
    if (body.kind === 'refused')
      return refuse(body.refusal.status === 408 ? tryLater(503, body.refusal.message, 5) : body.refusal);
    try {
      const status = (await receive?.(request.headers, body.bytes)) ?? 503;
      await this.#answer(received, async () => new Response(null, { status }));
    } finally {
      body.release();
    }
  }

  async #home({ headers }: IncomingMessage, host: string): Promise<Response> {
    const { site, publicUrl } = this.#options;
    const html = await site?.home(headers, `${publicUrl ?? `http://${host}`}/mcp`);
    return html === undefined
      ? refusalResponse({ status: 404, message: 'The MCP endpoint is /mcp' })
      : new Response(html, { headers: pageHeaders() });
  }

  async #readiness(): Promise<Response> {
    const readiness = (await this.#options.ready?.()) ?? { state: 'ok', platform: 'ok' };
    const isReady = readiness.state === 'ok' && readiness.platform === 'ok';
    return Response.json({ status: isReady ? 'ok' : 'unready', ...readiness }, { status: isReady ? 200 : 503 });
  }

  #awaitNoLonger(request: IncomingMessage): void {
    this.#awaited.delete(request);
    if (this.#isDraining && this.#awaited.size === 0) this.#idle.resolve();
  }

  #refuseDraining({ request, refuse }: Received): void {
    refuse(this.#refusalWhenDraining(request.headers['mcp-session-id']));
  }

  /** Behind a load balancer, the answer to a request of a session asks the client to open a new one, which another replica serves. */
  #refusalWhenDraining(session: string | string[] | null | undefined): HttpRefusal {
    return this.#options.replica !== undefined && session ? noSuchSession : shuttingDown;
  }

  #forPeople(request: IncomingMessage, refusal: HttpRefusal): HttpRefusal {
    const text = isVisit(request) ? this.#options.site?.refusal(request.headers, refusal.status) : undefined;
    if (text === undefined) return refusal;
    return { ...refusal, headers: { ...pageHeaders(), ...refusal.headers }, body: { type: htmlType, text } };
  }

  /** Writes the response that `work` resolves with. A rejection becomes a 500. */
  async #answer({ response, closed }: Received, work: () => Promise<Response>): Promise<void> {
    let answer: Response;
    try {
      answer = await work();
    } catch (error) {
      this.#options.onError(error);
      answer = refusalResponse({ status: 500, message: 'Internal server error', code: -32_603 });
    }
    await writeResponse(answer, response, closed, this.#limits.readerStallMs);
  }
}

/** The JSON of a body, or the refusal of one that is no JSON or exceeds the limits. */
function parseBody(bytes: Buffer): { readonly body: unknown } | { readonly refusal: HttpRefusal } {
  const exceeded = jsonLimitExceeded(bytes, maxHttpMembers);
  if (exceeded) return { refusal: { status: 400, code: -32_600, message: `Invalid Request: ${exceeded}` } };
  try {
    return { body: JSON.parse(bytes.toString()) as unknown };
  } catch {
    return { refusal: { status: 400, code: -32_700, message: 'Parse error: the body is not JSON' } };
  }
}
