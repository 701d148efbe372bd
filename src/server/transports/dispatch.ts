import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLegacyRequest } from '@modelcontextprotocol/server';
import type { Clock } from '../../clock.ts';
import type { Exchange } from '../auth/services.ts';
import { acknowledgeAll, acknowledgementsOf } from '../handlers/pending-acknowledgements.ts';
import { beginInTime } from './begin-in-time.ts';
import type { LegacySessions } from './legacy-sessions.ts';

/** An accepted request and its response. */
export interface HttpExchange extends Exchange {
  readonly request: IncomingMessage;
  readonly host: string;
  readonly response: ServerResponse;
}

/**
 * Passes requests of the 2025 era to their sessions, and all others to the SDK. Results of paid calls
 * count as delivered only once the answer is written completely.
 *
 * @returns takes the parsed body of a POST
 */
export function dispatcher(
  legacy: LegacySessions,
  clock: Clock,
): (body: unknown, exchange: HttpExchange) => Promise<Response> {
  return async (body, exchange) => {
    const request = webRequest(exchange);
    exchange.response.once('finish', () => void acknowledgeAll(acknowledgementsOf(request).takeAll(), true));
    if (await isLegacyRequest(request, body)) return legacy.fetch(request, body, exchange);
    const answer = exchange.service.modern.fetch(request, { parsedBody: body });
    return beginInTime(answer, exchange.request.headers.accept, clock);
  };
}

/**
 * The head of a request as the SDK takes it; the parsed body is passed separately. The request is aborted when its caller hangs up before
 * the answer is complete.
 */
function webRequest({ request, host, response }: HttpExchange): Request {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  return new Request(`http://${host}${url}`, { method, headers, signal: hangUp.signal });
}
