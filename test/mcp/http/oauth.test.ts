import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { processClock } from '../../support/clock/process-clock.ts';
import { asCaller } from '../support/as-caller.ts';
import { modernClient } from '../support/http-server.ts';
import { fault, initialize, outcomeOf } from '../support/message.ts';
import * as oauth from '../support/oauth-server.ts';
import { agree, browser, exchange, hidden, redeem, redirect, register, request } from '../support/oauth-server.ts';
import { folder } from '../support/scope.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
let here: oauth.OAuthServer;

const store = join(folder(suite), 'state.db');

beforeAll(async () => {
  here = await oauth.startOAuth(suite, { env: { VISIBILITY_STATE: store } });
});

const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize() };

/** A person in front of the page that asks them to sign in. */
async function begin(scope: string, extra: Record<string, string> = {}) {
  const visit = browser(here);
  const asked = await request(here, scope, extra);
  return { asked, visit, form: await visit(asked.address) };
}

const signIn = (scope: string, token: string, fields: Record<string, string> = {}) =>
  oauth.signIn(here, scope, token, fields);

const use = ({ tokens }: oauth.SignedIn) => modernClient(asCaller(here.server, String(tokens['access_token'])));

it('a client finds its way from a refusal to the authorization server', async () => {
  const { status, headers } = await here.server.ask({ body: handshake });
  const challenge = String(headers['www-authenticate']);
  expect(status).toBe(401);
  const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const resource = (await (await fetch(address)).json()) as { resource: string; authorization_servers: string[] };
  expect(resource).toMatchObject({ resource: `${here.origin}/mcp`, authorization_servers: [here.origin] });
  const metadata = await (await fetch(`${here.origin}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).toMatchObject({
    issuer: here.origin,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    registration_endpoint: `${here.origin}/oauth/register`,
    revocation_endpoint: `${here.origin}/oauth/revoke`,
  });
});

it('says where it is at both addresses of the resource, and allows only what it supports', async () => {
  const read = async (path: string) => (await (await fetch(`${here.origin}${path}`)).json()) as Record<string, unknown>;
  const inserted = await read('/.well-known/oauth-protected-resource/mcp');
  expect(await read('/.well-known/oauth-protected-resource')).toEqual(inserted);
  const metadata = await read('/.well-known/oauth-authorization-server');
  expect(metadata['response_types_supported']).toEqual(['code']);
  expect(metadata['grant_types_supported']).toEqual([
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:device_code',
  ]);
  expect(metadata['scopes_supported']).toEqual(expect.arrayContaining(['read', 'write', 'delete', 'paid']));
});

describe('a client', () => {
  it.each([
    ['http beyond this machine', ['http://collect.example/callback']],
    ['script', ['javascript:alert(1)']],
    ['ftp', ['ftp://collect.example/callback']],
    ['a socket', ['ws://collect.example/callback']],
    ['a share of another machine', ['smb://collect.example/callback']],
    ['a directory', ['ldap://collect.example/callback']],
    ['the source of a page', ['view-source:https://collect.example/callback']],
    ['a program of the system', ['ms-msdt:/id']],
    ['a scheme without a dot', ['https://host.example/callback', 'evil-app://claude.ai/callback']],
    ['a scheme that ends in a dot', ['app.://callback']],
    ['a fragment', ['https://host.example/callback#code']],
    ['a user name', ['https://host@collect.example/callback']],
    ['nothing', []],
    ['more addresses than hosts have', Array.from({ length: 17 }, (_, at) => `https://host.example/${at}`)],
  ])('that redirects to %s is not registered', async (_what, addresses) => {
    for (const type of ['web', 'native', undefined])
      expect((await register(here, { redirect_uris: addresses, application_type: type })).status).toBe(400);
  });

  it('with https, a loopback address or a scheme of its own is registered, whatever its type', async () => {
    const own = ['com.example.editor:/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'];
    const addresses = ['https://host.example/callback', 'http://localhost:33418/', ...own];
    expect((await register(here, { redirect_uris: addresses })).status).toBe(201);
  });

  it.each([
    ['another path', 'http://127.0.0.1:9/other'],
    ['a path below', 'http://127.0.0.1:9/callback/../other'],
    ['another host', 'https://collect.example/callback'],
    ['a host that only begins alike', 'http://127.0.0.1.collect.example:9/callback'],
    ['a user name before another host', 'http://127.0.0.1:9@collect.example/callback'],
    ['an added query', 'http://127.0.0.1:9/callback?to=https://collect.example'],
  ])('is sent back to no address that it has not registered: %s', async (_what, address) => {
    const { form } = await begin('read', { redirect_uri: address });
    expect([form.status, form.url.startsWith(`${here.origin}/oauth/authorize`)]).toEqual([400, true]);
  });

  it('on this machine may listen on another port each time', async () => {
    expect((await begin('read', { redirect_uri: 'http://127.0.0.1:45678/callback' })).form.html).toContain(
      '127.0.0.1:45678',
    );
  });

  it('asks for this resource, and for no other', async () => {
    const { form } = await begin('read', { resource: 'https://other.example/mcp' });
    expect(new URL(form.url).searchParams.get('error')).toBe('invalid_target');
    const asked = await request(here, 'read');
    const landed = await agree(browser(here), asked.address, 'sandbox-owner');
    const elsewhere = await exchange(here, {
      grant_type: 'authorization_code',
      client_id: asked.client,
      code: String(landed.searchParams.get('code')),
      redirect_uri: redirect,
      code_verifier: asked.verifier,
      resource: 'https://other.example/mcp',
    });
    expect(elsewhere.body['error']).toBe('invalid_target');
  });

  it.each(['', 'profile', 'offline_access'])('that asks for no scope of this server may read: "%s"', async (scope) => {
    const { tokens } = await signIn(scope, 'sandbox-owner');
    expect(tokens['scope']?.split(' ')).toContain('read');
  });

  it('gets a 404 for every page that is not there', async () => {
    expect((await fetch(`${here.origin}/oauth/nothing`)).status).toBe(404);
  });
});

