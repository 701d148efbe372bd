import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { traffic } from './traffic.ts';

/** What the proxy does with a CONNECT: it opens the tunnel, refuses with a status, or misbehaves. */
export type Tunnelling =
  | 'opens'
  | number
  /** Answers nothing, and ends the connection after longer than its clients wait. A virtual clock stands still until then. */
  | 'hangs'
  /** Ends the connection without an answer. */
  | 'hangs up'
  /** Answers with what is no HTTP. */
  | 'babbles'
  /** Says that the tunnel is there, and ends the connection. */
  | 'cuts at once';

export interface ConnectProxy extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The targets of the requests for a tunnel, whatever became of them. */
  readonly asked: readonly string[];
  /** The addresses of the requests that were to be forwarded without a tunnel. */
  readonly forwarded: readonly string[];
  /** What was presented to it as `Proxy-Authorization`. */
  readonly presented: readonly (string | undefined)[];
  /** Bytes that came out of tunnels towards their targets. */
  readonly bytes: number;
  /** What it does with the next requests for a tunnel, one each; with those after them, the last. */
  plan(...tunnelling: readonly Tunnelling[]): void;
  /**
   * From now on no tunnel opens, until the returned function is called: it opens those that were asked for, and resolves with their number
   * once their clients are through with them.
   */
  hesitate(): () => Promise<number>;
  /** Ends all tunnels. */
  cut(): void;
}

export interface ConnectProxyOptions {
  /** `user:password` that it asks for. */
  readonly credentials?: string | undefined;
  /** The port of loopback that a target is at. Default: its own. */
  readonly routes?: Readonly<Record<string, number>>;
}

/** A proxy on loopback that opens tunnels (RFC 9110, 9.3.6) and forwards plain HTTP. */
export async function connectProxy({ credentials, routes = {} }: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const [asked, forwarded, presented] = [[] as string[], [] as string[], [] as (string | undefined)[]];
  const sockets = new Set<Socket>();
  const tunnels = new Set<Duplex>();
  let plans: Tunnelling[] = ['opens'];
  let bytes = 0;
  let waiting: (() => Duplex)[] | undefined;
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const isRefused = (authorization: string | undefined): boolean => {
    presented.push(authorization);
    return wanted !== undefined && authorization !== wanted;
  };

  const server = createServer((incoming, response) => {
    forwarded.push(incoming.url ?? '');
    if (isRefused(incoming.headers['proxy-authorization'])) return void response.writeHead(407).end();
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const onward = httpRequest(incoming.url ?? '', { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward.on('error', () => response.destroy()));
  });
  server.on('connection', (socket) => void sockets.add(socket.on('error', () => undefined)));
  server.on('connect', ({ url: target = '', headers }, near: Duplex, head: Buffer) => {
    asked.push(target);
    near.on('error', () => undefined);
    const next = plans.length > 1 ? plans.shift() : plans[0];
    const does = isRefused(headers['proxy-authorization']) ? 407 : next;
    if (does === 'hangs') return void setTimeout(() => near.destroy(), 600).unref();
    if (does === 'hangs up') return void near.destroy();
    if (does === 'babbles') return void near.end('220 mail.example ready\r\n');
    if (typeof does === 'number') return void near.end(`HTTP/1.1 ${does} No\r\nContent-Length: 2\r\n\r\nNo`);
    if (does === 'cuts at once') return void near.end('HTTP/1.1 200 OK\r\n\r\n', () => near.destroy());
    if (!waiting) return void open(target, near, head);
    const awake = traffic.sleeping();
    waiting.push(() => {
      awake();
      return open(target, near, head);
    });
  });
  const open = (target: string, near: Duplex, head: Buffer): Duplex => {
    const far = connect(routes[target] ?? Number(target.split(':').at(-1)), '127.0.0.1');
    tunnels.add(near).add(far.on('error', () => near.destroy()));
    near.on('data', (chunk: Buffer) => (bytes += chunk.byteLength)).on('close', () => far.destroy());
    far
      .on('close', () => near.destroy())
      .once('connect', () => {
        near.write('HTTP/1.1 200 Connection established\r\n\r\n');
        far.write(head);
        near.pipe(far);
        far.pipe(near);
      });
    return near;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    asked,
    forwarded,
    presented,
    get bytes() {
      return bytes;
    },
    plan: (...tunnelling) => void (plans = [...tunnelling]),
    hesitate() {
      const held = (waiting = []) as (() => Duplex)[];
      return async () => {
        waiting = undefined;
        const opened = held.map((each) => each());
        await Promise.all(opened.map((near) => new Promise((resolve) => near.once('close', resolve))));
        return opened.length;
      };
    },
    cut: () => tunnels.forEach((socket) => socket.destroy()),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      for (const tunnel of tunnels) tunnel.destroy();
      await closed;
    },
  };
}
