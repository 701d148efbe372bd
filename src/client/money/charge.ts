import type { Operation, Price } from '../../catalog/index.ts';
import type { Confirmation, Entry, EntryChange, MoneyState } from '../../state/index.ts';
import { actualCharge } from './pricing.ts';

/** Change of a ledger entry's money fields. Empty: no change. */
export interface Charge {
  readonly money?: MoneyState | undefined;
  /** Absent: `charged` is the estimate, to be confirmed from the platform's credit history. */
  readonly confirmation?: Confirmation | undefined;
  /** Credits. */
  readonly charged?: number | undefined;
}

/** Whether the contract states no cost of the operation: it never appears in the history. */
export const isUnpriced = ({ price }: Pick<Operation, 'price'>): boolean =>
  price.kind === 'free' || price.kind === 'none_listed';

/** The charge of an accepted call. `over`: it has no job that is still running. */
export function chargeOfStart(
  { price }: Operation,
  entry: Entry,
  rawJson: unknown,
  over: boolean,
): Charge & { readonly money: MoneyState } {
  if (isUnpriced({ price })) return { money: 'settled', charged: 0, confirmation: 'stated' };
  const actual = actualCharge(price, entry.arguments, rawJson);
  if (actual !== undefined) return { money: 'settled', charged: actual, ...source(price) };
  const bounded = price.kind === 'fixed' || (price.kind === 'formula' && !entry.unbounded);
  if (!bounded) return { money: over ? 'in_doubt' : 'due' };
  if (!over && 'charged' in price) return { money: 'due' };
  return { money: 'settled', charged: entry.estimate };
}

/** The charge of a completed job that is paid at its end: the amount in the answer, otherwise the estimate. */
export function chargeOfSuccess({ price }: Operation, entry: Entry, rawJson: unknown): Charge {
  if (entry.money !== 'due') return {};
  const actual = actualCharge(price, entry.arguments, rawJson);
  if (actual !== undefined) return { money: 'settled', charged: actual, ...source(price) };
  return price.kind === 'metered' || price.kind === 'unlisted' || entry.unbounded
    ? { money: 'in_doubt' }
    : { money: 'settled', charged: entry.estimate };
}

/** The charge of a failed job. It is not refunded unless the price list says so (docs/platform/credits.md#refunds). */
export function chargeOfFailure({ price }: Operation, entry: Entry, money: MoneyState, rawJson: unknown): Charge {
  if ('refunded' in price && price.refunded) return { money: 'released' };
  if (money !== 'due') return {};
  if ('charged' in price && price.charged === 'on_success') return { money: 'released' };
  const actual = actualCharge(price, entry.arguments, rawJson);
  return actual === undefined ? { money: 'in_doubt' } : { money: 'settled', charged: actual, ...source(price) };
}

/** The change without its money fields, which then stay unchanged. */
export const withoutCharge = (change: EntryChange): EntryChange => ({
  ...change,
  money: undefined,
  charged: undefined,
  confirmation: undefined,
});

/** An amount that the answer states is final; one calculated from the answer must be confirmed like an estimate. */
const source = (price: Price): Pick<Charge, 'confirmation'> =>
  'actual' in price && typeof price.actual === 'string' ? { confirmation: 'stated' } : {};
