import type { Clock } from '../../../base/clock.ts';
import { VisibilityError } from '../../errors.ts';

/** Consecutive failed attempts of all calls of the process that open the circuit: about those of three calls. */
const failuresToOpen = 10;

/** A timeout counts as this many failures, since its caller has waited for the whole timeout. */
const weightOfTimeout = 3;

/** Milliseconds before the first probe; doubled after each failed one, up to the maximum. */
const firstProbeMs = 10_000;
const maxProbeMs = 60_000;

/**
 * Circuit breaker: lets calls fail at once while the platform is down. Closed: requests are sent. Open: calls are refused, and the
 * breaker sends probes with increasing pauses, so that no caller's request is used as a probe. An answered probe closes it.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #probe: () => Promise<unknown>;
  readonly #stop = new AbortController();
  #failures = 0;
  #reason = '';
  /** Time of the next probe by the steady clock (ms); undefined while closed. */
  #probeAt: number | undefined;

  /** @param probe sends one free read; its attempt is reported to this breaker like any other */
  constructor(clock: Clock, probe: () => Promise<unknown>) {
    this.#clock = clock;
    this.#probe = probe;
  }

  /** @throws VisibilityError `unreachable` with `retryAfter` while the circuit is open */
  check(): void {
    if (this.#probeAt === undefined) return;
    const seconds = Math.max(1, Math.ceil((this.#probeAt - this.#clock.steady()) / 1000));
    throw new VisibilityError(
      'unreachable',
      `The platform is down: request after request got no answer (${this.#reason}). It is probed again in ${seconds} s; until it answers, nothing is sent.`,
      {
        next: `Repeat the call after ${seconds} s. Jobs on record go on and can be awaited then.`,
        retryAfter: seconds,
      },
    );
  }

  /** Records that the platform answered, with any status but a gateway's. Resets the failures and closes the circuit. */
  succeeded(): void {
    this.#failures = 0;
    this.#probeAt = undefined;
  }

  /** Records a failure: no connection, a lost connection, or a gateway's 502 to 504. */
  failed(reason: string, weight = 1): void {
    this.#failures += weight;
    this.#reason = reason;
    if (this.#failures < failuresToOpen || this.#probeAt !== undefined || this.#stop.signal.aborted) return;
    void this.#probeUntilAnswered();
  }

  /** Records that a request was not answered within the time in which a healthy platform answers. */
  timedOut(reason: string): void {
    this.failed(reason, weightOfTimeout);
  }

  /** Stops the probes. */
  close(): void {
    this.#stop.abort();
  }

  async #probeUntilAnswered(): Promise<void> {
    let pauseMs = firstProbeMs;
    do {
      this.#probeAt = this.#clock.steady() + pauseMs;
      try {
        await this.#clock.sleep(pauseMs, this.#stop.signal);
      } catch {
        return;
      }
      await this.#probe().catch(() => undefined);
      pauseMs = Math.min(maxProbeMs, pauseMs * 2);
    } while (this.#probeAt !== undefined);
  }
}
