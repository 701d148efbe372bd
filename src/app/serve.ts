import type { Pins } from '../catalog/pins.ts';
import { codeLimits } from '../base/code-limits.ts';
import type { Accounts, Config } from './config/config.ts';
import { listsOf } from '../server/protocol/lists-of.ts';
import type { Offer, Surface } from '../server/protocol/offer.ts';
import type { Engines } from '../programs/index.ts';
import { once } from '../base/once.ts';
import type { State } from '../state/state.ts';
import { AccountChoice } from '../tools/accounts/account-choice.ts';
import type { ServedAccount } from './several-surface.ts';
import { instructions } from '../tools/instructions.ts';
import { version } from './version.ts';
import {
  askedAbove,
  budgetInWords,
  checkToolsets,
  compose,
  partsOf,
  type AccountParts,
  type ComposeOptions,
} from './compose.ts';

export interface ServedOffer {
  readonly offer: Offer;
  /** The parts that work for the account of that name. Where there is only one account, the name is ignored. */
  of(account: string | undefined): Omit<AccountParts, 'surface'>;
  close(): Promise<void>;
}

export interface ServeOptions extends ComposeOptions {
  /** Called with each run before it begins, and the account that it works in, where there are several. */
  readonly enqueue?: ((run: string, account: string | undefined) => Promise<void>) | undefined;
}

/** Puts together what a server or a command offers, in one account or in several. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<ServedOffer> {
  const { accounts } = config;
  if (accounts) return serveSeveral(config, accounts, options);
  const { offer, ...parts } = await compose(config, forAccount(options));
  return { offer, of: () => parts, close: () => parts.close() };
}

/** Several accounts in one process: one state for all, and for each its own client, programs and, if embedded, platform. */
async function serveSeveral(config: Config, accounts: Accounts, options: ServeOptions): Promise<ServedOffer> {
  await checkToolsets(config.toolsets);
  const { choice, close } = await openAccounts(config, accounts, options);
  const own = choice.all.map((one) => one.config);
  const readOnly = own.every((one) => one.readOnly);
  const terms = {
    toolsets: config.toolsets,
    readOnly,
    maxWaitSeconds: config.maxWaitSeconds,
    ...askedAbove(config),
    runs: config.code ? choice.all[0]?.runs : undefined,
    pins: pinsOfAll(own),
  };
  const surface = once(async (): Promise<Surface> => {
    const { severalSurface } = await import('./several-surface.ts');
    return severalSurface(config, choice, terms, options.clock);
  });
  return {
    of: (name) => choice.of(name),
    offer: {
      lists: listsOf(await surface()),
      surface,
      instructions: instructions({
        sandbox: own.every(({ platform }) => platform.kind === 'sandbox'),
        budget: sameIn(own.map(budgetInWords)),
        readOnly,
        ...askedAbove(config),
        accounts: { default: choice.default?.name },
      }),
      version,
    },
    close,
  };
}

export interface OpenedAccounts {
  readonly choice: AccountChoice<ServedAccount>;
  close(): Promise<void>;
}

/** The accounts of a configuration over one state, each opened by its first use. */
export async function openAccounts(
  config: Config,
  accounts: Accounts,
  options: ServeOptions = {},
): Promise<OpenedAccounts> {
  // Shared by all accounts: together they run as many programs at once as a server with one account.
  const engines = new (await import('../programs/engine/engine.ts')).Engines(codeLimits(config.codeLimits));
  const ownState = once(openState);
  const state = options.state ?? ownState;
  const servedAccounts = [...accounts.configs].map(([name, own]): ServedAccount => {
    const parts = partsOf(own, { ...forAccount(options, name, engines), state });
    return { name, config: own, ...parts, runs: parts.runs, holds: (id) => parts.client.holds(id) };
  });
  return {
    choice: new AccountChoice(servedAccounts, accounts.chosen ?? accounts.default),
    async close() {
      await Promise.all(servedAccounts.map((one) => one.close()));
      await engines.close();
      await (await ownState.ifMade())?.close();
    },
  };

  async function openState(): Promise<State> {
    if (options.mustExist) return (await import('./existing-state.ts')).openExistingState(config, options.clock);
    return (await import('../state/open-state.ts')).openState(config.state, options.clock);
  }
}

const forAccount = ({ enqueue, ...options }: ServeOptions, account?: string, engines?: Engines): ComposeOptions => ({
  ...options,
  runServer: { ...options.runServer, engines, enqueue: enqueue && ((run) => enqueue(run, account)) },
});

/**
 * Pins that hold in each of the accounts.
 *
 * @internal exported for tests
 */
export function pinsOfAll(configs: readonly Pick<Config, 'pins'>[]): Pins | undefined {
  const [first, ...others] = configs.map(({ pins }) => pins);
  const shared = {
    project: others.every((one) => one?.project === first?.project) ? first?.project : undefined,
    trackingProject: others.every((one) => one?.trackingProject === first?.trackingProject)
      ? first?.trackingProject
      : undefined,
  };
  return shared.project === undefined && shared.trackingProject === undefined ? undefined : shared;
}

const sameIn = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.every((text) => text === texts[0]) ? texts[0] : undefined;
