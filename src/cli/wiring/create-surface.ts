import { systemClock, type Clock } from '../../clock.ts';
import type { Client } from '../../client/client.ts';
import { createPrompts } from '../../prompts/index.ts';
import { createResources } from '../../resources/index.ts';
import { markSandbox } from '../../resources/mark-sandbox.ts';
import type { Surface } from '../../server/handlers/offer.ts';
import { createTools } from '../../tools/index.ts';
import type { ToolOptions } from '../../tools/tool-options.ts';
import { lookUpJob } from '../../tools/jobs/job-lookup.ts';
import { markSandbox as markSandboxTool, sandboxResult } from '../../tools/results/mark-sandbox.ts';

export interface SurfaceOptions extends ToolOptions {
  /** The embedded platform is in use: every tool result and resource says so. */
  readonly sandbox: boolean;
}

/** Tools, resources and prompts of one configuration. */
export const createSurface = (
  client: Client,
  { sandbox, ...options }: SurfaceOptions,
  clock: Clock = systemClock,
): Surface => ({
  tools: sandbox ? createTools(client, options).map(markSandboxTool) : createTools(client, options),
  resources: sandbox ? markSandbox(createResources(client, clock)) : createResources(client, clock),
  sandbox,
  money: () => client.money(),
  job: async (jobId, context) => {
    const found = await lookUpJob(client, jobId, context);
    return sandbox && 'result' in found ? { ...found, result: sandboxResult(found.result) } : found;
  },
  prompts: createPrompts(client.pins),
});