describe('a code', () => {
  const landing = async () => {
    const asked = await request(here, 'read');
    return { asked, landed: await agree(browser(here), asked.address, 'sandbox-member') };
  };

  it('used twice ends the tokens that it gave', async () => {
    const { asked, landed } = await landing();
    const { body } = await redeem(here, asked, landed);
    expect((await asCaller(here.server, String(body['access_token'])).ask({ body: handshake })).status).toBe(200);
    expect((await redeem(here, asked, landed)).body['error']).toBe('invalid_grant');
    expect((await asCaller(here.server, String(body['access_token'])).ask({ body: handshake })).status).toBe(401);
  });

  it('used by several at once serves none of them in the end', async () => {
    const { asked, landed } = await landing();
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(here, asked, landed)));
    for (const { body } of answers.filter(({ status }) => status === 200))
      expect((await asCaller(here.server, String(body['access_token'])).ask({ body: handshake })).status).toBe(401);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  it('is worth nothing without its verifier, its client and its redirect address', async () => {
    const { asked, landed } = await landing();
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
    expect((await redeem(here, asked, landed)).status).toBe(200);
  });
});

describe('signing in', () => {
  it('shows client, redirect host and scopes, in a page that nothing can frame or script', async () => {
    const { form } = await begin('read paid');
    expect(form.status).toBe(200);
    expect(form.html).toContain('Referee &#60;b&#62;');
    expect(form.html).toContain('127.0.0.1:9');
    expect(form.html).toContain('name="token"');
    expect(form.html).toMatch(/<li>look at .*<li>spend credits /);
    expect(form.html).not.toContain('<script');
    expect(form.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(form.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('names an application by its scheme: the name that follows it is no host', async () => {
    const address = 'com.example.editor://claude.ai/callback';
    const asked = await request(here, 'read', { redirect_uri: address }, { redirect_uris: [address] });
    const { html } = await browser(here)(asked.address);
    expect(html).toContain('an application on this computer, scheme com.example.editor<');
    expect(html).not.toContain('claude.ai');
  });

  it('gives a code with the issuer, and tokens that the caller is served by', async () => {
    const signed = await signIn('read write delete paid', 'sandbox-owner');
    expect(signed.landed.searchParams.get('iss')).toBe(here.origin);
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
    const tries = await begin('read');
    const guessed = { ...hidden(tries.form.html), token: 'nobody', decision: 'allow' };
    const many = await Promise.all(Array.from({ length: 20 }, () => tries.visit(tries.form.url, guessed)));
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15);
    const elsewhere = await browser(here)(form.url, {
      ...hidden(form.html),
      token: 'sandbox-owner',
      decision: 'allow',
    });
    expect(elsewhere.status).toBe(400);
  });

  it('can be denied', async () => {
    const { visit, form } = await begin('read');
    const denied = await visit(form.url, { ...hidden(form.html), decision: 'deny' });
    expect(new URL(denied.url).searchParams.get('error')).toBe('access_denied');
  });

  it('without PKCE, or with a plain challenge, is refused', async () => {
    const plain = await begin('read', { code_challenge_method: 'plain' });
    expect(new URL(plain.form.url).searchParams.get('error')).toBe('invalid_request');
    const none = await begin('read', { code_challenge: '', code_challenge_method: '' });
    expect(new URL(none.form.url).searchParams.get('error')).toBe('invalid_request');
  });
});

describe('a token', () => {
  it('allows the scopes that were agreed to, and names those that are missing', async () => {
    const signed = await signIn('read', 'sandbox-owner');
    const call = (name: string, args: object) =>
      asCaller(here.server, String(signed.tokens['access_token'])).ask({
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

  it('that may only read is asked nothing whose answer pays, and cannot give the answer of another token', async () => {
    const own = await oauth.startOAuth({ onTestFinished });
    const enter = async (scope: string, capabilities: object = { elicitation: { form: {} } }) => {
      const { tokens } = await oauth.signIn(own, scope, 'sandbox-owner');
      return modernClient(asCaller(own.server, String(tokens['access_token'])), capabilities);
    };
    const [starter, payer, reader] = [await enter('paid', {}), await enter('read paid'), await enter('read')];
    const ingest = { operation: 'ingest.start', arguments: { domain: 'scope.example', prompts: [] } };
    const { job } = await starter.call('call_paid', ingest);
    expect(job?.state).toBe('needs_you');
    const wait = { name: 'job_wait', arguments: { job_id: job?.job_id, wait_s: 0 } };
    const asked = (await payer.request('tools/call', wait)).result;
    const answer = (reply: object) => ({
      ...wait,
      requestState: asked?.['requestState'],
      inputResponses: { answer: reply },
    });
    expect(outcomeOf(await reader.request('tools/call', wait))).toMatchObject({
      question: { answer_with: expect.stringContaining('call_paid') },
    });
    const yes = answer({ action: 'accept', content: { country: 'DE' } });
    expect(fault(outcomeOf(await reader.request('tools/call', yes))).code).toBe('question_closed');
    // It is open for the token that it was asked with.
    expect(outcomeOf(await payer.request('tools/call', answer({ action: 'decline' })))).toMatchObject({
      hint: expect.stringContaining('gave no answer'),
    });
  });

  it('resumes and cancels only runs whose grants it allows', async () => {
    const own = await oauth.startOAuth({ onTestFinished });
    const enter = async (scope: string) => {
      const { tokens } = await oauth.signIn(own, scope, 'sandbox-owner');
      return modernClient(asCaller(own.server, String(tokens['access_token'])));
    };
    const [all, some, reader] = [await enter('read write delete paid'), await enter('read paid'), await enter('read')];
    const begin = async (may: string[], grants: object = {}) => {
      const order = { code: 'await sleep(60_000)', may, wait_s: 0, ...grants };
      const { run } = (await all.call('run_code', order)) as unknown as { run: { run_id: string } };
      return { resume: run.run_id, wait_s: 0 };
    };
    const deletes = await begin(['read', 'delete']);
    for (const asked of [deletes, { cancel: deletes.resume }])
      expect(fault(await some.call('run_code', asked))).toMatchObject({
        code: 'not_permitted',
        message: expect.stringContaining('delete'),
      });
    const pays = { cancel: (await begin(['read'], { max_credits: 1 })).resume };
    expect(fault(await reader.call('run_code', pays)).message).toContain('paid');
    const cancelled = { run: { state: 'cancelled' } };
    expect(await some.call('run_code', pays)).toMatchObject(cancelled);
    expect(await reader.call('run_code', { cancel: (await begin(['read'])).resume })).toMatchObject(cancelled);
    expect((await all.call('run_code', deletes)).ok).toBe(true);
    expect((await some.call('run_code', await begin(['read']))).ok).toBe(true);
    // One that is over does nothing more: its result is only read.
    await all.call('run_code', { cancel: deletes.resume });
    expect(fault(await some.call('run_code', deletes)).code).not.toBe('not_permitted');
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
      exchange(here, { grant_type: 'refresh_token', client_id: signed.client_id, refresh_token: token });
    const second = await refresh(String(signed.tokens['refresh_token']));
    expect(second.body['access_token']).toBeTruthy();
    expect(second.body['refresh_token']).not.toBe(signed.tokens['refresh_token']);
    expect((await refresh(String(signed.tokens['refresh_token']))).body['error']).toBe('invalid_grant');
    expect((await refresh(String(second.body['refresh_token']))).body['error']).toBe('invalid_grant');
    expect((await asCaller(here.server, String(second.body['access_token'])).ask({ body: handshake })).status).toBe(
      401,
    );
  });

  it('outlasts the visit of the browser that it was given in', async () => {
    const clock = processClock();
    const there = await oauth.startOAuth({ onTestFinished }, { clock });
    const [visit, asked] = [browser(there), await request(there, 'read')];
    const { body } = await redeem(there, asked, await agree(visit, asked.address, 'sandbox-owner'));
    const refresh = (token: unknown) =>
      exchange(there, { grant_type: 'refresh_token', client_id: asked.client, refresh_token: String(token) });
    await clock.jump(there.server.child, 9 * 3_600_000);
    const second = await refresh(body['refresh_token']);
    expect(second.status).toBe(200);
    // Somebody else signs in with the same browser and client.
    await agree(visit, asked.address, 'sandbox-member');
    const third = await refresh(second.body['refresh_token']);
    expect(third.status).toBe(200);
    const of = asCaller(there.server, String(third.body['access_token']));
    expect((await modernClient(of).call('call_read', { operation: 'account.get' })).ok).toBe(true);
  });

  it('is one caller in the audit trail, whichever token they use', async () => {
    const signed = await signIn('read paid', 'sandbox-owner');
    const analyze = async (token: unknown, url: string) =>
      modernClient(asCaller(here.server, String(token))).call('call_paid', {
        operation: 'grounding.analyze',
        arguments: { url },
        wait_s: 0,
      });
    expect((await analyze(signed.tokens['access_token'], 'https://first.example/')).ok).toBe(true);
    const { body } = await exchange(here, {
      grant_type: 'refresh_token',
      client_id: signed.client_id,
      refresh_token: String(signed.tokens['refresh_token']),
    });
    expect(body['access_token']).not.toBe(signed.tokens['access_token']);
    expect((await analyze(body['access_token'], 'https://second.example/')).ok).toBe(true);
    using database = new DatabaseSync(store, { readOnly: true });
    const callers = database.prepare(`SELECT caller, count(DISTINCT entry) AS calls FROM audit GROUP BY caller`).all();
    expect(callers.map(({ calls }) => calls)).toEqual([2]);
  });

  it('is refreshed and revoked by its own client, and by no other', async () => {
    const signed = await signIn('read', 'sandbox-member');
    const other = await signIn('read', 'sandbox-guest');
    const refresh = (client_id: string) =>
      exchange(here, {
        grant_type: 'refresh_token',
        client_id,
        refresh_token: String(signed.tokens['refresh_token']),
      });
    const statusWith = async (token: unknown) =>
      (await asCaller(here.server, String(token)).ask({ body: handshake })).status;
    const revoke = async (client_id: string, token: unknown) => {
      const body = new URLSearchParams({ token: String(token), client_id });
      return (await fetch(`${here.origin}/oauth/revoke`, { method: 'POST', body })).status;
    };
    for (const token of Object.values({ ...signed.tokens, none: 'no-such-token' }))
      expect(await revoke(other.client_id, token)).toBe(200);
    expect((await refresh(other.client_id)).body['error']).toBe('invalid_grant');
    expect(await statusWith(signed.tokens['access_token'])).toBe(200);
    const { body } = await refresh(signed.client_id);
    expect(await statusWith(body['access_token'])).toBe(200);
    expect(await revoke(signed.client_id, body['access_token'])).toBe(200);
    expect(await statusWith(body['access_token'])).toBe(401);
  });

  it('of the platform itself opens nothing here', async () => {
    expect((await asCaller(here.server, 'sandbox-owner').ask({ body: handshake })).status).toBe(401);
  });
});

it('a person sees their own connections at /account, and ends them', async () => {
  const signed = await signIn('read', 'sandbox-guest');
  const visit = browser(here);
  const first = await visit('/account');
  expect(first.html).toContain('name="token"');
  const inside = await visit('/account', { ...hidden(first.html), token: 'sandbox-guest' });
  expect(inside.html).toContain('Referee &#60;b&#62;');
  expect(inside.html).toContain('100/day');
  expect(inside.html).not.toContain('sandbox-guest');
  const grant = /name="revoke" value="([^"]+)"/.exec(inside.html)?.[1] ?? '';
  const other = browser(here);
  const stranger = await other('/account', { ...hidden((await other('/account')).html), token: 'sandbox-owner' });
  expect(stranger.html).not.toContain(grant);
  await other('/account', { ...hidden(stranger.html), revoke: grant });
  expect((await use(signed).request('tools/list')).result).toBeDefined();
  await visit('/account', { ...hidden(inside.html), revoke: grant });
  expect((await asCaller(here.server, String(signed.tokens['access_token'])).ask({ body: handshake })).status).toBe(
    401,
  );
});
