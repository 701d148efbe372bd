import type { OperationSpending } from '../../state/charges.ts';
import type { Entry } from '../../state/entry.ts';
import type { State } from '../../state/state.ts';
import type { Balance } from './balance.ts';
import type { Budget } from './budget.ts';
import type { MoneyView, Spending } from '../client.ts';
import type { VisibilityError } from '../errors/visibility-error.ts';
import { type HoldingRun, runsThatHold } from '../runs/runs-that-hold.ts';
import { correctionWindowMs } from './reconciler.ts';

/** Age in milliseconds up to which charges above their estimates are shown. */
const driftPeriodMs = 30 * 86_400_000;

/** What `moneyView` reads from. */
export interface MoneyDependencies {
  readonly state: State;
  /** The part of the state that the caller may see: calls and runs are listed from it. */
  readonly own: Pick<State, 'ledger' | 'runs'>;
  readonly account: string;
  readonly budget: Budget;
  readonly balance: Balance;
  /** Why the balance could not be read just now. */
  readonly failure?: VisibilityError | undefined;
  /** Current time in epoch milliseconds. */
  readonly now: number;
}

/** Period in milliseconds that the totals of spending cover. */
const spendingPeriodMs = 30 * 86_400_000;

/** Reads the current balance, limits, reservations and spending. */
export async function moneyView({
  state,
  own,
  account,
  budget,
  balance,
  failure,
  now,
}: MoneyDependencies): Promise<MoneyView> {
  const credits = failure ? undefined : await balance.now(false);
  const [beginning, open, holding, recent, usage, spending, labels, drifted, unconfirmed] = await Promise.all([
    state.accounts.beginning(account),
    own.ledger.list(account, { money: ['reserved', 'dispatching', 'in_doubt', 'due'], limit: 100 }),
    runsThatHold(own.runs, account),
    own.ledger.list(account, { money: ['settled', 'in_doubt', 'due'], limit: 20 }),
    budget.total(),
    state.charges.spending(account, now - spendingPeriodMs),
    state.charges.spendingByLabel(account, now - spendingPeriodMs),
    state.charges.drift(account, now - driftPeriodMs),
    state.charges.unconfirmed(account, now - correctionWindowMs),
  ]);
  return {
    balance: credits,
    plan: balance.plan || undefined,
    renews_at: balance.renewsAt || undefined,
    balance_unknown: failure ? `${failure.code}: ${failure.message}` : undefined,
    failure,
    limits: await budget.limits(),
    earlier_spending: beginning && beginning.start in notCounted ? notCounted[beginning.start] : undefined,
    reservations: [...open.map(reservation), ...holding.map(reservationOfRun)],
    recent: recent.filter((entry) => entry.estimate > 0 || (entry.charged ?? 0) > 0).map(charge),
    totals: { charged: usage.spent, reserved: usage.held, in_doubt: usage.inDoubt },
    spending: { ...summed(spending), by_label: labels.length > 0 ? labels : undefined },
    drift: drifted.length > 0 ? drifted.map(({ at, ...one }) => ({ ...one, at: iso(at) })) : undefined,
    ...unconfirmedOf(unconfirmed.filter(({ money, confirmation }) => money === 'settled' && confirmation === null)),
  };
}

const unconfirmedOf = (entries: readonly Entry[]): Pick<MoneyView, 'unconfirmed'> =>
  entries.length > 0
    ? {
        unconfirmed: {
          charges: entries.length,
          credits: entries.reduce((sum, { charged }) => sum + (charged ?? 0), 0),
        },
      }
    : {};

/** Why the limits do not count earlier spending, by the start of the account's records. */
const notCounted: Readonly<Record<string, string>> = {
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
