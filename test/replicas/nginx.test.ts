import { connect } from 'node:http2';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { after, json, type Platform, platformFor } from '../support/platform.ts';
import { endpoint, messagesOf, modernClient, olderClient, startHttp, type Served } from '../mcp/support/http-server.ts';
import { openHttp } from '../mcp/support/in-process.ts';
import { envelope, initialize, outcomeOf } from '../mcp/support/message.ts';
import { folder, type Scope } from '../mcp/support/scope.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';
import { suiteScope } from '../mcp/support/suite-scope.ts';
import { selfSigned } from '../support/network/certificate.ts';
import { hasNginx, startNginx, type Nginx } from '../support/network/nginx.ts';

interface Stage<Replica> {
  readonly platform: Platform;
  readonly replicas: readonly Replica[];
  readonly nginx: Nginx;
  /** The way through nginx. */
  readonly front: Pick<Served, 'ask' | 'open'>;
}

/** `start` starts a replica: in this process, or in one of its own. */
async function stage<Replica extends Served>(
  scope: Scope,
  start: (scope: Scope, setup: { readonly args: string[]; readonly env: Record<string, string> }) => Promise<Replica>,
): Promise<Stage<Replica>> {
  const platform = await platformFor(scope);
  platform.on('POST /grounding/analyze', json({ audit_id: 'a-1', status: 'queued' }, 202));
  const env = pointedAt(platform, { VISIBILITY_STATE: `${folder(scope)}/state.db` });
  const replicas = await Promise.all([1, 2].map((n) => start(scope, { args: ['--replica', `replica-${n}`], env })));
  const nginx = await startNginx(scope, { replicas: replicas.map(({ url }) => new URL(url).host) });
  return { platform, replicas, nginx, front: endpoint(nginx.plainUrl) };
}

const analyze = { operation: 'grounding.analyze', arguments: { url: 'https://tea.example/' } };
const listProjects = { operation: 'projects.list' };

/** A `tools/call` of 2026-07-28 on the wire. */
const modernCall = (name: string, args: object, meta: object = {}) => ({
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args, _meta: { ...envelope(), ...meta } },
  },
});

const suite = suiteScope();
let shared: Promise<Stage<Served>> | undefined;

/** For tests that end nothing. */
const sharedStage = (): Promise<Stage<Served>> => (shared ??= stage(suite, openHttp));

const replicaOf = (session: string | undefined): string => String(session).split('.')[0] ?? '';

