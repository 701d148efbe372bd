import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server';
import { isLoopback } from '../../base/parse-api-url.ts';
import { jsonLimitExceeded, maxHttpMembers } from '../../base/json/json-limits.ts';
import { parseJson } from '../../base/json/parse-json.ts';
import { traceOf, withRequestContext } from '../../base/request-context.ts';
import { SettingError } from '../../base/setting-error.ts';
import type { Credentials } from './auth/authenticator.ts';
import { readRequests } from './auth/read-requests.ts';
import { createCallerServer, type CallerServer } from './callers/caller-servers.ts';
import type { ServerFactory } from '../protocol/create-server-factory.ts';
import { acknowledgeAll, acknowledgementsOf } from '../protocol/pending-acknowledgements.ts';
import { isRequest, messagesIn, normalMessages } from '../protocol/json-rpc.ts';
import { missingScopes } from '../protocol/missing-scopes.ts';
import { pageHeaders } from './pages/page.ts';
import { acceptedTypes, asDocument, bothTypes } from './accepted-types.ts';
import { joinRepeated, repeatsSender, senderCheck, sharingHeaders, tokenCheck } from './allow-sender.ts';
import { maxFormBytes, readBody, takePlace } from './bounds.ts';
import type { HttpOptions } from './http-options.ts';
import { isVisit, pathOf } from './request-head.ts';
import { noSuchSession, refusalResponse, tryLater, type HttpRefusal } from './refusal.ts';
import { Sessions } from './sessions.ts';

type Endpoint = 'mcp' | 'health' | 'ready' | 'home' | 'events' | 'pages';

/** The paths that are served, and their methods. The library behind the pages checks methods itself. */
const endpoints: Readonly<Record<string, readonly [endpoint: Exclude<Endpoint, 'pages'>, methods: readonly string[]]>> =
  {
    '/mcp': ['mcp', ['POST', 'GET', 'DELETE']],
    '/healthz': ['health', ['GET', 'HEAD']],
    '/readyz': ['ready', ['GET', 'HEAD']],
    '/': ['home', ['GET', 'HEAD']],
    '/events': ['events', ['POST']],
  };

/** A request, with what is needed to answer it. */
interface Received {
  readonly request: Request;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly endpoint: Endpoint | undefined;
  readonly requestId: string;
  readonly trace: ReturnType<typeof traceOf>;
  /** Resolves when the answer is complete or abandoned, or its connection is closed. */
  readonly closed: Promise<void>;
}

/**
 * Handles an HTTP request: checks the sender by Host, Origin and token, identifies the caller, reads the body, counts the
 * calls, and passes the request to MCP. Everything before the body is decided by the headers only.
 */
export class HttpEntry {
  readonly #options: HttpOptions;
  readonly #refuseSender: ReturnType<typeof senderCheck>;
  readonly #refuseToken: ReturnType<typeof tokenCheck> | undefined;
  readonly #everybody: CallerServer;
  readonly #sessions: Sessions;
  /** Requests that a shutdown waits for: all except those whose answer is an endless stream. */
  readonly #awaited = new Set<ServerResponse>();
  readonly #idle = Promise.withResolvers<void>();
  #isDraining = false;

  constructor(factory: ServerFactory, options: HttpOptions) {
    const { listen, token, publicUrl, onError } = options;
    this.#options = options;
    this.#refuseSender = senderCheck(isLoopback(listen.host), publicUrl);
    this.#refuseToken = token && tokenCheck(token);
    this.#everybody = createCallerServer(undefined, factory, onError);
    this.#sessions = new Sessions(options);
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Refuses requests that have not begun. Resolves when every other request has been answered. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#awaited.size > 0) await this.#idle.promise;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#sessions.close(), this.#everybody.close()]);
  }

  readonly fetch = async (request: Request, bindings: HttpBindings | Http2Bindings): Promise<Response> => {
    const received = this.#receive(request, bindings as HttpBindings);
    try {
      const answer = await this.#answer(received);
      // The rest of an unread body must not be read as the next request.
      if (!received.incoming.complete && !received.outgoing.headersSent)
        received.outgoing.setHeader('connection', 'close');
      return answer instanceof Response ? answer : refusalResponse(answer);
    } catch (error) {
      // A sender that hung up reads no answer.
      if (!received.incoming.destroyed) this.#options.onError(error);
      return refusalResponse({ status: 500, message: 'Internal server error', code: -32_603 });
    }
  };

