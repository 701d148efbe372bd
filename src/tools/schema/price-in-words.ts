import type { Price } from '../../catalog/operation.ts';

/** A price in a few words: `free`, `5 credits`, `5 once on success; 0 with structure`. */
export function priceInWords(price: Price): string {
  switch (price.kind) {
    case 'free':
    case 'none_listed':
      return 'free';
    case 'fixed':
      return [
        price.credits === 1 ? '1 credit' : `${price.credits} credits`,
        price.statedBy === undefined ? '' : `, as ${price.statedBy} states; its own row lists none`,
        price.onlyWhen === undefined ? '' : `, only when ${price.onlyWhen}`,
      ].join('');
    case 'formula':
      return `${price.basis} (credits)${price.atMost === undefined || price.basis.includes(String(price.atMost)) ? '' : `; at most ${price.atMost}`}`;
    case 'metered':
      return `metered: ${price.basis}`;
    case 'unlisted':
      return `price not stated: ${price.basis}`;
  }
}

/** When it is charged and whether a failure gives it back. Empty where nothing is charged. */
export function termsInWords(price: Price): string {
  if (price.kind === 'free' || price.kind === 'none_listed') return '';
  const charged = charges[price.charged ?? 'at_start'];
  const minBalance = price.minBalance === undefined ? '' : `; needs a balance of ${price.minBalance}`;
  const when =
    price.kind === 'metered'
      ? 'drawn as it works'
      : price.refunded
        ? charged.replace(', also if the job fails later', '')
        : charged;
  return `${when}${price.refunded ? '; given back on failure' : ''}${minBalance}`;
}

/** The price as one value for a listing: a number where one is sure, else a word or the basis. */
export function priceShortly(price: Price): number | string {
  switch (price.kind) {
    case 'free':
    case 'none_listed':
      return 0;
    case 'fixed':
      return price.credits;
    case 'formula':
      return price.basis;
    case 'metered':
    case 'unlisted':
      return price.kind;
  }
}

const charges = {
  at_start: 'charged at the start, also if the job fails later',
  on_success: 'charged once it succeeded',
  in_job: 'charged while the job runs',
} as const;
