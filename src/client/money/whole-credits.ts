/** No amount, balance or price of the platform can be larger: sums of millions of them stay exact. */
export const maxCredits = 1_000_000_000;

/**
 * An amount of credits as the ledger can keep it: whole, fractions rounded up. Undefined for what is no amount:
 * negative, not finite, larger than `maxCredits`, no number at all.
 */
export const wholeCredits = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= maxCredits ? Math.ceil(value) : undefined;
