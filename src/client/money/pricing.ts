import type { Arguments, Operation, Price } from '../../catalog/index.ts';
import { pick } from '../http/request/path.ts';
import type { Quote } from './quote.ts';
import { wholeCredits } from './whole-credits.ts';

/** Sends a free read that a price depends on, and resolves with its data. */
export type ReadFact = (operation: string, input: Arguments) => Promise<unknown>;

/** The maximum cost of a call, and how it is calculated. Calls `read` only if the price depends on data of the platform, and rejects as it does. */
export async function quote(operation: Operation, input: Arguments, read: ReadFact): Promise<Quote> {
  const { name, effect, price, recurring, does } = operation;
  const common = { operation: name, effect, purpose: purposeOf(does), recurring };
  switch (price.kind) {
    case 'free':
      return { ...common, credits: 0, basis: 'free' };
    case 'none_listed':
      return { ...common, credits: 0, basis: 'no cost is listed' };
    case 'fixed':
      return {
        ...common,
        credits: price.credits,
        basis: `${price.credits} a call${price.statedBy === undefined ? '' : `, as ${price.statedBy} states`}${terms(price)}`,
      };
    case 'formula':
      return { ...common, ...(await bound(price, input, read)) };
    case 'metered':
    case 'unlisted':
      return { ...common, credits: null, basis: price.basis };
  }
}

/** The purpose of a call as a phrase that completes "Spend up to 75 credits to …?": the first clause of what the operation does. */
const purposeOf = (does: string): string =>
  `${does.charAt(0).toLowerCase()}${does.slice(1).replace(/\s*([;:(]|, ).*/, '')}`;

/** The credits charged according to the answer; undefined if it states no valid amount. */
export function actualCharge(price: Price, input: Arguments, rawJson: unknown): number | undefined {
  if (!('actual' in price) || price.actual === undefined) return undefined;
  const stated = typeof price.actual === 'function' ? price.actual(rawJson, input) : pick(rawJson, price.actual);
  return wholeCredits(stated);
}

/** The maximum of a formula price; `credits` is null if a number that the platform supplies for it is invalid. */
async function bound(
  price: Extract<Price, { kind: 'formula' }>,
  input: Arguments,
  read: ReadFact,
): Promise<Pick<Quote, 'credits' | 'basis'>> {
  const basis = `${price.basis}${terms(price)}`;
  if (price.fact === undefined) return { credits: wholeCredits(price.credits(input)) ?? null, basis };
  const { operation, with: from, counts, value } = price.fact;
  const args = Object.fromEntries(Object.entries(from).map(([argument, field]) => [argument, input[field]]));
  const fact = value(await read(operation, args));
  if (wholeCredits(fact) === undefined)
    return { credits: null, basis: `${basis}; ${operation} states no ${counts}, so no bound is known` };
  return { credits: wholeCredits(price.credits(input, fact as number)) ?? null, basis };
}

const moments = { on_success: ', charged on success', in_job: ', charged by the job' } as const;

const terms = (price: Extract<Price, { kind: 'fixed' | 'formula' }>): string =>
  `${price.onlyWhen === undefined ? '' : `, only when ${price.onlyWhen}`}${price.charged === undefined ? '' : moments[price.charged]}${price.refunded ? ', returned on failure' : ''}`;
