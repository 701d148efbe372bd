import { subscribe } from 'node:diagnostics_channel';

/**
 * What is on the wire of this process right now. A virtual clock must not move while a request or an
 * answer travels: real sockets take real time, of which the virtual one knows nothing.
 */
const underWay = new Set<object>();
let asleep = 0;
let events = 0;
/** Callers that wait for the next event. */
const listeners = new Set<() => void>();

function note(): void {
  events++;
  for (const listener of listeners) listener();
  listeners.clear();
}

const begun = (message: unknown): void => {
  const { request } = message as { request: { readonly method: string } };
  // What a tunnel is for is under way already, and nothing tells when the tunnel stands.
  if (request.method !== 'CONNECT') underWay.add(request);
  note();
};
const ended = (message: unknown): void => {
  underWay.delete((message as { request: object }).request);
  note();
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
  note,
  /** Resolves with the next event. Costs no processor time, unlike turning the event loop until something happens. */
  next: (): Promise<void> => new Promise((resolve) => void listeners.add(resolve)),
  /** The work travels until it is settled. */
  async during<T>(work: Promise<T>): Promise<T> {
    const travelling = {};
    underWay.add(travelling);
    note();
    try {
      return await work;
    } finally {
      underWay.delete(travelling);
      note();
    }
  },
  /** A server sleeps over a request until the returned function is called. */
  sleeping(): () => void {
    asleep++;
    note();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      asleep--;
      note();
    };
  },
};
