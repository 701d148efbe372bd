import type { KnownAccount } from '../account/identity.ts';
import type { Clock } from '../../clock.ts';
import type { State } from '../../state/state.ts';
import type { Balance } from './balance.ts';
import { BudgetRefused } from '../errors/budget-refused.ts';
import type { Review } from './reconciler.ts';

export interface BalanceWatchDependencies {
  readonly state: State;
  readonly identity: KnownAccount;
  readonly clock: Clock;
  readonly balance: Balance;
  /** Compares the ledger with the platform's history; rejects where that cannot be fetched. */
  readonly review: () => Promise<Review>;
}

/** Credits by which the balance may have fallen without a known reason before paid calls stop. They count as spent meanwhile. */
const maxUnexplainedCredits = 10;

/** Minimum milliseconds between two reviews of the history for the same difference. */
const reviewIntervalMs = 30_000;

/**
 * Compares the fall of the team's balance with what the ledger posted. A price or an answer may be wrong; the balance
 * shows what was really drawn. See docs/decisions/0013.
 */
export class BalanceWatch {
  readonly #dependencies: BalanceWatchDependencies;
  /** The sums of the ledger at the last comparison, and its result. */
  #last: { readonly counted: string; readonly unexplained: number } | undefined;
  #reviewed: { readonly at: number; readonly unexplained: number } | undefined;
  #comparing: Promise<number> | undefined;

  constructor(dependencies: BalanceWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Decrease of the balance that remains unexplained after reading the history, in credits. `counted` is what the ledger
   * counts now: while it stays the same and everything is explained, the balance is not read again. Throws `BudgetRefused` above `maxUnexplainedCredits`.
   */
  async check(counted: string): Promise<number> {
    if (this.#last?.counted === counted && this.#last.unexplained === 0) return 0;
    this.#comparing ??= this.#compare().finally(() => (this.#comparing = undefined));
    const unexplained = await this.#comparing;
    this.#last = { counted, unexplained };
    if (unexplained > maxUnexplainedCredits) throw refused(unexplained);
    return unexplained;
  }

  async #compare(): Promise<number> {
    const found = await this.#read();
    if (
      found === 0 ||
      (found <= (this.#reviewed?.unexplained ?? 0) &&
        this.#dependencies.clock.steady() - (this.#reviewed?.at ?? -Infinity) < reviewIntervalMs)
    )
      return found;
    const unexplained = await this.#explain(found);
    this.#reviewed = { at: this.#dependencies.clock.steady(), unexplained };
    return unexplained;
  }

  /** Unexplained by the ledger alone; 0 where the balance cannot be read. */
  async #read(): Promise<number> {
    const {
      state,
      identity: { known: account },
      clock,
      balance,
    } = this.#dependencies;
    const readAt = clock.now();
    const credits = await balance.now(true);
    return credits === undefined
      ? (this.#last?.unexplained ?? 0)
      : state.charges.compareBalance(account, { balance: credits, readAt });
  }

  /** The history corrects charges posted too low, and lists those of others. A delayed history explains only the rows it has. */
  async #explain(found: number): Promise<number> {
    const {
      state,
      identity: { known: account },
    } = this.#dependencies;
    const mark = await state.charges.balanceMark(account);
    const review = await this.#dependencies.review().catch(() => undefined);
    if (!review) return found;
    if (review.explainsBalance) return 0;
    const left = await this.#read();
    const others = review.foreign
      .filter(({ at }) => at >= (mark?.readAt ?? Infinity))
      .reduce((sum, { delta }) => sum - delta, 0);
    return Math.max(0, left - others);
  }
}

const refused = (unexplained: number): BudgetRefused =>
  new BudgetRefused(
    `The balance of the team fell by ${unexplained} credits more than is accounted for, so it is not known what calls cost; paid calls are stopped.`,
    {
      passes: false,
      next: 'The platform\'s history of charges does not show why. Where team-mates spend, it will: repeat in some minutes. Else the operator compares credits.history with credits, and "visibility-mcp credits accept" takes the balance as it is.',
      facts: { unexplained, tolerance: maxUnexplainedCredits },
    },
  );
