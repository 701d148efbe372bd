import type { Entry, State } from '../state/state.ts';
import type { Balance } from './balance.ts';
import type { Budget } from './budget.ts';
import type { MoneyView, Spending } from './client.ts';
import { isVisibilityError } from './errors/visibility-error.ts';

export interface MoneyParts {
  readonly state: State;
  readonly account: string;
  readonly budget: Budget;
  readonly balance: Balance;
  /** The clock's now. */
  readonly now: number;
}

/** Milliseconds that the sums of spending look back. */
const lookBack = 30 * 86_400_000;

/** Balance, limits, reservations and spending, as they are now. */
export async function moneyView({ state, account, budget, balance, now }: MoneyParts): Promise<MoneyView> {
  const told = await balance.now(true).catch((error: unknown) => {
    if (isVisibilityError(error)) return error;
    throw error;
  });
  const [open, recent, usage, spending] = await Promise.all([
    state.list(account, { money: ['reserved', 'dispatching', 'in_doubt', 'due'], limit: 100 }),
    state.list(account, { money: ['settled', 'in_doubt', 'due'], limit: 20 }),
    budget.total(),
    state.spending(account, now - lookBack),
  ]);
  return {
    ...(typeof told === 'number' ? { balance: told } : {}),
    ...(balance.plan ? { plan: balance.plan } : {}),
    ...(typeof told === 'object' ? { balance_unknown: `${told.code}: ${told.message}` } : {}),
    limits: await budget.limits(),
    reservations: open.map(reservation),
    recent: recent.filter((entry) => entry.estimate > 0 || (entry.charged ?? 0) > 0).map(charge),
    totals: { charged: usage.spent, reserved: usage.held, in_doubt: usage.inDoubt },
    spending: summed(spending),
  };
}

const reservation = (entry: Entry): MoneyView['reservations'][number] => ({
  entry: entry.id,
  operation: entry.operation,
  credits: entry.estimate,
  state: entry.money,
  since: iso(entry.reservedAt),
});

const charge = (entry: Entry): MoneyView['recent'][number] => ({
  at: iso(entry.settledAt ?? entry.reservedAt),
  operation: entry.operation,
  estimated: entry.estimate,
  charged: entry.charged ?? 0,
  state: entry.money,
  job_id: entry.id,
});

function summed(charges: readonly { readonly operation: string; readonly at: number; readonly charged: number }[]): Spending {
  const operations = new Map<string, { calls: number; charged: number }>();
  const days = new Map<string, number>();
  for (const { operation, at, charged } of charges) {
    const known = operations.get(operation) ?? { calls: 0, charged: 0 };
    operations.set(operation, { calls: known.calls + 1, charged: known.charged + charged });
    const day = iso(at).slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + charged);
  }
  return {
    by_operation: [...operations].map(([operation, sums]) => ({ operation, ...sums })).sort((a, b) => b.charged - a.charged),
    by_day: [...days].map(([day, charged]) => ({ day, charged })).sort((a, b) => a.day.localeCompare(b.day)),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
