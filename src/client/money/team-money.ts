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
  /** The records of this caller alone. */
  readonly own: Pick<State, 'ledger' | 'runs'>;
  readonly account: OpenAccount;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly balance: Balance;
  readonly reconciler: Reconciler;
  readonly watch: Pick<BalanceWatch, 'lastComparison' | 'settle'>;
}

/** The team's balance, limits and spending, for display. */
export class TeamMoney {
  readonly #dependencies: TeamMoneyDependencies;

  constructor(dependencies: TeamMoneyDependencies) {
    this.#dependencies = dependencies;
  }

  async view(): Promise<MoneyView> {
    const { state, own, account, clock, budget, balance, reconciler, watch } = this.#dependencies;
    const key = await account.toRead();
    const before = await watch.lastComparison();
    const readAt = clock.now();
    const read = await balance.read().then((credits) => ({ credits }), asVisibilityError);
    const failure = isVisibilityError(read) ? read : undefined;
    if (!isVisibilityError(read)) {
      // What calls drew that have ended since the last comparison is part of the view.
      if (read.credits !== undefined && isDue(before) && before.compared >= 0)
        await watch.settle({ balance: read.credits, readAt, ended: before.ended });
      await reconciler.runIfDue();
    }
    return moneyView({ state, own, account: key, budget, balance, failure, now: clock.now() });
  }

  async reconcile(): Promise<readonly Reconciled[]> {
    await this.#dependencies.account.toWrite();
    return (await this.#dependencies.reconciler.run()).reconciled;
  }

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
