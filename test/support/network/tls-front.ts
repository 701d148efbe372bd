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

/**
 * Takes TLS on loopback and hands on what is in it; its certificate is nobody's but its own. It would speak HTTP/2 with whoever asks
 * for it, and then nothing is handed on.
 */
export const tlsFront = (apiUrl: string): Promise<Front> =>
  front(
    createServer({ ...selfSigned, ALPNProtocols: ['h2', 'http/1.1'] }, (near) => {
      if (near.alpnProtocol === 'h2') return void near.destroy();
      const far = connect(Number(new URL(apiUrl).port), '127.0.0.1');
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    }),
  );

/** Serves on a port of loopback that is free. */
export async function front(server: Server, host = '127.0.0.1'): Promise<Front> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(0, host);
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
