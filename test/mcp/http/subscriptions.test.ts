import { createHmac } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { openHttp } from '../support/in-process.ts';
import { asCaller } from '../support/as-caller.ts';
import { fakePlatform, says, type FakePlatform } from '../support/fake-platform.ts';
import { modernClient, olderClient, type Served } from '../support/http-server.ts';
import { folder } from '../support/scope.ts';
import { bin, environment, pointedAt } from '../support/stdio-host.ts';
import { suiteScope } from '../support/suite-scope.ts';
import { envelope } from '../support/message.ts';

const secret = 'events-secret-of-the-platform';
const suite = suiteScope();
const ready = new Set<string>();
let platform: FakePlatform;
let server: Served;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  platform = await fakePlatform(suite);
  platform.on(/^POST \/articles\/\d+\/generate$/, says({ data: { status: 'queued' } }, 202));
  platform.on(/^GET \/articles\/\d+$/, (response, arrival) => {
    const id = arrival.route.split('/')[2] ?? '';
    const processing_status = ready.has(id) ? 'ready' : 'generating';
    return says({ data: { id: Number(id), processing_status } })(response, arrival);
  });
  env = pointedAt(platform, { VISIBILITY_STATE: `${folder(suite)}/state.db`, VISIBILITY_EVENTS_SECRET: secret });
  server = await openHttp(suite, { env });
  // From here on events are relied on: nothing polls a job before its event.
  await deliver(999);
});

