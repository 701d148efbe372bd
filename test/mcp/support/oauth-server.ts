import { createHash, randomBytes } from 'node:crypto';
import { freePort } from '../../support/network/free-port.ts';
import { startHttp, type HttpServer, type HttpSetup, type Served } from './http-server.ts';
import type { Scope } from './scope.ts';

/** A server that callers sign in to, at the address that it names in its metadata. */
export interface OAuthServer<Server = Served> {
  readonly server: Server;
  readonly origin: string;
}

export interface OAuthSetup extends HttpSetup {
  /** As the first server listened, where a second one takes its place. */
  readonly port?: number;
}

/** 32 characters or more. */
export const oauthSecret = 's'.repeat(40);

/** Starts `visibility-mcp http --auth oauth` on the embedded platform. */
export const startOAuth = (scope: Scope, setup: OAuthSetup = {}): Promise<OAuthServer<HttpServer>> =>
  oauthServer(setup, (given) => startHttp(scope, { ...given, clock: setup.clock }));

/**
 * A server that `start` starts. Its public address has the port, which must be known before; another process may take it
 * meanwhile, so a few are tried.
 */
export async function oauthServer<Server>(
  setup: Omit<OAuthSetup, 'clock'>,
  start: (setup: Required<Pick<HttpSetup, 'args' | 'env'>>) => Promise<Server>,
  attempts = 5,
): Promise<OAuthServer<Server>> {
  const { port = await freePort(), env, args = [] } = setup;
  const origin = `http://127.0.0.1:${port}`;
  try {
    const server = await start({
      args: ['--auth', 'oauth', '--public-url', origin, '--listen', `127.0.0.1:${port}`, ...args],
      env: {
        VISIBILITY_SANDBOX: 'true',
        VISIBILITY_BUDGET: '100/day',
        VISIBILITY_SECRET: oauthSecret,
        ...env,
      },
    });
    return { server, origin };
  } catch (error) {
    if (attempts <= 1) throw error;
    return oauthServer(setup, start, attempts - 1);
  }
}

export interface Visited {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

/** Opens a page, or sends a form to it. */
export type Visit = (address: string, form?: Record<string, string>) => Promise<Visited>;

/** A browser without script: it keeps cookies, and follows redirects on this server by itself. */
export function browser({ origin }: Pick<OAuthServer, 'origin'>): Visit {
  const jar = new Map<string, string>();
  return async (address, form) => {
    let [url, body] = [new URL(address, origin).href, form && new URLSearchParams(form)];
    for (;;) {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body ? { origin } : {}),
        },
        ...(body ? { body } : {}),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value) jar.set(name, value);
        else jar.delete(name);
      }
      const to = response.headers.get('location');
      if (!to) return { url, status: response.status, html: await response.text(), headers: response.headers };
      url = new URL(to, url).href;
      if (!url.startsWith(origin)) return { url, status: response.status, html: '', headers: response.headers };
      body = undefined;
    }
  };
}

/** The hidden field of a form. */
export const hidden = (html: string): Record<string, string> => ({
  csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '',
});

/** The redirect address after a person opened that address, entered the token and agreed. */
export async function agree(
  visit: Visit,
  authorization: string,
  token: string,
  fields: Record<string, string> = {},
): Promise<URL> {
  const form = await visit(authorization);
  if (form.status !== 200) throw new Error(`no sign-in page: ${form.status} ${form.url}`);
  const done = await visit(form.url, { ...hidden(form.html), token, decision: 'allow', ...fields });
  return new URL(done.url);
}

/** Where clients of these tests take their answers. Nothing listens there. */
export const redirect = 'http://127.0.0.1:9/callback';

export const register = async ({ origin }: Pick<OAuthServer, 'origin'>, metadata: object = {}): Promise<Response> =>
  fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Referee <b>',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  });

/** An authorization request of a client that has just registered. */
export interface Request {
  readonly client: string;
  readonly verifier: string;
  readonly address: string;
}

/** `extra` replaces parameters of the request, and empty ones are left out; `metadata` is what the client registers. */
export async function request(
  of: Pick<OAuthServer, 'origin'>,
  scope: string,
  extra: Record<string, string> = {},
  metadata: object = {},
): Promise<Request> {
  const { client_id: client } = (await (await register(of, metadata)).json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const parameters = {
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    state: 'abc',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${of.origin}/mcp`,
    scope,
    ...extra,
  };
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  return { client, verifier, address: `${of.origin}/oauth/authorize?${query}` };
}

export interface TokenAnswer {
  readonly status: number;
  readonly body: Record<string, string>;
}

/** Asks the token endpoint. */
export async function exchange(
  { origin }: Pick<OAuthServer, 'origin'>,
  fields: Record<string, string>,
): Promise<TokenAnswer> {
  const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

export const redeem = (
  of: Pick<OAuthServer, 'origin'>,
  { client, verifier }: Request,
  landed: URL,
): Promise<TokenAnswer> =>
  exchange(of, {
    grant_type: 'authorization_code',
    client_id: client,
    code: landed.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: verifier,
    resource: `${of.origin}/mcp`,
  });

export interface SignedIn {
  readonly client_id: string;
  readonly tokens: Record<string, string>;
  readonly landed: URL;
}

/** The whole way of a client from its registration to its tokens. */
export async function signIn(
  of: Pick<OAuthServer, 'origin'>,
  scope: string,
  token: string,
  fields: Record<string, string> = {},
): Promise<SignedIn> {
  const asked = await request(of, scope);
  const landed = await agree(browser(of), asked.address, token, fields);
  return { client_id: asked.client, tokens: (await redeem(of, asked, landed)).body, landed };
}
