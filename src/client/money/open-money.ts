import type { Clock } from '../../base/index.ts';
import type { State } from '../../state/index.ts';
import type { Arguments, Operation } from '../../catalog/index.ts';
import type { DecodedResponse } from '../answers/index.ts';
import type { Account } from './account.ts';
import { BalanceWatch } from './balance-watch.ts';
import { Balance } from './balance.ts';
import { Budget, type BudgetOptions } from './budget.ts';
import { EarlierSpending } from './earlier-spending.ts';
import { EntryRecorder } from './entry-recorder.ts';
import { type ReadOptions, Reconciler } from './reconciler.ts';
import { TeamMoney } from './team-money.ts';

interface MoneyDependencies {
  /** All calls of the account. */
  readonly state: State;
  readonly account: Account;
  readonly clock: Clock;
  /** Sends one free read. */
  readonly read: (operation: Operation, input: Arguments, how?: ReadOptions) => Promise<DecodedResponse>;
}

/** The parts that watch over the credits of an account. */
export type Money = ReturnType<typeof openMoney>;

/** @param own view of the state limited to the caller */
export function openMoney(options: BudgetOptions, account: MoneyDependencies, own: State) {
  const balance = new Balance(account.read, account.clock);
  const reconciler = new Reconciler({ ...account, balance: () => balance.now(true) });
  const watch = new BalanceWatch({
    ...account,
    balance,
    review: (reading) => reconciler.run({ urgency: 'call', reading }),
  });
  const earlier = new EarlierSpending(account);
  const recorder = new EntryRecorder(account.state.ledger, account.clock);
  const budget = new Budget({ ...account, state: own, options, balance, earlier, recorder, watch, reconciler });
  const ofTeam = new TeamMoney({ ...account, own, budget, balance, reconciler, watch });
  return { balance, reconciler, earlier, recorder, budget, ofTeam };
}
