import { readFileSync } from 'node:fs';
import { codeLimits } from '../base/code-limits.ts';
import { once } from '../base/once.ts';
import { SettingError } from '../base/setting-error.ts';
import type { Pins } from '../catalog/index.ts';
import type { Client, ClientParts } from '../client/index.ts';
import { spelledBudget } from '../client/money/budget-presets.ts';
import type { Runs } from '../programs/index.ts';
import { listsOf } from '../server/protocol/lists-of.ts';
import type { Lists, Offer, Surface } from '../server/index.ts';
import type { State } from '../state/index.ts';
import { AccountChoice } from '../tools/accounts/account-choice.ts';
import type { OpenedAccount } from '../tools/index.ts';
import { instructions } from '../tools/instructions.ts';
import type { Accounts, Config } from './config/config.ts';
import { reportsOf } from './log.ts';
import type { OpenOptions } from './open-client.ts';
import type { RunServerOptions } from './open-runs.ts';
import type { StandardLists } from './standard-lists.ts';
import { version } from './version.ts';

/**
 * Composes the program from a Config: state → client → programs → tools, resources, prompts → what a server offers
 *
 * `compose` makes everything for a server, `openAccount` the parts of one account for a command, `openAccounts` those of
 * several. Nothing is opened before its first use, since a host starts every server that it knows, used or not. Modules that
 * load the catalog and the tools are imported at first use for the same reason.
 */
export interface AccountParts {
  readonly client: () => Promise<Client>;
  /** What runs programs. */
  readonly runs: () => Promise<Runs>;
  /** Whether programs are running in this process. */
  readonly isRunning: () => boolean;
  readonly surface: () => Promise<Surface>;
  /** Closes everything that was opened: programs, the client, its state, the embedded platform. */
  close(): Promise<void>;
}

export interface AccountOptions extends OpenOptions {
  /** Opens the parts of the client. Default: with a platform of its own. */
  readonly open?: (() => Promise<ClientParts>) | undefined;
  /** What a server or a command adds to the programs that it runs. */
  readonly runServer?: Omit<RunServerOptions, 'endWaits'> | undefined;
  /** Folder for files that operations return and programs save. Absent: they are not written to disk. */
  readonly outFolder?: string | undefined;
}

/** One of several accounts. */
export type ServedAccount = OpenedAccount & AccountParts & { readonly config: Config };

export interface ComposeOptions extends AccountOptions {
  /** Called with each run before it begins, and with its account if there are several. */
  readonly enqueue?: ((run: string, account: string | undefined) => Promise<void>) | undefined;
}

export interface Composition {
  readonly offer: Offer;
  /** The parts for the account with that name. If there is only one account, the name is ignored. */
  of(account: string | undefined): Omit<AccountParts, 'surface'>;
  close(): Promise<void>;
}

/**
 * Everything that a server offers its clients, in one account or in several.
 * @throws SettingError for a toolset that names no family
 */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Composition> {
  await checkToolsets(config.toolsets);
  const { accounts } = config;
  if (accounts) return composeSeveral(config, accounts, options);
  const parts = openAccount(config, forAccount(options));
  const offer: Offer = {
    lists: readyLists(config) ?? listsOf(await parts.surface()),
    surface: parts.surface,
    instructions: instructions({
      sandbox: config.platform.kind === 'sandbox',
      budget: budgetInWords(config),
      readOnly: config.readOnly,
      confirmAbove: askedAbove(config),
    }),
    version,
  };
  return { offer, of: () => parts, close: () => parts.close() };
}

async function composeSeveral(config: Config, accounts: Accounts, options: ComposeOptions): Promise<Composition> {
  const { choice, close } = await openAccounts(config, accounts, options);
  const own = choice.all.map((one) => one.config);
  const readOnly = own.every((one) => one.readOnly);
  const runs = config.code ? choice.all[0]?.runs : undefined;
  const surface = once(async () => {
    const { createSurfaceOfSeveral } = await import('./create-surface.ts');
    const shared = { ...toolOptions(config), readOnly, runs };
    return createSurfaceOfSeveral(config, choice, { ...shared, pins: pinsOfAll(own) }, options.clock);
  });
  const budgets = new Set(own.map(budgetInWords));
  const offer: Offer = {
    lists: listsOf(await surface()),
    surface,
    instructions: instructions({
      sandbox: own.every(({ platform }) => platform.kind === 'sandbox'),
      budget: budgets.size === 1 ? budgetInWords(own[0] as Config) : undefined,
      readOnly,
      confirmAbove: askedAbove(config),
      accounts: { default: choice.default?.name },
    }),
    version,
  };
  return { offer, of: (name) => choice.of(name), close };
}

