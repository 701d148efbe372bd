import type { Clock } from '../../base/index.ts';
import type { BalanceComparison, State } from '../../state/index.ts';
import type { AccountKey } from './account.ts';
import type { Balance } from './balance.ts';
import { type ComparedReading, type Review, reviewIntervalMs } from './reconciler.ts';
import { isVisibilityError } from '../errors.ts';
import { budgetRefused, refusedWithout, stopsReads } from '../refusals.ts';

export interface BalanceWatchDependencies {
  readonly state: State;
  readonly account: AccountKey;
  readonly clock: Clock;
  readonly balance: Balance;
  /** Compares the ledger with the platform's history; rejects where that cannot be fetched. */
  readonly review: (reading?: ComparedReading) => Promise<Review>;
}

/** Unexplained decrease of the balance, in credits, that is tolerated and counted as spent. Above it, paid calls are refused. */
const maxUnexplainedCredits = 10;

/**
 * Compares the decrease of the team's balance with the charges in the ledger. Prices and answers may be wrong, and a refused call
 * may have been charged; the balance shows what the platform really charged. The store records which outcomes have been compared,
 * so that one process compares for all. See docs/decisions/0013 and 0059.
 */
export class BalanceWatch {
  readonly #dependencies: BalanceWatchDependencies;
  #comparing: Promise<number> | undefined;
  /** The last review of the history: the credits it left unsettled, and those charged by others until then. */
  #reviewed: { readonly at: number; readonly unsettled: number | undefined; readonly others: number } | undefined;

  constructor(dependencies: BalanceWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** The result of the last comparison by any process, from the store. */
  async lastComparison(): Promise<BalanceComparison> {
    return this.#dependencies.state.charges.comparison(this.#dependencies.account.key);
  }

  /**
   * Returns the decrease of the balance, in credits, that neither the ledger nor the history explains. Reads the balance only if calls
   * have ended since the last comparison by any process, or if that left a decrease unexplained. Throws `unreachable` if the platform
   * does not answer.
   */
  async compare(): Promise<number> {
    // A running comparison may have started before the latest call ended, so its result may not cover that call.
    while (this.#comparing) await this.#comparing.catch(() => undefined);
    if (!isDue(await this.lastComparison())) return 0;
    this.#comparing ??= this.#compare().finally(() => (this.#comparing = undefined));
    return this.#comparing;
  }

  /** Compares a balance that has just been read. Returns the unexplained decrease in credits. */
  async settle(reading: ComparedReading & { readonly balance: number }): Promise<number> {
    const { state, account, clock } = this.#dependencies;
    const { key } = account;
    const compare = (others: number) => state.charges.compareBalance(key, reading, { ended: reading.ended, others });
    const before = await compare(0);
    if (before.isOlder) return before.unexplained;
    const { unsettled, unexplained, doubtful, hidden } = before;
    // Without a reference balance (`unsettled` undefined), calls in doubt can be settled by the history alone. A rise may hide what
    // calls drew beyond their prices.
    const couldSettle = hidden || (unsettled ?? 0) < 0 || (doubtful && (unsettled === undefined || unsettled > 0));
    if (unexplained === 0 && !couldSettle) return 0;
    const last = this.#reviewed;
    if (last && last.unsettled === unsettled && clock.steady() - last.at < reviewIntervalMs)
      return (await compare(last.others)).unexplained;
    const mark = await state.charges.balanceMark(key);
    const review = await this.#dependencies.review(reading).catch(() => undefined);
    if (!review) {
      // If the platform has no history, it is not requested before each call.
      if (unexplained === 0) this.#reviewed = { at: clock.steady(), unsettled, others: 0 };
      return unexplained;
    }
    const others = review.explainsBalance
      ? 0
      : review.foreign.filter(({ at }) => at >= (mark?.readAt ?? Infinity)).reduce((sum, { delta }) => sum - delta, 0);
    const after = await compare(others);
    if (!after.isOlder) this.#reviewed = { at: clock.steady(), unsettled: after.unsettled, others };
    return after.unexplained;
  }

  async #compare(): Promise<number> {
    const { clock } = this.#dependencies;
    const { ended, unexplained } = await this.lastComparison();
    const readAt = clock.now();
    const balance = await this.#readBalance();
    if (balance !== undefined) return this.settle({ balance, readAt, ended });
    // Without a balance, the history can still correct charges and settle the calls in doubt that it lists.
    if (clock.steady() - (this.#reviewed?.at ?? -Infinity) >= reviewIntervalMs) {
      this.#reviewed = { at: clock.steady(), unsettled: Number.NaN, others: 0 };
      await this.#dependencies.review().catch(() => undefined);
    }
    return unexplained;
  }

  /** Undefined if the platform states no balance for this token. Rejects if it does not answer now. */
  async #readBalance(): Promise<number | undefined> {
    try {
      return await this.#dependencies.balance.read();
    } catch (error) {
      if (!isVisibilityError(error) || stopsReads(error)) throw error;
      if (error.code !== 'unreachable' && error.code !== 'unreadable') return undefined;
      throw refusedWithout(
        error,
        `The balance of the team cannot be read, and without it the cost of earlier calls is not known (${error.message.replace(/\.$/, '')}). Nothing was sent.`,
        'Repeat the call later.',
      );
    }
  }
}

/** Whether the balance must be compared before the next paid call under a limit. */
export const isDue = ({
  ended,
  compared,
  unexplained,
}: Pick<BalanceComparison, 'ended' | 'compared' | 'unexplained'>): boolean => ended > compared || unexplained > 0;

/**
 * Throws `budget_exceeded` if the unexplained decrease, in credits, exceeds the tolerance plus what calls in flight may
 * have drawn: until those end, it counts as spent and is no reason to stop.
 */
export function refuseUnexplained(decrease: number, mayBeDrawn: number): void {
  const unexplained = decrease - mayBeDrawn;
  if (unexplained <= maxUnexplainedCredits) return;
  throw budgetRefused(
    `The balance of the team fell by ${unexplained} credits more than is accounted for, so it is not known what calls cost; paid calls are stopped.`,
    {
      passes: false,
      next: 'The platform\'s history of charges does not show why. Where team-mates spend, it will: repeat in some minutes. Otherwise the operator compares credits.history with credits, and "visibility-mcp credits accept" accepts the balance.',
      facts: { unexplained, tolerance: maxUnexplainedCredits },
    },
  );
}
