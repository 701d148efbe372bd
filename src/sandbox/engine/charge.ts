import type { Operation } from '../../catalog/operation.ts';
import type { Tally } from './call.ts';
import { argument, type ValidatedArguments } from './arguments.ts';
import { insufficientCredits, type Refusal } from './http/refusal.ts';
import { Said } from './http/reply.ts';
import { sourceValue } from './source-value.ts';
import type { Caller } from './tokens.ts';
import type { World } from './world.ts';

/**
 * Takes what a request costs, when the catalog says: now, or from its job at the end. 402 where the
 * balance, or the balance a row wants to see, falls short: as `shortage` words it, and nothing is posted.
 */
export function charge(
  { ledger, jobs, now }: World,
  operation: Operation,
  input: ValidatedArguments,
  caller: Caller,
  said: unknown,
  { credits = 0, job, team = caller.team }: Tally,
  shortage: (required: number, available: number) => Refusal = insufficientCredits,
): void {
  const { method, path, price } = operation;
  const gate = 'gate' in price ? (price.gate ?? 0) : 0;
  const charged = 'charged' in price ? (price.charged ?? 'at_start') : 'at_start';
  const required = Math.max(credits, gate);
  const available = ledger.available(team);
  if (required > 0 && available < required) throw shortage(required, available);
  const atStart = charged === 'at_start' || job === undefined;
  const reference = referenceOf(operation, input, said);
  if (atStart) ledger.post({ team, delta: -credits, endpoint: `${method} ${path}`, reference, at: now() });
  if (job !== undefined) jobs.price(job, { operation: operation.name, reference, credits, drawn: atStart });
}

/** What a charge refers to: the thing its job makes or works on, where that has a number. */
function referenceOf({ job, params }: Operation, input: ValidatedArguments, said: unknown): number | null {
  const [source] = Object.values(job?.with ?? {});
  const value = source
    ? sourceValue(source, input, said instanceof Said ? said.body : said)
    : argument(input, params[0] ?? '');
  return typeof value === 'number' ? value : null;
}
