import type { ServerResponse } from 'node:http';
import { takeRequests, type Seen } from '../../support/platform.ts';
import type { Scope } from './scope.ts';

/** A request as it arrived; `at` is of a clock that never steps. */
export type Arrival = Seen;

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
  const acts: [string | RegExp, Act][] = [
    ['GET /credits', says({ data: { balance, plan: 'scale' } })],
    ['GET /projects', says({ data: [{ id: 1, name: 'Tea house', domain: 'tea.example' }] })],
  ];
  const fits = (route: string, wanted: string | RegExp) =>
    typeof wanted === 'string' ? route === wanted : wanted.test(route);

  const intake = await takeRequests((arrival, response) => {
    const act = acts.findLast(([wanted]) => fits(arrival.route, wanted))?.[1] ?? says({ message: 'Not found.' }, 404);
    return act(response, arrival);
  });
  scope.onTestFinished(intake.close);
  return {
    url: intake.apiUrl,
    arrivals: intake.seen,
    to: (route) => intake.seen.filter((one) => fits(one.route, route)),
    on: (route, act) => void acts.push([route, act]),
    reached: async (route, count) => void (await intake.arrival((one) => fits(one.route, route), count)),
    stop: intake.close,
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
