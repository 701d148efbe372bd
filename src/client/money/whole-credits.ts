/** Maximum amount, balance or price in credits that is accepted: sums of millions of them stay exact integers. */
export const maxCredits = 1_000_000_000;

/**
 * Rounds an amount up to whole credits, as the ledger stores it. Undefined if it is not a number, negative, not finite, or larger
 * than `maxCredits`.
 */
export const wholeCredits = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= maxCredits ? Math.ceil(value) : undefined;
