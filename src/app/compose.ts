import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Client } from '../client/client.ts';
import type { Runs } from '../programs/index.ts';
import { logLevels, type Config } from './config/config.ts';
import { spelledBudget } from '../client/money/budget-presets.ts';
import { listsOf } from '../server/protocol/lists-of.ts';
import type { Lists, Offer, Surface } from '../server/protocol/offer.ts';
import { once } from '../base/once.ts';
import { ReadableError } from '../base/readable-error.ts';
import { requestContext } from '../base/request-context.ts';
import { instructions } from '../tools/instructions.ts';
import { lazyClient } from './lazy-client.ts';
import type { OpenOptions } from './open-client.ts';
import type { RunServerOptions } from './open-runs.ts';
import type { StandardLists } from './standard-lists.ts';
import { version } from './version.ts';

/** Receivers of what is written to the log. */
export interface Reports {
  /** Receives defects of this program, which results do not show. */
  readonly onDefect: (error: unknown) => void;
  /** Called for problems of connections: unreadable input, a broken pipe. */
  readonly onTransportError: (error: unknown) => void;
  /** Called for each HTTP request, once it is over. */
  readonly onRequest: (request: object) => void;
  /** Called for events of the service as a whole: its start and its end. */
  readonly onEvent: (name: string, facts: object) => void;
}

/** The parts that work for one account. */
export interface AccountParts {
  readonly client: Client;
  /** What runs programs; opened at its first use. */
  readonly runs: () => Promise<Runs>;
  /** Whether programs are running in this process. */
  readonly isRunning: () => boolean;
  readonly surface: () => Promise<Surface>;
  /** Ends what was opened: the client, its state, the embedded platform. */
  close(): Promise<void>;
}

export interface Composition extends Omit<AccountParts, 'surface'> {
  readonly offer: Offer;
}

export interface ComposeOptions extends OpenOptions {
  /** Opens the client. Default: with a platform of its own. */
  readonly open?: (() => Promise<Client>) | undefined;
  /** What a server or a command adds to the programs that it runs. */
  readonly runServer?: Omit<RunServerOptions, 'endWaits'> | undefined;
  /** Folder for the files that operations answer with and programs save. Absent: they are not written to disk. */
  readonly outFolder?: string | undefined;
}

/**
 * Puts the program together from its parts, as configured. Opens nothing: tools, client, state and
 * the embedded platform are loaded by the first request that needs them.
 *
 * @throws SettingError for a toolset that names no family
 */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Composition> {
  const { toolsets, readOnly } = config;
  await checkToolsets(toolsets);
  const sandbox = config.platform.kind === 'sandbox';
  const { surface, ...parts } = partsOf(config, options);
  return {
    ...parts,
    offer: {
      lists: readyLists(config) ?? listsOf(await surface()),
      surface,
      instructions: instructions({ sandbox, budget: budgetInWords(config), readOnly, ...askedAbove(config) }),
      version,
    },
  };
}

/** The parts that work for the account of a configuration. Nothing is opened before its first use. */
export function partsOf(
  config: Config,
  {
    endWaits,
    clock,
    runServer,
    mustExist,
    outFolder,
    state,
    meter,
    open = async () =>
      (await import('./open-client.ts')).openClient(config, { endWaits, clock, mustExist, state, meter }),
  }: ComposeOptions = {},
): AccountParts {
  const { toolsets, readOnly, maxWaitSeconds } = config;
  const client = lazyClient(open, config);
  const { onDefect } = reportsOf(config);
  let service: Runs | undefined;
  const runs = once(async () => {
    const { openRuns } = await import('./open-runs.ts');
    return (service = openRuns(client, config, onDefect, clock, { ...runServer, endWaits }, outFolder));
  });
  const surface = once(async () => {
    const [{ createSurface }, { exitOf }] = await Promise.all([
      import('./create-surface.ts'),
      import('./secrets-of.ts'),
    ]);
    const terms = {
      toolsets,
      readOnly,
      maxWaitSeconds,
      ...askedAbove(config),
      runs: config.code ? runs : undefined,
      outFolder,
    };
    return createSurface(client, terms, exitOf(config), clock);
  });
  return {
    client,
    surface,
    runs,
    isRunning: () => service?.isBusy ?? false,
    async close() {
      // Programs stop first, so that another process can continue them at once.
      await (await runs.ifMade())?.close();
      await client.close();
    },
  };
}

/** What writes to the log of a configuration. */
export const reportsOf = (config: Config): Reports => ({
  onDefect: (error) => void log(config, 'error', error),
  onTransportError: (error) => void log(config, 'info', error),
  onRequest: (request) => void logFacts(config, request, 'request'),
  onEvent: (name, facts) => void logFacts(config, facts, name),
});

/** The price above which a person is asked, if there is one. */
export const askedAbove = ({ confirmAbove, unattended }: Config): { confirmAbove?: number | undefined } =>
  confirmAbove === undefined || unattended ? {} : { confirmAbove };

/** The budget for the model's instructions. It leaves out limits in the store, which is not opened at the start. */
export function budgetInWords({ budget, defaultBudget }: Config): string | undefined {
  if (budget.length > 0) return spelledBudget(budget);
  return (
    defaultBudget && `${spelledBudget(defaultBudget.limits)} (the default) unless the store keeps other limits, in`
  );
}

/** The lists that the build has made, if they fit the configuration. There are none where the program runs from its sources. */
function readyLists({ toolsets, readOnly, code, pins }: Config): Lists | undefined {
  if (toolsets.length > 0 || !code || pins) return undefined;
  try {
    const lists = JSON.parse(readFileSync(new URL('lists.json', import.meta.url), 'utf8')) as StandardLists;
    return readOnly ? lists.readOnly : lists.full;
  } catch {
    return undefined;
  }
}

export async function checkToolsets(toolsets: Config['toolsets']): Promise<void> {
  if (toolsets === 'all' || toolsets.length === 0) return;
  const [{ families, findFamily }, { didYouMean }, { SettingError }] = await Promise.all([
    import('../catalog/index.ts'),
    import('../base/text/nearest.ts'),
    import('../base/setting-error.ts'),
  ]);
  const unknown = toolsets.find((name) => !findFamily(name));
  if (unknown === undefined) return;
  const names = families.map(({ name }) => name);
  const list = ' (visibility-mcp call find_operations lists them)';
  throw new SettingError(`toolsets: no family ${unknown}${didYouMean(unknown, names, list)}`);
}

/** Logs an error, with the id of the request that caused it. The logger is loaded by the first line that the level lets through. */
async function log(config: Config, level: 'error' | 'info', error: unknown): Promise<void> {
  const requestId = requestContext()?.requestId;
  const logger = await loggerFor(config, level);
  // It says in words what is wrong, and not with this program: a newer store, a database that cannot be reached.
  if (error instanceof ReadableError)
    return logger?.warn({ reason: error.message, request_id: requestId }, 'unavailable');
  logger?.[level]({ err: error, request_id: requestId }, level === 'error' ? 'defect' : 'transport');
}

async function logFacts(config: Config, facts: object, name: string): Promise<void> {
  (await loggerFor(config, 'info'))?.info(facts, name);
}

async function loggerFor(config: Config, level: 'error' | 'info'): Promise<Logger | undefined> {
  if (logLevels.indexOf(config.logLevel) > logLevels.indexOf(level)) return undefined;
  const [{ createLog }, { secretsOf }] = await Promise.all([import('./log.ts'), import('./secrets-of.ts')]);
  return createLog(config.logLevel, secretsOf(config));
}
