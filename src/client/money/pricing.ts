import type { Arguments, Fact, Operation, Price } from '../../catalog/operation.ts';
import { pick } from '../call/path.ts';
import { purposeOf } from '../call/purpose.ts';
import type { Quote } from '../call/reply.ts';
import { wholeCredits } from './whole-credits.ts';

/** Makes a free read that a price depends on, and resolves with its data. */
export type ReadFact = (operation: string, input: Arguments) => Promise<unknown>;

/** The upper bound of the cost, and its basis. Sends only the free reads that a formula needs. */
export async function quote(operation: Operation, input: Arguments, read: ReadFact): Promise<Quote> {
  const { name, effect, price } = operation;
  const common = { operation: name, effect, purpose: purposeOf(operation, input) };
  switch (price.kind) {
    case 'free':
      return { ...common, credits: 0, basis: 'free' };
    case 'none_listed':
      return { ...common, credits: 0, basis: 'no cost is listed' };
    case 'fixed':
      return { ...common, credits: price.credits, basis: `${price.credits} a call${terms(price)}` };
    case 'formula': {
      const facts = await gather(price.facts ?? {}, input, read);
      return { ...common, ...bound(price.credits(input, facts)), basis: `${price.basis}${terms(price)}` };
    }
    case 'metered':
    case 'unlisted':
      return { ...common, credits: null, basis: price.basis };
  }
}

/** The credits drawn, where the answer states them; undefined where it does not, or states no valid amount. */
export function actualCharge(price: Price, input: Arguments, said: unknown): number | undefined {
  if (!('actual' in price) || price.actual === undefined) return undefined;
  const stated = typeof price.actual === 'function' ? price.actual(said, input) : pick(said, price.actual);
  return wholeCredits(stated);
}

/** A price computed from the platform's answers is a bound only if it is a valid amount. */
const bound = (credits: number | null): Pick<Quote, 'credits'> => ({ credits: wholeCredits(credits) ?? null });

async function gather(
  facts: Readonly<Record<string, Fact>>,
  input: Arguments,
  read: ReadFact,
): Promise<Record<string, unknown>> {
  const known = await Promise.all(
    Object.entries(facts).map(async ([fact, { operation, with: from }]) => {
      const given = Object.fromEntries(Object.entries(from).map(([argument, field]) => [argument, input[field]]));
      return [fact, await read(operation, given)] as const;
    }),
  );
  return Object.fromEntries(known);
}

const moments = { at_start: '', on_success: ', charged on success', in_job: ', charged by the job' } as const;

const terms = (price: Extract<Price, { kind: 'fixed' | 'formula' }>): string =>
  `${moments[price.charged ?? 'at_start']}${price.refunded ? ', returned on failure' : ''}`;
