import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import type { CallEffects } from './handler-call.ts';
import { argument, type ValidatedArguments } from './arguments.ts';
import { insufficientCredits, type Refusal } from './http/refusal.ts';
import { RawResponse } from './http/reply.ts';
import { sourceValue } from './job-watch.ts';
import type { Caller } from './tokens.ts';
import type { World } from './world.ts';

/**
 * Charges a request when the catalog says so: now, or at the end of its job. Answers 402, with the body of `shortage` and
 * without a ledger entry, if the balance is below the price or below the minimum of the row.
 */
export function charge(
  { ledger, jobs, now }: World,
  operation: Operation,
  input: ValidatedArguments,
  caller: Caller,
  result: unknown,
  { credits = 0, job, team = caller.team }: CallEffects,
  shortage: (required: number, available: number) => Refusal = insufficientCredits,
): void {
  const { method, path, price } = operation;
  const minBalance = 'minBalance' in price ? (price.minBalance ?? 0) : 0;
  const required = Math.max(credits, minBalance);
  const available = ledger.available(team);
  if (required > 0 && available < required) throw shortage(required, available);
  const atStart = !('charged' in price) || job === undefined;
  const reference = referenceOf(operation, input, result);
  if (atStart) ledger.post({ team, delta: -credits, endpoint: `${method} ${path}`, reference, at: now() });
  if (job !== undefined) jobs.price(job, { operation: operation.name, reference, credits, drawn: atStart });
}

/** The id that a charge refers to: that of the document of its job, if it is a number. */
function referenceOf({ job, params }: Operation, input: ValidatedArguments, result: unknown): number | null {
  const [source] = Object.values(job?.with ?? {});
  const value = source
    ? sourceValue(source, input, result instanceof RawResponse ? result.body : result)
    : argument(input, params[0] ?? '');
  return typeof value === 'number' ? value : null;
}
