import type { Pins } from '../catalog/pins.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from './config/config.ts';
import { accountPrompts } from '../resources/prompts/index.ts';
import { accountResources } from '../resources/account-resources.ts';
import type { Surface } from '../server/protocol/offer.ts';
import { AccountChoice } from '../tools/accounts/account-choice.ts';
import { accountTools } from '../tools/accounts/account-tools.ts';
import { inAccount } from '../tools/accounts/in-account.ts';
import type { ToolOptions } from '../tools/definition/tool-options.ts';
import { createSurface } from './create-surface.ts';
import { exitOf } from './secrets-of.ts';
import type { AccountParts } from './compose.ts';
import type { OpenedAccount } from '../tools/accounts/over-all.ts';
import { hasCode, isVisibilityError } from '../client/errors.ts';

/** One of several accounts, and the parts that work for it. */
export type ServedAccount = OpenedAccount & AccountParts & { readonly config: Config };

/** Settings that are the same in all accounts. */
export interface SeveralOptions extends ToolOptions {
  readonly pins: Pins | undefined;
}

/** Tools, resources and prompts of several accounts: the same as those of one, each with an argument for the account. */
export async function severalSurface(
  config: Config,
  choice: AccountChoice<ServedAccount>,
  { pins, ...options }: SeveralOptions,
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
  const [first] = choice.all;
  if (!first) throw new Error('no account');
  // Lists and search make no calls, so any account's client will do.
  const sharedSurface = createSurface({ ...first.client, pins }, options, exit, clock);
  return {
    exit,
    tools: accountTools(sharedSurface.tools, withSurfaces),
    resources: accountResources(sharedSurface.resources, withSurfaces),
    prompts: accountPrompts(sharedSurface.prompts, withSurfaces),
    money: async ({ account }) => withSurfaces.of(typeof account === 'string' ? account : undefined).money({}),
    async job(jobId, context) {
      try {
        const owner = await withSurfaces.holding(jobId);
        const ownJob = await owner.job(jobId, context);
        return 'result' in ownJob ? { ...ownJob, result: inAccount(ownJob.result, owner.name) } : ownJob;
      } catch (error) {
        if (hasCode(error, 'unknown_job')) return { kind: 'unknown' };
        if (isVisibilityError(error)) return { kind: 'unavailable', message: error.message };
        throw error;
      }
    },
  };
}
