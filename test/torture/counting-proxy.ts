import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Clock } from '../../src/base/clock.ts';

/** A request as it arrived, and what the platform said to it. */
export interface Arrival {
  /** Steady milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Undefined where the platform was not asked, or has not answered yet. */
  status?: number;
}

/** Faults on the way of a request: the line breaks before the request arrives, or before the answer comes back. */
export type Fate = 'passes' | 'lost before' | 'lost after';

export interface CountingProxy extends AsyncDisposable {
  readonly apiUrl: string;
  readonly arrivals: readonly Arrival[];
  /** Resolves with the next request. */
  next(): Promise<void>;
}

/** Stands before the platform and writes down what arrives; the platform's own log, so to speak. */
export async function countingProxy(
  platform: string,
  clock: Clock,
  fate: (method: string) => Fate,
): Promise<CountingProxy> {
  const arrivals: Arrival[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const at = clock.steady();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // Its sender was killed while it wrote.
    }
    const { method = '', url: path = '', headers } = request;
    const body = Buffer.concat(chunks);
    const arrival: Arrival = { at, method, path, body: body.toString() };
    arrivals.push(arrival);
    for (const wake of waiting) wake();
    waiting.clear();
    if (!request.complete) return;
    const end = fate(method);
    if (end === 'lost before') return void response.socket?.destroy();
    const given = Object.fromEntries(
      ['authorization', 'content-type', 'accept'].flatMap((name) =>
        headers[name] ? [[name, String(headers[name])]] : [],
      ),
    );
    const answer = await fetch(new URL(path, platform), {
      method,
      headers: given,
      ...(body.length > 0 ? { body } : {}),
    });
    const answerBody = Buffer.from(await answer.arrayBuffer());
    arrival.status = answer.status;
    if (end === 'lost after') return void response.socket?.destroy();
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      'content-length': answerBody.length,
    });
    response.end(answerBody);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    arrivals,
    next: () => new Promise((resolve) => void waiting.add(resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
