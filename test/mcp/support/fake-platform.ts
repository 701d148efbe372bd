import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Scope } from './scope.ts';

/** A request as it came in. */
export interface Arrival {
  /** Milliseconds of a clock that never steps. */
  readonly at: number;
  readonly method: string;
  /** As it stood in the request line. */
  readonly target: string;
  /** `POST /articles/7/generate`: method and path below the service address. */
  readonly route: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the service does with a request. */
export type Act = (response: ServerResponse, arrival: Arrival) => void | Promise<void>;

export interface FakePlatform {
  /** Ends in `/api/v1`. */
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Arrivals at a route; a pattern is tried on `METHOD /path`. */
  to(route: string | RegExp): Arrival[];
  /** Sets what a route does. The newest that fits is taken. */
  on(route: string | RegExp, act: Act): void;
  /** Resolves when that many requests have come to the route. */
  reached(route: string | RegExp, count: number): Promise<void>;
  /** Ends the service: whoever connects from then on is turned away. */
  stop(): Promise<void>;
}

/** A service on loopback that does as told, well or badly, and writes down everything that arrives. */
export async function fakePlatform(scope: Scope, balance = 100_000): Promise<FakePlatform> {
  const arrivals: Arrival[] = [];
  const acts: [string | RegExp, Act][] = [
    ['GET /credits', says({ data: { balance, plan: 'scale' } })],
    ['GET /projects', says({ data: [{ id: 1, name: 'Tea house', domain: 'tea.example' }] })],
  ];
  const looking = new Set<() => void>();
  const sockets = new Set<Socket>();
  const fits = (route: string, wanted: string | RegExp) =>
    typeof wanted === 'string' ? route === wanted : wanted.test(route);

  const server = createServer(async (request, response) => {
    const at = performance.now();
    response.on('error', () => {});
    let body = '';
    try {
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
    } catch {
      return;
    }
    const [method = '', target = ''] = [request.method, request.url];
    const route = `${method} ${target.replace(/^\/api\/v1/, '').replace(/\?.*/s, '')}`;
    const arrival = { at, method, target, route, headers: request.headers, body };
    arrivals.push(arrival);
    for (const look of looking) look();
    const act = acts.findLast(([wanted]) => fits(route, wanted))?.[1] ?? says({ message: 'Not found.' }, 404);
    await act(response, arrival);
  });
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  scope.onTestFinished(stop);

  const to = (route: string | RegExp) => arrivals.filter((one) => fits(one.route, route));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    arrivals,
    to,
    on: (route, act) => void acts.push([route, act]),
    reached: (route, count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (to(route).length < count) return;
          looking.delete(look);
          resolve();
        };
        looking.add(look);
        look();
      }),
    stop,
  };
}

export const says =
  (said: unknown, status = 200, headers: Record<string, string> = {}): Act =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(said));
  };

/** Each act once, the last one from then on. */
export function inTurn(...acts: [Act, ...Act[]]): Act {
  let turn = 0;
  return (...given) => (acts[Math.min(turn++, acts.length - 1)] as Act)(...given);
}

/** Does it when `gate` opens. */
export const after =
  (gate: Promise<unknown>, act: Act): Act =>
  async (...given) => {
    await gate;
    await act(...given);
  };

/** Has read the whole request, and ends the connection without a word. */
export const hangsUp: Act = (response) => void response.socket?.resetAndDestroy();

/** Ends the connection in the middle of an answer that had begun well. */
export const breaksOff: Act = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"data":', () => response.socket?.destroy());
};

/** A promise, and what opens it. */
export const gate = (): PromiseWithResolvers<void> => Promise.withResolvers<void>();
