import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { asCaller } from './support/as-caller.ts';
import { modernClient, startHttp, type HttpServer } from './support/http-server.ts';
import { fault, initialize } from './support/message.ts';
import { suiteScope } from './support/suite-scope.ts';

const suite = suiteScope();
const redirect = 'http://127.0.0.1:9/callback';
let server: HttpServer;
let origin: string;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Its public address has the port, which therefore must be known before; another process may take it meanwhile. */
async function start(attempts = 5): Promise<void> {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  try {
    server = await startHttp(suite, {
      args: ['--auth', 'oauth', '--public-url', origin, '--listen', `127.0.0.1:${port}`],
      env: { VISIBILITY_SANDBOX: 'true', VISIBILITY_BUDGET: '100/day', VISIBILITY_SECRET: 's'.repeat(40) },
    });
  } catch (error) {
    if (attempts <= 1) throw error;
    await start(attempts - 1);
  }
}

beforeAll(() => start());

const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize() };

/** A browser: it keeps cookies, and follows redirects on this server by itself. */
function browser() {
  const jar = new Map<string, string>();
  return async function visit(
    address: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; status: number; html: string; headers: Headers }> {
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

const hidden = (html: string): Record<string, string> => ({
  csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '',
});

const register = async (metadata: object = {}): Promise<{ client_id: string }> =>
  (
    await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Referee <b>',
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        ...metadata,
      }),
    })
  ).json() as Promise<{ client_id: string }>;

