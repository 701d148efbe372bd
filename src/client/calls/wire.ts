import type { Clock } from '../../base/index.ts';
import type { Slots } from '../../state/index.ts';
import { createSender, type Send } from '../http/transport/sender.ts';
import { Throttle } from '../http/transport/throttle.ts';
import { createTransport, type Transport, type TransportOptions } from '../http/transport/transport.ts';
import type { Meter } from '../meter.ts';

export interface WireOptions extends TransportOptions {
  readonly requestsPerMinute: number;
  readonly slots: Slots;
  /** Key of the rate limit. */
  readonly access: string;
  readonly clock: Clock;
  readonly meter: Meter | undefined;
}

/** The way to the platform: one rate limit and one transport for all requests of a client. */
export class Wire {
  readonly #options: WireOptions;
  readonly #transport: Transport;
  readonly #throttle: Throttle;
  readonly #closing = new AbortController();
  readonly #closed = new AbortController();
  /** Sends requests that end as soon as the client closes: free ones. */
  readonly send: Send;
  /** Sends requests that may still be answered while the client closes, so that the outcome of a paid call is recorded. */
  readonly sendPaid: Send;

  constructor(options: WireOptions) {
    const { slots, access, clock, meter } = options;
    this.#options = options;
    this.#transport = createTransport(options);
    this.#throttle = new Throttle(slots, access, clock, (urgency, ms) => meter?.slotWait(urgency, ms));
    this.send = this.#senderUntil(this.#closing.signal);
    this.sendPaid = this.#senderUntil(this.#closed.signal);
  }

  /** Aborted once the client closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Aborts free requests. */
  beginClosing(): void {
    this.#closing.abort();
  }

  /** Aborts paid requests too. */
  abortAll(): void {
    this.#closed.abort();
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  #senderUntil(end: AbortSignal): Send {
    const { slots, access, clock, requestsPerMinute } = this.#options;
    const [transport, throttle] = [this.#transport, this.#throttle];
    return createSender({ transport, throttle, slots, account: access, clock, requestsPerMinute, end });
  }
}
