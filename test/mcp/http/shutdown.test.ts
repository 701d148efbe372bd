import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { virtualClock, type VirtualClock } from '../../support/clock/virtual-clock.ts';
import { traffic } from '../../support/network/traffic.ts';
import { relay } from '../../support/network/relay.ts';
import { preloading } from '../../support/processes/test-script.ts';
import { postgresServer } from '../../support/state/schemas.ts';
import { freshStore } from '../../support/state/store.ts';
import { after, json, type Platform, platformFor } from '../../support/platform.ts';
import { messagesOf, modernClient, olderClient, startHttp, type HttpServer } from '../support/http-server.ts';
import { openHost, openHttp } from '../support/in-process.ts';
import { outcomeOf } from '../support/message.ts';
import { folder } from '../support/scope.ts';
import { pointedAt, startHost, type Host } from '../support/stdio-host.ts';

const start = 'POST /grounding/analyze';
const analyze = { operation: 'grounding.analyze', arguments: { url: 'https://tea.example/' } };
const slow = { operation: 'storylines.get', arguments: { id: 1 } };

/** A platform whose jobs never end and whose storylines never come. */
async function stalledPlatform(scope: TestContext): Promise<Platform> {
  const platform = await platformFor(scope);
  platform.on(start, json({ audit_id: 'a-1', status: 'queued' }, 202));
  platform.on('GET /grounding/audits/a-1', json({ audit_id: 'a-1', status: 'running' }));
  platform.on(/storylines/, () => undefined);
  return platform;
}

const handle = {
  ok: true,
  job: { job_id: expect.any(String), state: 'running', next: expect.stringMatching(/^job_wait /) },
};
const oneRunning = { data: { jobs: [{ state: 'running' }] } };
const unknown = { ok: false, error: { code: 'outcome_unknown', outcome: 'unknown' } };

/** For the environment of a process: it exits with code 99 if it has not ended 5 s after SIGTERM. */
const exitDeadline = {
  NODE_OPTIONS: preloading(new URL('../../support/processes/preload-exit-deadline.ts', import.meta.url)),
};

async function calling(
  server: HttpServer,
): Promise<(id: number, tool: string, args: object) => ReturnType<HttpServer['open']>> {
  const { session } = await olderClient(server);
  const headers = { 'mcp-session-id': String(session), 'mcp-protocol-version': '2025-11-25' };
  return (id, name, args) =>
    server.open({ headers, body: { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } } });
}

