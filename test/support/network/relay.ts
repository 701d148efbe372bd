import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A server reached through a line that can be cut. */
export interface Relay extends AsyncDisposable {
  /** The same address, through the line. */
  readonly address: string;
  /** Ends all connections and takes no more until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Cuts once, as soon as a client sends these bytes, and mends at once: before they went on, or before they were answered. */
  cutAt(bytes: string, when: 'before' | 'after'): void;
  /** Stalls as soon as a client sends these bytes, before they went on, and resolves then. */
  stallAt(bytes: string): Promise<void>;
  /** From now on nothing goes through, and nothing ends: connections are taken and never answered. */
  stall(): void;
  /** Ends what was stalled; from now on all is well. */
  resume(): void;
  /** Resolves when the server has ended a connection. */
  ended(): Promise<void>;
}

export async function relay(to: string): Promise<Relay> {
  const target = new URL(to);
  const open = new Set<Socket>();
  let isStalled = false;
  const endings = new Set<() => void>();
  let trap: { readonly bytes: string; readonly when: 'before' | 'after' | (() => void) } | undefined;
  const destroy = (): void => open.forEach((socket) => socket.destroy());

  const server: Server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    let deaf = false;
    far.on('end', () => endings.forEach((received) => received()));
    far.on('data', (chunk) => void (isStalled ? undefined : deaf ? destroy() : near.write(chunk)));
    near.on('data', (chunk: Buffer) => {
      if (isStalled) return;
      if (!trap || !chunk.includes(trap.bytes)) return void far.write(chunk);
      const { when } = trap;
      trap = undefined;
      if (typeof when === 'function') {
        isStalled = true;
        return when();
      }
      if (when === 'before') return destroy();
      deaf = true;
      far.write(chunk);
    });
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const address = new URL(to);
  address.hostname = '127.0.0.1';
  address.port = String(port);
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    destroy();
    await closed;
  };
  return {
    address: address.href,
    cut,
    mend: () => listen(port),
    cutAt: (bytes, when) => void (trap = { bytes, when }),
    stallAt: (bytes) => new Promise((when) => (trap = { bytes, when })),
    stall: () => void (isStalled = true),
    resume() {
      isStalled = false;
      destroy();
    },
    ended: () => new Promise((resolve) => endings.add(resolve)),
    [Symbol.asyncDispose]: cut,
  };
}
