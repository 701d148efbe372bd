import { systemClock, type Clock } from '../base/clock.ts';
import type { Pins } from '../catalog/index.ts';
import { AccountClient, type Client } from '../client/client.ts';
import { hasCode, isVisibilityError } from '../client/errors.ts';
import { accountPrompts, accountResources, createPrompts, createResources } from '../resources/index.ts';
import type { Surface } from '../server/index.ts';
import { AccountChoice } from '../tools/accounts/account-choice.ts';
import { accountTools } from '../tools/accounts/account-tools.ts';
import { inAccount } from '../tools/accounts/in-account.ts';
import { createTools, type OpenedAccount, type ToolOptions } from '../tools/index.ts';
import { lookUpJob } from '../tools/jobs/job-lookup.ts';
import { saveLinkedFile } from '../tools/results/save-linked-file.ts';
import { applyExit, type Exit } from '../tools/results/run-tool.ts';
import type { Config } from './config/config.ts';
import { exitOf } from './secrets-of.ts';

export interface SurfaceOptions extends ToolOptions {
  /** Folder for files that operations return. Absent: they are not written to disk. */
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
    job: async (jobId, context) => {
      const job = await lookUpJob(client, jobId, context);
      return 'result' in job ? { ...job, result: applyExit(job.result, exit) } : job;
    },
    prompts: createPrompts(client.pins),
  };
}

/** Tools, resources and prompts of several accounts: the same as for one, each with an argument for the account. */
export async function createSurfaceOfSeveral(
  config: Config,
  choice: AccountChoice<OpenedAccount & { readonly surface: () => Promise<Surface> }>,
  { pins, ...options }: ToolOptions & { readonly pins: Pins | undefined },
  clock?: Clock,
): Promise<Surface> {
  const accounts = await Promise.all(
    choice.all.map(async ({ name, holds, client, runs, surface }) => ({
      ...(await surface()),
      name,
      holds,
      client,
      runs: config.code ? runs : undefined,
    })),
  );
  const withSurfaces = new AccountChoice(accounts, choice.default?.name);
  const exit = { ...exitOf(config), sandbox: accounts.every((one) => one.exit.sandbox) };
  // Lists and search make no calls.
  const uncalled = new AccountClient({ pins }, () => Promise.reject(new Error('the lists call no account')));
  const shared = createSurface(uncalled, options, exit, clock);
  return {
    exit,
    tools: accountTools(shared.tools, withSurfaces),
    resources: accountResources(shared.resources, withSurfaces),
    prompts: accountPrompts(shared.prompts, withSurfaces),
    async job(jobId, context) {
      try {
        const owner = await withSurfaces.holding(jobId);
        const job = await owner.job(jobId, context);
        return 'result' in job ? { ...job, result: inAccount(job.result, owner.name) } : job;
      } catch (error) {
        if (hasCode(error, 'unknown_job')) return { kind: 'unknown' };
        if (isVisibilityError(error)) return { kind: 'unavailable', message: error.message };
        throw error;
      }
    },
  };
}