/** Each of them ends within the 5 s that are promised: `exitDeadline`. */
describe.concurrent('asked to end over HTTP', () => {
  it('a server refuses new work, lets calls finish, and answers the others with their handle', async (scope) => {
    const platform = await stalledPlatform(scope);
    const answering = Promise.withResolvers<void>();
    platform.on('GET /projects', after(answering.promise, json({ data: [{ id: 1, name: 'Tea house' }] })));
    const server = await startHttp(scope, { env: { ...pointedAt(platform), ...exitDeadline } });
    const call = await calling(server);
    const [job, read, hanging] = await Promise.all([
      call(1, 'call_paid', analyze),
      call(2, 'call_read', { operation: 'projects.list' }),
      call(3, 'call_read', slow),
    ]);
    await platform.arrival(start, 1);
    await platform.arrival('GET /projects', 1);
    await platform.arrival(/storylines/, 1);
    await scope.expect.poll(() => modernClient(server).call('job_list')).toMatchObject(oneRunning);
    server.child.kill('SIGTERM');
    await scope.expect.poll(async () => (await server.ask({ method: 'GET', path: '/healthz' })).status).toBe(503);
    const refused = await server.ask({ body: { jsonrpc: '2.0', id: 9, method: 'ping' } });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    answering.resolve();
    const answers = await Promise.all(
      [read, job, hanging].map(async ({ whole }) =>
        outcomeOf(messagesOf('text/event-stream', await whole).at(-1) ?? {}),
      ),
    );
    expect(answers).toMatchObject([{ ok: true, data: [{ name: 'Tea house' }] }, handle, unknown]);
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it('a server whose store does not let it in ends all the same', async (scope) => {
    const state = join(folder(scope), 'state.db');
    const platform = await stalledPlatform(scope);
    const server = await startHttp(scope, {
      env: { ...pointedAt(platform), ...exitDeadline, VISIBILITY_STATE: state },
    });
    const call = await calling(server);
    expect(
      outcomeOf(messagesOf('text/event-stream', await (await call(1, 'job_list', {})).whole).at(-1) ?? {}),
    ).toMatchObject({ ok: true });
    const lock = new DatabaseSync(state);
    lock.exec('BEGIN EXCLUSIVE');
    scope.onTestFinished(() => lock.close());
    const waiting = await call(2, 'call_paid', analyze);
    server.child.kill('SIGTERM');
    expect(messagesOf('text/event-stream', await waiting.whole).at(-1)).toMatchObject({
      id: 2,
      result: { isError: true },
    });
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it.runIf(postgresServer)('a server whose database stalls does not wait for it', async (scope) => {
    const store = await freshStore('postgres');
    const line = await relay(store.location);
    scope.onTestFinished(async () => {
      await line[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    });
    const platform = await stalledPlatform(scope);
    const server = await startHttp(scope, {
      env: { ...pointedAt(platform), ...exitDeadline, VISIBILITY_STATE: line.address },
    });
    const call = await calling(server);
    expect(
      outcomeOf(messagesOf('text/event-stream', await (await call(1, 'job_list', {})).whole).at(-1) ?? {}),
    ).toMatchObject({ ok: true });
    line.stall();
    const waiting = await call(2, 'call_paid', analyze);
    waiting.whole.catch(() => {});
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(platform.to(start)).toEqual([]);
  });

  it('a server whose reader takes nothing does not wait for it', async (scope) => {
    const platform = await stalledPlatform(scope);
    platform.on('GET /articles/7', json({ data: { id: 7, title: 'Tea', content: 'x'.repeat(8_000_000) } }));
    const server = await openHttp(scope, { env: pointedAt(platform) });
    const { hostname, port, host } = new URL(server.url);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: 'visibility://articles/7' },
    });
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
    scope.onTestFinished(() => void socket.destroy());
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    // Read up to its buffer's size, no further: the rest does not fit between the two.
    socket.on('readable', () => {});
    await scope.expect.poll(() => socket.bytesRead).toBeGreaterThan(10_000);
    await server.close();
  });

  it('a second signal of another kind ends it at once', async (scope) => {
    const platform = await stalledPlatform(scope);
    const server = await startHttp(scope, { env: pointedAt(platform) });
    const call = await calling(server);
    await call(1, 'call_paid', analyze);
    await platform.arrival(start, 1);
    server.child.kill('SIGTERM');
    await scope.expect.poll(async () => (await server.ask({ method: 'GET', path: '/healthz' })).status).toBe(503);
    server.child.kill('SIGINT');
    expect(await server.ended).toEqual({ code: null, signal: 'SIGINT' });
  });
});

describe.concurrent.each(['2025-11-25', '2026-07-28'])(
  'asked to end on stdio in the era of %s, a server',
  (version) => {
    it('answers what waits for a job with its handle', async (scope) => {
      const platform = await stalledPlatform(scope);
      const clock = virtualClock();
      const host = await openHost(scope, { version, env: pointedAt(platform), clock });
      const [job, read] = [host.call('call_paid', analyze), host.call('call_read', slow)];
      await scope.expect.poll(() => host.call('job_list')).toMatchObject(oneRunning);
      await platform.arrival(/storylines/, 1);
      const closed = host.close();
      await pass(clock, 1_600);
      expect([await job, await read]).toMatchObject([handle, unknown]);
      await closed;
    });

    it('does so when stdin ends', async (scope) => {
      const platform = await stalledPlatform(scope);
      const clock = virtualClock();
      const host = await openHost(scope, { version, env: pointedAt(platform), clock });
      const job = host.call('call_paid', analyze);
      await scope.expect.poll(() => host.call('job_list')).toMatchObject(oneRunning);
      host.stdin.end();
      await scope.expect.poll(() => clock.sleepers).toBeGreaterThan(0);
      await pass(clock, 3_000);
      expect(await job).toMatchObject(handle);
      await host.ended;
    });
  },
);

/** Lets time pass for a program in this process, whose platform leaves some requests unanswered. */
async function pass(clock: VirtualClock, ms: number): Promise<void> {
  const awake = traffic.sleeping();
  await clock.advance(ms);
  awake();
}

/** Requests whose answers fill any pipe. */
const flood = (count: number): string =>
  Array.from({ length: count }, (_, at) => `{"jsonrpc":"2.0","id":"many-${at}","method":"tools/list"}\n`).join('');

it.each([
  ['stdin ends', (host: Host) => void host.child.stdin.end()],
  ['it is sent SIGTERM', (host: Host) => void host.child.kill('SIGTERM')],
])('a host that reads nothing does not keep the server when %s', async (_how, leave) => {
  const host = await startHost({ onTestFinished }, { env: { VISIBILITY_SANDBOX: '1', ...exitDeadline } });
  host.child.stdout.pause();
  host.write(flood(300));
  leave(host);
  // A paused pipe has no `close`, so only the exit itself is waited for.
  expect(await host.ended).toEqual({ code: 0, signal: null });
});