const exchange = async (fields: Record<string, string>): Promise<{ status: number; body: Record<string, string> }> => {
  const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

interface SignedIn {
  readonly client_id: string;
  readonly tokens: Record<string, string>;
  readonly landed: URL;
}

async function begin(scope: string, visit = browser(), extra: Record<string, string> = {}) {
  const { client_id } = await register();
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: redirect,
    state: 'abc',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${origin}/mcp`,
    ...(scope ? { scope } : {}),
    ...extra,
  });
  return { client_id, verifier, visit, form: await visit(`/oauth/authorize?${query}`) };
}

async function signIn(scope: string, token: string, fields: Record<string, string> = {}): Promise<SignedIn> {
  const { client_id, verifier, visit, form } = await begin(scope);
  const done = await visit(form.url, { ...hidden(form.html), token, decision: 'allow', ...fields });
  const landed = new URL(done.url);
  const { body } = await exchange({
    grant_type: 'authorization_code',
    client_id,
    code: landed.searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: verifier,
    resource: `${origin}/mcp`,
  });
  return { client_id, tokens: body, landed };
}

const use = ({ tokens }: SignedIn) => modernClient(asCaller(server, String(tokens['access_token'])));

it('a client finds its way from a refusal to the authorization server', async () => {
  const { status, headers } = await server.ask({ body: handshake });
  const challenge = String(headers['www-authenticate']);
  expect(status).toBe(401);
  const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const resource = (await (await fetch(address)).json()) as { resource: string; authorization_servers: string[] };
  expect(resource).toMatchObject({ resource: `${origin}/mcp`, authorization_servers: [origin] });
  const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).toMatchObject({
    issuer: origin,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
  });
});

describe('signing in', () => {
  it('shows client, redirect host and scopes, in a page that nothing can frame or script', async () => {
    const { form } = await begin('read paid');
    expect(form.status).toBe(200);
    expect(form.html).toContain('Referee &#60;b&#62;');
    expect(form.html).toContain('127.0.0.1:9');
    expect(form.html).toContain('name="token"');
    expect(form.html).toMatch(/<li>read: .*<li>paid: /);
    expect(form.html).not.toContain('<script');
    expect(form.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(form.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('gives a code with the issuer, and tokens that the caller is served by', async () => {
    const signed = await signIn('read write delete paid', 'sandbox-owner');
    expect(signed.landed.searchParams.get('iss')).toBe(origin);
    expect(signed.landed.searchParams.get('state')).toBe('abc');
    const answer = await use(signed).call('call_read', { operation: 'account.get' });
    expect(answer.ok).toBe(true);
  });

  it('with a token that the platform does not know shows the form again', async () => {
    const { visit, form } = await begin('read');
    const again = await visit(form.url, { ...hidden(form.html), token: 'nobody', decision: 'allow' });
    expect([again.status, again.url]).toEqual([400, form.url]);
    expect(again.html).toContain('role="alert"');
  });

  it('ends after a few wrong tokens, and cannot be forged from another page', async () => {
    const { visit, form } = await begin('read');
    const forged = await visit(form.url, { csrf: 'x', token: 'sandbox-owner', decision: 'allow' });
    expect(forged.status).toBe(403);
    const wrong = { ...hidden(form.html), token: 'nobody', decision: 'allow' };
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await visit(form.url, wrong)).status);
    expect(statuses.at(-1)).toBe(429);
    const elsewhere = await browser()(form.url, { ...hidden(form.html), token: 'sandbox-owner', decision: 'allow' });
    expect(elsewhere.status).toBe(400);
  });

  it('can be denied', async () => {
    const { visit, form } = await begin('read');
    const denied = await visit(form.url, { ...hidden(form.html), decision: 'deny' });
    expect(new URL(denied.url).searchParams.get('error')).toBe('access_denied');
  });

  it('without PKCE, or with a plain challenge, is refused', async () => {
    const plain = await begin('read', browser(), { code_challenge_method: 'plain' });
    expect(new URL(plain.form.url).searchParams.get('error')).toBe('invalid_request');
    const none = await begin('read', browser(), { code_challenge: '', code_challenge_method: '' });
    expect(new URL(none.form.url).searchParams.get('error')).toBe('invalid_request');
  });
});

describe('a token', () => {
  it('allows the scopes that were agreed to, and names those that are missing', async () => {
    const signed = await signIn('read', 'sandbox-owner');
    const call = (name: string, args: object) =>
      asCaller(server, String(signed.tokens['access_token'])).ask({
        body: { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name, arguments: args } },
      });
    expect((await call('call_read', { operation: 'account.get' })).status).toBe(200);
    const refused = await call('call_paid', {
      operation: 'grounding.analyze',
      arguments: { url: 'https://x.example/' },
    });
    expect(refused.status).toBe(403);
    expect(refused.headers['www-authenticate']).toMatch(
      /error="insufficient_scope", scope="read paid", resource_metadata=/,
    );
  });

  it('is held to the budget and the reading that were chosen at sign-in', async () => {
    const signed = await signIn('read paid', 'sandbox-owner', { budget: '0/call' });
    const answer = await use(signed).call('call_paid', {
      operation: 'grounding.analyze',
      arguments: { url: 'https://narrow.example/' },
      wait_s: 0,
    });
    expect(fault(answer).code).toBe('budget_exceeded');
    const reader = await signIn('read paid', 'sandbox-owner', { read_only: 'true' });
    const { result = {} } = await use(reader).request('tools/list');
    expect((result['tools'] as { name: string }[]).map(({ name }) => name)).not.toContain('call_paid');
  });

  it('is refreshed by one that is used once; used twice, it ends the connection', async () => {
    const signed = await signIn('read', 'sandbox-member');
    const refresh = (token: string) =>
      exchange({ grant_type: 'refresh_token', client_id: signed.client_id, refresh_token: token });
    const second = await refresh(String(signed.tokens['refresh_token']));
    expect(second.body['access_token']).toBeTruthy();
    expect(second.body['refresh_token']).not.toBe(signed.tokens['refresh_token']);
    expect((await refresh(String(signed.tokens['refresh_token']))).body['error']).toBe('invalid_grant');
    expect((await refresh(String(second.body['refresh_token']))).body['error']).toBe('invalid_grant');
    expect((await asCaller(server, String(second.body['access_token'])).ask({ body: handshake })).status).toBe(401);
  });

  it('is revoked by its client', async () => {
    const signed = await signIn('read', 'sandbox-member');
    const token = String(signed.tokens['access_token']);
    const body = new URLSearchParams({ token, client_id: signed.client_id });
    expect((await fetch(`${origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
    expect((await asCaller(server, token).ask({ body: handshake })).status).toBe(401);
  });

  it('of the platform itself opens nothing here', async () => {
    expect((await asCaller(server, 'sandbox-owner').ask({ body: handshake })).status).toBe(401);
  });
});

it('a person sees their own connections at /account, and ends them', async () => {
  const signed = await signIn('read', 'sandbox-guest');
  const visit = browser();
  const first = await visit('/account');
  expect(first.html).toContain('name="token"');
  const inside = await visit('/account', { ...hidden(first.html), token: 'sandbox-guest' });
  expect(inside.html).toContain('Referee &#60;b&#62;');
  expect(inside.html).toContain('100/day');
  expect(inside.html).not.toContain('sandbox-guest');
  const grant = /name="revoke" value="([^"]+)"/.exec(inside.html)?.[1] ?? '';
  const other = browser();
  const stranger = await other('/account', { ...hidden((await other('/account')).html), token: 'sandbox-owner' });
  expect(stranger.html).not.toContain(grant);
  await other('/account', { ...hidden(stranger.html), revoke: grant });
  expect((await use(signed).request('tools/list')).result).toBeDefined();
  await visit('/account', { ...hidden(inside.html), revoke: grant });
  expect((await asCaller(server, String(signed.tokens['access_token'])).ask({ body: handshake })).status).toBe(401);
});