  /** Marks the answer, and reports the request once it is over. */
  #receive(request: Request, { incoming, outgoing }: HttpBindings): Received {
    const { replica, pages, clock, onRequest } = this.#options;
    const requestId = randomUUID();
    outgoing.setHeader('x-request-id', requestId);
    if (replica !== undefined) outgoing.setHeader('x-replica', replica);
    const trace = traceOf(incoming.headers);
    const closed = endOf(outgoing, incoming);
    const endpoint = pages?.serves(pathOf(incoming)) ? 'pages' : this.#endpointOf(incoming);
    const began = clock.steady();
    void closed.then(() => {
      this.#awaitNoLonger(outgoing);
      onRequest?.({
        request_id: requestId,
        trace_id: trace['traceparent']?.slice(3, 35),
        method: incoming.method ?? '',
        endpoint: outgoing.statusCode < 400 ? (endpoint ?? 'refused') : 'refused',
        status: outgoing.statusCode,
        ms: Math.round(clock.steady() - began),
      });
    });
    return { request, incoming, outgoing, endpoint, requestId, trace, closed };
  }

  /** A person who opens `/mcp` in a browser gets the home page, which explains the address. */
  #endpointOf(incoming: IncomingMessage): Endpoint | undefined {
    const [endpoint, methods = []] = endpoints[pathOf(incoming)] ?? [];
    if (endpoint === 'mcp' && isVisit(incoming)) return 'home';
    // A client that posts to `/` must have meant `/mcp`.
    const isServed =
      endpoint === 'home' ? methods.includes(incoming.method ?? '') : endpoint !== 'events' || this.#options.receive;
    return isServed ? endpoint : undefined;
  }

  async #answer(received: Received): Promise<Response | HttpRefusal> {
    const { request, incoming, outgoing, endpoint } = received;
    if (repeatsSender(incoming)) return { status: 400, message: 'A header may be sent once only' };
    const refusedSender = this.#refuseSender(request);
    if (refusedSender) return refusedSender;
    outgoing.setHeaders(sharingHeaders(incoming.headers));
    // A browser asks without a token whether its page may send the request.
    if (request.method === 'OPTIONS' && request.headers.has('origin')) return new Response(null, { status: 204 });
    // The home page is public, and a delivery has a signature instead of a token.
    const isOpen = endpoint === 'pages' || endpoint === 'home' || endpoint === 'events';
    const refused = isOpen ? undefined : this.#refuseToken?.(incoming.headers);
    if (refused) return refused;
    joinRepeated(request.headers);
    if (endpoint === undefined) return { status: 404, message: 'The MCP endpoint is /mcp' };
    if (this.#isDraining) return this.#draining(request);
    this.#awaited.add(outgoing);
    if (endpoint === 'pages') return this.#page(received);
    const methods = endpoints[pathOf(incoming)]?.[1] ?? [];
    if (!methods.includes(request.method))
      return { status: 405, message: 'Method not allowed', headers: { allow: methods.join(', ') } };
    if (request.method === 'POST' && !isJsonContentType(request.headers.get('content-type')))
      return { status: 415, message: 'Content-Type must be application/json' };
    switch (endpoint) {
      case 'mcp':
        return this.#identify(received);
      case 'health':
        return Response.json({ status: 'ok', sessions: this.sessions });
      case 'ready':
        return this.#readiness();
      case 'home':
        return this.#home(received);
      case 'events':
        return this.#takeDelivery(received);
    }
  }

  async #identify(received: Received): Promise<Response | HttpRefusal> {
    const identified = await this.#admit(received.incoming);
    if ('status' in identified) return identified;
    const { callerServer, credentials } = identified;
    const { incoming, closed, requestId, trace } = received;
    void closed.then(callerServer.hold());
    const context = {
      requestId,
      trace,
      parent: trace['traceparent'] === incoming.headers['traceparent'] ? trace : undefined,
      caller: callerServer.caller,
      access: callerServer.access,
      scopes: credentials?.scopes,
    };
    return withRequestContext(context, () => this.#serve(received, callerServer, credentials?.scopes));
  }

  /** The sender and the server for the sender's requests, or a refusal. Never rejects. */
  async #admit({
    headers,
    socket,
  }: IncomingMessage): Promise<{ callerServer: CallerServer; credentials?: Credentials } | HttpRefusal> {
    const { callers, onError } = this.#options;
    if (!callers) return { callerServer: this.#everybody };
    try {
      const credentials = await callers.authenticator.admit(headers, socket.remoteAddress);
      if ('status' in credentials) return credentials;
      const callerServer = await callers.callerServers.of(credentials);
      return callerServer ? { callerServer, credentials } : tryLater(503, 'Too many callers', 5);
    } catch (error) {
      if (error instanceof SettingError) return { status: 400, message: error.message };
      onError(error);
      return tryLater(503, 'The service of this caller cannot be opened now', 5);
    }
  }

  async #serve(
    received: Received,
    callerServer: CallerServer,
    scopes: Credentials['scopes'],
  ): Promise<Response | HttpRefusal> {
    const { request, incoming, closed } = received;
    const { callers, bounds } = this.#options;
    const { caller, factory } = callerServer;
    if (request.method === 'GET')
      return this.#takePlace('streams', caller, received) ?? this.#routeRequest(received, callerServer, undefined);
    if (request.method === 'DELETE') return this.#routeRequest(received, callerServer, undefined);
    const bytes = await readBody(incoming, bounds, caller, closed);
    if (!Buffer.isBuffer(bytes)) return bytes;
    if (this.#isDraining) return this.#draining(request);
    const parsed = parseBody(bytes);
    if ('status' in parsed) return parsed;
    const requests = messagesIn(parsed.body).filter((message) => isRequest(message));
    const kind = requests.some(({ method }) => method === 'subscriptions/listen') ? 'streams' : 'calls';
    const refused = this.#takePlace(kind, caller, received, requests.length);
    if (refused) return refused;
    if (!scopes) return this.#routeRequest(received, callerServer, parsed.body);
    const read = await readRequests(parsed.body, factory.readCall);
    if (missingScopes(read.scopes).length === 0) return this.#routeRequest(received, callerServer, read.body);
    // Includes the scopes that the token already has, since a host signs in again with exactly the scopes that are named.
    const challenge = callers?.authenticator.insufficient?.([...new Set([...scopes, ...read.scopes])]);
    return {
      status: 403,
      message: `The token does not allow this: ${[...new Set(read.scopes)].join(', ')} is needed`,
      headers: { 'www-authenticate': challenge ?? 'Bearer' },
    };
  }

  /** Passes a request to the SDK. Results of paid calls count as delivered once the answer is written completely. */
  async #routeRequest(
    { request, outgoing, closed }: Received,
    callerServer: CallerServer,
    body: unknown,
  ): Promise<Response | HttpRefusal> {
    const accepts = acceptedTypes(request.headers);
    if (!accepts.stream && (!accepts.json || request.method === 'GET'))
      return { status: 406, message: `Accept must name ${bothTypes}, or one of them` };
    request.headers.set('accept', bothTypes);
    outgoing.once('finish', () => void acknowledgeAll(acknowledgementsOf(request).takeAll(), true));
    const answer =
      this.#sessions.concerns(request, body) && (await isLegacyRequest(request, body))
        ? await this.#sessions.fetch(request, body, callerServer, closed)
        : await callerServer.handler.fetch(request, { parsedBody: body });
    // The client of a GET waits for the headers of its stream.
    if (request.method === 'GET') return answer;
    await writeAnswer(accepts.stream ? answer : asDocument(answer), outgoing, closed);
    return RESPONSE_ALREADY_SENT;
  }

  /** Counts calls or streams until they are over, or refuses them. A shutdown waits for no stream. */
  #takePlace(
    kind: 'calls' | 'streams',
    caller: string | undefined,
    { outgoing, closed }: Received,
    amount = 1,
  ): HttpRefusal | undefined {
    const refused = takePlace(this.#options.bounds, kind, caller, { amount, over: closed });
    if (!refused && kind === 'streams') this.#awaitNoLonger(outgoing);
    return refused;
  }

  /** The library behind the pages reads bodies without our limits, so they must have a stated, small length. */
  async #page(received: Received): Promise<Response | HttpRefusal> {
    const { incoming, outgoing, closed } = received;
    const { pages, bounds } = this.#options;
    if (incoming.headers['transfer-encoding'] !== undefined)
      return { status: 411, message: 'A Content-Length is needed' };
    if (Number(incoming.headers['content-length']) > maxFormBytes)
      return { status: 413, message: `The body may have ${maxFormBytes} bytes` };
    const refused = takePlace(bounds, 'pages', incoming.socket.remoteAddress, { over: closed });
    if (refused) return refused;
    await pages?.handle(incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  }

  async #takeDelivery({ incoming, closed }: Received): Promise<Response | HttpRefusal> {
    const { bounds, receive } = this.#options;
    const bytes = await readBody(incoming, bounds, undefined, closed);
    if (!Buffer.isBuffer(bytes)) return bytes;
    return new Response(null, { status: (await receive?.(incoming.headers, bytes)) ?? 503 });
  }

  #home({ request, incoming }: Received): Response | HttpRefusal {
    const { home, publicUrl } = this.#options;
    const html = home?.(incoming.headers, `${publicUrl ?? new URL(request.url).origin}/mcp`);
    return html === undefined
      ? { status: 404, message: 'The MCP endpoint is /mcp' }
      : new Response(html, { headers: pageHeaders() });
  }

  async #readiness(): Promise<Response> {
    const readiness = (await this.#options.ready?.()) ?? { state: 'ok', platform: 'ok' };
    const isReady = readiness.state === 'ok' && readiness.platform === 'ok';
    return Response.json({ status: isReady ? 'ok' : 'unready', ...readiness }, { status: isReady ? 200 : 503 });
  }

  #awaitNoLonger(outgoing: ServerResponse): void {
    this.#awaited.delete(outgoing);
    if (this.#isDraining && this.#awaited.size === 0) this.#idle.resolve();
  }

  /** Behind a load balancer, the answer to a request of a session asks the client to open a new one, which another replica serves. */
  #draining({ headers }: Request): HttpRefusal {
    return this.#options.replica !== undefined && headers.has('mcp-session-id')
      ? noSuchSession
      : tryLater(503, 'The server is shutting down', 5);
  }
}

