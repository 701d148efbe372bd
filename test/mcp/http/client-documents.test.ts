import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { auth } from '@modelcontextprotocol/client';
import { auth as olderAuth } from '@modelcontextprotocol/sdk/client/auth.js';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { selfSigned } from '../../support/network/certificate.ts';
import { connectProxy } from '../../support/network/connect-proxy.ts';
import { publicNetwork } from '../../support/network/public-network.ts';
import { asCaller } from '../support/as-caller.ts';
import { MemoryProvider } from '../support/memory-provider.ts';
import { initialize } from '../support/message.ts';
import {
  agree,
  browser,
  redeem,
  redirect,
  startOAuth,
  type OAuthServer,
  type Request,
} from '../support/oauth-server.ts';
import { folder } from '../support/scope.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
const publicAddress = '93.184.215.14';

let here: OAuthServer;
/** In the internet, and in the network of the server. */
let outside: Listener;
let inside: Listener;

interface Listener {
  readonly port: number;
  readonly connections: () => number;
  readonly requests: () => readonly string[];
}

/** Names below host.example, and the results of their lookups. */
const names: Record<string, string[][]> = {
  app: [[publicAddress]],
  rebinding: [[publicAddress], ['127.0.0.1']],
  both: [[publicAddress, '10.0.0.5']],
  loopback: [['127.0.0.1']],
  mapped: [['::ffff:10.0.0.5']],
};

async function listener(answer: (id: string, response: ServerResponse) => void): Promise<Listener> {
  const requests: string[] = [];
  let connections = 0;
  const server: Server = createServer(selfSigned, (request, response) => {
    requests.push(request.url ?? '');
    answer(`https://${request.headers.host}${request.url}`, response);
  });
  server.on('connection', () => connections++).listen(0, '127.0.0.1');
  await once(server, 'listening');
  suite.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, requests: () => requests };
}

const document = (id: string, more: object = {}): string =>
  JSON.stringify({
    client_id: id,
    client_name: 'A host in the internet',
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
    ...more,
  });

const idOf = (path: string, name = 'app', port?: number): string =>
  `https://${name}.host.example${port ? `:${port}` : ''}${path}`;

function answerOutside(id: string, response: ServerResponse): void {
  const path = new URL(id).pathname;
  if (path === '/moved.json') return void response.writeHead(302, { location: idOf('/client.json') }).end();
  if (path === '/silent.json') return;
  if (path === '/endless.json') {
    const more = (): boolean => response.write(' '.repeat(1024)) || !response.once('drain', more);
    for (let kilobytes = 0; kilobytes < 64 && more(); kilobytes++);
    return;
  }
  response.setHeader('content-type', 'application/json');
  if (path === '/large.json')
    return void response.end(document(id, { client_uri: `https://a.example/${'x'.repeat(5_200)}` }));
  if (path === '/plain-http.json')
    return void response.end(document(id, { redirect_uris: ['http://a.example/callback'] }));
  if (path === '/share.json') return void response.end(document(id, { redirect_uris: ['smb://a.example/callback'] }));
  response.end(document(id));
}

beforeAll(async () => {
  [outside, inside] = [await listener(answerOutside), await listener((_, response) => response.end('{}'))];
  here = await startOAuth(suite, { env: networkEnv() });
});

/** A network in which the names lead to what they find. */
function networkEnv(): Record<string, string> {
  const ca = join(folder(suite), 'ca.pem');
  writeFileSync(ca, selfSigned.cert);
  return {
    NODE_EXTRA_CA_CERTS: ca,
    ...publicNetwork({
      names: {
        ...Object.fromEntries(Object.entries(names).map(([name, found]) => [`${name}.host.example`, found])),
        'stranger.example': [[publicAddress]],
      },
      ports: { [publicAddress]: outside.port },
    }),
  };
}

let before = 0;
beforeEach(() => {
  before = inside.connections();
});

