import { createECDH, hkdfSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider, type Configuration, type JWK } from 'oidc-provider';
import type { Clock } from '../../../clock.ts';
import { isLoopback } from '../../../config/parse-api-url.ts';
import { connectionMs, Connections, createAdapter, type DocumentStore } from './documents.ts';
import { createSealer, type Sealer } from './sealer.ts';

export interface AuthorizationServerParts {
  readonly publicUrl: string;
  /** The first encrypts and signs, all decrypt and verify. */
  readonly secrets: readonly string[];
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export interface AuthorizationServer {
  readonly provider: Provider;
  readonly connections: Connections;
  readonly sealer: Sealer;
  readonly store: DocumentStore;
  /** The one resource that tokens are for. */
  readonly resource: string;
  /** Hands a request to the library, which answers it. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** What a token may allow: the effects of operations. */
export const scopes = ['read', 'write', 'delete', 'paid'] as const;

/** Seconds. */
const [accessTokenTtl, codeTtl, signInTtl, sessionTtl] = [3_600, 60, 600, 8 * 3_600];

/**
 * An OAuth 2.1 authorization server in front of the MCP resource, on a certified library: decision 0046. It has no other
 * features than MCP clients need.
 */
export function createAuthorizationServer(parts: AuthorizationServerParts): AuthorizationServer {
  const { publicUrl, secrets, store, clock } = parts;
  const sealer = createSealer(secrets);
  const resource = `${publicUrl}/mcp`;
  const provider = new Provider(publicUrl, configuration(parts, sealer, resource));
  // The address that clients know stands for the one that a proxy calls.
  provider.proxy = true;
  provider.on('server_error', (_, error) => parts.onError(error));
  const callback = provider.callback();
  const { host, protocol } = new URL(publicUrl);
  return {
    provider,
    resource,
    sealer,
    store,
    connections: new Connections(store, sealer, () => clock.now()),
    handle(request, response) {
      // What a caller says of the way here is not believed.
      for (const name of Object.keys(request.headers))
        if (name.startsWith('x-forwarded-')) delete request.headers[name];
      Object.assign(request.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
      void callback(request, response);
    },
  };
}

function configuration(
  { publicUrl, secrets, store, clock }: AuthorizationServerParts,
  sealer: Sealer,
  resource: string,
): Configuration {
  const isSecure = publicUrl.startsWith('https:');
  return {
    adapter: createAdapter(store, sealer, () => clock.now()),
    clientBasedCORS: () => false,
    clientDefaults: { grant_types: ['authorization_code', 'refresh_token'], id_token_signed_response_alg: 'ES256' },
    conformIdTokenClaims: false,
    cookies: {
      keys: [...sealer.cookieKeys],
      long: { signed: true, httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
      short: { signed: true, httpOnly: true, sameSite: 'lax', secure: isSecure },
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, initialAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: (_, clientId) => isPublicAddress(String(clientId)),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes.join(' '),
          audience: resource,
          accessTokenTTL: accessTokenTtl,
          accessTokenFormat: 'opaque',
        }),
      },
    },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/oauth/signin/${uid}` },
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [signingKey(secrets[0] as string)] },
    // Each connection is agreed to anew: another client may use an id that is public.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId ? oidc.provider.Grant.find(grantId) : undefined;
    },
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
      ctx.body = `<!doctype html><title>Error</title><h1>This request cannot be served</h1><p>${String(out.error).replace(/\W/g, ' ')}</p>`;
    },
    responseTypes: ['code'],
    rotateRefreshToken: true,
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    scopes: [...scopes, 'offline_access'],
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

/** Derived, so that every replica has the same. Tokens are opaque: it signs nothing that this server relies on. */
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

/** Metadata documents are fetched from the internet, never from the network that this server stands in. */
async function isPublicAddress(clientId: string): Promise<boolean> {
  const url = URL.parse(clientId);
  if (url?.protocol !== 'https:' || isLoopback(url.hostname) || /^\[|^[\d.]+$/.test(url.hostname)) return false;
  const { lookup } = await import('node:dns/promises');
  const found = await lookup(url.hostname, { all: true }).catch(() => []);
  return found.length > 0 && found.every(({ address }) => !isPrivate(address));
}

const isPrivate = (address: string): boolean =>
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[3-5]\d)\./.test(
    address,
  ) || /^(::|f[cde]|fe[89ab]|::ffff:)/i.test(address);
