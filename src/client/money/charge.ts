import type { Operation, Price } from '../../catalog/operation.ts';
import type { Confirmation, Entry, MoneyState } from '../../state/entry.ts';
import { actualCharge } from './pricing.ts';

/** The change to the money of a call. Empty: none. */
export interface Charge {
  readonly money?: MoneyState | undefined;
  /** Absent: the amount is the estimate, still to be compared with the platform's history. */
  readonly confirmation?: Confirmation | undefined;
  /** Credits. */
  readonly charged?: number | undefined;
}

/** What was drawn by an accepted start. `over`: there is no job whose end could still be waited for. */
export function chargeOfStart(
  { price }: Operation,
  entry: Entry,
  rawJson: unknown,
  over: boolean,
): Charge & { readonly money: MoneyState } {
  if (price.kind === 'free' || price.kind === 'none_listed')
    return { money: 'settled', charged: 0, confirmation: 'stated' };
  const actual = actualCharge(price, entry.arguments, rawJson);
  if (actual !== undefined) return { money: 'settled', charged: actual, ...source(price) };
  const bounded = price.kind === 'fixed' || (price.kind === 'formula' && !entry.unbounded);
  if (!bounded) return { money: over ? 'in_doubt' : 'due' };
  if (!over && price.charged !== undefined && price.charged !== 'at_start') return { money: 'due' };
  return { money: 'settled', charged: entry.estimate };
}

/** A job charged at its end is charged now: the amount in the answer, else the whole estimate. */
export function chargeOfSuccess({ price }: Operation, entry: Entry, rawJson: unknown): Charge {
  if (entry.money !== 'due') return {};
  const actual = actualCharge(price, entry.arguments, rawJson);
  if (actual !== undefined) return { money: 'settled', charged: actual, ...source(price) };
  return price.kind === 'metered' || price.kind === 'unlisted' || entry.unbounded
    ? { money: 'in_doubt' }
    : { money: 'settled', charged: entry.estimate };
}

/** Document 1, "Credits", rule 2: a failed job gives nothing back, except where its row says so. */
export function chargeOfFailure({ price }: Operation, entry: Entry, money: MoneyState, rawJson: unknown): Charge {
  if ('refunded' in price && price.refunded) return { money: 'released' };
  if (money !== 'due') return {};
  if ('charged' in price && price.charged === 'on_success') return { money: 'released' };
  const actual = actualCharge(price, entry.arguments, rawJson);
  return actual === undefined ? { money: 'in_doubt' } : { money: 'settled', charged: actual, ...source(price) };
}

/** An amount in the answer itself is final; one that is only derived from it is looked up like an estimate. */
const source = (price: Price): Pick<Charge, 'confirmation'> =>
  'actual' in price && typeof price.actual === 'string' ? { confirmation: 'stated' } : {};