/** Resolves when the answer is complete or abandoned, or its connection is closed. */
function endOf(outgoing: ServerResponse, { socket }: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  outgoing.once('close', resolve);
  // An answer that is still queued emits no `close` when the connection is closed.
  socket.once('close', resolve);
  return promise.then(() => void socket.off('close', resolve));
}

/** The JSON of a body, or a refusal if it is not JSON or exceeds the limits. */
function parseBody(bytes: Buffer): { readonly body: unknown } | HttpRefusal {
  const exceeded = jsonLimitExceeded(bytes, maxHttpMembers);
  if (exceeded) return { status: 400, code: -32_600, message: `Invalid Request: ${exceeded}` };
  try {
    return { body: normalMessages(parseJson(new TextDecoder().decode(bytes))) };
  } catch {
    return { status: 400, code: -32_700, message: 'Parse error: the body is not JSON' };
  }
}

/**
 * Writes an answer as an event stream. The headers are sent with the first event: most answers end with that one, and
 * are then a single write to the socket. Keep-alives are events too, so that no proxy closes the connection as idle.
 * @param closed resolves when the connection is closed
 */
async function writeAnswer(answer: Response, outgoing: ServerResponse, closed: Promise<void>): Promise<void> {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  void closed.then(() => reader?.cancel());
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read())
    if (!outgoing.write(piece.value)) await Promise.race([once(outgoing, 'drain'), closed]);
  outgoing.end();
}
