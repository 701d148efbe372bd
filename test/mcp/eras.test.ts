import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { openHost, openHttp } from './support/in-process.ts';
import { modernClient, olderClient, type Served } from './support/http-server.ts';
import type { Message } from './support/message.ts';
import type { Scope } from './support/scope.ts';
import { bin, environment } from './support/run.ts';
import { type Session } from './support/stdio-host.ts';
import { suiteScope } from './support/suite-scope.ts';

const sandbox = { VISIBILITY_SANDBOX: '1', VISIBILITY_SANDBOX_SPEED: '200' };
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2026-07-28'];

type Ask = (method: string, params?: object) => Promise<Message>;

const suite = suiteScope();
const hosts = new Map<string, Promise<Session>>();
let server: Promise<Served> | undefined;

/** A process on stdin speaks one version, for all tests of the file. */
function hostOf(version: string): Promise<Session> {
  const host = hosts.get(version) ?? openHost(suite, { env: sandbox, version });
  hosts.set(version, host);
  return host;
}

const sharedServer = (): Promise<Served> => (server ??= openHttp(suite, { env: sandbox }));

const wires: Record<string, (version: string) => Promise<Ask>> = {
  stdio: async (version) => (await hostOf(version)).request,
  http: async (version) =>
    version === '2026-07-28'
      ? modernClient(await sharedServer()).request
      : (await olderClient(await sharedServer(), version)).request,
};

/** The part of an answer that says what there is, not who says it or how long it may be kept. */
const content = ({ result = {} }: Message, name: string): unknown => result[name];

describe.each(Object.entries(wires))('over %s', (_wire, open) => {
  it.each(versions)('a raw client of %s finds tools, resources and prompts, and calls', async (version) => {
    const ask = await open(version);
    const listed = await ask('tools/list');
    const tools = content(listed, 'tools') as { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'find_operations',
        'describe_operation',
        'call_read',
        'call_write',
        'call_delete',
        'call_paid',
        'job_wait',
        'job_list',
        'credits',
        'estimate',
      ]),
    );
    expect(listed.result).not.toHaveProperty('nextCursor');
    expect(content(await ask('resources/list'), 'resources')).toContainEqual(
      expect.objectContaining({ uri: 'visibility://operations', mimeType: 'application/json' }),
    );
    expect(content(await ask('prompts/list'), 'prompts')).toContainEqual(
      expect.objectContaining({ name: 'write_article', description: expect.any(String) }),
    );
    const prompt = await ask('prompts/get', { name: 'write_article', arguments: { keyword: 'tea' } });
    expect(content(prompt, 'messages')).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringContaining('"tea"') } },
    ]);
    const called = await ask('tools/call', {
      name: 'call_read',
      arguments: { operation: 'projects.list', arguments: {} },
    });
    expect(content(called, 'structuredContent')).toMatchObject({ ok: true, data: expect.any(Array) });
  });

  it.each(['2025-11-25', '2026-07-28'])(
    'what does not exist is reported as the protocol requires, to a client of %s',
    async (version) => {
      const ask = await open(version);
      expect((await ask('tools/call', { name: 'no_such_tool', arguments: {} })).error?.code).toBe(-32602);
      expect((await ask('tools/call', { arguments: {} })).error?.code).toBe(-32602);
      expect((await ask('resources/read', { uri: 'visibility://nothing' })).error?.code).toBe(-32602);
      expect((await ask('prompts/get', { name: 'nothing' })).error?.code).toBe(-32602);
      expect((await ask('prompts/get', { name: 'write_article', arguments: {} })).error?.code).toBe(-32602);
      expect((await ask('no/such/method')).error?.code).toBe(-32601);
      expect((await ask('tools/list')).result).toBeDefined();
    },
  );
});

it('every era sees the same tools over every wire', async () => {
  const lists = [];
  for (const open of Object.values(wires))
    for (const version of ['2025-11-25', '2026-07-28'])
      lists.push(content(await (await open(version))('tools/list'), 'tools'));
  for (const list of lists) expect(list).toEqual(lists[0]);
});

it('the server agrees to a version it knows, and offers one it knows to a client of an unknown one', async () => {
  for (const [asked, given] of [
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', expect.stringMatching(/^2025-/)],
  ] as const) {
    const { messages } = await hostOf(asked);
    expect(messages[0]?.result).toMatchObject({
      protocolVersion: given,
      serverInfo: { name: 'visibility-mcp' },
      capabilities: { tools: {}, resources: {}, prompts: {} },
    });
  }
});

it('server/discover lists for a client of 2026-07-28 what there is, and for an unknown version the known ones', async () => {
  const { request, write, seen } = await openHost({ onTestFinished }, { env: sandbox, version: '2026-07-28' });
  const { result } = await request('server/discover');
  expect(result).toMatchObject({
    supportedVersions: expect.arrayContaining(['2026-07-28']),
    capabilities: { tools: {} },
  });
  write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 'future', method: 'tools/list', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2031-01-01', 'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} } } })}\n`,
  );
  const refused = await seen(({ id }) => id === 'future');
  expect(refused.error?.data).toMatchObject({ supported: expect.arrayContaining(['2026-07-28']) });
});

const kits: Record<string, (scope: Scope) => Promise<Pick<Client, 'listTools' | 'callTool' | 'close'>>> = {
  async 'the SDK, pinned to 2026-07-28, on stdio'(scope) {
    const client = new Client({ name: 'kit', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StdioClientTransport(asChild(scope)));
    return client;
  },
  async 'the older SDK, on stdio'(scope) {
    const client = new OldClient({ name: 'kit', version: '1' });
    await client.connect(new OldStdio(asChild(scope)));
    return client as unknown as Client;
  },
  async 'the SDK, pinned to 2026-07-28, over HTTP'() {
    const client = new Client({ name: 'kit', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(new URL((await sharedServer()).url)));
    return client;
  },
  async 'the older SDK, over HTTP'() {
    const client = new OldClient({ name: 'kit', version: '1' });
    await client.connect(new OldHttp(new URL((await sharedServer()).url)) as Parameters<OldClient['connect']>[0]);
    return client as unknown as Client;
  },
};
const asChild = (scope: Scope) => ({ command: process.execPath, args: [bin], env: environment(scope, sandbox) });

it.each(Object.entries(kits))('%s lists tools and calls one', async (_kit, connect) => {
  const client = await connect({ onTestFinished });
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  const { structuredContent } = await client.callTool({
    name: 'call_read',
    arguments: { operation: 'credits.balance', arguments: {} },
  });
  expect(structuredContent).toMatchObject({ ok: true, data: { balance: expect.any(Number) } });
});
