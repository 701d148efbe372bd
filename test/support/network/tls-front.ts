import { once } from 'node:events';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { selfSigned } from './certificate.ts';

/** A server in front of the platform. */
export interface Front extends AsyncDisposable {
  readonly port: number;
  /** Connections so far, whatever became of them. */
  readonly connections: number;
}

/** Takes TLS on loopback and hands on what is in it; its certificate is nobody's but its own. */
export const tlsFront = (apiUrl: string): Promise<Front> =>
  front(
    createServer(selfSigned, (near) => {
      const far = connect(Number(new URL(apiUrl).port), '127.0.0.1');
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    }),
  );

/** Serves on a port of loopback that is free. */
export async function front(server: Server): Promise<Front> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
