import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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

/** What the server does with a request: it writes an answer, misbehaves, or says which behaviour is carried out. */
export interface Behaviour {
  (request: Seen, response: ServerResponse, clock: Clock): void | Behaviour | Promise<void | Behaviour>;
}

/** A scripted service on loopback, which can also misbehave, and records every request. */
export interface Platform {
  /** Ends in `/api/v1`. */
  readonly url: string;
  readonly seen: readonly Seen[];
  /** The requests of a route; a pattern is tried on `METHOD /path`, and `#` stands for any id. */
  to(route: string | RegExp): Seen[];
  /** Sets what a route does: each behaviour once, the last one from then on. The newest route that fits is taken. */
  on(route: string | RegExp, ...behaviours: Behaviour[]): void;
  /** Resolves with the `count`-th request of that route. */
  arrival(route: string | RegExp, count?: number): Promise<Seen>;
  /** From then on all connections are refused. */
  close(): Promise<void>;
}

/** The platform of one test: it has a project, keeps the machine's time and is closed at the end of the test. */
export async function platformFor(scope: { onTestFinished(end: () => Promise<void>): void }): Promise<Platform> {
  const platform = await startPlatform();
  scope.onTestFinished(platform.close);
  platform.on('GET /projects', json({ data: [{ id: 1, name: 'Tea house', domain: 'tea.example' }] }));
  return platform;
}

/** What it was not told it does `otherwise`. */
export async function startPlatform(
  clock: Clock = systemClock,
  port = 0,
  otherwise = json({ message: 'Not found.' }, 404),
): Promise<Platform> {
  const plans: { readonly route: string | RegExp; readonly behaviours: Behaviour[] }[] = [];
  const plan = ({ route }: Seen): Behaviour => {
    const behaviours = plans.findLast((one) => fits(route, one.route))?.behaviours ?? [];
    return (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? otherwise;
  };
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
    let next: Behaviour | void = plan(request);
    while (next) next = await next(request, response, clock);
  });
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const platform: Platform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    seen,
    to: (route) => seen.filter((one) => fits(one.route, route)),
    on: (route, ...behaviours) => void plans.push({ route, behaviours }),
    arrival: (route, count = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          const request = platform.to(route)[count - 1];
          if (!request) return;
          waiting.delete(look);
          resolve(request);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  platform.on('GET /credits', json({ data: { balance: 100_000, plan: 'scale' } }));
  return platform;
}

const fits = (route: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? route === wanted || route.replace(/\d+/g, '#') === wanted : wanted.test(route);

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
    return then;
  };

/** Does it when `gate` opens. */
export const after =
  (gate: Promise<unknown>, then: Behaviour): Behaviour =>
  async () => {
    await gate;
    return then;
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
