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
  type Visit,
} from '../../../../mcp/support/oauth-server.ts';
import { stage, type Stage } from './stage.ts';

const minute = 60_000;
const hour = 60 * minute;
const ann = 'token-of-ann';

/** A person in front of the page that asks them to sign in. */
async function begin(here: Stage, scope: string, extra: Record<string, string> = {}, metadata: object = {}) {
  const visit = browser(here);
  const asked = await request(here, scope, extra, metadata);
  const form = await visit(asked.address);
  const send = (fields: Record<string, string>) => visit(form.url, { ...hidden(form.html), ...fields });
  return { asked, visit, form, send };
}

const refresh = (here: Stage, { client_id }: Pick<SignedIn, 'client_id'>, token: unknown) =>
  exchange(here, { grant_type: 'refresh_token', client_id, refresh_token: String(token) });

const kindOf = async (here: Stage, token: unknown) => ('status' in (await here.admit(token)) ? 'refused' : 'admitted');
const errorIn = (url: string) => new URL(url).searchParams.get('error');
const read = async (address: string) => (await (await fetch(address)).json()) as Record<string, unknown>;

describe('the metadata', () => {
  it('names resource, issuer and endpoints, and only what is supported', async () => {
    const here = await stage();
    const { origin } = here;
    const resource = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`);
    expect([resource.headers.get('cache-control'), resource.headers.get('content-type')]).toEqual([
      'max-age=3600',
      'application/json',
    ]);
    const metadata = await resource.json();
    expect(metadata).toEqual({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      scopes_supported: ['read', 'write', 'delete', 'paid'],
      bearer_methods_supported: ['header'],
      resource_name: 'Visibility',
    });
    expect(await read(`${origin}/.well-known/oauth-protected-resource`)).toEqual(metadata);
    const own = await read(`${origin}/.well-known/oauth-authorization-server`);
    expect(own).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: expect.arrayContaining(['read', 'write', 'delete', 'paid', 'offline_access']),
      id_token_signing_alg_values_supported: ['ES256'],
    });
    for (const absent of ['userinfo_endpoint', 'end_session_endpoint', 'claims_supported_x'])
      expect(own).not.toHaveProperty(absent);
    const { keys } = (await read(`${origin}/oauth/jwks`)) as { keys: object[] };
    expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }]);
    // Every replica has the same key.
    const other = await stage();
    expect(await read(`${other.origin}/oauth/jwks`)).toEqual({ keys });
    const changed = await stage({ secrets: ['t'.repeat(40)] });
    expect(await read(`${changed.origin}/oauth/jwks`)).not.toEqual({ keys });
  });

  it('names the public address, whatever forwarding headers a caller sends', async () => {
    const here = await stage({ publicUrl: 'https://mcp.example' });
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-for': '1.2.3.4' };
    const own = await fetch(`${here.origin}/.well-known/oauth-authorization-server`, { headers });
    expect(await own.json()).toMatchObject({
      issuer: 'https://mcp.example',
      token_endpoint: 'https://mcp.example/oauth/token',
    });
    const page = await fetch(`${here.origin}/account`);
    expect(page.headers.get('content-type')).toContain('text/html');
  });
});

describe('a client', () => {
  it('is registered with its addresses, and refused with a forbidden one', async () => {
    const here = await stage();
    const registered = await register(here, {
      redirect_uris: ['https://host.example/callback', 'http://localhost:33418/', 'com.example.editor:/callback'],
    });
    expect([registered.status, await registered.json()]).toMatchObject([
      201,
      { application_type: 'native', grant_types: ['authorization_code', 'refresh_token'] },
    ]);
    const taken = ['http://[::1]/callback', 'a-1.b2.example.app:/x', 'cursor://anysphere.cursor-mcp/oauth/callback'];
    for (const address of taken)
      expect([address, (await register(here, { redirect_uris: [address] })).status]).toEqual([address, 201]);
    const refused = [
      'http://collect.example/callback',
      'smb://collect.example/',
      'javascript:alert(1)',
      'view-source:https://collect.example/',
      'ms-msdt:/id',
      'evil-app://claude.ai/callback',
      'app..b://callback',
      'httpsx://collect.example',
      'a+b.example:/callback',
      'https://host@collect.example/',
      'https://:password@collect.example/',
    ];
    for (const application_type of ['web', 'native', undefined])
      for (const address of refused)
        for (const redirect_uris of [[address], ['https://host.example/callback', address]])
          expect([address, (await register(here, { redirect_uris, application_type })).status]).toEqual([address, 400]);
    for (const metadata of [
      { redirect_uris: [] },
      { redirect_uris: ['https://host.example/callback#code'] },
      { grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_basic' },
    ])
      expect((await register(here, metadata)).status).toBe(400);
  });

  it.each([
    ['another path', 'http://127.0.0.1:9/other'],
    ['another host', 'https://collect.example/callback'],
    ['a user name before another host', 'http://127.0.0.1:9@collect.example/callback'],
  ])('is sent back to no address that it has not registered: %s', async (_what, address) => {
    const here = await stage();
    const { form } = await begin(here, 'read', { redirect_uri: address });
    expect([form.status, form.url.startsWith(`${here.origin}/oauth/authorize`)]).toEqual([400, true]);
    expect(form.html).toContain('It was refused as: invalid_redirect_uri');
  });

  it('on this machine may listen on another port each time', async () => {
    const { form } = await begin(await stage(), 'read', { redirect_uri: 'http://127.0.0.1:45678/callback' });
    expect(form.html).toContain('127.0.0.1:45678');
  });

  it('asks for this resource, and for no other', async () => {
    const here = await stage();
    const other = { resource: 'https://other.example/mcp' };
    expect(errorIn((await begin(here, 'read', other)).form.url)).toBe('invalid_target');
    const { asked, visit } = await begin(here, 'read');
    const landed = await agree(visit, asked.address, ann);
    const elsewhere = await exchange(here, {
      grant_type: 'authorization_code',
      client_id: asked.client,
      code: String(landed.searchParams.get('code')),
      redirect_uri: redirect,
      code_verifier: asked.verifier,
      ...other,
    });
    expect(elsewhere.body['error']).toBe('invalid_target');
  });

  it.each(['', 'profile', 'offline_access', 'profile email'])(
    'that asks for no scope of this server may read: "%s"',
    async (scope) => {
      const { tokens } = await signIn(await stage(), scope, ann);
      expect(tokens['scope']?.split(' ').filter((one) => one !== 'offline_access')).toEqual(['read']);
    },
  );

  it('gets the scopes that it asks for and no other, and the first one for an empty list', async () => {
    const here = await stage();
    expect((await signIn(here, 'paid', ann)).tokens['scope']).toBe('paid');
    const asked = await request(here, '');
    const landed = await agree(browser(here), `${asked.address}&scope=`, ann);
    expect((await redeem(here, asked, landed)).body['scope']).toBe('read');
  });

  it('without PKCE, or with a plain challenge, is refused', async () => {
    const here = await stage();
    for (const extra of [{ code_challenge_method: 'plain' }, { code_challenge: '', code_challenge_method: '' }])
      // A client with a secret could be trusted without.
      for (const token_endpoint_auth_method of ['none', 'client_secret_basic'])
        expect(errorIn((await begin(here, 'read', extra, { token_endpoint_auth_method })).form.url)).toBe(
          'invalid_request',
        );
  });
});

describe('the page of a sign-in', () => {
  it('shows client, redirect host and scopes, and cannot be framed or scripted', async () => {
    const { form } = await begin(await stage(), 'read paid');
    expect(form.status).toBe(200);
    expect(form.html).toContain('Referee &#60;b&#62;');
    expect(form.html).toContain('<strong>127.0.0.1:9 (this computer)</strong>');
    expect(form.html).toContain('name="token"');
    expect(form.html).toMatch(/<ul><li>look at [^<]*<\/li><li>spend credits [^<]*<\/li><\/ul>/);
    expect(form.html).not.toMatch(/<script|role="alert"|You are signed in/);
    expect(form.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http://127.0.0.1:9; frame-ancestors 'none'; base-uri 'none'",
    );
  });

  it('names an application by its scheme: the name that follows it is no host', async () => {
    const address = 'com.example.editor://claude.ai/callback';
    const { form } = await begin(await stage(), 'read', { redirect_uri: address }, { redirect_uris: [address] });
    expect(form.html).toContain('<strong>an application on this computer, scheme com.example.editor</strong>');
    expect(form.html).not.toContain('claude.ai');
    expect(form.headers.get('content-security-policy')).toContain("form-action 'self' com.example.editor:;");
  });

  it('gives a code with issuer and state where the person agrees', async () => {
    const here = await stage();
    const { landed, tokens } = await signIn(here, 'read write delete paid', `  ${ann} `);
    expect([landed.searchParams.get('iss'), landed.searchParams.get('state')]).toEqual([here.origin, 'abc']);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3_600 });
    expect(await here.admit(tokens['access_token'])).toMatchObject({
      caller: 'ann',
      access: 'hash of token-of-ann',
      scopes: ['read', 'write', 'delete', 'paid'],
      narrowing: { budget: [], readOnly: false },
    });
    expect(here.errors).toEqual([]);
  });

  it.each([
    ['', 400, 'Enter your platform token'],
    ['two words', 400, 'Enter your platform token'],
    ['x'.repeat(4_097), 400, 'Enter your platform token'],
    ['nobody', 400, 'does not know this token'],
    ['lost', 503, 'cannot be reached'],
  ])('is shown again for the token "%s", with the limits that were entered', async (token, status, text) => {
    const { send, form } = await begin(await stage(), 'read');
    const again = await send({ token, decision: 'allow', budget: ' 9/day', read_only: 'true' });
    expect([again.status, again.url]).toEqual([status, form.url]);
    expect(again.html).toMatch(new RegExp(`role="alert">[^<]*${text}`));
    expect(again.html).toContain('name="budget" type="text" maxlength="200" value="9/day"');
    expect(again.html).toContain('value="true" checked');
    if (token !== '') expect(again.html).not.toContain(token);
  });

  it('is shown again for a limit that cannot be read', async () => {
    const { send } = await begin(await stage(), 'read');
    const again = await send({ token: ann, decision: 'allow', budget: 'lots' });
    expect([again.status, again.html]).toEqual([400, expect.stringContaining('This is not a valid limit')]);
    expect(again.html).not.toContain(ann);
  });

  it('takes no form of another page, sign-in or browser', async () => {
    const here = await stage();
    const { send, visit, form } = await begin(here, 'read');
    const other = await begin(here, 'read');
    const fields = { token: ann, decision: 'allow' };
    for (const csrf of ['x', hidden(other.form.html)['csrf'] ?? ''])
      expect(await send({ ...fields, csrf })).toMatchObject({
        status: 403,
        html: expect.stringContaining('not sent by this page'),
      });
    const foreign = await browser(here)(form.url, { ...hidden(form.html), ...fields });
    expect([foreign.status, foreign.html]).toEqual([400, expect.stringContaining('expired')]);
    expect((await fetch(form.url, { method: 'PUT' })).status).toBe(400);
    expect(new URL((await visit(form.url, { ...hidden(form.html), ...fields })).url).searchParams.has('code')).toBe(
      true,
    );
    expect(here.errors).toEqual([]);
  });

  it('takes nothing but a form', async () => {
    const here = await stage();
    const account = `${here.origin}/account`;
    const csrf = hidden(await (await fetch(account)).text())['csrf'];
    const body = `csrf=${csrf}&token=${encodeURIComponent(ann)}`;
    const send = (type: string, method: 'POST' | 'PUT') =>
      fetch(account, { method, redirect: 'manual', headers: { 'content-type': type }, body });
    expect((await send('text/plain', 'POST')).status).toBe(403);
    expect((await send('x-application/x-www-form-urlencoded', 'POST')).status).toBe(403);
    expect((await send('application/x-www-form-urlencoded', 'PUT')).status).toBe(403);
    expect((await send('Application/X-WWW-Form-Urlencoded; charset=utf-8', 'POST')).status).toBe(303);
  });

  it('can be denied', async () => {
    const { send } = await begin(await stage(), 'read');
    const { url } = await send({ decision: 'deny' });
    expect(errorIn(url)).toBe('access_denied');
    expect(new URL(url).searchParams.get('error_description')).toBe('The person denied the request');
  });

  it('asks a person who is signed in for their consent alone, for eight hours', async () => {
    const here = await stage();
    const { asked, visit } = await begin(here, 'read');
    await agree(visit, asked.address, ann);
    const again = await visit((await request(here, 'paid')).address);
    expect(again.html).toContain('You are signed in');
    expect(again.html).not.toContain('name="token"');
    const landed = await visit(again.url, { ...hidden(again.html), decision: 'allow' });
    expect(new URL(landed.url).searchParams.has('code')).toBe(true);
    here.pass(8 * hour + 1);
    expect((await visit((await request(here, 'paid')).address)).html).toContain('name="token"');
  });

  it('fails in words where the store cannot be reached, and reports it', async () => {
    const here = await stage();
    const { visit, form } = await begin(here, 'read');
    here.broken.add('store');
    const page = await visit(form.url);
    expect([page.status, page.html]).toEqual([500, expect.stringContaining('Something failed. Try again.')]);
    expect(here.errors).toHaveLength(1);
    expect((await fetch(`${here.origin}/oauth/authorize?client_id=x`)).status).toBe(500);
    expect(here.errors.length).toBeGreaterThan(1);
  });
});

describe('a code', () => {
  const landing = async () => {
    const here = await stage();
    const { asked, visit } = await begin(here, 'read');
    return { here, asked, landed: await agree(visit, asked.address, ann) };
  };

  it('used twice ends the tokens that it gave', async () => {
    const { here, asked, landed } = await landing();
    const { body } = await redeem(here, asked, landed);
    expect(await kindOf(here, body['access_token'])).toBe('admitted');
    expect((await redeem(here, asked, landed)).body['error']).toBe('invalid_grant');
    expect(await kindOf(here, body['access_token'])).toBe('refused');
  });

  it('used by several at once leaves none of them with a valid token', async () => {
    const { here, asked, landed } = await landing();
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(here, asked, landed)));
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeLessThan(2);
    for (const { body } of served) expect(await kindOf(here, body['access_token'])).toBe('refused');
  });

  it('is refused without its verifier, client and redirect address, and after a minute', async () => {
    const { here, asked, landed } = await landing();
    const other = await request(here, 'read');
    expect((await redeem(here, { ...asked, verifier: other.verifier }, landed)).body['error']).toBe('invalid_grant');
    expect((await redeem(here, { ...asked, client: other.client }, landed)).body['error']).toBe('invalid_grant');
    const moved = await exchange(here, {
      grant_type: 'authorization_code',
      client_id: asked.client,
      code: String(landed.searchParams.get('code')),
      redirect_uri: 'http://127.0.0.1:9/other',
      code_verifier: asked.verifier,
    });
    expect(moved.body['error']).toBe('invalid_grant');
    here.pass(55_000);
    expect((await redeem(here, asked, landed)).status).toBe(200);
    const late = await landing();
    late.here.pass(60_001);
    expect((await redeem(late.here, late.asked, late.landed)).body['error']).toBe('invalid_grant');
  });
});

describe('a token', () => {
  it('keeps the limits chosen at sign-in, and nothing of its connection is stored in plain text', async () => {
    const here = await stage();
    const { tokens } = await signIn(here, 'read', ann, { budget: '5/day', read_only: 'true' });
    expect(await here.admit(tokens['access_token'])).toMatchObject({
      narrowing: { readOnly: true, budget: [{ credits: 5, window: 'day' }] },
    });
    const [connection] = await here.server.connections.list('ann');
    expect(connection).toMatchObject({
      caller: 'ann',
      access: 'hash of token-of-ann',
      token: ann,
      clientName: 'Referee <b>',
      redirectHost: '127.0.0.1:9 (this computer)',
      scopes: ['read'],
      budget: '5/day',
      readOnly: true,
      since: expect.any(Number),
    });
    const [stored] = await here.documents.list('Connection', 'ann');
    expect(Buffer.from(stored?.payload ?? '', 'base64url').toString('latin1')).not.toContain('ann');
  });

  it('expires after an hour', async () => {
    const here = await stage();
    const { tokens } = await signIn(here, 'read', ann);
    here.pass(hour - minute);
    expect(await kindOf(here, tokens['access_token'])).toBe('admitted');
    here.pass(minute + 1_000);
    expect(await kindOf(here, tokens['access_token'])).toBe('refused');
  });

  it('is refreshed for ninety days, even if another person uses the browser', async () => {
    const here = await stage();
    const { asked, visit } = await begin(here, 'read');
    const { body } = await redeem(here, asked, await agree(visit, asked.address, ann));
    here.pass(9 * hour);
    // Somebody else signs in with the same browser and client.
    await agree(visit, asked.address, 'token-of-bob');
    here.pass(90 * 24 * hour - 9 * hour - minute);
    const last = await refresh(here, { client_id: asked.client }, body['refresh_token']);
    expect(last.status).toBe(200);
    here.pass(2 * minute);
    const late = await refresh(here, { client_id: asked.client }, last.body['refresh_token']);
    expect(late.body['error']).toBe('invalid_grant');
    expect(await here.server.connections.list('ann')).toEqual([]);
  });

  it('is refreshed and revoked by its own client, and by no other', async () => {
    const here = await stage();
    const signed = await signIn(here, 'read', ann);
    const other = await signIn(here, 'read', 'token-of-bob');
    const revoke = async (client_id: string, token: unknown) => {
      const body = new URLSearchParams({ token: String(token), client_id });
      return (await fetch(`${here.origin}/oauth/revoke`, { method: 'POST', body })).status;
    };
    for (const token of Object.values({ ...signed.tokens, none: 'no-such-token' }))
      expect(await revoke(other.client_id, token)).toBe(200);
    const stolen = await refresh(here, other, signed.tokens['refresh_token']);
    expect(stolen.body['error']).toBe('invalid_grant');
    expect(await kindOf(here, signed.tokens['access_token'])).toBe('admitted');
    const { body } = await refresh(here, signed, signed.tokens['refresh_token']);
    expect(await revoke(signed.client_id, body['access_token'])).toBe(200);
    expect(await kindOf(here, body['access_token'])).toBe('refused');
  });

  it('that is refreshed again within a minute gets the same successor; later, its sign-in ends', async () => {
    const here = await stage();
    const signed = await signIn(here, 'read', ann);
    const again = () => refresh(here, signed, signed.tokens['refresh_token']);
    const first = await again();
    here.pass(59_000);
    expect((await again()).body['refresh_token']).toBe(first.body['refresh_token']);
    here.pass(2_000);
    expect((await again()).body['error']).toBe('invalid_grant');
    expect(await kindOf(here, first.body['access_token'])).toBe('refused');
  });

  it('ends with its connection, which ends sessions and streams too', async () => {
    const here = await stage();
    const { tokens } = await signIn(here, 'read', ann);
    const admission = await here.admit(tokens['access_token']);
    if ('status' in admission) throw new Error('refused');
    const { isConnected, token } = admission;
    expect([token(), await isConnected?.()]).toEqual([ann, true]);
    const [connection] = await here.server.connections.list('ann');
    await here.server.connections.revoke('bob', connection?.grant ?? '');
    here.broken.add('store');
    expect(await isConnected?.()).toBe(true);
    here.broken.clear();
    await here.server.connections.revoke('ann', connection?.grant ?? '');
    expect(await isConnected?.()).toBe(false);
    expect(await here.server.connections.list('ann')).toEqual([]);
  });
});

it('a registration that was never used to sign in is dropped after a day', async () => {
  const here = await stage();
  const [unused, used] = [await request(here, 'read'), await request(here, 'read')];
  await agree(browser(here), used.address, ann);
  here.pass(24 * hour - minute);
  expect((await browser(here)(unused.address)).status).toBe(200);
  here.pass(2 * minute);
  expect((await browser(here)(unused.address)).html).toContain('invalid_client');
  expect((await browser(here)(used.address)).status).toBe(200);
});

describe('/account', () => {
  const enter = async (here: Stage, token: string): Promise<{ visit: Visit; html: string; headers: Headers }> => {
    const visit = browser(here);
    const first = await visit('/account');
    return { visit, ...(await visit('/account', { ...hidden(first.html), token })) };
  };

  it('shows a person their own connections, and ends them', async () => {
    const here = await stage();
    const { tokens } = await signIn(here, 'read', ann, { budget: '7/day' });
    const { visit, html } = await enter(here, ann);
    expect(html).toContain('Referee &#60;b&#62;');
    expect(html).toMatch(/7\/day[^]*limit of ann[^]*3 credits spent, 4 left/);
    expect(html).not.toContain(ann);
    const revoke = /name="revoke" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const stranger = await enter(here, 'token-of-bob');
    expect(stranger.html).not.toContain(revoke);
    await stranger.visit('/account', { ...hidden(stranger.html), revoke });
    expect(await kindOf(here, tokens['access_token'])).toBe('admitted');
    const after = await visit('/account', { ...hidden(html), revoke });
    expect(after.html).toContain('No application is connected');
    expect(await kindOf(here, tokens['access_token'])).toBe('refused');
  });

  it('knows a browser for a quarter of an hour, or until it signs out', async () => {
    const here = await stage();
    const { visit, html } = await enter(here, ann);
    here.pass(15 * minute - 1_000);
    expect((await visit('/account')).html).toContain('sign_out');
    here.pass(2_000);
    expect((await visit('/account')).html).toContain('name="token"');
    const late = await visit('/account', { ...hidden(html), sign_out: '1' });
    expect([late.status, late.html]).toEqual([403, expect.stringContaining('not sent by this page')]);
    const again = await enter(here, ann);
    const out = await again.visit('/account', { ...hidden(again.html), sign_out: '1' });
    expect(out.html).toContain('name="token"');
  });
});