/** The parts for one account. */
export function openAccount(config: Config, options: AccountOptions = {}): AccountParts {
  const { runServer, outFolder, open, ...given } = options;
  const { endWaits, clock } = given;
  const openOwn = async (): Promise<ClientParts> => (await import('./open-client.ts')).openParts(config, given);
  const client = once(async (): Promise<Client> => {
    const { AccountClient } = await import('../client/client.ts');
    return new AccountClient(config, open ?? openOwn);
  });
  let programs: Runs | undefined;
  const runs = once(async () => {
    const { openRuns } = await import('./open-runs.ts');
    const { onDefect } = reportsOf(config);
    return (programs = openRuns(await client(), config, onDefect, clock, { ...runServer, endWaits }, outFolder));
  });
  const surface = once(async () => {
    const { createSurface } = await import('./create-surface.ts');
    const { exitOf } = await import('./secrets-of.ts');
    const tools = { ...toolOptions(config), runs: config.code ? runs : undefined, outFolder };
    return createSurface(await client(), tools, exitOf(config), clock);
  });
  return {
    client,
    runs,
    isRunning: () => programs?.isBusy ?? false,
    surface,
    async close() {
      // Programs stop first, so that another process can continue them at once.
      await (await runs.ifMade())?.close();
      await (await client.ifMade())?.close();
    },
  };
}

/** The accounts of a configuration over one state, each opened by its first use. */
export async function openAccounts(config: Config, accounts: Accounts, options: ComposeOptions = {}) {
  // Shared by all accounts: the maximum of programs at once is the same as with one account.
  const engines = new (await import('../programs/index.ts')).Engines(codeLimits(config.codeLimits));
  const ownState = once(async (): Promise<State> => {
    if (options.mustExist) return (await import('./existing-state.ts')).openExistingState(config, options.clock);
    return (await import('../state/open-state.ts')).openState(config.state, options.clock);
  });
  const state = options.state ?? ownState;
  const all = [...accounts.configs].map(([name, own]): ServedAccount => {
    const given = forAccount(options, name);
    const parts = openAccount(own, { ...given, runServer: { ...given.runServer, engines }, state });
    return { name, config: own, ...parts, holds: async (id) => (await parts.client()).holds(id) };
  });
  return {
    choice: new AccountChoice(all, accounts.chosen ?? accounts.default),
    async close(): Promise<void> {
      await Promise.all(all.map((one) => one.close()));
      await engines.close();
      await (await ownState.ifMade())?.close();
    },
  };
}

const forAccount = ({ enqueue, ...options }: ComposeOptions, account?: string): AccountOptions => ({
  ...options,
  runServer: { ...options.runServer, enqueue: enqueue ? (run) => enqueue(run, account) : options.runServer?.enqueue },
});

const toolOptions = (config: Config) => ({
  toolsets: config.toolsets,
  readOnly: config.readOnly,
  maxWaitSeconds: config.maxWaitSeconds,
  confirmAbove: askedAbove(config),
});

/** The price above which a person is asked, if there is one. */
const askedAbove = ({ confirmAbove, unattended }: Config): number | undefined =>
  unattended ? undefined : confirmAbove;

/** The budget as text for the model's instructions. */
function budgetInWords({ budget, defaultBudget }: Config): string | undefined {
  if (budget.length > 0) return spelledBudget(budget);
  return defaultBudget && `${spelledBudget(defaultBudget.limits)} (the default), in`;
}

/** Pins that apply in every account. */
function pinsOfAll(configs: readonly Config[]): Pins | undefined {
  const [first, ...others] = configs.map(({ pins }) => pins);
  const isShared = (name: keyof Pins): boolean => others.every((one) => one?.[name] === first?.[name]);
  const shared = {
    project: isShared('project') ? first?.project : undefined,
    trackingProject: isShared('trackingProject') ? first?.trackingProject : undefined,
  };
  return shared.project === undefined && shared.trackingProject === undefined ? undefined : shared;
}

/** The lists made by the build, if they fit the configuration. There are none if the program runs from its sources. */
function readyLists({ toolsets, readOnly, code, pins }: Config): Lists | undefined {
  if (toolsets.length > 0 || !code || pins) return undefined;
  try {
    builtLists ??= JSON.parse(readFileSync(new URL('lists.json', import.meta.url), 'utf8')) as StandardLists;
    return readOnly ? builtLists.readOnly : builtLists.full;
  } catch {
    return undefined;
  }
}

/** Shared by the servers of all callers. */
let builtLists: StandardLists | undefined;

async function checkToolsets(toolsets: Config['toolsets']): Promise<void> {
  if (toolsets === 'all' || toolsets.length === 0) return;
  const { families, findFamily } = await import('../catalog/index.ts');
  const { didYouMean } = await import('../base/text/nearest.ts');
  const unknown = toolsets.find((name) => !findFamily(name));
  if (unknown === undefined) return;
  const names = families.map(({ name }) => name);
  const list = ' (visibility-mcp call find_operations lists them)';
  throw new SettingError(`toolsets: no family ${unknown}${didYouMean(unknown, names, list)}`);
}
