import type * as z from 'zod';
import { fileRuleOf } from '../../catalog/vocabulary/fields.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import { withoutPinned } from '../../catalog/pins.ts';
import type { Platform } from '../../programs/platform/platform.ts';
import type { CallOptions, Reply } from '../../client/calls/reply.ts';
import type { Waiting } from './waiting.ts';
import { explainArguments } from './explain-arguments.ts';
import { forgetProjectNames, resolveProjectNames } from '../../programs/platform/resolve-project-names.ts';
import { now } from './now.ts';
import type { ProjectionOptions } from '../results/projection/project.ts';
import { createNotSentError } from '../results/error-result.ts';
import { nextOf } from '../results/next-of.ts';
import { replyResult } from '../results/result.ts';
import { withWayOut } from '../results/with-way-out.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { isVisibilityError } from '../../client/errors.ts';

export type RunOptions = ProjectionOptions & Waiting;

/**
 * Carries out a tool's call to the platform: resolves project names to ids, takes waiting, progress and consent from the
 * context, and projects the answer. Every tool that calls an operation uses it.
 */
export async function runOperation(
  client: Platform,
  operation: Operation,
  givenWithNames: Arguments,
  options: RunOptions,
  context: ToolContext,
): Promise<ToolResult> {
  const args = await resolveProjectNames(client, operation, givenWithNames, now(context));
  try {
    const reply = await callOperation(client, operation, args, options, context, { keepsFiles: true, anyForm: true });
    return replyResult(reply, options, operation, args, {
      next: nextOf(operation, args, reply),
      consequence: operation.consequence,
      recurring: operation.recurring,
    });
  } finally {
    forgetProjectNames(client, operation);
  }
}

/** The same, but returns the client's reply instead of a tool result. Argument errors are extended by explanations. */
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
    if (operation.effect === 'paid') context.onPaidCall?.({ record: reply.job?.job_id ?? reply.record });
    return reply;
  } catch (error) {
    // The arguments of a call that may have been carried out were right: there is nothing to correct.
    if (!isVisibilityError(error) || error.outcome === 'unknown') throw error;
    const shown = withoutPinned(operation, client.pins);
    const refusal = withWayOut(explainArguments(error, shown, args), shown, args);
    if (operation.effect === 'paid') context.onPaidCall?.({ refusal });
    throw refusal;
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
