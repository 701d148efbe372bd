import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { sha256 } from '../../../src/config/machines-file.ts';
import { asCaller } from '../support/as-caller.ts';
import { modernClient } from '../support/http-server.ts';
import { envelope } from '../support/message.ts';
import { register, startOAuth, type OAuthServer, type TokenAnswer } from '../support/oauth-server.ts';
import { folder } from '../support/scope.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
const secret = 'm'.repeat(64);
const home = folder(suite);
const machines = join(home, 'machines.json');
let here: OAuthServer;
/** What the server has printed since its first line. */
let printed = '';

const entry = (more: object = {}) => ({
  secret_sha256: sha256(secret),
  token_file: 'owner.token',
  scopes: ['read', 'write'],
  ...more,
});
const paid = 'nightly.paid';

function writeMachines(entries: object, file = machines): string {
  writeFileSync(file, JSON.stringify(entries), { mode: 0o600 });
  return file;
}

beforeAll(async () => {
  for (const [name, token] of Object.entries({ owner: 'sandbox-owner', gone: 'no-such-token' }))
    writeFileSync(join(home, `${name}.token`), `${token}\n`);
  writeMachines({
    reader: entry(),
    [paid]: {
      ...entry({ secret_env: 'NIGHTLY_SECRET', scopes: ['read', 'paid'], budget: '3/call' }),
      secret_sha256: undefined,
    },
    gone: entry({ token_file: 'gone.token' }),
  });
  here = await startOAuth(suite, {
    args: ['--machines', machines],
    env: { NIGHTLY_SECRET: secret, VISIBILITY_STATE: join(home, 'state.db') },
  });
  for (const stream of [here.server.child.stdout, here.server.child.stderr])
    stream?.on('data', (chunk: string) => (printed += chunk));
});

/** Asks an endpoint as a machine. */
async function ask(
  path: string,
  name: string,
  fields: Record<string, string>,
  of = here,
  key = secret,
): Promise<TokenAnswer> {
  const response = await fetch(`${of.origin}/oauth/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, string> };
}

const enter = (name: string, scope = '', key = secret, of = here): Promise<TokenAnswer> =>
  ask('token', name, { grant_type: 'client_credentials', ...(scope && { scope }) }, of, key);

const use = (token: unknown, of = here) => modernClient(asCaller(of.server, String(token)));

/** With what status a tool call is answered. */
async function statusOf(token: unknown, name = 'credits', args: object = {}, of = here): Promise<number> {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
  const params = { name, arguments: args, _meta: envelope() };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return (await asCaller(of.server, String(token)).ask({ headers, body })).status;
}

describe('a machine', () => {
  it('gets a token for its secret that works within its scopes and its budget', async () => {
    const { status, body } = await enter(paid, 'read paid');
    expect([status, body['token_type'], body['scope'], body['refresh_token'], body['expires_in']]).toEqual([
      200,
      'Bearer',
      'read paid',
      undefined,
      3_600,
    ]);
    // The library would say that it took a default that nobody chose.
    expect(printed).toBe('');
    const client = use(body['access_token']);
    expect(await client.call('credits')).toMatchObject({ ok: true });
    const dear = {
      operation: 'articles.generate',
      arguments: { id: 1, keyword: 'tents', article_type: 'blog', target_length: 900 },
    };
    expect(await client.call('call_paid', dear)).toMatchObject({ error: { code: 'budget_exceeded' } });
    const write = { operation: 'projects.create', arguments: { name: 'Mine', domain: 'mine.example' } };
    expect(await statusOf(body['access_token'], 'call_write', write)).toBe(403);
  });

  it.each([
    ['a wrong secret', 'reader', 'n'.repeat(64)],
    ['the hash of its secret', 'reader', sha256(secret)],
    ['no secret', 'reader', ''],
    ['an unknown name', 'writer', secret],
  ])('gets nothing for %s', async (_what, name, key) => {
    const { status, body } = await enter(name, 'read', key);
    expect([status, body['error']]).toEqual([
      key === '' ? 400 : 401,
      key === '' ? 'invalid_request' : 'invalid_client',
    ]);
  });

  it('gets of the scopes that it asks for those of its entry', async () => {
    expect((await enter('reader', 'read write delete paid')).body['scope']).toBe('read write');
    expect((await enter('reader', 'delete paid')).body['error']).toBe('invalid_scope');
    const { access_token: token } = (await enter('reader')).body;
    const create = { operation: 'projects.create', arguments: { name: 'Mine', domain: 'mine.example' } };
    expect(await statusOf(token, 'call_write', create)).toBe(403);
  });

  it('ends its own token, and no longer works then', async () => {
    const { access_token: token = '' } = (await enter('reader')).body;
    expect((await ask('revoke', paid, { token })).status).toBe(200);
    expect(await use(token).call('credits')).toMatchObject({ ok: true });
    await ask('revoke', 'reader', { token });
    expect(await statusOf(token)).toBe(401);
  });

  it('gets an error where the platform refuses its token', async () => {
    const { access_token: token } = (await enter('gone')).body;
    const answer = await asCaller(here.server, String(token)).ask({ body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
    expect([answer.status, answer.body]).toEqual([
      403,
      expect.stringMatching(/token of gone: its token_file needs another/),
    ]);
  });

  it('signs in as a client of the official SDK does', async () => {
    const client = new Client({ name: 'machine', version: '1' });
    const authProvider = new ClientCredentialsProvider({
      clientId: 'reader',
      clientSecret: secret,
      expectedIssuer: here.origin,
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${here.origin}/mcp`), { authProvider }));
    expect((await client.callTool({ name: 'credits', arguments: {} })).isError).toBeFalsy();
    await client.close();
  });
});

