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
  const agreed = await context.consent?.(quote);
  await refuseUnaffordable(client, quote);
  const { consent } = context;
  return consent
    ? {
        ...context,
        consent: (asked, exceeded) =>
          covers(quote, asked) && (agreed === 'person' || !exceeded) ? agreed : consent(asked, exceeded),
      }
    : context;
}

const covers = (agreed: Quote, asked: Quote): boolean =>
  agreed.operation === asked.operation &&
  agreed.credits !== null &&
  asked.credits !== null &&
  asked.credits <= agreed.credits;

/** A preview only: the reservation that counts is made by the client when the call is due. */
async function refuseUnaffordable(client: Platform, { operation, credits, basis }: Quote): Promise<void> {
  if (credits === null || credits === 0) return;
  const { limits, balance } = await client.money();
  const tooSmall = limits.find(({ limit }) => parseInt(limit, 10) < credits);
  const short = tooSmall ?? limits.find(({ left }) => left < credits);
  if (short) {
    const why = tooSmall
      ? `that can never fit into the limit ${short.limit}`
      : `the limit ${short.limit} has ${short.left} left`;
    throw budgetRefused(
      `${operation} takes up to ${credits} credits (${basis}); ${why}. Nothing was created or charged.`,
      {
        passes: !tooSmall && short.left + short.reserved >= credits,
        next: `${tooSmall ? 'Waiting does not help: choose' : short.resets_at ? `The limit resets at ${short.resets_at}; choose` : 'Choose'} something cheaper, or ask the operator to raise ${short.limit}.`,
        facts: {
          estimate: credits,
          limit: short.limit,
          spent: short.spent,
          reserved: short.reserved,
          left: short.left,
        },
      },
    );
  }
  if (balance !== undefined && balance < credits) throw insufficientCredits(credits, balance);
}
