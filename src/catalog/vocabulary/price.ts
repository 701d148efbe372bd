import type { Arguments } from './basics.ts';

export interface PriceOptions {
  /**
   * When the credits are drawn from the team's balance. `on_success`: once, when the job has succeeded; `in_job`: by the job, when it
   * knows the amount. Absent: before the job is dispatched, which is the contract's rule.
   */
  readonly charged?: 'on_success' | 'in_job';
  /** The condition under which credits are drawn, as the end of a sentence after "only when". */
  readonly onlyWhen?: string | undefined;
  /** The operation whose row states the price of this step, if its own row lists none (decision 4). */
  readonly statedBy?: string | undefined;
  /** Set if the credits of a failed job are refunded. docs/platform/credits.md#refunds: only if a row says so. */
  readonly refunded?: boolean | undefined;
  /** The credits drawn: the path in the answer that states them (`credits_used`), or a formula of answer and arguments. */
  readonly actual?: string | ((answer: unknown, input: Arguments) => number | undefined) | undefined;
  /** Balance required at the start, if higher than the price. */
  readonly minBalance?: number | undefined;
}

/** A number that a price depends on, stated by a free read. */
export interface Fact {
  readonly operation: string;
  /** Its arguments, each with the argument of the priced call that supplies it. */
  readonly with: Readonly<Record<string, string>>;
  /** What the number counts, as the end of a sentence after "states no". */
  readonly counts: string;
  /** The number in the answer. Undefined if the answer does not state it: the price is then unknown, never 0. */
  readonly value: (answer: unknown) => unknown;
}

/** An upper bound computed from the arguments and, if declared, from a fact. `null`: there is no bound for these. */
type Formula =
  | { readonly fact?: undefined; readonly credits: (input: Arguments) => number | null }
  | { readonly fact: Fact; readonly credits: (input: Arguments, fact: number) => number | null };

export type Price =
  /** Stated as free, or a read (docs/platform/credits.md#balance). */
  | { readonly kind: 'free' }
  /** The contract lists no cost and the operation only stores something, so it counts as free. */
  | { readonly kind: 'none_listed' }
  | ({ readonly kind: 'fixed'; readonly credits: number } & PriceOptions)
  | ({
      readonly kind: 'formula';
      /** The formula as text, for the basis of estimates. */
      readonly basis: string;
      /** The maximum for any arguments, if it is known. */
      readonly atMost?: number | undefined;
    } & Formula &
      PriceOptions)
  /** Credits are drawn gradually, without a stated bound. */
  | ({ readonly kind: 'metered'; readonly basis: string } & PriceOptions)
  /** Starts paid work whose price the contract does not state. */
  | ({ readonly kind: 'unlisted'; readonly basis: string } & PriceOptions);

export const free: Price = { kind: 'free' };

/** A price of `credits` credits, charged at the start unless the options say otherwise. */
export const fixed = (credits: number, options: PriceOptions = {}): Price => ({ kind: 'fixed', credits, ...options });

/** A price that depends on the arguments: an upper bound, with its basis as text. */
export const formula = (
  basis: string,
  credits: (input: Arguments) => number | null,
  options: PriceOptions & { readonly atMost?: number | undefined } = {},
): Price => ({ kind: 'formula', basis, credits, ...options });

/** A price that depends on the arguments and on a number that the platform states. */
export const formulaOf = (
  fact: Fact,
  basis: string,
  credits: (input: Arguments, fact: number) => number | null,
  options: PriceOptions = {},
): Price => ({ kind: 'formula', basis, fact, credits, ...options });

export const metered = (basis: string, options: PriceOptions = {}): Price => ({ kind: 'metered', basis, ...options });

export const unlisted = (basis: string, options: PriceOptions = {}): Price => ({ kind: 'unlisted', basis, ...options });
