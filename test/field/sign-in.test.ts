import { describe, expect, it } from 'vitest';
import {
  agree,
  browser,
  exchange,
  hidden,
  redeem,
  redirect,
  register,
  request,
  signIn,
  type SignedIn,
} from '../mcp/support/oauth-server.ts';
import { stage, type Stage } from '../server/http/auth/oauth/stage.ts';

/** Requests of hosts when people sign in: requested scopes, repeated tokens, empty metadata. */

const ann = 'token-of-ann';
const metadataOf = async ({ origin }: Stage) =>
  (await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>;
const kindOf = async (here: Stage, token: unknown) => ('status' in (await here.admit(token)) ? 'refused' : 'admitted');
const refresh = (here: Stage, client_id: string, token: unknown) =>
  exchange(here, { grant_type: 'refresh_token', client_id, refresh_token: String(token) });

const advertised = ['read', 'write', 'delete', 'paid', 'offline_access', 'openid'];

describe('a person is asked once, whatever scopes a host asks for', () => {
  const asked = [
    ...advertised,
    advertised.join(' '),
    'openid email profile',
    'read openid',
    'paid offline_access',
    'mcp:tools',
    '',
  ];
  it.each(asked)('"%s"', async (scope) => {
    const here = await stage();
    const wanted = await request(here, scope);
    const landed = await agree(browser(here), wanted.address, ann);
    expect([landed.origin, landed.searchParams.has('code')]).toEqual(['http://127.0.0.1:9', true]);
    const { body } = await redeem(here, wanted, landed);
    expect(await kindOf(here, body['access_token'])).toBe('admitted');
    const effects = ['read', 'write', 'delete', 'paid'];
    const granted = effects.filter((one) => scope.split(' ').includes(one));
    expect(body['scope']?.split(' ').filter((one) => effects.includes(one))).toEqual(
      granted.length > 0 ? granted : ['read'],
    );
    expect(await here.server.connections.list('ann')).toHaveLength(1);
  });
});

describe('a refresh token that comes twice', () => {
  const signedIn = async (): Promise<{ here: Stage; signed: SignedIn; first: unknown }> => {
    const here = await stage();
    const signed = await signIn(here, 'read paid', ann);
    return { here, signed, first: signed.tokens['refresh_token'] };
  };

  it.each([2, 5])('at once, from %i windows, gives all of them the same successor', async (windows) => {
    const { here, signed, first } = await signedIn();
    const answers = await Promise.all(Array.from({ length: windows }, () => refresh(here, signed.client_id, first)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1);
    for (const { body } of answers) {
      expect(body['refresh_token']).not.toBe(first);
      expect(await kindOf(here, body['access_token'])).toBe('admitted');
    }
    expect((await refresh(here, signed.client_id, answers[0]?.body['refresh_token'])).status).toBe(200);
  });

  it.each([1_000, 59_000])('%i ms later, since an answer was lost, gives the same successor', async (ms) => {
    const { here, signed, first } = await signedIn();
    const lost = await refresh(here, signed.client_id, first);
    here.pass(ms);
    const again = await refresh(here, signed.client_id, first);
    expect([again.status, again.body['refresh_token']]).toEqual([200, lost.body['refresh_token']]);
  });

  it.each(['after a minute', 'after its successor was used'])('%s ends the connection', async (when) => {
    const { here, signed, first } = await signedIn();
    const second = await refresh(here, signed.client_id, first);
    if (when === 'after a minute') here.pass(61_000);
    const third =
      when === 'after a minute' ? second : await refresh(here, signed.client_id, second.body['refresh_token']);
    expect((await refresh(here, signed.client_id, first)).body['error']).toBe('invalid_grant');
    expect((await refresh(here, signed.client_id, third.body['refresh_token'])).body['error']).toBe('invalid_grant');
    expect(await kindOf(here, third.body['access_token'])).toBe('refused');
    expect(await here.server.connections.list('ann')).toEqual([]);
  });
});

it('signing out asks for the token at the next sign-in of the same browser', async () => {
  const here = await stage();
  const visit = browser(here);
  await agree(visit, (await request(here, 'read')).address, ann);
  const known = await visit((await request(here, 'paid')).address);
  expect(known.html).not.toContain('name="token"');
  const page = await visit('/account', { ...hidden((await visit('/account')).html), token: ann });
  await visit('/account', { ...hidden(page.html), sign_out: '1' });
  const next = await visit((await request(here, 'paid')).address);
  expect(next.html).toContain('name="token"');
  const refused = await visit(next.url, { ...hidden(next.html), decision: 'allow' });
  expect([refused.status, refused.url.startsWith(here.origin)]).toEqual([400, true]);
});

describe('a client that registers', () => {
  it.each([
    { contacts: null },
    { client_uri: '' },
    { logo_uri: null, tos_uri: '', policy_uri: null, jwks_uri: '', jwks: null },
    { scope: null, software_id: '', software_version: null },
    { client_name: '', grant_types: null, response_types: null },
  ])('may fill optional fields with nothing: %j', async (metadata) => {
    const response = await register(await stage(), metadata);
    expect([response.status, await response.json()]).toMatchObject([201, { client_id: expect.any(String) }]);
  });

  const jwt = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  it.each([
    [{ grant_types: ['authorization_code', 'refresh_token', jwt] }, ['authorization_code', 'refresh_token']],
    [{ response_types: ['code', 'token'] }, ['authorization_code', 'refresh_token']],
    [{ redirect_uris: ['claude://claude.ai/mcp-auth-callback/sdk'] }, ['authorization_code', 'refresh_token']],
  ])('may name more than is offered, and gets what is: %j', async (metadata, grant_types) => {
    const response = await register(await stage(), metadata);
    expect([response.status, await response.json()]).toMatchObject([201, { grant_types, response_types: ['code'] }]);
  });

  it.each([{ grant_types: [jwt] }, { redirect_uris: null }, { redirect_uris: [] }, { contacts: 7 }])(
    'needs what is needed: %j',
    async (metadata) => {
      expect((await register(await stage(), metadata)).status).toBe(400);
    },
  );
});

describe('the one resource', () => {
  it.each(['/mcp', '/mcp/', '', '/'])('may be named by %s', async (path) => {
    const here = await stage();
    const resource = `${here.origin}${path}`;
    const wanted = await request(here, 'read', { resource });
    const landed = await agree(browser(here), wanted.address, ann);
    const { status, body } = await exchange(here, {
      grant_type: 'authorization_code',
      client_id: wanted.client,
      code: landed.searchParams.get('code') ?? '',
      redirect_uri: redirect,
      code_verifier: wanted.verifier,
      resource,
    });
    expect([status, await kindOf(here, body['access_token'])]).toEqual([200, 'admitted']);
  });

  it.each(['https://other.example/mcp', '/mcp/x', '/account'])('is not %s', async (named) => {
    const here = await stage();
    const resource = named.startsWith('/') ? `${here.origin}${named}` : named;
    const landed = await browser(here)((await request(here, 'read', { resource })).address);
    expect(new URL(landed.url).searchParams.get('error')).toBe('invalid_target');
  });
});

it('the metadata names only endpoints that are there', async () => {
  const here = await stage();
  const metadata = await metadataOf(here);
  const endpoints = Object.entries(metadata).filter(([name]) => name.endsWith('_endpoint') || name === 'jwks_uri');
  expect(endpoints.length).toBeGreaterThan(3);
  for (const [name, address] of endpoints) {
    expect(here.pages.serves(new URL(String(address)).pathname), name).toBe(true);
    expect(
      (await fetch(String(address), { method: ['jwks_uri', 'authorization_endpoint'].includes(name) ? 'GET' : 'POST' }))
        .status,
      name,
    ).not.toBe(404);
  }
  expect(metadata).not.toHaveProperty('device_authorization_endpoint');
  expect(metadata).not.toHaveProperty('pushed_authorization_request_endpoint');
});
