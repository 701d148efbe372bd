import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../base/index.ts';
import { SettingError } from '../base/setting-error.ts';
import { createClient, createParts } from '../client/create-client.ts';
import { defaultWaitSeconds } from '../client/calls/default-wait.ts';
import type { BudgetCaller, Client, ClientParts, Meter } from '../client/index.ts';
import { makeFolder } from '../base/make-folder.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/index.ts';
import type { Config } from './config/config.ts';
import { openExistingState, refuseForeignStore } from './existing-state.ts';
import { reportsOf } from './log.ts';
import { secretsOf } from './secrets-of.ts';
import { startSandbox } from './start-sandbox.ts';

/** A platform that can be called: the configured one, or the embedded one, started for this process. */
export interface OpenPlatform {
  readonly apiUrl: string;
  /** The server's own token. Absent if each caller brings one. */
  readonly token?: (() => string) | undefined;
  /** Identifies the service if its address changes, as the embedded platform's does. */
  readonly service?: string | undefined;
  close(): Promise<void>;
}

/** What a client is connected to, and for whom. */
export interface ClientConnection {
  readonly platform: Pick<OpenPlatform, 'apiUrl' | 'service'>;
  readonly state: State;
  readonly token: string;
  /** The caller and its own limits, if there are several callers. */
  readonly caller?: BudgetCaller | undefined;
  /** Once aborted, calls that wait for a job return its handle. */
  readonly endWaits?: AbortSignal | undefined;
  readonly meter?: Meter | undefined;
  /** Default: the machine's time. */
  readonly clock?: Clock | undefined;
}

export interface OpenOptions extends Pick<ClientConnection, 'endWaits' | 'meter' | 'clock'> {
  /** An open state, which stays open. Default: opens its own. */
  readonly state?: (() => Promise<State>) | undefined;
  /** Set for commands that only read the store: a missing one is not created. */
  readonly mustExist?: boolean | undefined;
}

/** A client that is open already, with its state and platform. Closing it closes them. */
export async function openClient(config: Config, options?: OpenOptions): Promise<Client> {
  return createClient(config, await openParts(config, options));
}

/** The parts of a client, with its state and platform. Closing them closes those. */
export async function openParts(
  config: Config,
  { state: shared, mustExist, ...options }: OpenOptions = {},
): Promise<ClientParts> {
  if (config.platform.kind === 'remote' && !config.platform.token) throw noToken(config);
  const { clock } = options;
  return opening(async (toClose) => {
    // The state is opened first: if it is missing, the embedded platform must not create files next to it.
    const state = await (shared?.() ?? (mustExist ? openExistingState(config, clock) : openState(config.state, clock)));
    if (!shared) toClose(state);
    if (mustExist) refuseForeignStore(config);
    const platform = toClose(await openPlatform(config));
    if (!platform.token) throw noToken(config);
    return toClose(await connectParts(config, { platform, state, token: platform.token(), ...options }));
  });
}

/** Resolves with the result of `work` and a `close` for all that it opened. If `work` fails, all is closed. */
export async function opening<T extends object>(
  work: (toClose: <Part extends { close(): Promise<void> }>(part: Part) => Part) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const closings: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closePart of closings.toReversed()) await closePart();
  };
  try {
    return Object.assign(await work((part) => (closings.push(part.close.bind(part)), part)), { close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the configured platform. Several processes may each start the embedded one over the same file. */
export async function openPlatform({ platform }: Config): Promise<OpenPlatform> {
  if (platform.kind === 'remote') return { ...platform, close: async () => {} };
  if (platform.data !== ':memory:') makeFolder(dirname(platform.data));
  const { url, close } = await startSandbox({ data: platform.data, speed: platform.speed });
  return { apiUrl: url, token: () => 'sandbox-owner', service: identityOf(platform.data), close };
}

/**
 * The embedded platform has another port at every start and in every process. It is identified by its data file: a new
 * file is a new platform, with its own jobs and credits.
 */
function identityOf(file: string): string {
  if (file === ':memory:') return randomUUID();
  const { ino, birthtimeMs } = statSync(file);
  return `sandbox:${ino}:${Math.round(birthtimeMs)}`;
}

/** The session of this process, shared by all its clients. */
const session = randomUUID();

/** A client over a state and a platform that are open. Closing it leaves them open. */
export async function connectClient(config: Config, connection: ClientConnection): Promise<Client> {
  return createClient(config, await connectParts(config, connection));
}

/** The parts of such a client. */
export function connectParts(
  config: Config,
  { platform, caller, ...connection }: ClientConnection,
): Promise<ClientParts> {
  const isRemote = config.platform.kind === 'remote';
  const { onEvent } = reportsOf(config);
  return createParts({
    ...connection,
    apiUrl: platform.apiUrl,
    service: platform.service,
    proxies: isRemote ? config.proxies?.() : undefined,
    secrets: secretsOf(config),
    // The embedded platform's credits are not real: they must not mix with those of a real account under one label.
    account: isRemote ? config.account : undefined,
    label: config.label,
    caller,
    session,
    eventsCome: config.eventsSecrets !== undefined,
    budget: config.budget,
    defaultBudget: config.defaultBudget,
    consentThresholds: config.consentThresholds,
    unpriced: config.unpriced,
    pins: config.pins,
    requestsPerMinute: config.ratePerMinute,
    maxWaitSeconds: config.maxWaitSeconds ?? defaultWaitSeconds,
    secretFiles: config.secretFiles,
    onRefused: (refusal) => onEvent('paid call refused', { ...refusal, caller: caller?.owner }),
  });
}

/** Commands on a service without a token cannot know which of the callers' accounts is meant. */
const noToken = ({ auth }: Config): SettingError =>
  new SettingError(
    `no API token is set: with --auth ${auth}, each caller of http brings one, and the store holds all their accounts. "credits --all" and "credits --history" show all of them; for one, set VISIBILITY_API_TOKEN_FILE to a token of that team`,
  );
