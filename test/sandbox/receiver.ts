import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Posted {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Where the platform posts to. */
export interface Receiver {
  readonly url: string;
  /** The status it answers with from now on; `silence`: it takes the request and never answers. */
  answer: number | 'silence';
  /** Everything that came. */
  readonly posted: readonly Posted[];
  /** Resolves with the next request. */
  next(): Promise<Posted>;
}

/** A receiver on loopback; it closes after the test. */
export async function startReceiver(): Promise<Receiver> {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { headers: request.headers, body };
      posted.push(one);
      if (receiver.answer !== 'silence') response.writeHead(receiver.answer).end();
      server.emit('posted', one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answer: 204,
    posted,
    next: async () => ((await once(server, 'posted')) as [Posted])[0],
  };
  return receiver;
}
