import { platformState } from '../../text/platform-state.ts';
import { operation as operationNamed } from '../../catalog/index.ts';
import type { Clock } from '../../clock.ts';
import type { DecodedResponse } from '../decoding/decoded-response.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import { pick } from '../request/path.ts';
import { maxCredits } from './whole-credits.ts';

/** Milliseconds for which a balance is cached; charges of this process are subtracted meanwhile. */
const cacheMs = 30_000;

/** The team's real balance, cached briefly. Credits. */
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

  /** `read` makes one read of a free operation. */
  constructor(
    read: (operation: ReturnType<typeof operationNamed>, input: Record<string, never>) => Promise<DecodedResponse>,
    clock: Clock,
  ) {
    this.#read = () => read(operationNamed('credits.balance'), {});
    this.#clock = clock;
  }

  get plan(): string | undefined {
    return this.#latest?.plan;
  }

  /** When the allotment is renewed; ISO 8601. */
  get renewsAt(): string | undefined {
    return this.#latest?.renewsAt;
  }

  /** The balance as the platform says it now. Rejects where it cannot be read. */
  async read(): Promise<number | undefined> {
    this.#latest = undefined;
    return this.#keep((await this.#read()).rawJson);
  }

  /** The balance, or undefined where the platform does not state it. Rejects where the token is refused or the rate used up. */
  async now(fresh: boolean): Promise<number | undefined> {
    if (this.#latest && !fresh && this.#clock.steady() - this.#latest.at <= cacheMs) return this.#latest.credits;
    return this.read().catch((error: unknown) => {
      if (isVisibilityError(error) && (error.status === 401 || error.code === 'rate_limited')) throw error;
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

  /** A charge of this process, until the platform is asked again. */
  spent(credits: number): void {
    if (this.#latest) this.#latest = { ...this.#latest, credits: this.#latest.credits - credits };
  }
}
