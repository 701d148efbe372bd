import type { Clock } from '../../base/index.ts';
import type { AccountStart, Entry, OperationSpending, State } from '../../state/index.ts';
import type { Account } from './account.ts';
import type { MoneyView, Spending } from './money-view.ts';
import { type HoldingRun, runsThatHold } from './runs-that-hold.ts';
import type { Balance } from './balance.ts';
import { type BalanceWatch, isDue } from './balance-watch.ts';
import type { Budget } from './budget.ts';
import type { Reconciled, Reconciler } from './reconciler.ts';
import { isVisibilityError, type VisibilityError } from '../errors.ts';

export interface TeamMoneyDependencies {
  readonly state: State;
  /** The part of the state that the caller may see: calls and runs are listed from it. */
  readonly own: Pick<State, 'ledger' | 'runs'>;
  readonly account: Pick<Account, 'toRead' | 'toWrite'>;
  readonly clock: Clock;
  readonly budget: Pick<Budget, 'limits' | 'total'>;
  readonly balance: Pick<Balance, 'read' | 'now' | 'plan' | 'renewsAt'>;
  readonly reconciler: Pick<Reconciler, 'run' | 'runIfDue' | 'unconfirmed'>;
  readonly watch: Pick<BalanceWatch, 'lastComparison' | 'settle'>;
}

/** Period in milliseconds that the totals of spending and the charges above their estimates cover. */
const periodMs = 30 * 86_400_000;

/** Shows and settles the team's balance, limits and spending. */
export class TeamMoney {
  readonly #dependencies: TeamMoneyDependencies;

  constructor(dependencies: TeamMoneyDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the balance, settles what it explains, and resolves with the view. */
  async view(): Promise<MoneyView> {
    const { state, own, account, clock, budget, balance, reconciler } = this.#dependencies;
    const key = await account.toRead();
    // Settled first, so that the view has the charges of calls that ended since the last comparison.
    const failure = await this.#settle();
    const credits = failure ? undefined : await balance.now(false);
    const since = clock.now() - periodMs;
    const [beginning, open, holding, recent, usage, spending, labels, drifted, unconfirmed] = await Promise.all([
      state.accounts.beginning(key),
      own.ledger.list(key, { money: ['reserved', 'dispatching', 'in_doubt', 'due'], limit: 100 }),
      runsThatHold(own.runs, key),
      own.ledger.list(key, { money: ['settled', 'in_doubt', 'due'], limit: 20 }),
      budget.total(),
      state.charges.spending(key, since),
      state.charges.spendingByLabel(key, since),
      state.charges.drift(key, since),
      reconciler.unconfirmed(key),
    ]);
    return {
      balance: credits,
      plan: balance.plan || undefined,
      renews_at: balance.renewsAt || undefined,
      balance_unknown: failure ? `${failure.code}: ${failure.message}` : undefined,
      failure,
      limits: await budget.limits(),
      earlier_spending: beginning && notCounted[beginning.start],
      reservations: [...open.map(reservation), ...holding.map(reservationOfRun)],
      recent: recent.filter((entry) => entry.estimate > 0 || (entry.charged ?? 0) > 0).map(charge),
      totals: { charged: usage.spent, reserved: usage.held, in_doubt: usage.inDoubt },
      spending: { ...summed(spending), by_label: labels.length > 0 ? labels : undefined },
      drift: drifted.length > 0 ? drifted.map(({ at, ...one }) => ({ ...one, at: iso(at) })) : undefined,
      unconfirmed: totalOf(
        unconfirmed.filter(({ money, confirmation }) => money === 'settled' && confirmation === null),
      ),
    };
  }

  /** Settles calls with an unknown outcome by the platform's credit history. */
  async reconcile(): Promise<readonly Reconciled[]> {
    const { account, reconciler } = this.#dependencies;
    await account.toWrite();
    return (await reconciler.run()).reconciled;
  }

  /** Accepts the current balance, so that earlier unexplained decreases no longer stop paid calls. */
  async acceptBalance(): Promise<void> {
    const { account, clock, balance, state } = this.#dependencies;
    const key = await account.toWrite();
    const readAt = clock.now();
    const credits = await balance.read();
    if (credits !== undefined) await state.charges.markBalance(key, { balance: credits, readAt });
  }

  /** Reads the balance and settles what it explains. Resolves with the error if the balance cannot be read. */
  async #settle(): Promise<VisibilityError | undefined> {
    const { watch, clock, balance, reconciler } = this.#dependencies;
    const before = await watch.lastComparison();
    const readAt = clock.now();
    let credits: number | undefined;
    try {
      credits = await balance.read();
    } catch (error) {
      if (isVisibilityError(error)) return error;
      throw error;
    }
    if (credits !== undefined && isDue(before) && before.compared >= 0)
      await watch.settle({ balance: credits, readAt, ended: before.ended });
    await reconciler.runIfDue();
    return undefined;
  }
}

const totalOf = (entries: readonly Entry[]): MoneyView['unconfirmed'] =>
  entries.length === 0
    ? undefined
    : { charges: entries.length, credits: entries.reduce((sum, { charged }) => sum + (charged ?? 0), 0) };

/** Why the limits do not count earlier spending, by the start of the account's records. */
const notCounted: { readonly [start in AccountStart]?: string } = {
  none: 'not counted: the platform gave no history of charges when this store began',
  waived: 'not counted: an operator decided to count from then on',
  lost: 'unknown: the store has lost calls; the next paid call under a limit reads the history of the platform first',
};

const reservation = (entry: Entry): MoneyView['reservations'][number] => ({
  entry: entry.id,
  operation: entry.operation,
  credits: entry.estimate,
  state: entry.money,
  since: iso(entry.reservedAt),
});

/** Credits that a program run holds for calls that it has not made yet. */
const reservationOfRun = ({ id, state, credits, createdAt }: HoldingRun): MoneyView['reservations'][number] => ({
  entry: id,
  operation: 'run_code',
  credits,
  state,
  since: iso(createdAt),
});

const charge = (entry: Entry): MoneyView['recent'][number] => ({
  at: iso(entry.settledAt ?? entry.reservedAt),
  operation: entry.operation,
  estimated: entry.estimate,
  charged: entry.charged ?? 0,
  state: entry.money,
  job_id: entry.id,
});

function summed(charges: readonly OperationSpending[]): Spending {
  const operations = new Map<string, { calls: number; charged: number }>();
  const days = new Map<string, number>();
  for (const { operation, day: at, calls, charged } of charges) {
    const sums = operations.get(operation) ?? { calls: 0, charged: 0 };
    operations.set(operation, { calls: sums.calls + calls, charged: sums.charged + charged });
    const day = iso(at).slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + charged);
  }
  return {
    by_operation: [...operations]
      .map(([operation, sums]) => ({ operation, ...sums }))
      .sort((a, b) => b.charged - a.charged),
    // The store returns rows in order of days.
    by_day: [...days].map(([day, charged]) => ({ day, charged })),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