it('nobody registers for the grant of machines', async () => {
  const answer = await register(here, {
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: 'client_secret_basic',
  });
  expect(answer.status).toBe(400);
});

it('another secret ends the tokens of the one before, and without a file there is no such grant', async () => {
  const state = join(home, 'state.db');
  const { access_token: token } = (await enter('reader')).body;
  const other = writeMachines({ reader: entry({ secret_sha256: sha256('other') }) }, join(home, 'other.json'));
  const renewed = await startOAuth(suite, { args: ['--machines', other], env: { VISIBILITY_STATE: state } });
  expect(await statusOf(token, 'credits', {}, renewed)).toBe(401);
  const without = await startOAuth(suite, { env: { VISIBILITY_STATE: state } });
  expect(await statusOf(token, 'credits', {}, without)).toBe(401);
  expect((await enter('reader', 'read', secret, without)).body['error']).toBe('invalid_client');
  const metadata = await (await fetch(`${without.origin}/.well-known/oauth-authorization-server`)).json();
  expect(JSON.stringify(metadata)).not.toContain('client_credentials');
});

describe('a file of machines', () => {
  const read = (entries: object, env: Record<string, string> = {}) => {
    const file = writeMachines(entries, join(home, 'read.json'));
    return readConfig({}, { HOME: home, VISIBILITY_MACHINES: file, ...env });
  };

  it.each([
    ['a misspelt setting', entry({ scope: ['read'] }), /no such setting: scope/],
    ['an unknown scope', entry({ scopes: ['admin'] }), /scopes must be a list of read, write, delete, paid/],
    ['no scope', entry({ scopes: [] }), /scopes must be a list/],
    ['no token', entry({ token_file: undefined }), /needs token_file/],
    ['a plain secret', entry({ secret_sha256: secret.slice(1) }), /secret_sha256 must be/],
    ['two secrets', entry({ secret_env: 'X' }), /needs either/],
    [
      'a variable that is not set',
      { ...entry({ secret_env: 'NOBODY_SETS_IT' }), secret_sha256: undefined },
      /secret_env must name/,
    ],
  ])('is refused with %s', (_what, one, message) => {
    expect(() => read({ reader: one })).toThrow(message);
  });

  it('is refused where others can read it, and shows nothing of its secrets', () => {
    const config = read({ reader: entry() });
    expect(JSON.stringify(config)).not.toMatch(/sandbox-owner|mmmm/);
    expect(config.secretFiles).toEqual(expect.arrayContaining([join(home, 'read.json'), join(home, 'owner.token')]));
    chmodSync(join(home, 'read.json'), 0o644);
    expect(() => readConfig({}, { HOME: home, VISIBILITY_MACHINES: join(home, 'read.json') })).toThrow(/chmod 600/);
  });
});
