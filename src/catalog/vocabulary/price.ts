import type { Arguments } from './basics.ts';

/**
 * When the team's balance falls. `at_start`: before the job is dispatched (the contract's rule);
 * `on_success`: once, when the job has succeeded; `in_job`: by the job, when it knows the amount.
 */
export type Charged = 'at_start' | 'on_success' | 'in_job';

export interface PriceOptions {
  readonly charged?: Charged;
  /** A failed job gives its credits back. Document 1, "Credits": only where a row says so. */
  readonly refunded?: boolean;
  /** The credits drawn: the place in an answer that states them (`credits_used`), or a formula over answer and arguments. */
  readonly actual?: string | ((answer: unknown, input: Arguments) => number | undefined);
  /** Balance the platform wants to see at the start, where it is more than the price. */
  readonly gate?: number;
}

/** A free read that a price depends on: the operation, and its arguments from those of the priced call. */
export interface Fact {
  readonly operation: string;
  readonly with: Readonly<Record<string, string>>;
}

export type Price =
  /** Stated as free, or a read (document 1: reads cost nothing). */
  | { readonly kind: 'free' }
  /** The contract lists no cost and the operation only stores something: taken as free. */
  | { readonly kind: 'none_listed' }
  | ({ readonly kind: 'fixed'; readonly credits: number } & PriceOptions)
  /** An upper bound computed from the arguments and from facts. */
  | ({
      readonly kind: 'formula';
      /** The formula in words, as the basis of every estimate made with it. */
      readonly basis: string;
      /** `null`: these arguments have no bound. */
      readonly credits: (input: Arguments, facts: Readonly<Record<string, unknown>>) => number | null;
      readonly facts?: Readonly<Record<string, Fact>>;
      /** The most it can come to, where that is known whatever the arguments. */
      readonly atMost?: number;
    } & PriceOptions)
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
  credits: (input: Arguments, facts: Readonly<Record<string, unknown>>) => number | null,
  options: PriceOptions & { facts?: Record<string, Fact>; atMost?: number } = {},
): Price => ({ kind: 'formula', basis, credits, ...options });

/** `credits` for each element of the list argument `field`. */
export const each = (field: string, credits: number, basis: string, options: PriceOptions = {}): Price =>
  formula(basis, (input) => (Array.isArray(input[field]) ? input[field].length * credits : credits), options);

export const metered = (basis: string, options: PriceOptions = {}): Price => ({ kind: 'metered', basis, ...options });

export const unlisted = (basis: string, options: PriceOptions = {}): Price => ({ kind: 'unlisted', basis, ...options });
