import { beforeAll, describe, expect, it } from 'vitest';
import { openHttp } from '../support/in-process.ts';
import { type Platform, platformFor } from '../../support/platform.ts';
import { modernClient, olderClient, type Served } from '../support/http-server.ts';
import { envelope, initialize } from '../support/message.ts';
import { pointedAt } from '../support/stdio-host.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
let platform: Platform;
let server: Served;

beforeAll(async () => {
  platform = await platformFor(suite);
  server = await openHttp(suite, { env: pointedAt(platform) });
});

const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize() };
const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };

describe('access control', () => {
  it.each([
    ['a name that was rebound to this machine', { host: 'evil.example' }],
    ['a name that begins like this machine', { host: 'localhost.evil.example' }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page from a file', { origin: 'null' }],
    ['a page that calls itself by a name like ours', { origin: 'http://localhost.evil.example' }],
  ])('%s is refused with 403', async (_who, headers) => {
    expect((await server.ask({ body: handshake, headers })).status).toBe(403);
    expect((await server.ask({ method: 'GET', headers })).status).toBe(403);
    expect((await server.ask({ method: 'GET', path: '/healthz', headers })).status).toBe(403);
    expect((await server.ask({ method: 'DELETE', headers: { ...headers, 'mcp-session-id': 'x' } })).status).toBe(403);
  });

  it.each([{ origin: 'http://localhost:5173' }, { origin: 'http://127.0.0.1:8080' }, { host: 'localhost:1' }])(
    'a page of this machine may: %j',
    async (headers) => {
      expect((await server.ask({ body: handshake, headers })).status).toBe(200);
    },
  );
});

describe('a session', () => {
  it('is opened by the handshake, named in its answer, and ended by DELETE', async () => {
    const { session, request: ask } = await olderClient(server);
    expect(session).toMatch(/^[\x21-\x7e]{16,}$/);
    expect((await ask('ping')).result).toEqual({});
    const own = { 'mcp-session-id': String(session), 'mcp-protocol-version': '2025-11-25' };
    expect((await server.ask({ method: 'DELETE', headers: own })).status).toBe(200);
    expect((await server.ask({ body: ping, headers: own })).status).toBe(404);
    expect((await server.ask({ method: 'DELETE', headers: own })).status).toBe(404);
  });

  it('that was never opened does not exist', async () => {
    const headers = { 'mcp-session-id': '00000000-0000-4000-8000-000000000000', 'mcp-protocol-version': '2025-11-25' };
    expect((await server.ask({ body: ping, headers })).status).toBe(404);
    expect((await server.ask({ method: 'GET', headers: { ...headers, accept: 'text/event-stream' } })).status).toBe(
      404,
    );
  });

  it('has a stream of its own for what the server has to say', async () => {
    const { session } = await olderClient(server);
    const own = { 'mcp-session-id': String(session), 'mcp-protocol-version': '2025-11-25' };
    // Begins before there is anything to say, or this would wait for ever.
    const { status, headers, leave } = await server.open({
      method: 'GET',
      headers: { ...own, accept: 'text/event-stream' },
    });
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    leave();
    expect((await server.ask({ method: 'GET', headers: { ...own, accept: 'application/json' } })).status).toBe(406);
  });
});

describe('a request', () => {
  it.each([
    ['that is no JSON', { body: '{"jsonrpc":' }, [400]],
    ['that is empty', { body: '' }, [400]],
    ['that is no message', { body: { hello: 'you' } }, [400]],
    // Only its beginning is sent: the answer must not wait for the rest.
    ['of a gigabyte', { body: '{"jsonrpc":', headers: { 'content-length': '1000000000' } }, [413]],
    ['of another content type', { body: handshake, headers: { 'content-type': 'text/plain' } }, [415]],
    ['whose sender takes no answer we have', { body: handshake, headers: { accept: 'text/html' } }, [406]],
    ['to another place', { body: handshake, path: '/' }, [404]],
    ['by another method', { method: 'PUT', body: handshake }, [405]],
    ['for a stream without a session', { method: 'GET' }, [400, 405, 406]],
    [
      'of a protocol version that nobody knows',
      { body: ping, headers: { 'mcp-protocol-version': '1999-01-01' } },
      [400],
    ],
  ])('%s is refused with a status that says why', async (_what, asking, statuses) => {
    expect(statuses).toContain((await server.ask(asking)).status);
    expect((await server.ask({ body: handshake })).status).toBe(200);
  });

  it('is one of a batch, in the revision that has them', async () => {
    const { session } = await olderClient(server, '2025-03-26');
    const { status, messages } = await server.ask({
      headers: { 'mcp-session-id': String(session) },
      body: [ping, { jsonrpc: '2.0', method: 'notifications/nothing' }, { ...ping, id: 'b' }],
    });
    const pong = { jsonrpc: '2.0', id: 2, result: {} };
    expect([status, messages]).toEqual([200, [pong, { ...pong, id: 'b' }]]);
  });

  it('of the new era whose headers say otherwise than its body is refused', async () => {
    const body = {
      jsonrpc: '2.0',
      id: 5,
      method: 'tools/call',
      params: { name: 'job_list', arguments: {}, _meta: envelope() },
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'job_list' };
    expect((await server.ask({ body, headers })).status).toBe(200);
    for (const odd of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': 'credits' },
      { 'mcp-protocol-version': '2025-11-25' },
    ]) {
      expect((await server.ask({ body, headers: { ...headers, ...odd } })).status).toBe(400);
    }
  });
});

it.each([
  ['of a session', () => olderClient(server)],
  ['of the new era', () => modernClient(server)],
])('a client %s calls the platform, and cannot name files of the machine that serves it', async (_who, open) => {
  const client = await open();
  expect(await client.call('call_read', { operation: 'projects.list' })).toMatchObject({
    ok: true,
    data: [{ id: 1, name: 'Tea house' }],
  });
  const before = platform.seen.length;
  const refused = await client.call('call_paid', {
    operation: 'keywords.import_csv',
    arguments: { project: 1, file: '/etc/hostname' },
  });
  expect(refused).toMatchObject({
    ok: false,
    error: { outcome: 'not_sent', message: expect.stringContaining('inline') },
  });
  expect(platform.seen.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
});
