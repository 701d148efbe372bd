import { subscribe } from 'node:diagnostics_channel';

/**
 * What is on the wire of this process right now. A virtual clock must not move while a request or an
 * answer travels: real sockets take real time, of which the virtual one knows nothing.
 */
const underWay = new Set<object>();
let asleep = 0;
let events = 0;

const begun = (message: unknown): void => {
  events++;
  underWay.add((message as { request: object }).request);
};
const ended = (message: unknown): void => {
  events++;
  underWay.delete((message as { request: object }).request);
};

subscribe('undici:request:create', begun);
subscribe('undici:request:trailers', ended);
subscribe('undici:request:error', ended);

export const traffic = {
  /** Whether nothing moves: each request is answered, or its server sleeps over it. */
  get isQuiet(): boolean {
    return underWay.size - asleep <= 0;
  },
  /** Grows with everything that happens. */
  get events(): number {
    return events;
  },
  note(): void {
    events++;
  },
  /** The work travels until it is settled. */
  async during<T>(work: Promise<T>): Promise<T> {
    const travelling = {};
    events++;
    underWay.add(travelling);
    try {
      return await work;
    } finally {
      events++;
      underWay.delete(travelling);
    }
  },
  /** A server sleeps over a request until the returned function is called. */
  sleeping(): () => void {
    events++;
    asleep++;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      events++;
      asleep--;
    };
  },
};
