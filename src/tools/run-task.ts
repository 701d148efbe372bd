import type { Clock } from '../clock.ts';
import type { ErrorCode } from '../client/errors/error-codes.ts';
import type { Platform } from '../platform/platform.ts';
import { VisibilityError, type ErrorDetails } from '../client/errors/visibility-error.ts';
import type { AcknowledgeDelivery } from '../client/call/reply.ts';
import { nearest } from '../text/nearest.ts';
import type { RunTask } from '../platform/perform.ts';
import { recordedClient } from '../platform/recorded-client.ts';
import { maxWaitSeconds } from './calling/waiting.ts';
import { fixedTools } from './fixed-tools.ts';
import { readCallOf } from './read-call.ts';
import { resultOrRefusal } from './run-tool.ts';
import type { Tool, ToolContext, ToolResult } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';
import { workflowsToName } from './workflow-tools.ts';

/**
 * Workflows, and `estimate`, for programs: the tool of that name run over `client`, waited for until it has ended, its
 * refusal thrown. Its dates are those of `clock`.
 */
export function taskRunner(client: Platform, options: ToolOptions, clock: Clock): RunTask {
  const tools = toolsOver(client, options);
  const names = workflowNames(options);

  return async (name, args, { signal, files, deferAcknowledgement, onProgress, steps }) => {
    const isKnown = name === 'estimate' || names.includes(name);
    const tool = isKnown ? (steps ? toolsOver(recordedClient(client, steps), options) : tools).get(name) : undefined;
    if (!tool) throw unknown(name, names);
    const waits = hasWait(tool) && args['wait_s'] === undefined;
    const call = await readCallOf(tool, waits ? { ...args, wait_s: maxWaitSeconds } : args);
    for (;;) {
      const ends: AcknowledgeDelivery[] = [];
      const context: ToolContext = {
        clock,
        signal,
        files,
        deferAcknowledgement: async (end) => void ends.push(end),
        onProgress: onProgress && ((progress) => onProgress({ operation: name, ...progress })),
      };
      const result = await resultOrRefusal(() => call.run(context), context);
      signal?.throwIfAborted();
      // Run again, it joins the job it left running. Its result is acknowledged when this program has it.
      if (waits && result.pending !== undefined && !result.isError) continue;
      const acknowledge: AcknowledgeDelivery = async (yes) => void (await Promise.all(ends.map((end) => end(yes))));
      await (deferAcknowledgement ? deferAcknowledgement(acknowledge) : acknowledge(true));
      return dataOf(result);
    }
  };
}

const toolsOver = (client: Platform, options: ToolOptions): ReadonlyMap<string, Tool> =>
  new Map(fixedTools(client, options).map((tool) => [tool.name, tool]));

/** The names of the workflows, as their tools are called. */
export const workflowNames = ({ readOnly }: Pick<ToolOptions, 'readOnly'>): string[] =>
  workflowsToName(readOnly).map(({ name }) => name);

const hasWait = ({ inputSchema }: Tool): boolean =>
  Object.hasOwn((inputSchema as { properties?: object | undefined }).properties ?? {}, 'wait_s');

function dataOf({ plain, structured }: ToolResult): { data: unknown } {
  const { ok, error, data, ...beside } = plain?.() ?? structured;
  if (ok === false) throw thrown(error);
  return { data: data ?? null, ...beside };
}

/** The error that a result reports, as a `VisibilityError`. */
function thrown(error: unknown): VisibilityError {
  const { code, message, outcome, status, fields, next, retry_after, ...facts } = (error ?? {}) as Record<
    string,
    unknown
  >;
  return new VisibilityError(String(code) as ErrorCode, String(message), {
    outcome: (outcome ?? 'unknown') as ErrorDetails['outcome'],
    status: typeof status === 'number' ? status : undefined,
    fields: fields ? (fields as NonNullable<ErrorDetails['fields']>) : undefined,
    next: typeof next === 'string' ? next : undefined,
    retryAfter: typeof retry_after === 'number' ? retry_after : undefined,
    facts,
  });
}

function unknown(name: string, names: readonly string[]): VisibilityError {
  const [suggestion] = nearest(name, names, 1);
  return new VisibilityError('unknown_operation', `platform.workflows.${name}: there is no such workflow.`, {
    outcome: 'not_sent',
    next: suggestion ? `Did you mean platform.workflows.${suggestion}?` : `There are ${names.join(', ')}.`,
  });
}
