import type { Price } from '../vocabulary/index.ts';

/** A price in few words, as in the signature of an operation: the amount if it is fixed, otherwise the formula. */
export function priceLine(price: Price): string {
  switch (price.kind) {
    case 'free':
    case 'none_listed':
      return '0 credits';
    case 'fixed':
      return `${price.credits} credits${price.onlyWhen === undefined ? '' : ` only when ${price.onlyWhen}`}`;
    case 'formula':
      return `credits: ${price.basis}`;
    case 'metered':
    case 'unlisted':
      return 'credits not stated';
  }
}

/** The price with its conditions: its basis, when it is charged, whether it is refunded on failure. */
export function priceAndTerms(price: Price): string {
  const line = priceLine(price);
  if (price.kind === 'free' || price.kind === 'none_listed') return line;
  const { charged, refunded, statedBy, minBalance } = price;
  const atStart = refunded ? 'charged at the start' : 'charged at the start, also if the job fails later';
  return [
    price.kind === 'metered' || price.kind === 'unlisted' ? `${line}: ${price.basis}` : line,
    price.kind === 'formula' && price.atMost !== undefined ? `at most ${price.atMost}` : '',
    statedBy === undefined ? '' : `as ${statedBy} states; its own row lists none`,
    price.kind === 'metered' ? 'drawn as it works' : charged === undefined ? atStart : charges[charged],
    refunded ? 'given back on failure' : '',
    minBalance === undefined ? '' : `needs a balance of ${minBalance}`,
  ]
    .filter(Boolean)
    .join('; ');
}

const charges = {
  on_success: 'charged once it succeeded',
  in_job: 'charged while the job runs',
} as const;

/** The price as one value for a list: a number if it is certain, otherwise the basis. */
export function priceValue(price: Price): number | string {
  if (price.kind === 'fixed') return price.credits;
  return 'basis' in price ? price.basis : 0;
}