describe.runIf(hasNginx).concurrent('behind the nginx of deploy/', () => {
  it('a session stays with its replica, and answers 404 elsewhere once that is gone', async (scope) => {
    const { replicas, front } = await stage(scope, openHttp);
    const clients = [];
    for (let n = 0; n < 4; n++) clients.push(await olderClient(front));
    expect(new Set(clients.map(({ session }) => replicaOf(session)))).toEqual(new Set(['replica-1', 'replica-2']));
    for (let round = 0; round < 3; round++)
      for (const client of clients) expect((await client.call('call_read', listProjects)).ok).toBe(true);
    await replicas[0]?.close();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const { session } of clients) {
      const { status } = await front.ask({ headers: { 'mcp-session-id': String(session) }, body: ping });
      expect(status).toBe(replicaOf(session) === 'replica-1' ? 404 : 200);
    }
    expect((await (await olderClient(front)).call('call_read', listProjects)).ok).toBe(true);
    for (let n = 0; n < 4; n++) expect((await modernClient(front).call('call_read', listProjects)).ok).toBe(true);
  });

  it('a replica that is shutting down loses no request, and gives its sessions up', async (scope) => {
    const { platform, replicas, front } = await stage(scope, openHttp);
    const answering = Promise.withResolvers<void>();
    platform.on('GET /projects', after(answering.promise, json({ data: [] })));
    const sessions = await Promise.all([olderClient(front), olderClient(front)]);
    const running = [1, 2].map(() => modernClient(front).call('call_read', listProjects));
    await platform.arrival('GET /projects', 2);
    const [first] = replicas;
    const closed = first?.close();
    await scope.expect
      .poll(async () => (await endpoint(String(first?.url)).ask({ method: 'GET', path: '/healthz' })).status)
      .toBe(503);
    // All at once: the replica is gone in a few seconds.
    const lists = Array.from({ length: 6 }, () => modernClient(front).request('tools/list'));
    const statuses = sessions.map(async ({ session }) => {
      const headers = { 'mcp-session-id': String(session) };
      return [
        replicaOf(session),
        (await front.ask({ headers, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status,
      ];
    });
    expect(new Map((await Promise.all(statuses)) as [string, number][])).toEqual(
      new Map([
        ['replica-1', 404],
        ['replica-2', 200],
      ]),
    );
    for (const list of lists) expect((await list).result).toBeDefined();
    answering.resolve();
    for (const call of running) expect((await call).ok).toBe(true);
    await closed;
  });

  it('all replicas shutting down are reported with Retry-After', async (scope) => {
    const { platform, replicas, front } = await stage(scope, openHttp);
    platform.on('GET /projects', () => undefined);
    const hanging = [1, 2].map(() => front.open(modernCall('call_read', listProjects)).catch(() => undefined));
    await platform.arrival('GET /projects', 2);
    for (const { close, url } of replicas) {
      void close();
      await scope.expect
        .poll(async () => (await endpoint(url).ask({ method: 'GET', path: '/healthz' })).status)
        .toBe(503);
    }
    const refused = await front.ask(modernCall('call_read', listProjects));
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    await Promise.all(hanging);
  });

  it('a call whose replica dies is answered as one that was sent, and goes to no other', async (scope) => {
    const { platform, replicas, front } = await stage(scope, startHttp);
    // Calls whose prices were confirmed run in parallel (docs/decisions/0059).
    platform.on('POST /grounding/analyze', json({ audit_id: 'a-0', status: 'completed' }, 202));
    await front.ask(modernCall('call_paid', { ...analyze, arguments: { url: 'https://zero.example/' } }));
    platform.on('POST /grounding/analyze', () => undefined);
    const calls = ['https://one.example/', 'https://two.example/'].map((url) =>
      front.ask(modernCall('call_paid', { ...analyze, arguments: { url } })),
    );
    await platform.arrival('POST /grounding/analyze', 3);
    replicas[0]?.child.kill('SIGKILL');
    // Nothing of its answer had left: nginx says what became of it.
    expect(await Promise.race(calls)).toMatchObject({ status: 502, body: expect.stringContaining('Repeat the call') });
    expect(platform.to('POST /grounding/analyze')).toHaveLength(3);
    replicas[1]?.child.kill('SIGKILL');
    await Promise.allSettled(calls);
    // Now there is none.
    for (const ask of [modernCall('call_read', listProjects), { method: 'GET', path: '/account' }]) {
      // nginx may have a connection left to what has just died.
      await scope.expect.poll(async () => (await front.ask(ask)).status).toBe(503);
      const down = await front.ask(ask);
      expect([down.headers['retry-after'], down.body]).toEqual([
        '1',
        expect.stringContaining('Nothing was carried out'),
      ]);
    }
  });

  it.for(['2025-11-25', '2026-07-28'])('progress of a call of %s arrives while it runs', async (era, scope) => {
    const { platform, front } = await sharedStage();
    platform.on('GET /grounding/audits/a-1', json({ audit_id: 'a-1', status: 'running' }));
    const meta = { progressToken: 'p' };
    const call = modernCall('call_paid', analyze, meta);
    const { session } = era === '2025-11-25' ? await olderClient(front) : { session: undefined };
    const stream = await front.open(
      session === undefined
        ? call
        : {
            headers: { 'mcp-session-id': session, 'mcp-protocol-version': era },
            body: { ...call.body, params: { name: 'call_paid', arguments: analyze, _meta: meta } },
          },
    );
    await scope.expect.poll(() => stream.sofar()).toContain('notifications/progress');
    expect(messagesOf('text/event-stream', stream.sofar()).some(({ result }) => result)).toBe(false);
    stream.leave();
  });

  it('ids, traces, sizes and the names of clients go through as they should', async () => {
    const { platform, front } = await sharedStage();
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const call = modernCall('call_read', listProjects);
    const answer = await front.ask({ ...call, headers: { ...call.headers, traceparent: trace } });
    expect(outcomeOf(answer.messages[0] ?? {}).ok).toBe(true);
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(platform.to('GET /projects').at(-1)?.headers['traceparent']).toContain(trace.slice(3, 35));
    const large = await front.ask({ body: JSON.stringify({ ...initialize(), more: 'x'.repeat(4 * 1024 * 1024) }) });
    expect(large.status).toBe(413);
    expect((await front.ask({ method: 'GET', path: '/metrics' })).status).toBe(404);
    expect((await front.ask({ method: 'GET', path: '/readyz' })).status).toBe(200);
  });

  it('a stranger may ask for the pages of sign-ins only so often, and calls continue', async (scope) => {
    const { front } = await stage(scope, openHttp);
    const refused: string[] = [];
    let passed = 0;
    const often = Array.from({ length: 20 }, async (_, at) => {
      const path = at % 2 === 0 ? '/oauth/register' : '/account';
      for (let asked = 0; asked < 20; asked++) {
        // These replicas have no such page.
        if ((await front.ask({ path, body: {} })).status === 404) passed++;
        else refused.push(path);
      }
    });
    await Promise.all(often);
    expect(passed).toBeGreaterThanOrEqual(60);
    expect(new Set(refused)).toEqual(new Set(['/oauth/register', '/account']));
    expect((await modernClient(front).call('call_read', listProjects)).ok).toBe(true);
  });

  it('clients connect by TLS and HTTP/2', async (scope) => {
    const { nginx } = await sharedStage();
    const session = connect(nginx.url, { ca: selfSigned.cert });
    scope.onTestFinished(() => session.destroy());
    const stream = session.request({ ':path': '/healthz' });
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect([headers[':status'], JSON.parse(await text(stream))]).toMatchObject([200, { status: 'ok' }]);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
