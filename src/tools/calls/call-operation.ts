import type * as z from 'zod';
import { fileRuleOf } from '../../catalog/vocabulary/fields.ts';
import { type Arguments, type Operation, operationNamed } from '../../catalog/index.ts';
import { withoutPinned } from '../../catalog/pins.ts';
import type { CallOptions, Platform, Reply } from '../../client/index.ts';
import { changedError, isVisibilityError, type VisibilityError } from '../../client/errors.ts';
import { callWithSameIds } from '../results/next-of.ts';
import type { Waiting } from '../definition/waiting.ts';
import { createNotSentError } from '../results/error-result.ts';
import type { ToolContext } from '../definition/tool.ts';
import { explainArguments } from './explain-arguments.ts';

/** Makes a tool's call to the platform. Argument errors are extended by explanations. */
export async function callOperation(
  client: Platform,
  operation: Operation,
  args: Arguments,
  { waitSeconds, again }: Waiting,
  context: ToolContext,
  takes: Pick<CallOptions, 'keepsFiles' | 'anyForm' | 'comparedAs'> = {},
): Promise<Reply> {
  if (!context.files) refusePaths(operation, args);
  try {
    const reply = await client.call(operation, args, { ...context, ...takes, waitSeconds, again });
    const record = reply.job?.job_id ?? reply.record;
    if (operation.effect === 'paid' && record !== undefined) context.onPaidCall?.(record);
    return reply;
  } catch (error) {
    // A call that may have been carried out had valid arguments: there is nothing to correct.
    if (!isVisibilityError(error) || error.outcome === 'unknown') throw error;
    const shown = withoutPinned(operation, client.pins);
    throw withWayOut(explainArguments(error, shown, args), shown, args);
  }
}

/** Refuses file paths over HTTP: they would name files of the server's machine, not of the caller's. */
function refusePaths(operation: Operation, args: Arguments): void {
  for (const [name, type] of Object.entries(operation.input.shape)) {
    const values = Array.isArray(args[name]) ? args[name] : [args[name]];
    if (!fileRuleOf(type as z.ZodType) || !values.some((value) => typeof value === 'string')) continue;
    throw createNotSentError(
      'invalid_arguments',
      `${name} must be given inline: a remote server cannot read local paths`,
      `${name}: {"name":"keywords.csv","content":"…","encoding":"utf8"}`,
    );
  }
}

/**
 * A refusal with the operation that removes its cause: a complete call if it is free and all its arguments follow from
 * the refused call; otherwise a call that describes the operation. Other errors are unchanged.
 */
function withWayOut(error: VisibilityError, operation: Operation, args: Arguments): VisibilityError {
  const { status } = error;
  if (status === undefined || Object.keys(error.fields ?? {}).length > 0) return error;
  const name = operation.remedies[error.code] ?? operation.remedies[status];
  if (name === undefined) return error;
  const remedy = operationNamed(name);
  const needsMore = remedy.method === 'PUT' || remedy.method === 'PATCH' || remedy.effect === 'paid';
  const call = (needsMore ? undefined : callWithSameIds(remedy, operation, args)) ?? describing(name);
  const reads = remedy.effect === 'read';
  const what = reads ? `${name} shows its state` : `If the state is in the way, ${name} changes it`;
  return changedError(error, {
    next: `${what}: ${call}.${reads ? '' : ' Then repeat this call.'}${operation.effect === 'paid' ? ' Nothing was charged.' : ''}`,
  });
}

const describing = (name: string): string => `describe_operation ${JSON.stringify({ operation: name })}`;
