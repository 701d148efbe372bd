import { operation } from '../catalog/index.ts';
import { normalAddress } from '../client/http/normal-address.ts';
import type { Meter } from '../client/index.ts';
import type { Clock } from '../base/index.ts';
import { codeLimits } from '../base/code-limits.ts';
import type { Config } from './config/config.ts';
import { createAuthorizationServer } from '../server/http/auth/oauth/create-authorization-server.ts';
import { OAuthAuthenticator } from '../server/http/auth/oauth/oauth-authenticator.ts';
import { createOAuthPages } from '../server/http/auth/oauth/oauth-pages.ts';
import type { AuthMode, CallerBounds, Credentials, Shutdown } from '../server/index.ts';
import { narrowedToolsets } from '../server/http/auth/narrowing.ts';
import { PlatformAuthenticator, type TokenOwner } from '../server/http/auth/platform-authenticator.ts';
import { CallerServers, type Backing } from '../server/http/callers/caller-servers.ts';
import { createServerFactory } from '../server/protocol/create-server-factory.ts';
import { type RunAttempt, authorizationEnded, Engines, type RunFailover, stoppedFailure } from '../programs/index.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/index.ts';
import { compose } from './compose.ts';
import { reportsOf } from './log.ts';
import { connectClient, connectParts, opening, openPlatform, type OpenPlatform } from './open-client.ts';
import { openRunFailover } from './open-runs.ts';
import { sharedMemory } from './shared-memory.ts';
import { isVisibilityError } from '../client/errors.ts';
import { hostWaitSeconds, idleMs, lookUpSeconds } from './times.ts';

/** The owner of a run, as the queue stores it. */
interface RunOwner extends Pick<Credentials, 'caller' | 'access' | 'connection' | 'narrowing'> {}

export interface CallersOptions extends Pick<CallerBounds, 'lookups'> {
  readonly mode: AuthMode;
  readonly clock: Clock;
  readonly meter?: Meter | undefined;
  readonly shutdown: Pick<Shutdown, 'endWaits' | 'giveUp'>;
  readonly onError: (error: unknown) => void;
}

/** Everything for callers with their own platform tokens: shared state and platform, separate tools and clients. */
export const openCallers = (config: Config, options: CallersOptions) =>
  opening(async (toClose) => {
    const platform = toClose(await openPlatform(config));
    const state = toClose(await openState(config.state, options.clock));
    return toClose(callersOver({ ...options, config, platform, state }));
  });

/** What is shared by all callers. */
interface Shared extends CallersOptions {
  readonly config: Config;
  readonly platform: OpenPlatform;
  readonly state: State;
}

function callersOver(shared: Shared) {
  const { config, platform, state, lookups, clock, onError } = shared;
  const engines = new Engines(codeLimits(config.codeLimits));
  const platformTokens = new PlatformAuthenticator({
    clock,
    lookups,
    accessOf: (token) => state.accounts.key(serviceOf(platform), token),
    lookUp: async (token) => {
      const owner = await ownerOf(token, shared);
      // Each lookup that the platform did not answer leaves slots of a token that may never be used again.
      await state.slots.removePassed().catch(onError);
      return owner;
    },
  });
  const oauth = signInOf(shared, platformTokens);
  const failover = openRunFailover<RunOwner>(config, { mode: shared.mode, state: async () => state, clock, onError });
  const callerServers = new CallerServers({
    clock,
    idleMs,
    onError,
    open: (credentials) => openBacking(credentials, shared, failover, engines),
  });
  return {
    state,
    callerServers,
    failover,
    authenticator: oauth?.authenticator ?? platformTokens,
    /** The pages on which callers sign in. */
    pages: oauth?.pages,
    takeOver,
    /** Closes the servers of callers. The state and the platform that they use are closed afterwards. */
    async close(): Promise<void> {
      await failover?.stop();
      await callerServers.close();
      await engines.close();
      await failover?.close();
    },
  };

  /** Continues a run for its owner. */
  async function takeOver(run: string, owner: RunOwner): Promise<RunAttempt> {
    const credentials = oauth ? await oauth.credentialsOf(owner) : await recentlyValid(owner);
    if (!credentials) {
      // Without sign-ins, no tokens are stored, so a run waits for its caller. A revoked sign-in is not restored, and ends
      // its runs.
      if (!oauth) return 'later';
      const failure = stoppedFailure(authorizationEnded, 'unknown');
      // The lease of its dead process may not have lapsed yet.
      return (await state.runs.abandon(run, JSON.stringify(failure))) ? 'over' : 'later';
    }
    const backing = await callerServers.backing({ ...credentials, narrowing: owner.narrowing });
    return backing ? backing.takeOver(run) : 'later';
  }

  /** The credentials of a request with the owner's token, if the platform still accepts it: another token may be of another team. */
  async function recentlyValid(owner: RunOwner): Promise<Credentials | undefined> {
    const credentials = callerServers.recentCredentials(owner);
    if (!credentials) return undefined;
    const { owner: found } = await platformTokens.identify(credentials.token());
    return found.kind === 'known' ? credentials : undefined;
  }
}