function asking(client: string): Request {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${here.origin}/mcp`,
    scope: 'read',
  });
  return { client, verifier, address: `${here.origin}/oauth/authorize?${query}` };
}

it('a client that names its metadata document signs in, and the document is fetched once', async () => {
  const asked = asking(idOf('/client.json'));
  const landed = await agree(browser(here), asked.address, 'sandbox-owner');
  const { body } = await redeem(here, asked, landed);
  const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize() };
  expect((await asCaller(here.server, String(body['access_token'])).ask({ body: handshake })).status).toBe(200);
  const page = await browser(here)(asking(idOf('/client.json')).address);
  expect(page.html).toContain('A host in the internet');
  expect(page.html).toContain('127.0.0.1:9');
  expect(outside.requests().filter((path) => path === '/client.json')).toHaveLength(1);
});

it.each([
  ['the SDK', auth],
  ['the older SDK', olderAuth],
])('%s signs in by its document, without registering', async (_name, authorize) => {
  const provider = new MemoryProvider();
  provider.clientMetadataUrl = idOf('/client.json');
  const step = (more: object = {}) => authorize(provider as never, { serverUrl: here.server.url, ...more });
  expect(await step()).toBe('REDIRECT');
  expect(provider.asked?.searchParams.get('client_id')).toBe(provider.clientMetadataUrl);
  const landed = await agree(browser(here), String(provider.asked), 'sandbox-owner');
  const [code, iss] = [landed.searchParams.get('code'), landed.searchParams.get('iss')];
  expect(await step({ authorizationCode: code, iss })).toBe('AUTHORIZED');
  expect(provider.kept['access_token']).toBeTruthy();
});

it('a name that leads elsewhere the second time is connected to where it led first', async () => {
  await browser(here)(asking(idOf('/rebound.json', 'rebinding', inside.port)).address);
  expect(outside.requests()).toContain('/rebound.json');
  expect(inside.connections()).toBe(before);
});

it.each(Object.keys(names).filter((name) => !['app', 'rebinding'].includes(name)))(
  'nothing is connected to where a name leads into a network that is not public: %s',
  async (name) => {
    const connected = outside.connections();
    expect((await browser(here)(asking(idOf('/client.json', name, inside.port)).address)).status).toBe(400);
    expect([inside.connections(), outside.connections()]).toEqual([before, connected]);
  },
);

it.each([
  'https://127.0.0.1',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://2130706433',
  'https://0x7f.1',
  'http://app.host.example',
])('nothing is connected to for an address instead of a name, or without TLS: %s', async (origin) => {
  expect((await browser(here)(asking(`${origin}:${inside.port}/client.json`).address)).status).toBe(400);
  expect(inside.connections()).toBe(before);
});

it.each([
  ['that redirects', '/moved.json'],
  ['that is larger than 5 kB', '/large.json'],
  ['that does not end', '/endless.json'],
  ['that does not come', '/silent.json'],
  ['with a redirect address without TLS', '/plain-http.json'],
  ['with a redirect address that no application may claim', '/share.json'],
])('a document %s is refused', async (_what, path) => {
  const { status, url } = await browser(here)(asking(idOf(path)).address);
  expect([status, url.startsWith(`${here.origin}/oauth/authorize`)]).toEqual([400, true]);
  expect(outside.requests()).toContain(path);
});

it('a document is refused where the certificate names another host', async () => {
  expect((await browser(here)(asking('https://stranger.example/stranger.json').address)).status).toBe(400);
  expect(outside.requests()).not.toContain('/stranger.json');
});

it('no document is fetched behind a proxy, which would look up its name again: clients register there', async () => {
  await using proxy = await connectProxy({ routes: {} });
  const behind = await startOAuth(suite, { env: { ...networkEnv(), HTTPS_PROXY: proxy.url } });
  const metadata = await (await fetch(`${behind.origin}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).not.toMatchObject({ client_id_metadata_document_supported: true });
  const asked = asking(idOf('/proxied.json')).address.replace(here.origin, behind.origin);
  expect((await fetch(asked, { redirect: 'manual' })).status).toBe(400);
  expect(proxy.asked).toEqual([]);
});
