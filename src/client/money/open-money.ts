import type { BudgetLimit } from '../../base/budget-limit.ts';
import type { Clock } from '../../base/clock.ts';
import type { State } from '../../state/state.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import type { DecodedResponse } from '../answers/index.ts';
import type { PageSizes } from '../answers/pages/index.ts';
import type { Account } from './account.ts';
import { BalanceWatch } from './balance-watch.ts';
import { Balance } from './balance.ts';
import type { BudgetPreset } from './budget-presets.ts';
import { Budget, type BudgetCaller } from './budget.ts';
import { ChargeLookup } from './charge-lookup.ts';
import { EarlierSpending } from './earlier-spending.ts';
import { EntryRecorder } from './entry-recorder.ts';
import { type DriftNotice, type ReadOptions, Reconciler } from './reconciler.ts';
import { TeamMoney } from './team-money.ts';

/** What the operator and the caller say of money. */
export interface MoneyOptions {
  readonly session: string;
  readonly budget: readonly BudgetLimit[];
  readonly caller?: BudgetCaller | undefined;
  readonly defaultBudget?: BudgetPreset | undefined;
  readonly unpriced?: number | undefined;
  readonly chargeLookup?: 'background' | 'on_demand' | undefined;
  readonly onDrift?: ((notice: DriftNotice) => void) | undefined;
}

export interface MoneyDependencies {
  /** All calls of the account. */
  readonly team: State;
  /** View limited to the caller. */
  readonly own: State;
  readonly account: Account;
  readonly clock: Clock;
  /** Sends one free read. */
  readonly read: (operation: Operation, input: Arguments, how?: ReadOptions) => Promise<DecodedResponse>;
  readonly pageSizes: PageSizes;
}

/** The parts that watch over the credits of an account. */
export interface Money {
  readonly balance: Balance;
  readonly reconciler: Reconciler;
  readonly earlier: EarlierSpending;
  readonly recorder: EntryRecorder;
  readonly budget: Budget;
  readonly lookup: ChargeLookup;
  readonly ofTeam: TeamMoney;
}

export function openMoney(options: MoneyOptions, dependencies: MoneyDependencies): Money {
  const { team: state, own, account, clock, read, pageSizes: sizes } = dependencies;
  const balance = new Balance(read, clock);
  const reconciler = new Reconciler({
    state,
    account,
    clock,
    read,
    sizes,
    balance: () => balance.now(true),
    onDrift: options.onDrift,
  });
  const watch = new BalanceWatch({
    state,
    account,
    clock,
    balance,
    review: (reading) => reconciler.run({ urgency: 'call', reading }),
  });
  const earlier = new EarlierSpending({ state, account, clock, read, sizes });
  const recorder = new EntryRecorder(state.ledger, clock);
  const budget = new Budget({
    state: own,
    account,
    session: options.session,
    clock,
    limits: options.budget,
    narrowed: options.caller,
    fallback: options.defaultBudget,
    unpriced: options.unpriced,
    balance,
    earlier,
    recorder,
    watch,
    reconcile: () => reconciler.runIfDue(),
  });
  const lookup = new ChargeLookup({
    clock,
    open: async () => (await reconciler.unconfirmed()).filter(({ confirmation }) => confirmation === null).length,
    review: (signal) => reconciler.run({ urgency: 'poll', signal }),
    isOnDemand: options.chargeLookup === 'on_demand',
  });
  // Charges that an earlier process left unconfirmed when it ended.
  account.onOpened(() => lookup.note());
  const ofTeam = new TeamMoney({ state, own, account, clock, budget, balance, reconciler, watch });
  return { balance, reconciler, earlier, recorder, budget, lookup, ofTeam };
}
