import type { InputFor, OperationName } from '../../../catalog/operation-types.ts';
import type { Platform } from '../../../client/platform.ts';
import type { Quote } from '../../../client/calls/reply.ts';
import type { ToolContext } from '../../definition/tool.ts';
import type { Task } from './task.ts';
import { budgetRefused, insufficientCredits } from '../../../client/refusals.ts';

/**
 * For a workflow that has to create something before its paid call: asks for consent to that call, and
 * looks whether the limits could bear it, before anything is created. A refusal leaves nothing behind.
 * Resolves with a context that does not ask for the same spending again.
 */
export async function consentFirst<N extends OperationName>(
  { client, context }: Task,
  operation: N,
  input: InputFor<N>,
): Promise<ToolContext> {
  const quote = await client.quote(operation, input);
  const { consent } = context;
  const agreed = await consent?.(quote);
  await refuseUnaffordable(client, quote);
  const covers = (asked: Quote): boolean =>
    asked.operation === quote.operation &&
    quote.credits !== null &&
    asked.credits !== null &&
    asked.credits <= quote.credits;
  return {
    ...context,
    consent:
      consent &&
      ((asked, exceeded) => (covers(asked) && (agreed === 'person' || !exceeded) ? agreed : consent(asked, exceeded))),
  };
}

/** A preview only: the reservation that counts is made by the client when the call is due. */
async function refuseUnaffordable(client: Platform, { operation, credits, basis }: Quote): Promise<void> {
  if (credits === null || credits === 0) return;
  const { limits, balance } = await client.money();
  const short = limits.find(({ left }) => left < credits);
  if (short) {
    const { limit, spent, reserved, left } = short;
    throw budgetRefused(
      `${operation} takes up to ${credits} credits (${basis}); the limit ${limit} has ${left} left. Nothing was created or charged.`,
      {
        passes: left + reserved >= credits,
        next: `Choose something cheaper, or ask the operator to raise ${limit}.`,
        facts: { estimate: credits, limit, spent, reserved, left },
      },
    );
  }
  if (balance !== undefined && balance < credits) throw insufficientCredits(credits, balance);
}
