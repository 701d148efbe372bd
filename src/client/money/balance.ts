import { platformState } from '../../base/text/platform-state.ts';
import { type Operation, operationNamed } from '../../catalog/index.ts';
import type { Clock } from '../../base/index.ts';
import type { DecodedResponse } from '../answers/index.ts';
import { pick } from '../http/request/path.ts';
import { maxCredits } from './whole-credits.ts';
import { stopsReads } from '../refusals.ts';

/** Milliseconds for which a balance is cached. */
const cacheMs = 30_000;

/** The team's balance on the platform in credits, cached for `cacheMs`. */
export class Balance {
  readonly #read: () => Promise<DecodedResponse>;
  readonly #clock: Clock;
  #latest:
    | {
        readonly credits: number;
        readonly plan: string | undefined;
        readonly renewsAt: string | undefined;
        readonly at: number;
      }
    | undefined;

  /** @param read sends one free read */
  constructor(read: (operation: Operation, input: Record<string, never>) => Promise<DecodedResponse>, clock: Clock) {
    this.#read = () => read(operationNamed('credits.balance'), {});
    this.#clock = clock;
  }

  get plan(): string | undefined {
    return this.#latest?.plan;
  }

  /** When the platform renews the credits of the plan; ISO 8601. */
  get renewsAt(): string | undefined {
    return this.#latest?.renewsAt;
  }

  /** Reads the balance from the platform; undefined if the answer has none. Rejects if the read fails. */
  async read(): Promise<number | undefined> {
    this.#latest = undefined;
    return this.#keep((await this.#read()).rawJson);
  }

  /**
   * The balance, from the cache unless `fresh`; undefined if it cannot be read. Rejects only if the token is refused or the rate
   * limit is exhausted.
   */
  async now(fresh: boolean): Promise<number | undefined> {
    if (this.#latest && !fresh && this.#clock.steady() - this.#latest.at <= cacheMs) return this.#latest.credits;
    return this.read().catch((error: unknown) => {
      if (stopsReads(error)) throw error;
      return undefined;
    });
  }

  #keep(rawJson: unknown): number | undefined {
    const [credits, plan, renewal] = [pick(rawJson, 'balance'), pick(rawJson, 'plan'), pick(rawJson, 'renews_at')];
    if (typeof credits !== 'number' || !Number.isFinite(credits)) return undefined;
    this.#latest = {
      credits: Math.max(-maxCredits, Math.min(maxCredits, Math.floor(credits))),
      plan: typeof plan === 'string' ? platformState(plan) : undefined,
      renewsAt:
        typeof renewal === 'string' && !Number.isNaN(Date.parse(renewal)) ? new Date(renewal).toISOString() : undefined,
      at: this.#clock.steady(),
    };
    return this.#latest.credits;
  }
}
