import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { sha256 } from '../../../src/config/machines-file.ts';
import { asCaller } from '../support/as-caller.ts';
import { modernClient, type HttpServer } from '../support/http-server.ts';
import { envelope } from '../support/message.ts';
import { startOAuth, type OAuthServer, type TokenAnswer } from '../support/oauth-server.ts';
import { folder } from '../support/scope.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
const secret = 'm'.repeat(64);
const home = folder(suite);
const machines = join(home, 'machines.json');
let here: OAuthServer<HttpServer>;
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
  writeFileSync(join(home, 'owner.token'), 'sandbox-owner\n');
  writeMachines({
    reader: entry(),
    [paid]: {
      ...entry({ secret_env: 'NIGHTLY_SECRET', scopes: ['read', 'paid'], budget: '3/call' }),
      secret_sha256: undefined,
    },
  });
  here = await startOAuth(suite, {
    args: ['--machines', machines],
    env: { NIGHTLY_SECRET: secret, VISIBILITY_STATE: join(home, 'state.db') },
  });
  for (const stream of [here.server.child.stdout, here.server.child.stderr])
    stream?.on('data', (chunk: string) => (printed += chunk));
});

/** Asks an endpoint as a machine. */
async function ask(path: string, name: string, fields: Record<string, string>): Promise<TokenAnswer> {
  const response = await fetch(`${here.origin}/oauth/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, string> };
}

const enter = (name: string, scope = ''): Promise<TokenAnswer> =>
  ask('token', name, { grant_type: 'client_credentials', ...(scope && { scope }) });

const use = (token: unknown) => modernClient(asCaller(here.server, String(token)));

/** With what status a tool call is answered. */
async function statusOf(token: unknown, name = 'credits', args: object = {}): Promise<number> {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
  const params = { name, arguments: args, _meta: envelope() };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return (await asCaller(here.server, String(token)).ask({ headers, body })).status;
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

  it('ends its own token, and no longer works then', async () => {
    const { access_token: token = '' } = (await enter('reader')).body;
    expect((await ask('revoke', paid, { token })).status).toBe(200);
    expect(await use(token).call('credits')).toMatchObject({ ok: true });
    await ask('revoke', 'reader', { token });
    expect(await statusOf(token)).toBe(401);
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
    [
      'a secret that could be guessed',
      { ...entry({ secret_env: 'SHORT' }), secret_sha256: undefined },
      /secret_env must name a variable of the environment with at least 32 characters/,
    ],
  ])('is refused with %s', (_what, one, message) => {
    expect(() => read({ reader: one }, { SHORT: 's'.repeat(31) })).toThrow(message);
  });

  it('is refused where others can read it, and shows nothing of its secrets', () => {
    const config = read({ reader: entry() });
    expect(JSON.stringify(config)).not.toMatch(/sandbox-owner|mmmm/);
    expect(config.secretFiles).toEqual(expect.arrayContaining([join(home, 'read.json'), join(home, 'owner.token')]));
    chmodSync(join(home, 'read.json'), 0o644);
    expect(() => readConfig({}, { HOME: home, VISIBILITY_MACHINES: join(home, 'read.json') })).toThrow(/chmod 600/);
  });
});