/** The authorization server, if callers sign in instead of sending their platform tokens. */
function signInOf(shared: Shared, platformTokens: PlatformAuthenticator) {
  const { config, platform, state, clock, onError } = shared;
  const { auth, publicUrl, secrets, proxies } = config;
  if (auth !== 'oauth' || !publicUrl || !secrets) return undefined;
  const server = createAuthorizationServer({
    publicUrl,
    secrets: secrets(),
    proxies: proxies?.(),
    store: state.documents,
    clock,
    onError,
  });
  const authenticator = new OAuthAuthenticator(server);
  return {
    authenticator,
    /** Undefined once the connection has ended. */
    async credentialsOf({ connection: key, narrowing }: RunOwner): Promise<Credentials | undefined> {
      if (key === undefined) return undefined;
      const connection = await server.connections.find(key);
      if (!connection) return undefined;
      const { caller, access, token } = connection;
      const isConnected = (): Promise<boolean> => authenticator.isConnected(key);
      return { caller, access, token: () => token, narrowing, connection: key, isConnected };
    },
    pages: createOAuthPages({
      server,
      identify: (token, sender) => platformTokens.identify(token, sender),
      overview: async ({ caller, token }) => {
        const client = await connectClient(config, {
          platform,
          state,
          token,
          caller: { owner: caller, limits: [] },
          clock,
        });
        try {
          const [money, jobs] = await Promise.all([client.money(), client.jobs({ limit: 20 })]);
          return { limits: money.limits, jobs };
        } finally {
          await client.close();
        }
      },
    }),
  };
}

/** The service that keys are made for: the same for all spellings of its address. */
const serviceOf = ({ service, apiUrl }: OpenPlatform): string => service ?? normalAddress(apiUrl);

/** The user that a token belongs to (docs/platform/workspace.md#account). All tokens of a user belong to the same caller. */
async function ownerOf(token: string, { config, platform, state, clock, onError }: Shared): Promise<TokenOwner> {
  const client = await connectClient(config, { platform, state, token, clock });
  try {
    const { data } = await client.call(operation('account.get'), {}, { waitSeconds: lookUpSeconds });
    const id = (data as { readonly id?: unknown } | null)?.id;
    const owner = typeof id === 'number' || typeof id === 'string' ? `user ${id}` : `token ${token}`;
    return { kind: 'known', caller: await state.accounts.key(`caller ${serviceOf(platform)}`, owner) };
  } catch (error) {
    if (!isVisibilityError(error) || (error.status !== 401 && error.status !== 403)) return { kind: 'unreachable' };
    // Anybody may send any number of wrong tokens, so nothing about them is kept in the store.
    const access = await state.accounts.key(serviceOf(platform), token);
    await state.slots.forget(access).catch(onError);
    return { kind: 'refused' };
  } finally {
    await client.close();
  }
}

/** Tools and a client for one caller. */
async function openBacking(
  credentials: Credentials,
  { config, platform, state, shutdown, clock, meter }: Shared,
  failover: RunFailover<RunOwner> | undefined,
  engines: Engines,
): Promise<Backing> {
  const { caller, access, connection, isConnected, token, narrowing } = credentials;
  const own: Config = {
    ...config,
    platform: config.platform.kind === 'remote' ? { ...config.platform, token } : config.platform,
    readOnly: config.readOnly || narrowing.readOnly,
    toolsets: narrowedToolsets(config.toolsets, narrowing),
  };
  const { endWaits, giveUp } = shutdown;
  const owner = { caller, access, narrowing, connection };
  const { onDefect, onTransportError } = reportsOf(own);
  const { offer, of, close } = await compose(own, {
    endWaits,
    clock,
    runServer: { enqueue: failover && ((run) => failover.add(run, owner)), engines, caller, isConnected },
    open: () =>
      connectParts(own, {
        platform,
        state,
        token: token(),
        caller: { owner: caller, signIn: connection, limits: narrowing.budget },
        endWaits,
        clock,
        meter,
      }),
  });
  const { runs, isRunning } = of(undefined);
  return {
    factory: createServerFactory(offer, {
      consent: config,
      memory: sharedMemory(async () => state, clock),
      giveUp,
      onDefect,
      onTransportError,
      hostWaitSeconds,
      clock,
    }),
    isBusy: isRunning,
    takeOver: async (run) => (await runs()).takeOver(run),
    close,
  };
}
