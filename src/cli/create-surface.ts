import { systemClock, type Clock } from '../clock.ts';
import type { Client } from '../client/client.ts';
import { createPrompts } from '../prompts/index.ts';
import { createResources } from '../resources/index.ts';
import { markSandbox } from '../resources/mark-sandbox.ts';
import type { Surface } from '../server/handlers/offer.ts';
import { createTools, type ToolOptions } from '../tools/index.ts';
import { lookUpJob } from '../tools/jobs/job-lookup.ts';
import { sandboxResult } from '../tools/results/mark-sandbox.ts';

/** Tools, resources and prompts of one configuration. */
export const createSurface = (client: Client, options: ToolOptions, clock: Clock = systemClock): Surface => ({
  tools: createTools(client, options),
  resources: options.sandbox ? markSandbox(createResources(client, clock)) : createResources(client, clock),
  sandbox: options.sandbox,
  money: () => client.money(),
  job: async (jobId, context) => {
    const found = await lookUpJob(client, jobId, context);
    return options.sandbox && 'result' in found ? { ...found, result: sandboxResult(found.result) } : found;
  },
  prompts: createPrompts(),
});
