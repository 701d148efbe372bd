import type { Clock } from '../../clock.ts';
import type { State } from '../../state/state.ts';
import type { OpenAccount } from '../account/open-account.ts';
import type { MoneyView } from '../client.ts';
import { isVisibilityError, type VisibilityError } from '../errors/visibility-error.ts';
import type { Balance } from './balance.ts';
import { type BalanceWatch, isDue } from './balance-watch.ts';
import type { Budget } from './budget.ts';
import { moneyView } from './money-view.ts';
import type { Reconciled, Reconciler } from './reconciler.ts';

export interface TeamMoneyDependencies {
  readonly state: State;
  /** The part of the state that this caller may see. */
  readonly own: Pick<State, 'ledger' | 'runs'>;
  readonly account: OpenAccount;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly balance: Balance;
  readonly reconciler: Reconciler;
  readonly watch: Pick<BalanceWatch, 'lastComparison' | 'settle'>;
}

/** Shows and settles the team's balance, limits and spending. */
export class TeamMoney {
  readonly #dependencies: TeamMoneyDependencies;

  constructor(dependencies: TeamMoneyDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the balance, settles what it explains, and returns the view. If the balance cannot be read, `failure` says why. */
  async view(): Promise<MoneyView> {
    const { state, own, account, clock, budget, balance, reconciler, watch } = this.#dependencies;
    const key = await account.toRead();
    const before = await watch.lastComparison();
    const readAt = clock.now();
    const read = await balance.read().then((credits) => ({ credits }), asVisibilityError);
    const failure = isVisibilityError(read) ? read : undefined;
    if (!isVisibilityError(read)) {
      // Settled first, so that the view has the charges of calls that ended since the last comparison.
      if (read.credits !== undefined && isDue(before) && before.compared >= 0)
        await watch.settle({ balance: read.credits, readAt, ended: before.ended });
      await reconciler.runIfDue();
    }
    return moneyView({ state, own, account: key, budget, balance, failure, now: clock.now() });
  }

  /** Reconciles the ledger with the platform's history, and returns the changed entries. Rejects if the history cannot be read. */
  async reconcile(): Promise<readonly Reconciled[]> {
    await this.#dependencies.account.toWrite();
    return (await this.#dependencies.reconciler.run()).reconciled;
  }

  /** Makes the current balance the reference for later comparisons. Rejects if it cannot be read. */
  async acceptBalance(): Promise<void> {
    const { state, account, clock, balance } = this.#dependencies;
    const key = await account.toWrite();
    const readAt = clock.now();
    const credits = await balance.read();
    if (credits !== undefined) await state.charges.markBalance(key, { balance: credits, readAt });
  }
}

function asVisibilityError(error: unknown): VisibilityError {
  if (isVisibilityError(error)) return error;
  throw error;
}
