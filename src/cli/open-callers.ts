import { operation } from '../catalog/index.ts';
import { isVisibilityError } from '../client/errors/visibility-error.ts';
import type { Meter } from '../client/meter.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { createAuthorizationServer } from '../server/auth/oauth/create-authorization-server.ts';
import { OAuthAuthenticator } from '../server/auth/oauth/oauth-authenticator.ts';
import { createOAuthPages, type OAuthPages } from '../server/auth/oauth/oauth-pages.ts';
import type { Authenticator, Credentials } from '../server/auth/authenticator.ts';
import { narrowedToolsets } from '../server/auth/narrowing.ts';
import { PlatformAuthenticator, type TokenOwner } from '../server/auth/platform-authenticator.ts';
import { Services, type Backing } from '../server/auth/services.ts';
import { createServerFactory } from '../server/create-server-factory.ts';
import type { Shutdown } from '../server/shutdown.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';
import { compose } from './compose.ts';
import { connect } from './connect.ts';
import { openPlatform, type OpenPlatform } from './open-platform.ts';

export interface Callers {
  readonly authenticator: Authenticator;
  /** Where callers sign in. */
  readonly pages?: OAuthPages;
  readonly services: Services;
  readonly state: State;
  /** Closes the services, then the state and the platform that they use. */
  close(): Promise<void>;
}

export interface CallersOptions {
  readonly clock: Clock;
  readonly meter?: Meter | undefined;
  readonly shutdown: Pick<Shutdown, 'endWaits' | 'giveUp'>;
  readonly maxSubscriptions: number;
  readonly onError: (error: unknown) => void;
}

/** Seconds that a lookup of a token may take. */
const lookUpSeconds = 10;

/**
 * Everything for callers who bring their own platform tokens: one state and one platform for all, and for each caller tools
 * and a client that see nothing of the others.
 */
export async function openCallers(config: Config, options: CallersOptions): Promise<Callers> {
  const { clock, maxSubscriptions, onError } = options;
  const platform = await openPlatform(config);
  let state: State;
  try {
    state = await openState(config.state);
  } catch (error) {
    await platform.close();
    throw error;
  }
  const service = platform.service ?? platform.apiUrl;
  const services = new Services({
    clock,
    maxSubscriptions,
    onError,
    open: (credentials) => openService(config, { platform, state, credentials }, options),
  });
  const platformTokens = new PlatformAuthenticator({
    clock,
    accessOf: (token) => state.accounts.key(service, token),
    lookUp: (token) => ownerOf(config, { platform, state, token, clock }),
  });
  const oauth = signInOf(config, { platform, state, clock, onError, platformTokens });
  return {
    state,
    services,
    authenticator: oauth?.authenticator ?? platformTokens,
    ...(oauth ? { pages: oauth.pages } : {}),
    async close() {
      await services.close();
      await state.close();
      await platform.close();
    },
  };
}

/** The authorization server, where callers sign in instead of sending their platform tokens. */
function signInOf(
  config: Config,
  {
    platform,
    state,
    clock,
    onError,
    platformTokens,
  }: Parts & Pick<CallersOptions, 'clock' | 'onError'> & { readonly platformTokens: PlatformAuthenticator },
): { authenticator: OAuthAuthenticator; pages: OAuthPages } | undefined {
  const { auth, publicUrl, secrets } = config;
  if (auth !== 'oauth' || !publicUrl || !secrets) return undefined;
  const server = createAuthorizationServer({ publicUrl, secrets: secrets(), store: state.documents, clock, onError });
  return {
    authenticator: new OAuthAuthenticator(server, publicUrl),
    pages: createOAuthPages({
      server,
      clock,
      publicUrl,
      identify: (token) => platformTokens.identify(token),
      overview: async ({ caller, token }) => {
        const client = await connect(config, { platform, state, token, caller: { owner: caller, limits: [] }, clock });
        try {
          const [money, jobs] = await Promise.all([client.money(), client.jobs({ limit: 20 })]);
          return { limits: money.limits, jobs };
        } finally {
          await client.close();
        }
      },
      onError,
    }),
  };
}

interface Parts {
  readonly platform: OpenPlatform;
  readonly state: State;
}

/** Document 3, "Account, team, billing": the user that the token belongs to. With another token the same user is the same caller. */
async function ownerOf(
  config: Config,
  { platform, state, token, clock }: Parts & { readonly token: string; readonly clock: Clock },
): Promise<TokenOwner> {
  const client = await connect(config, { platform, state, token, clock });
  try {
    const { data } = await client.call(operation('account.get'), {}, { waitSeconds: lookUpSeconds });
    const id = (data as { readonly id?: unknown } | null)?.id;
    const whose = typeof id === 'number' || typeof id === 'string' ? `user ${id}` : `token ${token}`;
    return { kind: 'known', caller: await state.accounts.key(`caller ${platform.service ?? platform.apiUrl}`, whose) };
  } catch (error) {
    const refused = isVisibilityError(error) && (error.status === 401 || error.status === 403);
    return { kind: refused ? 'refused' : 'unreachable' };
  } finally {
    await client.close();
  }
}

async function openService(
  config: Config,
  { platform, state, credentials }: Parts & { readonly credentials: Credentials },
  { shutdown, clock, meter }: CallersOptions,
): Promise<Backing> {
  const { caller, token, narrowing } = credentials;
  const own: Config = {
    ...config,
    platform: config.platform.kind === 'remote' ? { ...config.platform, token } : config.platform,
    readOnly: config.readOnly || narrowing.readOnly,
    toolsets: narrowedToolsets(config.toolsets, narrowing),
  };
  const { endWaits, giveUp } = shutdown;
  const { offer, onDefect, onTransportError, close } = await compose(own, {
    endWaits,
    clock,
    open: () =>
      connect(own, {
        platform,
        state,
        token: token(),
        caller: { owner: caller, limits: narrowing.budget },
        endWaits,
        clock,
        meter,
      }),
  });
  return { factory: createServerFactory(offer, { consent: config, giveUp, onDefect, onTransportError, clock }), close };
}
