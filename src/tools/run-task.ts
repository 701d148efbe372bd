import type { Clock } from '../base/index.ts';
import type { AcknowledgeDelivery, Platform } from '../client/index.ts';
import { nearest } from '../base/text/nearest.ts';
import { jobSeconds, type RunTask } from '../programs/platform/perform.ts';
import { fixedTools } from './fixed-tools.ts';
import { readCallOf } from './definition/read-call.ts';
import type { ToolContext } from './definition/tool.ts';
import type { ToolOptions } from './definition/tool-options.ts';
import { workflowsToName } from './workflows/workflow-tools.ts';
import { VisibilityError } from '../client/errors.ts';

/** Workflows and `estimate` for programs: runs a tool over `client`, waits for its end, and throws its refusal. */
export function taskRunner(client: Platform, options: ToolOptions, clock: Clock): RunTask {
  const tools = new Map(fixedTools(client, { ...options, maxWaitSeconds: undefined }).map((tool) => [tool.name, tool]));
  const names = workflowNames(options);

  return async (name, args, { signal, files, onProgress }) => {
    const tool = name === 'estimate' || names.includes(name) ? tools.get(name) : undefined;
    if (!tool) throw unknown(name, names);
    const call = await readCallOf(tool, args);
    const ends: AcknowledgeDelivery[] = [];
    const context: ToolContext = {
      clock,
      signal,
      files,
      hostWaitSeconds: jobSeconds,
      deferAcknowledgement: async (end) => void ends.push(end),
      onProgress: onProgress && ((progress) => onProgress({ operation: name, ...progress })),
    };
    const { pending, structured, plain } = await call.run(context);
    signal?.throwIfAborted();
    // Waits end early while this process shuts down; the shutdown then ends this program, too.
    if (pending !== undefined && args['wait_s'] === undefined && signal) await clock.sleep(jobSeconds * 1000, signal);
    for (const end of ends) await end(true);
    const { ok: _, data, ...beside } = plain?.() ?? structured;
    return { data: data ?? null, ...beside };
  };
}

/** The names of the workflows; their tools have the same names. */
export const workflowNames = ({ readOnly }: Pick<ToolOptions, 'readOnly'>): string[] =>
  workflowsToName(readOnly).map(({ name }) => name);

function unknown(name: string, names: readonly string[]): VisibilityError {
  const [suggestion] = nearest(name, names, 1);
  return new VisibilityError('unknown_operation', `platform.workflows.${name}: there is no such workflow.`, {
    outcome: 'not_sent',
    next: suggestion ? `Did you mean platform.workflows.${suggestion}?` : `There are ${names.join(', ')}.`,
  });
}
