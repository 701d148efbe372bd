import { systemClock, type Clock } from '../base/clock.ts';
import type { Client } from '../client/client.ts';
import { createPrompts } from '../resources/prompts/index.ts';
import { createResources } from '../resources/index.ts';
import type { Surface } from '../server/protocol/offer.ts';
import { createTools } from '../tools/index.ts';
import type { ToolOptions } from '../tools/definition/tool-options.ts';
import { lookUpJob } from '../tools/jobs/job-lookup.ts';
import { saveLinkedFile } from '../tools/results/save-linked-file.ts';
import { applyExit, type Exit } from '../tools/results/run-tool.ts';

export interface SurfaceOptions extends ToolOptions {
  /** Folder for the files that operations answer with. Absent: they are not written to disk. */
  readonly outFolder?: string | undefined;
}

/** Tools, resources and prompts of one configuration. */
export function createSurface(
  client: Client,
  { outFolder, ...options }: SurfaceOptions,
  given: Omit<Exit, 'saveFile'>,
  clock: Clock = systemClock,
): Surface {
  const exit: Exit = {
    ...given,
    saveFile: outFolder === undefined ? undefined : (result) => saveLinkedFile(result, client, outFolder),
  };
  return {
    exit,
    tools: createTools(client, options),
    resources: createResources(client, clock),
    money: () => client.money(),
    job: async (jobId, context) => {
      const job = await lookUpJob(client, jobId, context);
      return 'result' in job ? { ...job, result: applyExit(job.result, exit) } : job;
    },
    prompts: createPrompts(client.pins),
  };
}
