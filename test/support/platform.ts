import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { definedFields } from '../../src/base/json/defined-fields.ts';
import { systemClock, type Clock } from '../../src/base/clock.ts';
import { traffic } from './network/traffic.ts';

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  /** As it stood in the request line. */
  readonly target: string;
  /** Path below the service address, with its query. */
  readonly path: string;
  /** `POST /projects/1/storylines`, without the query. */
  readonly route: string;
  /** Steady milliseconds of arrival. */
  readonly at: number;
  readonly token: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the server does with a request: it writes an answer, or misbehaves. */
export type Behaviour = (request: Seen, response: ServerResponse, clock: Clock) => void | Promise<void>;

export interface Platform {
  readonly apiUrl: string;
  readonly seen: readonly Seen[];
  /** The requests of that route. */
  to(route: string): Seen[];
  /** Sets what a route does: each behaviour once, the last one from then on. */
  on(route: string, ...behaviours: Behaviour[]): void;
  /** Resolves with the `count`-th request of that route. */
  arrival(route: string, count?: number): Promise<Seen>;
  close(): Promise<void>;
}

/** Requests that were taken, and those that still come. */
export interface Intake extends Pick<Platform, 'apiUrl' | 'seen' | 'close'> {
  /** Resolves with the `count`-th request that fits. */
  arrival(fits: (request: Seen) => boolean, count: number): Promise<Seen>;
}

/** An HTTP server on loopback that does as told, well or badly. What it was not told it does `otherwise`. */
export async function startPlatform(
  clock: Clock = systemClock,
  port = 0,
  otherwise = json({ message: 'Not found.' }, 404),
): Promise<Platform> {
  const plans = new Map<string, Behaviour[]>([['GET /credits', [json({ data: { balance: 100_000, plan: 'scale' } })]]]);
  const plan = (route: string): Behaviour => {
    const exact = plans.get(route) ?? plans.get(route.replace(/\d+/g, '#')) ?? [];
    return (exact.length > 1 ? exact.shift() : exact[0]) ?? otherwise;
  };
  const intake = await takeRequests((...given) => plan(given[0].route)(...given), clock, port);
  return {
    ...intake,
    to: (route) => intake.seen.filter((one) => one.route === route),
    on: (route, ...behaviours) => void plans.set(route, behaviours),
    arrival: (route, count = 1) => intake.arrival((one) => one.route === route, count),
  };
}

/** Takes requests on loopback, writes them down and answers each by `answer`. */
export async function takeRequests(answer: Behaviour, clock: Clock = systemClock, port = 0): Promise<Intake> {
  const seen: Seen[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, response) => {
    const at = clock.steady();
    response.on('error', () => undefined);
    const { method = '', url: target = '', headers } = incoming;
    const path = target.replace('/api/v1', '');
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const request: Seen = {
      method,
      target,
      path,
      route: `${method} ${path.split('?')[0]}`,
      at,
      token: (headers.authorization ?? '').replace('Bearer ', ''),
      headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(request);
    for (const look of waiting) look();
    await answer(request, response, clock);
  });
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await listening(server, port);
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    seen,
    arrival: (fits, count) =>
      new Promise((resolve) => {
        const look = (): void => {
          const matchingRequest = seen.filter(fits)[count - 1];
          if (!matchingRequest) return;
          waiting.delete(look);
          resolve(matchingRequest);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));

// ── Behaviours ──────────────────────────────────────────────────────────────────────────────

/** A JSON answer. */
export const json =
  (said: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(said));
  };

/** An answer in any text. */
export const text =
  (said: string, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(said);
  };

/** 429, with or without a word on how long to stay away, at the platform's own time. */
export const tooMany = (retryAfter?: string, date?: string): Behaviour =>
  json({ error: { code: 'rate_limited' } }, 429, definedFields({ 'retry-after': retryAfter, date }));

/** The same, `ms` of the clock later. */
export const later =
  (ms: number | ((request: Seen) => number), then: Behaviour): Behaviour =>
  async (request, response, clock) => {
    const awake = traffic.sleeping();
    response.on('close', awake);
    await clock.sleep(typeof ms === 'number' ? ms : ms(request));
    awake();
    await then(request, response, clock);
  };

/** Takes the request and ends the connection without a word. */
export const hangUp: Behaviour = (_, response) => {
  response.socket?.resetAndDestroy();
};

/** Takes the request and never answers. */
export const ignore: Behaviour = () => undefined;

/** Begins an answer and ends the connection in the middle of it. */
export const half =
  (status = 200): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"data":', () => response.socket?.destroy());
  };

/** Begins an answer and never ends it. */
export const trickle =
  (status = 200): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.write('{"data":');
  };
