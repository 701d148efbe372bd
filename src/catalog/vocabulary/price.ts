import type { Arguments } from './basics.ts';

/**
 * When the team's balance falls. `at_start`: before the job is dispatched (the contract's rule);
 * `on_success`: once, when the job has succeeded; `in_job`: by the job, when it knows the amount.
 */
export type Charged = 'at_start' | 'on_success' | 'in_job';

export interface PriceOptions {
  readonly charged?: Charged | undefined;
  /** The condition under which it is drawn at all, as a sentence goes on after "only when". */
  readonly onlyWhen?: string | undefined;
  /** The operation whose row states the price of this step, where its own row lists none (decision 4). */
  readonly statedBy?: string | undefined;
  /** A failed job gives its credits back. docs/platform/credits.md#refunds: only where a row says so. */
  readonly refunded?: boolean | undefined;
  /** The credits drawn: the place in an answer that states them (`credits_used`), or a formula over answer and arguments. */
  readonly actual?: string | ((answer: unknown, input: Arguments) => number | undefined) | undefined;
  /** Balance required at the start, if higher than the price. */
  readonly minBalance?: number | undefined;
}

/** A number that a price depends on, stated by a free read. */
export interface Fact {
  readonly operation: string;
  /** Its arguments, each by the argument of the priced call that it is. */
  readonly with: Readonly<Record<string, string>>;
  /** What the number counts, as a sentence goes on after "it tells no". */
  readonly counts: string;
  /** The number in the answer. Undefined where the answer does not state it: the price is unknown then, never 0. */
  readonly value: (answer: unknown) => unknown;
}

/** An upper bound computed from the arguments, and from a fact where one is declared. `null`: these have no bound. */
type Formula =
  | { readonly fact?: undefined; readonly credits: (input: Arguments) => number | null }
  | { readonly fact: Fact; readonly credits: (input: Arguments, fact: number) => number | null };

export type Price =
  /** Stated as free, or a read (docs/platform/credits.md#balance). */
  | { readonly kind: 'free' }
  /** The contract lists no cost and the operation only stores something: taken as free. */
  | { readonly kind: 'none_listed' }
  | ({ readonly kind: 'fixed'; readonly credits: number } & PriceOptions)
  | ({
      readonly kind: 'formula';
      /** The formula in words, as the basis of every estimate made with it. */
      readonly basis: string;
      /** The most it can come to, where that is known whatever the arguments. */
      readonly atMost?: number | undefined;
    } & Formula &
      PriceOptions)
  /** Drawn as it goes, with no stated bound. */
  | ({ readonly kind: 'metered'; readonly basis: string } & PriceOptions)
  /** Starts paid work, and the contract does not say for how much. */
  | ({ readonly kind: 'unlisted'; readonly basis: string } & PriceOptions);

export const free: Price = { kind: 'free' };

/** A price of `credits` credits, charged at the start unless the options say otherwise. */
export const fixed = (credits: number, options: PriceOptions = {}): Price => ({ kind: 'fixed', credits, ...options });

/** A price that depends on the arguments, told as an upper bound with its basis in words. */
export const formula = (
  basis: string,
  credits: (input: Arguments) => number | null,
  options: PriceOptions & { readonly atMost?: number | undefined } = {},
): Price => ({ kind: 'formula', basis, credits, ...options });

/** A price that depends on a number which the platform states, and on the arguments. */
export const formulaOf = (
  fact: Fact,
  basis: string,
  credits: (input: Arguments, fact: number) => number | null,
  options: PriceOptions = {},
): Price => ({ kind: 'formula', basis, fact, credits, ...options });

export const metered = (basis: string, options: PriceOptions = {}): Price => ({ kind: 'metered', basis, ...options });

export const unlisted = (basis: string, options: PriceOptions = {}): Price => ({ kind: 'unlisted', basis, ...options });
