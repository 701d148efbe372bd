import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLegacyRequest } from '@modelcontextprotocol/server';
import type { Clock } from '../../clock.ts';
import type { AdmittedSender } from '../auth/identify.ts';
import type { Service } from '../auth/services.ts';
import { acknowledgeAll, acknowledgementsOf } from '../handlers/pending-acknowledgements.ts';
import { listenOverHttp } from '../subscriptions/listen-over-http.ts';
import { toListenRequest } from '../subscriptions/listen-request.ts';
import { beginInTime } from './begin-in-time.ts';
import type { LegacySessions } from './legacy-sessions.ts';

/** An accepted request, its response and its sender. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly host: string;
  readonly response: ServerResponse;
  /** Resolves when the answer is complete or given up, or its connection is closed. */
  readonly closed: Promise<void>;
  readonly service: Service;
  readonly admitted: AdmittedSender;
}

/**
 * Passes requests of the 2025 era to their sessions, subscriptions to their streams, and all others to the SDK. Results of paid calls
 * count as delivered only once the answer is written completely.
 *
 * @returns takes the parsed body of a POST
 */
export function dispatcher(
  legacy: LegacySessions,
  clock: Clock,
): (body: unknown, exchange: Exchange) => Promise<Response> {
  return async (body, { request: incoming, host, response, closed, service, admitted: { isConnected } }) => {
    const { headers } = incoming;
    const request = webRequest(incoming, host, response);
    response.once('finish', () => void acknowledgeAll(acknowledgementsOf(request).takeAll(), true));
    if (await isLegacyRequest(request, body))
      return legacy.fetch({
        session: headers['mcp-session-id'] as string | undefined,
        request,
        body,
        answered: closed,
        service,
        isConnected,
      });
    const listenRequest = toListenRequest(body);
    const { subscriptions } = service.factory;
    if (listenRequest && subscriptions)
      return listenOverHttp(request, listenRequest, { subscriptions, service, closed, isConnected, clock });
    return beginInTime(service.modern.fetch(request, { parsedBody: body }), headers.accept, clock);
  };
}

/**
 * The head of a request as the SDK takes it; the parsed body is passed separately. The request is aborted when its caller hangs up before
 * the answer is complete.
 */
function webRequest(
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  host: string,
  response: ServerResponse,
): Request {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  return new Request(`http://${host}${url}`, { method, headers, signal: hangUp.signal });
}
