import { systemClock, type Clock } from '../../clock.ts';
import type { Client } from '../../client/client.ts';
import { createPrompts } from '../../prompts/index.ts';
import { createResources } from '../../resources/index.ts';
import { markSandbox } from '../../resources/mark-sandbox.ts';
import type { Surface } from '../../server/handlers/offer.ts';
import { createTools } from '../../tools/index.ts';
import type { ToolOptions } from '../../tools/tool-options.ts';
import { lookUpJob } from '../../tools/jobs/job-lookup.ts';
import { withOutFolder } from '../../tools/results/with-out-folder.ts';
import { markSandbox as markSandboxTool, sandboxResult } from '../../tools/results/mark-sandbox.ts';

export interface SurfaceOptions extends ToolOptions {
  /** The embedded platform is in use: every tool result and resource says so. */
  readonly sandbox: boolean;
  /** Gets the files that operations answer with. Absent: none. */
  readonly outFolder?: string | undefined;
}

/** Tools, resources and prompts of one configuration. */
export const createSurface = (client: Client, options: SurfaceOptions, clock: Clock = systemClock): Surface => ({
  tools: createTools(client, options)
    .map((tool) => (options.outFolder === undefined ? tool : withOutFolder(tool, client, options.outFolder)))
    .map((tool) => (options.sandbox ? markSandboxTool(tool) : tool)),
  resources: options.sandbox ? markSandbox(createResources(client, clock, true)) : createResources(client, clock),
  sandbox: options.sandbox,
  money: () => client.money(),
  job: async (jobId, context) => {
    const found = await lookUpJob(client, jobId, context);
    return options.sandbox && 'result' in found ? { ...found, result: sandboxResult(found.result) } : found;
  },
  prompts: createPrompts(client.pins),
});
