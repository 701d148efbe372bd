import { createECDH, hkdfSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, Provider, type Client, type Configuration, type JWK, type KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../../../clock.ts';
import type { Proxies } from '../../../proxies.ts';
import { checkClientMetadata, checkedMetadata } from './client-metadata.ts';
import type { Documents } from '../../../state/documents.ts';
import { connectionMs, Connections, createAdapter } from './documents.ts';
import { createPublicFetch, type PublicFetch } from './fetch-public.ts';
import type { Machine } from '../../../config/machines-file.ts';
import { scopes } from '../../../scopes.ts';
import { Machines } from './machines.ts';
import { languageOf } from '../../pages/language.ts';
import { refusalPage } from '../../pages/notice-page.ts';
import { deviceCodePage, deviceConfirmPage, deviceDonePage } from '../../pages/device-pages.ts';
import { pageHeaders, type Look } from '../../pages/page.ts';
import type { Problem } from '../../pages/words.ts';
import { oneLine } from '../../../text/one-line.ts';
import { createSealer, type Sealer } from './sealer.ts';

export interface AuthorizationServerParts {
  readonly publicUrl: string;
  /** What the operator calls this service. */
  readonly service: string;
  /** The first secret encrypts and signs; all of them decrypt and verify. */
  readonly secrets: readonly string[];
  /** What the documents of clients are fetched through. Absent: directly. */
  readonly proxies?: Proxies | undefined;
  /** Fetches these documents. Absent: over the network. */
  readonly fetch?: PublicFetch | undefined;
  /** Programs that sign in by themselves. */
  readonly machines?: readonly Machine[] | undefined;
  readonly store: Documents;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export interface AuthorizationServer extends Pick<
  AuthorizationServerParts,
  'publicUrl' | 'service' | 'store' | 'clock' | 'onError'
> {
  readonly provider: Provider;
  readonly connections: Connections;
  readonly machines: Machines;
  readonly sealer: Sealer;
  /** The one resource that tokens are for. */
  readonly resource: string;
  /** Hands a request to the library. Resolves when it has been answered. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Characters of a client's name on a page. */
const maxNameLength = 100;

/** The name of a client for a page. The client chose it, so it is cut to one line, without invisible characters or those that reverse text. */
export const shownClientName = ({ clientName, clientId }: Pick<Client, 'clientName' | 'clientId'>): string =>
  oneLine(clientName ?? clientId, maxNameLength);

export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  device_authorization: '/oauth/device_authorization',
  code_verification: '/oauth/device',
};

/** Bytes that a document with a client's keys may have. For its metadata the library's own limit of 5 kB holds. */
const maxKeysBytes = 16_384;

/** Lifetimes in seconds. */
const [accessTokenTtl, codeTtl, signInTtl, sessionTtl] = [3_600, 60, 600, 8 * 3_600];

/**
 * An OAuth 2.1 authorization server in front of the MCP resource, on a certified library: decision 0046. It has no other
 * features than MCP clients need.
 */
export function createAuthorizationServer(parts: AuthorizationServerParts): AuthorizationServer {
  const { publicUrl, service, secrets, store, clock, onError } = parts;
  const sealer = createSealer(secrets);
  const resource = `${publicUrl}/mcp`;
  const machines = new Machines(parts.machines ?? [], sealer);
  const provider = new Provider(publicUrl, configuration(parts, { sealer, machines, resource }));
  machines.compareHashes(provider);
  // Makes the library take its address from the forwarding headers, which `handle` sets to the public one.
  provider.proxy = true;
  provider.on('server_error', (_, error) => onError(error));
  const callback = provider.callback();
  const { host, protocol } = new URL(publicUrl);
  return {
    publicUrl,
    service,
    store,
    clock,
    onError,
    provider,
    resource,
    sealer,
    machines,
    connections: new Connections(store, sealer, () => clock.now()),
    async handle(request, response) {
      // Forwarding headers that a caller sent are dropped.
      for (const name of Object.keys(request.headers))
        if (name.startsWith('x-forwarded-')) delete request.headers[name];
      Object.assign(request.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
      request.url = withScope(request.url ?? '/');
      await callback(request, response);
    },
  };
}

/** The known scopes that a client asks for; `read` where it asks for none. */
export function askedScopes(scope: unknown): readonly string[] {
  const requested = String(scope).split(' ');
  const grantable = scopes.filter((one) => requested.includes(one));
  return grantable.length > 0 ? grantable : ['read'];
}

/** The library refuses requests without a scope; OAuth allows a default (RFC 6749, section 3.3). */
function withScope(target: string): string {
  const url = new URL(target, 'http://server');
  if (url.pathname !== routes.authorization || url.searchParams.getAll('scope').length > 1) return target;
  const requested = (url.searchParams.get('scope') ?? '').split(' ');
  if (scopes.some((one) => requested.includes(one))) return target;
  url.searchParams.set('scope', [...requested, ...askedScopes(undefined)].filter(Boolean).join(' '));
  return `${url.pathname}${url.search}`;
}

function configuration(
  { service, secrets, proxies, fetch = createPublicFetch(proxies), store, clock }: AuthorizationServerParts,
  { sealer, machines, resource }: Pick<AuthorizationServer, 'sealer' | 'machines' | 'resource'>,
): Configuration {
  const show = (ctx: KoaContextWithOIDC, html: (look: Look) => string): void => {
    ctx.set(pageHeaders());
    ctx.body = html({ language: languageOf(ctx.headers), service });
  };
  return {
    adapter: createAdapter(store, sealer, () => clock.now()),
    clientBasedCORS: () => false,
    clients: machines.clients(),
    clientDefaults: {
      // Few hosts name a type. The rules for native ones fit all of them: https, a loopback address with any port, or a
      // scheme of their own.
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
    extraClientMetadata: {
      properties: [...checkedMetadata],
      validator: (_, name, value, metadata) => {
        if (!machines.byName(metadata.client_id)) checkClientMetadata(name, value, metadata);
      },
    },
    extraTokenClaims(_, { clientId }) {
      const machine = machines.byName(clientId);
      return machine && { machine: machines.keyOf(machine) };
    },
    // By themselves they are `HttpOnly`, `SameSite=Lax`, and `Secure` where the public address is.
    cookies: { keys: [...sealer.cookieKeys] },
    features: {
      clientCredentials: { enabled: machines.areAny },
      devInteractions: { enabled: false },
      // For a terminal without a browser: RFC 8628.
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (ctx, _form, _out, error) =>
          show(ctx, (look) => deviceCodePage(look, { ...formOf(ctx), problem: problemOf(error) })),
        userCodeConfirmSource: (ctx, _form, client, _info, shown) =>
          show(ctx, (look) =>
            deviceConfirmPage(look, {
              ...formOf(ctx),
              clientName: shownClientName(client),
              code: String(ctx.oidc.params?.['user_code']),
              shown,
            }),
          ),
        successSource: (ctx) => show(ctx, deviceDonePage),
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, initialAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo(ctx, indicator, { clientId }) {
          if (indicator !== resource) throw new errors.InvalidTarget();
          const machine = machines.byName(clientId);
          return {
            scope: (machine ? machines.scopesFor(ctx, machine) : scopes).join(' '),
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
      show(ctx, (look) => refusalPage(look, String(out.error)));
    },
    responseTypes: ['code'],
    rotateRefreshToken: true,
    routes,
    scopes: [...scopes, 'offline_access'],
    ttl: {
      AccessToken: accessTokenTtl,
      AuthorizationCode: codeTtl,
      ClientCredentials: accessTokenTtl,
      DeviceCode: signInTtl,
      Grant: connectionMs / 1000,
      Interaction: signInTtl,
      RefreshToken: connectionMs / 1000,
      Session: sessionTtl,
    },
  };
}

/** Fields of a form that prove to the library that its own page sent the form. */
const formOf = ({ oidc }: KoaContextWithOIDC) => ({
  action: oidc.urlFor('code_verification'),
  xsrf: String((oidc.session?.['state'] as { readonly secret?: string } | undefined)?.secret),
});

/** Why the library asks for the code again; undefined at the first time. */
function problemOf(error: Error | undefined): Problem | undefined {
  if (!error) return undefined;
  return error.name === 'AbortedError' ? 'aborted' : 'unknown-code';
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