async function deliver(article: number): Promise<void> {
  const body = JSON.stringify({ type: 'article.generated', data: { article_id: article } });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'x-service-signature': signature, 'x-service-delivery': `evt_${article}` };
  const { status } = await server.ask({
    path: '/events',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  expect(status).toBe(200);
}

/** Starts an article and leaves it to itself. Resolves with the address of its job once that runs. */
async function begin(article: number): Promise<string> {
  const client = modernClient(server);
  const { job } = await client.call('call_paid', {
    operation: 'articles.generate',
    arguments: { id: article, keyword: 'tea', article_type: 'blog', target_length: 900 },
    wait_s: 0,
  });
  const { job_id } = job as { job_id: string };
  const running = async () => JSON.stringify(await client.call('job_list', { state: 'running' }));
  await expect.poll(running).toContain(job_id);
  return `visibility://jobs/${job_id}`;
}

function finish(article: number): Promise<void> {
  ready.add(String(article));
  return deliver(article);
}

interface Subscriber {
  subscribe(uri: string): Promise<unknown>;
  read(uri: string): Promise<unknown>;
}

/** Connects, and calls `onUpdate` with the address of each resource that has changed. */
type Connect = (scope: TestContext, onUpdate: (uri: string) => void) => Promise<Subscriber>;

const modern =
  (transport: (scope: TestContext) => object): Connect =>
  async (scope, onUpdate) => {
    const client = new Client({ name: 'kit', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => onUpdate(params.uri));
    await client.connect(transport(scope) as Parameters<Client['connect']>[0]);
    scope.onTestFinished(() => client.close());
    return {
      subscribe: async (uri) => {
        const { honoredFilter } = await client.listen({ resourceSubscriptions: [uri] });
        expect(honoredFilter.resourceSubscriptions).toEqual([uri]);
      },
      read: (uri) => client.readResource({ uri }),
    };
  };

const older =
  (transport: (scope: TestContext) => object): Connect =>
  async (scope, onUpdate) => {
    const client = new OldClient({ name: 'kit', version: '1' });
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => onUpdate(params.uri));
    await client.connect(transport(scope) as Parameters<OldClient['connect']>[0]);
    scope.onTestFinished(() => client.close());
    return { subscribe: (uri) => client.subscribeResource({ uri }), read: (uri) => client.readResource({ uri }) };
  };

const child = (scope: TestContext) => ({ command: process.execPath, args: [bin], env: environment(scope, env) });

const kits: Record<string, Connect> = {
  'of 2026-07-28 over HTTP': modern(() => new StreamableHTTPClientTransport(new URL(server.url))),
  'of 2026-07-28 on stdio': modern((scope) => new StdioClientTransport(child(scope))),
  'of 2025 over HTTP': older(() => new OldHttp(new URL(server.url))),
  'of 2025 on stdio': older((scope) => new OldStdio(child(scope))),
};

describe('a client', () => {
  it.for(Object.entries(kits).map(([name, connect], at) => ({ name, connect, article: at + 1 })))(
    '$name is notified of the end of a job by its event, and reads it',
    async ({ connect, article }, scope) => {
      const updates: string[] = [];
      const client = await connect(scope, (uri) => void updates.push(uri));
      const uri = await begin(article);
      await client.subscribe(uri);
      await finish(article);
      await expect.poll(() => updates).toEqual([uri]);
      expect(JSON.stringify(await client.read(uri))).toContain('completed');
    },
  );
});

const listen = (uris: readonly string[], id: number | string = 'l') => ({
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  body: {
    jsonrpc: '2.0',
    id,
    method: 'subscriptions/listen',
    params: { notifications: { resourceSubscriptions: uris }, _meta: envelope() },
  },
});

it('a stream names in its acknowledgement only what exists, and ends where that is nothing', async () => {
  const uri = await begin(20);
  const stream = await server.open(listen([uri, 'visibility://jobs/job_none', 'visibility://credits', 'x']));
  await expect.poll(() => stream.sofar()).toContain('acknowledged');
  expect(stream.sofar()).toContain(uri);
  expect(stream.sofar()).not.toMatch(/job_none|visibility:\/\/credits/);
  stream.leave();
  const nothing = await server.ask(listen(['visibility://jobs/job_none']));
  expect(nothing.messages.map(({ method, id }) => method ?? id)).toEqual([
    'notifications/subscriptions/acknowledged',
    'l',
  ]);
});

it('an older client is refused what does not exist, and can unsubscribe', async () => {
  const client = await olderClient(server);
  for (const uri of ['visibility://jobs/job_none', 'visibility://runs/run_none', 'visibility://credits', 'x'])
    expect((await client.request('resources/subscribe', { uri })).error).toMatchObject({ code: expect.any(Number) });
  const uri = await begin(21);
  for (const method of ['resources/subscribe', 'resources/subscribe', 'resources/unsubscribe', 'resources/unsubscribe'])
    expect((await client.request(method, { uri })).result).toEqual({});
});

it('a run is followed to its end', async (scope) => {
  const updates: string[] = [];
  const client = await (kits['of 2025 over HTTP'] as Connect)(scope, (uri) => void updates.push(uri));
  const started = await modernClient(server).call('run_code', { code: 'sleep(2500); return 7;', wait_s: 0 });
  const uri = `visibility://runs/${(started as unknown as { run: { run_id: string } }).run.run_id}`;
  await client.subscribe(uri);
  await expect.poll(() => updates).toEqual([uri]);
  expect(JSON.stringify(await client.read(uri))).toContain('7');
});

it('only so many subscriptions are open at a time, over streams and sessions, and ended ones make room', async (scope) => {
  const own = await openHttp(scope, { env });
  const uris = await Promise.all([30, 31].map(begin));
  const [first = '', second = ''] = uris;
  const streams = await Promise.all(Array.from({ length: 128 }, (_, n) => own.open(listen([first], n))));
  await Promise.all(streams.map((stream) => expect.poll(() => stream.sofar()).toContain('acknowledged')));
  const client = await olderClient(own);
  const refused = [
    (await own.ask(listen([second]))).messages[0],
    await client.request('resources/subscribe', { uri: second }),
  ];
  expect(refused.map((message) => message?.error)).toEqual([
    { code: -32_603, message: 'Subscription limit reached' },
    { code: -32_603, message: 'Subscription limit reached' },
  ]);
  streams[0]?.leave();
  await expect.poll(async () => (await client.request('resources/subscribe', { uri: second })).result).toEqual({});
  for (const stream of streams) stream.leave();
});

it('a caller can subscribe neither to the job of a team-mate nor to that of another team', async (scope) => {
  const apart = await openHttp(scope, { args: ['--auth', 'platform'], env: { VISIBILITY_SANDBOX: 'true' } });
  const owner = modernClient(asCaller(apart, 'sandbox-owner'));
  const analyze = { operation: 'grounding.analyze', arguments: { url: 'https://tea.example/' }, wait_s: 0 };
  const { job } = await owner.call('call_paid', analyze);
  const uri = `visibility://jobs/${(job as { job_id: string }).job_id}`;
  for (const other of ['sandbox-member', 'sandbox-guest']) {
    const client = await olderClient(asCaller(apart, other));
    const [own, unknown] = [
      await client.request('resources/subscribe', { uri }),
      await client.request('resources/subscribe', { uri: 'visibility://jobs/job_none' }),
    ];
    expect(JSON.stringify(own.error).replace(uri, '').replace(uri.slice(18), '')).toBe(
      JSON.stringify(unknown.error).replace('visibility://jobs/job_none', '').replace('job_none', ''),
    );
    const { messages } = await asCaller(apart, other).ask(listen([uri]));
    expect(JSON.stringify(messages)).not.toContain(uri);
  }
  const client = await olderClient(asCaller(apart, 'sandbox-owner'));
  expect((await client.request('resources/subscribe', { uri })).result).toEqual({});
});
