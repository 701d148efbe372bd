import type { Arguments, Operation } from '../../catalog/index.ts';
import type { Platform } from '../../client/index.ts';
import type { Waiting } from '../definition/waiting.ts';
import { callOperation } from '../calls/call-operation.ts';
import { forgetChangedProjects, resolveProjectNames } from '../../client/names/resolve-project-names.ts';
import { now } from '../definition/now.ts';
import type { ProjectionOptions } from '../projection/project.ts';
import { nextOf } from '../results/next-of.ts';
import { replyResult } from '../results/result.ts';
import type { ToolContext, ToolResult } from '../definition/tool.ts';

export type OperationRunOptions = ProjectionOptions & Waiting;

/**
 * Carries out a tool's call to the platform: resolves project names to ids, uses the waiting time, progress and consent
 * of the context, and projects the answer. Every tool that calls an operation uses it.
 */
export async function runOperation(
  client: Platform,
  operation: Operation,
  givenWithNames: Arguments,
  options: OperationRunOptions,
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
    forgetChangedProjects(client, operation);
  }
}
