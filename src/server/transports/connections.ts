import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps the number of open sockets bounded without turning true clients away: at the limit the oldest connection that
 * has not sent an accepted request is closed, after those the longest idle one. Only if all are at work is the
 * new one closed.
 */
export class Connections {
  readonly #max: number;
  /** Oldest first. */
  readonly #unproven = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  readonly #busy = new Set<Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** A request on that connection was accepted. */
  begin(socket: Socket): void {
    this.#unproven.delete(socket);
    this.#idle.delete(socket);
    this.#busy.add(socket);
  }

  /** Its answer is written. */
  end(socket: Socket): void {
    if (this.#busy.delete(socket) && !socket.destroyed) this.#idle.add(socket);
  }

  #add(socket: Socket): void {
    this.#unproven.add(socket);
    // Each request sent ahead listens for the end of its connection.
    socket.setMaxListeners(64);
    socket.once('close', () => {
      this.#unproven.delete(socket);
      this.#idle.delete(socket);
      this.#busy.delete(socket);
    });
    if (this.#unproven.size + this.#idle.size + this.#busy.size <= this.#max) return;
    // The new connection is the last of the unproven ones: it goes only if it is the only one.
    const others = this.#unproven.size > 1 || this.#idle.size === 0 ? this.#unproven : this.#idle;
    const [oldest] = others;
    oldest?.destroy();
    if (oldest) others.delete(oldest);
  }
}
