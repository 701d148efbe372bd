import type { Clock } from '../../src/base/clock.ts';
import { hangUp, startPlatform, type Behaviour, type Seen } from '../support/platform.ts';

/** Faults on the way of a request: the line breaks before the request arrives, or before the answer comes back. */
export type Fate = 'passes' | 'lost before' | 'lost after';

export interface LossyLine extends AsyncDisposable {
  readonly apiUrl: string;
  readonly arrivals: readonly Seen[];
  /** Those that the platform has answered with a success, whatever became of the answer. */
  readonly accepted: ReadonlySet<Seen>;
  /** Resolves with the next request. */
  next(): Promise<void>;
}

/** Stands before the platform and writes down what arrives; the platform's own log, so to speak. */
export async function lossyLine(apiUrl: string, clock: Clock, fate: (method: string) => Fate): Promise<LossyLine> {
  const accepted = new Set<Seen>();
  let arrival = Promise.withResolvers<void>();
  const passOn: Behaviour = async (request, response) => {
    arrival.resolve();
    arrival = Promise.withResolvers();
    const { method, path, headers, body } = request;
    const end = fate(method);
    if (end === 'lost before') return hangUp;
    const given = ['authorization', 'content-type', 'accept'].flatMap((name) =>
      headers[name] ? [[name, String(headers[name])] as const] : [],
    );
    const answer = await fetch(apiUrl + path, { method, headers: Object.fromEntries(given), body: body || null });
    const said = await answer.text();
    if (answer.ok) accepted.add(request);
    if (end === 'lost after') return hangUp;
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(said);
  };
  const server = await startPlatform(clock, 0, passOn);
  server.on('GET /credits', passOn);
  return {
    apiUrl: server.url,
    arrivals: server.seen,
    accepted,
    next: () => arrival.promise,
    [Symbol.asyncDispose]: server.close,
  };
}
