import { IncomingMessage, type ServerResponse } from 'node:http';
import { startTimer, type Clock } from '../../clock.ts';
import type { HttpAdmission, HttpLimits, PageKind } from './http-limits.ts';
import { refusalResponse, tryLater, type HttpRefusal } from './http-refusal.ts';
import { readBody } from './read-body.ts';
import { hasBody, pathOf } from './request-head.ts';

/** Pages for people, and the authorization server. */
export interface Pages {
  readonly serves: (path: string) => boolean;
  readonly kindOf: (path: string) => PageKind;
  /** A refusal as the callers of the request's path read it: as a page, or as an error of OAuth. */
  readonly refusal: (request: IncomingMessage, refusal: HttpRefusal) => HttpRefusal;
  /** Resolves when the answer has been given to the response. Never rejects. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export interface PageExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Resolves when the answer has been taken, or the connection is closed. */
  readonly closed: Promise<void>;
  /** Answers a request whose body has not been read whole, in the form of its path. */
  readonly refuse: (refusal: HttpRefusal) => void;
  /** Answers a request that has been read. */
  readonly answer: (response: Response) => Promise<void>;
}

/**
 * Admits requests to the pages, whose senders are strangers: their bodies may have little size and time, their number is limited, and one
 * begins in each turn of the event loop. A request counts only once it has arrived completely, so that a slow sender blocks nobody.
 */
export function createPageEntry(
  pages: Pages,
  admission: HttpAdmission,
  limits: HttpLimits,
  clock: Clock,
): (exchange: PageExchange) => Promise<void> {
  return async (exchange) => {
    const { request, response, closed, refuse } = exchange;
    const { socket } = request;
    const kind = pages.kindOf(pathOf(request));
    if (kind === 'constant') await pages.handle(request, response);
    else {
      if (request.headers.expect !== undefined) response.writeContinue();
      const body = hasBody(request)
        ? await readBody(request, { maxBodyBytes: limits.maxPageBodyBytes, bodyStallMs: limits.bodyStallMs })
        : undefined;
      if (body?.kind === 'gone') return;
      if (body?.kind === 'refused') return refuse(body.refusal);
      await enter(kind, exchange, body?.bytes);
    }
    if (!socket.destroyed) void closed.then(startTimer(clock, limits.readerStallMs, () => void socket.destroy()));
  };

  async function enter(
    kind: Exclude<PageKind, 'constant'>,
    { request, response, answer }: PageExchange,
    bytes: Buffer | undefined,
  ): Promise<void> {
    const { socket } = request;
    const over = Promise.withResolvers<void>();
    // 503 rather than 429: the address may be that of a proxy, and a proxy asks another replica after 503.
    if (admission.take(kind, socket.remoteAddress, 1, over.promise) !== 'taken')
      return answer(refusalResponse(pages.refusal(request, busy)));
    try {
      await admission.turn(kind);
      if (!socket.destroyed) await pages.handle(bytes ? withBody(request, bytes) : request, response);
    } finally {
      over.resolve();
    }
  }
}

const busy = tryLater(503, 'Too many requests of this kind are under way', 2);

/** The request as it was before its body was read. */
function withBody(
  { socket, method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor }: IncomingMessage,
  bytes: Buffer,
): IncomingMessage {
  const whole = Object.assign(new IncomingMessage(socket), {
    method,
    url,
    headers,
    rawHeaders,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete: true,
  });
  whole.push(bytes);
  whole.push(null);
  return whole;
}
