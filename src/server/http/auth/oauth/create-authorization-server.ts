import { createECDH, hkdfSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, Provider, type Client, type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import type { Clock, Proxies } from '../../../../base/index.ts';
import { checkClientMetadata, checkedMetadata } from './client-metadata.ts';
import type { Documents } from '../../../../state/documents.ts';
import { connectionMs, Connections, createAdapter } from './documents.ts';
import { createPublicFetch, type PublicFetch } from './fetch-public.ts';
import { scopes } from '../../../../catalog/scopes.ts';
import { refusalPage } from '../../pages/notice-page.ts';
import { languageOf, pageHeaders, type Language } from '../../pages/page.ts';
import { oneLine } from '../../../../base/text/one-line.ts';
import { grantableScopes, normalRequest, routes } from './normal-request.ts';
import { RefreshRotation } from './refresh-rotation.ts';
import { createSealer, type Sealer } from './sealer.ts';

export interface AuthorizationServerParts {
  readonly publicUrl: string;
  /** The first secret encrypts and signs; all of them decrypt and verify. */
  readonly secrets: readonly string[];
  /** Behind a proxy, documents of clients are not fetched, since it would resolve their names again: clients register instead. */
  readonly proxies?: Proxies | undefined;
  /** Fetches these documents. Absent: over the network. */
  readonly fetch?: PublicFetch | undefined;
  readonly store: Documents;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>;

/** Maximum characters of a client's name on a page. */
const maxNameLength = 100;

/** The name of a client for a page. The client chose it, so it is cut to one line, without invisible characters or those that reverse text. */
export const shownClientName = ({ clientName, clientId }: Pick<Client, 'clientName' | 'clientId'>): string =>
  oneLine(clientName ?? clientId, maxNameLength);

/** Maximum bytes of a document with a client's keys. Metadata documents have the library's own limit of 5 kB. */
const maxKeysBytes = 16_384;

/** Lifetimes in seconds. */
const [accessTokenTtl, codeTtl, signInTtl, sessionTtl] = [3_600, 60, 600, 8 * 3_600];

/** An OAuth 2.1 authorization server with only what MCP clients need, over a certified library (decision 0046). */
export function createAuthorizationServer(parts: AuthorizationServerParts) {
  const { publicUrl, secrets, store, clock, onError } = parts;
  const sealer = createSealer(secrets);
  const resource = `${publicUrl}/mcp`;
  const rotation = new RefreshRotation(store, sealer, () => clock.now());
  const provider = new Provider(publicUrl, configuration(parts, { sealer, resource, rotation }));
  // Makes the library take its address from the forwarding headers, which are set to the public address.
  provider.proxy = true;
  provider.on('server_error', (_, error) => onError(error));
  provider.use(async (ctx, next) => {
    await next();
    await rotation.answerWithOneSuccessor(ctx as KoaContextWithOIDC);
  });
  const callback = provider.callback();
  return {
    publicUrl,
    store,
    clock,
    onError,
    provider,
    /** The one resource that tokens are for. */
    resource,
    sealer,
    connections: new Connections(store, sealer, () => clock.now()),
    /** Passes a request to the library. Resolves when it has been answered. */
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      await callback(await normalRequest(request, publicUrl), response);
    },
    /** Ends the sign-in of the browser that sends this request: its next sign-in asks for the platform token. */
    async endSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const session = await provider.Session.get(provider.createContext(request, response));
      if (session.accountId !== undefined) await store.remove('Person', session.accountId);
      await session.destroy();
    },
  };
}

function configuration(
  { secrets, proxies, fetch = createPublicFetch(), store, clock }: AuthorizationServerParts,
  { sealer, resource, rotation }: { sealer: Sealer; resource: string; rotation: RefreshRotation },
): Configuration {
  const show = (ctx: KoaContextWithOIDC, html: (language: Language) => string): void => {
    ctx.set(pageHeaders());
    ctx.body = html(languageOf(ctx.headers));
  };
  return {
    adapter: createAdapter(store, sealer, { now: () => clock.now(), rotation }),
    clientBasedCORS: () => false,
    clientDefaults: {
      // Few hosts state a type. The rules for native applications fit all of them: https, a loopback address with any port,
      // or their own scheme.
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
    extraClientMetadata: {
      properties: [...checkedMetadata],
      validator: (_, name, value, metadata) => checkClientMetadata(name, value, metadata),
    },
    // By default they are `HttpOnly`, `SameSite=Lax`, and `Secure` if the public address is https.
    cookies: { keys: [...sealer.cookieKeys] },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, initialAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: { enabled: proxies === undefined, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo(_, indicator) {
          if (indicator !== resource) throw new errors.InvalidTarget();
          return {
            scope: scopes.join(' '),
            audience: resource,
            accessTokenTTL: accessTokenTtl,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
    // A connection stays active when the browser session in which it was made ends.
    expiresWithSession: () => false,
    fetch: fetch as NonNullable<Configuration['fetch']>,
    fetchResponseBodyLimits: { jwks_uri: maxKeysBytes, sector_identifier_uri: maxKeysBytes },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/oauth/signin/${uid}` },
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [signingKey(secrets[0] as string)] },
    // Every sign-in asks for consent again: client ids are public, and another program may use one.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId ? oidc.provider.Grant.find(grantId) : undefined;
    },
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      show(ctx, (language) => refusalPage(language, String(out.error)));
    },
    responseTypes: ['code'],
    rotateRefreshToken: true,
    routes,
    scopes: grantableScopes,
    ttl: {
      AccessToken: accessTokenTtl,
      AuthorizationCode: codeTtl,
      Grant: connectionMs / 1000,
      Interaction: signInTtl,
      RefreshToken: connectionMs / 1000,
      Session: sessionTtl,
    },
  };
}

/** The key that the library needs for signing. Derived from the secret, so that every replica has the same. Tokens are opaque: nothing relies on its signatures. */
function signingKey(secret: string): JWK {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, 'visibility-mcp', 'signing', 32)));
  const point = pair.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: pair.getPrivateKey().toString('base64url'),
  };
}
