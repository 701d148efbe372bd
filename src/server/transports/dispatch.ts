import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLegacyRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import type { Clock } from '../../clock.ts';
import type { Admitted } from '../auth/identify.ts';
import type { Service } from '../auth/services.ts';
import { acknowledgeAll, type PendingAcknowledgements } from '../handlers/pending-acknowledgements.ts';
import { gone } from '../http-entry/exchange-end.ts';
import { isRequest } from '../http-entry/json-rpc.ts';
import { webRequest } from '../http-entry/web-request.ts';
import { CallAnswer } from '../plain-calls/call-answer.ts';
import { plainCallOf } from '../plain-calls/plain-call.ts';
import { listenOverHttp } from '../subscriptions/listen-over-http.ts';
import { toListenRequest } from '../subscriptions/listen-request.ts';
import { beginInTime } from './begin-in-time.ts';
import type { LegacySessions } from './legacy-sessions.ts';

/** An accepted request and what belongs to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly host: string;
  readonly response: ServerResponse;
  /** Resolves when the answer is whole or given up, or its connection is closed. */
  readonly closed: Promise<void>;
  readonly service: Service;
  readonly admitted: Admitted;
  readonly acknowledgements: PendingAcknowledgements;
}

export interface DispatchOptions {
  readonly legacy: LegacySessions;
  /** Milliseconds after which a reader that takes nothing is disconnected. */
  readonly stallMs: number;
  readonly clock: Clock;
}

/**
 * Hands requests to what answers them: plain calls to the caller's server as they are, those of the 2025 era to their sessions,
 * subscriptions to their streams, and all others to the SDK.
 *
 * @returns takes the parsed body of a POST; resolves to undefined where the answer is written to its connection already
 */
export function dispatcher({
  legacy,
  stallMs,
  clock,
}: DispatchOptions): (body: unknown, exchange: Exchange) => Promise<Response | undefined> {
  return async (body, exchange) => {
    const { closed, service, response } = exchange;
    const { headers } = exchange.request;
    const { isConnected } = exchange.admitted;
    const request = webRequest(exchange.request, exchange.host, gone(response));
    const call = plainCallOf(headers, body);
    const plain = call && { call, answer: answerTo(exchange, call.session) };
    const isOfSession = call?.session !== undefined;
    if (plain && !isOfSession && (await service.calls()).call(plain.call, request, plain.answer))
      return plain.answer.over;
    if (isOfSession || (!claimsRevision(body) && (await isLegacyRequest(request, body))))
      return legacy.fetch({
        session: headers['mcp-session-id'] as string | undefined,
        request,
        body,
        plain,
        answered: closed,
        service,
        isConnected,
      });
    const listenRequest = toListenRequest(body);
    const { subscriptions } = service.factory;
    if (listenRequest && subscriptions)
      return listenOverHttp(request, listenRequest, { subscriptions, service, closed, isConnected, clock });
    const answered = service.modern.fetch(request, body === undefined ? {} : { parsedBody: body });
    return beginInTime(answered, headers.accept, clock);
  };

  function answerTo({ response, closed, acknowledgements }: Exchange, session: string | undefined): CallAnswer {
    const onUnanswered = (): void => void acknowledgeAll(acknowledgements.takeAll(), false);
    return new CallAnswer(response, { session, closed, stallMs, onUnanswered, clock });
  }
}

/**
 * Whether the envelope of a request names the revision, as every request of the 2026-07-28 era does: `isLegacyRequest` is false for
 * these, and takes as long to say so as parsing them.
 */
function claimsRevision(body: unknown): boolean {
  if (!isRequest(body)) return false;
  const { _meta: meta } = (body.params ?? {}) as { readonly _meta?: unknown };
  return typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
}
