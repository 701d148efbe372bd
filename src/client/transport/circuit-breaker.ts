import type { Clock } from '../../clock.ts';
import { CircuitOpen } from '../errors/circuit-open.ts';

/** Failed attempts in a row, over all calls of the process, after which the platform counts as down: those of three calls. */
const failuresToOpen = 10;

/** Failures that a timeout counts as: it cost its caller the whole timeout. */
const weightOfTimeout = 3;

/** Milliseconds until the first probe; doubled after each one that fails, up to the maximum. */
const firstProbeMs = 10_000;
const maxProbeMs = 60_000;

/** Behaviour of a server whose platform is down, in words for people. */
export const describeCircuit = (): string =>
  `A server fails calls at once after ${failuresToOpen} failed requests in a row, without sending them, and probes with a free read every ${firstProbeMs / 1000} to ${maxProbeMs / 1000} s; jobs go on afterwards`;

export interface CircuitBreakerDependencies {
  readonly clock: Clock;
  /** Makes one free read; resolves with whether the platform answered. Never a caller's own request. */
  readonly probe: () => Promise<boolean>;
}

/**
 * Keeps calls from waiting for a platform that is down. Closed: attempts go out. Open: calls fail at once, and a probe is sent
 * from time to time by the breaker itself, so that no caller's request is risked on finding out. A probe that is answered closes it.
 */
export class CircuitBreaker {
  readonly #dependencies: CircuitBreakerDependencies;
  readonly #stop = new AbortController();
  #failures = 0;
  #reason = '';
  /** Steady milliseconds of the next probe; undefined while closed. */
  #probeAt: number | undefined;

  constructor(dependencies: CircuitBreakerDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws CircuitOpen while the platform counts as down */
  check(): void {
    if (this.#probeAt === undefined) return;
    throw new CircuitOpen(
      this.#reason,
      Math.max(1, Math.ceil((this.#probeAt - this.#dependencies.clock.steady()) / 1000)),
    );
  }

  /** The platform answered, whatever it said. */
  succeeded(): void {
    this.#failures = 0;
    this.#probeAt = undefined;
  }

  /** No connection, a connection that was lost, or a gateway's 502 to 504. */
  failed(reason: string): void {
    this.#fail(reason, 1);
  }

  /** No answer within the time in which a healthy platform answers any request. */
  timedOut(reason: string): void {
    this.#fail(reason, weightOfTimeout);
  }

  #fail(reason: string, weight: number): void {
    this.#failures += weight;
    this.#reason = reason;
    if (this.#failures < failuresToOpen || this.#probeAt !== undefined || this.#stop.signal.aborted) return;
    this.#probeAt = this.#dependencies.clock.steady() + firstProbeMs;
    void this.#probeUntilAnswered();
  }

  /** Ends the probing. */
  close(): void {
    this.#stop.abort();
  }

  async #probeUntilAnswered(): Promise<void> {
    const { clock, probe } = this.#dependencies;
    for (let pauseMs = firstProbeMs; this.#probeAt !== undefined; pauseMs = Math.min(maxProbeMs, pauseMs * 2)) {
      this.#probeAt = clock.steady() + pauseMs;
      try {
        await clock.sleep(pauseMs, this.#stop.signal);
      } catch {
        return;
      }
      if (await probe().catch(() => false)) this.succeeded();
    }
  }
}
