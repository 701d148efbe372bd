import { operationNamed } from '../../catalog/index.ts';
import type { Clock } from '../../base/clock.ts';
import type { Slots } from '../../state/index.ts';
import { refusing } from '../answers/index.ts';
import { encode } from '../http/request/encode.ts';
import { CircuitBreaker } from '../http/transport/circuit-breaker.ts';
import { createSender, type Send } from '../http/transport/sender.ts';
import { Throttle } from '../http/transport/throttle.ts';
import { createTransport, type Transport, type TransportOptions } from '../http/transport/transport.ts';
import type { Meter } from '../meter.ts';

/** The free read that finds out whether the platform answers again. */
const probe = operationNamed('credits.balance');

/** Maximum milliseconds that a probe waits for a rate-limit slot, and then for its answer. */
const probeTimeoutMs = 10_000;

export interface WireOptions extends TransportOptions {
  readonly requestsPerMinute: number;
  readonly slots: Slots;
  /** Key of the rate limit. */
  readonly access: string;
  readonly clock: Clock;
  readonly meter: Meter | undefined;
}

/** The way to the platform: one rate limit, one circuit breaker and one transport for all requests of a client. */
export class Wire {
  readonly #options: WireOptions;
  readonly #transport: Transport;
  readonly #throttle: Throttle;
  readonly #breaker: CircuitBreaker;
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
    this.#breaker = new CircuitBreaker(clock, () => this.#probe());
    this.send = this.#senderUntil(this.#closing.signal);
    this.sendPaid = this.#senderUntil(this.#closed.signal);
  }

  /** Aborted once the client closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Aborts free requests and probes. */
  beginClosing(): void {
    this.#closing.abort();
    this.#breaker.close();
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
    const [transport, throttle, breaker] = [this.#transport, this.#throttle, this.#breaker];
    return refusing(
      createSender({ transport, throttle, slots, account: access, clock, requestsPerMinute, breaker, end }),
    );
  }

  async #probe(): Promise<unknown> {
    return this.send(probe, {}, await encode(probe, {}), {
      urgency: 'poll',
      slotWaitMs: probeTimeoutMs,
      timeoutMs: probeTimeoutMs,
      attempts: 1,
      isProbe: true,
    });
  }
}
