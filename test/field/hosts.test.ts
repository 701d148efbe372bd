import { beforeAll, describe, expect, it } from 'vitest';
import { openHost, openHttp } from '../mcp/support/in-process.ts';
import { endpoint, messagesOf, type Served } from '../mcp/support/http-server.ts';
import { envelope, initialize, type Message } from '../mcp/support/message.ts';
import type { Session } from '../mcp/support/stdio-host.ts';
import { suiteScope } from '../mcp/support/suite-scope.ts';

/** Requests of hosts that the specification does not require, or that servers often refuse. */

const suite = suiteScope();
const sandbox = { VISIBILITY_SANDBOX: '1' };
let http: Served;
let stdio: Session;

beforeAll(async () => {
  [http, stdio] = await Promise.all([openHttp(suite, { env: sandbox }), openHost(suite, { env: sandbox })]);
});

const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize() };
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const modernList = { ...list, params: { _meta: envelope({}) } };
const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

/** Sends the body as `fetch` does not: with this `Accept`, or none. */
async function send(body: object, headers: Readonly<Record<string, string | undefined>>, url = http.url) {
  const response = await endpoint(url).ask({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
  });
  return response;
}

const pong = (id: string): object => ({ jsonrpc: '2.0', id, result: {} });

const session = async (): Promise<Readonly<Record<string, string>>> => {
  const { headers } = await http.ask({ body: handshake });
  return { 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
};

describe('the answer over HTTP comes in a form that the host accepts', () => {
  const json = 'application/json';
  const stream = 'text/event-stream';
  const accepted: [accept: string, type: string][] = [
    [`${json}, ${stream}`, stream],
    [`${stream},${json}`, stream],
    [json, json],
    [stream, stream],
    ['*/*', stream],
    ['application/*', json],
    ['text/*', stream],
    ['Application/JSON; charset=utf-8', json],
    [`${json};q=0.9, ${stream};q=0.1`, stream],
    ['', stream],
  ];

  it.each(accepted)('%j, in the 2025 era', async (accept, type) => {
    const { status, headers, body } = await send(list, { ...(await session()), accept });
    expect([status, String(headers['content-type']).split(';')[0]]).toEqual([200, type]);
    expect(messagesOf(type, body)).toMatchObject([{ id: 2, result: { tools: expect.any(Array) } }]);
  });

  it.each(accepted)('%j, in the 2026 era', async (accept, type) => {
    const { status, headers, body } = await send(modernList, { ...modern, accept });
    expect([status, String(headers['content-type']).split(';')[0]]).toEqual([200, type]);
    expect(messagesOf(type, body)).toMatchObject([{ id: 2, result: { tools: expect.any(Array) } }]);
  });

  it.each(['text/html', 'application/xml', 'image/*'])('and %j accepts none', async (accept) => {
    expect((await send(list, { accept })).status).toBe(406);
    expect((await send(modernList, { ...modern, accept })).status).toBe(406);
  });

  it('without Accept too', async () => {
    const answer = await fetch(http.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...modern },
      body: JSON.stringify(modernList),
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"tools"');
  });

  it('with progress left out where only JSON is accepted', async () => {
    const params = { name: 'credits', arguments: {}, _meta: { ...envelope({}), progressToken: 1 } };
    const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params };
    const own = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'credits' };
    const { body } = await send(call, { ...own, accept: json });
    expect(JSON.parse(body)).toMatchObject({ id: 3, result: { structuredContent: { ok: true } } });
  });
});

describe('the address over HTTP', () => {
  it.each(['/mcp', '/mcp/', '/mcp//', '/mcp?x=1', '/mcp/?x=1'])('may be %s', async (path) => {
    const url = new URL(path, http.url).href;
    expect((await send(handshake, { accept: '*/*' }, url)).status).toBe(200);
  });

  it.each(['/mcp/x', '/mcpx', '/MCP', '//mcp'])('is not %s', async (path) => {
    const url = `${new URL(http.url).origin}${path}`;
    expect((await send(handshake, { accept: '*/*' }, url)).status).toBe(404);
  });
});

describe('a handshake opens a new session', () => {
  it.each(['gone', '00000000-0000-4000-8000-000000000000', 'replica-9.1', ''])(
    'though it names the lost session %j',
    async (lost) => {
      const { status, headers } = await http.ask({ body: handshake, headers: { 'mcp-session-id': lost } });
      expect(status).toBe(200);
      expect(headers['mcp-session-id']).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it('and leaves the one that it names, if that is alive', async () => {
    const own = await session();
    const { status, headers } = await http.ask({ body: handshake, headers: own });
    expect(status).toBe(200);
    expect(headers['mcp-session-id']).not.toBe(own['mcp-session-id']);
    expect((await http.ask({ body: list, headers: own })).status).toBe(200);
  });

  it('which any other request does not', async () => {
    expect((await http.ask({ body: list, headers: { 'mcp-session-id': 'gone' } })).status).toBe(404);
  });
});

it('a notification over HTTP may have no params', async () => {
  const body = { jsonrpc: '2.0', method: 'notifications/initialized', params: null };
  expect((await http.ask({ body, headers: await session() })).status).toBe(202);
});

it('other members of a message, null ones and a byte order mark are ignored', async () => {
  const body = { jsonrpc: '2.0', id: 'more', method: 'ping', result: null, error: null, sentAt: 1 };
  stdio.write(`${JSON.stringify(body)}\n`);
  const { messages } = await http.ask({ body: `\uFEFF${JSON.stringify(body)}`, headers: await session() });
  expect([await stdio.seen(({ id }) => id === 'more'), ...messages]).toEqual([1, 2].map(() => pong('more')));
});

it('a batch on stdio is answered, as is a last line without a line end', async () => {
  const host = await openHost(suite, { env: sandbox });
  const ping = (id: string) => ({ jsonrpc: '2.0', id, method: 'ping' });
  host.write(`${JSON.stringify([ping('one'), ping('two')])}\n`);
  for (const wanted of ['one', 'two']) expect(await host.seen(({ id }) => id === wanted)).toEqual(pong(wanted));
  host.stdin.end(JSON.stringify(ping('last')));
  expect(await host.seen(({ id }) => id === 'last')).toEqual(pong('last'));
});

it.each([
  { 'content-type': 'application/json, application/json' },
  { 'mcp-protocol-version': '2025-11-25, 2025-11-25' },
])('a header that a proxy has sent twice is one: %j', async (headers) => {
  expect((await send(list, { ...(await session()), ...headers })).status).toBe(200);
});

it.each([
  ['http://localhost:6274', 204, 200],
  ['https://evil.example', 403, 403],
  ['null', 403, 403],
])('a page of %s in a browser may call and read only if it is of this machine', async (origin, mayCall, served) => {
  const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'mcp-session-id' };
  const asked = await http.ask({ method: 'OPTIONS', headers: { origin, ...wanted } });
  const answer = await http.ask({ body: handshake, headers: { origin } });
  expect([asked.status, answer.status]).toEqual([mayCall, served]);
  const named = 'mcp-session-id, www-authenticate, retry-after, x-request-id';
  const shared = (name: string) => [asked, answer].map(({ headers }) => headers[`access-control-${name}`]);
  expect(shared('allow-origin')).toEqual(served === 200 ? [origin, origin] : [undefined, undefined]);
  expect([shared('allow-headers')[0], shared('expose-headers')[1]]).toEqual(
    served === 200 ? ['mcp-session-id', named] : [undefined, undefined],
  );
});

describe('params that are null, empty, or JSON in a text, and fields of them', () => {
  const call = (more: object) => ({ name: 'find_operations', arguments: { query: 'ideas' }, ...more });
  const nothing = {
    capabilities: { sampling: null, roots: null },
    clientInfo: { name: 'referee', version: '1', title: null },
  };
  const cases: [method: string, params: object | null][] = [
    ['tools/list', null],
    ['resources/list', null],
    ['ping', null],
    ['tools/call', { name: 'credits', arguments: null }],
    ['tools/call', { name: 'credits', arguments: [], _meta: [] }],
    ['tools/call', { name: 'credits', arguments: '' }],
    ['tools/call', { name: 'find_operations', arguments: '{"query":"ideas"}' }],
    ['tools/list', []],
    ['tools/call', call({ _meta: null })],
    ['tools/call', call({ _meta: { progressToken: null } })],
    ['tools/call', call({ task: null })],
    ['tools/list', { cursor: null }],
    ['initialize', { ...initialize(), ...nothing }],
    ['initialize', { ...initialize(), capabilities: [] }],
    ['initialize', { ...initialize(), capabilities: { sampling: [], roots: [] } }],
  ];

  it.each(cases)('are read in %s %j', async (method, params) => {
    const id = `${method} ${JSON.stringify(params)}`;
    stdio.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const answer = await stdio.seen((message: Message) => message.id === id);
    const { messages } = await http.ask({
      body: { jsonrpc: '2.0', id: 7, method, params },
      headers: method === 'initialize' ? {} : await session(),
    });
    for (const { result, error } of [answer, ...messages]) {
      expect(error).toBeUndefined();
      expect(result?.['isError'] ?? false).toBe(false);
    }
  });
});

describe('a host that declares elicitation and cannot ask', () => {
  const env = { ...sandbox, VISIBILITY_CONFIRM_ABOVE: '4', VISIBILITY_MAX_WAIT: '1' };
  const paid = { operation: 'storylines.create', arguments: { project: 1, keyword: 'tent pegs' } };
  const refused = {
    ok: false,
    error: {
      code: 'confirmation_required',
      outcome: 'not_sent',
      confirm_above: 4,
      next: expect.stringContaining('--unattended'),
    },
  };
  const answers: [what: string, answer: object | undefined][] = [
    ['refuses', { error: { code: -32_601, message: 'Method not found' } }],
    ['fails', { error: { code: -32_603, message: 'Internal error' } }],
    ['answers nonsense', { result: { yes: 'sure' } }],
    ['answers with an unknown action', { result: { action: 'maybe' } }],
    ['answers nothing', { result: {} }],
    ['never answers', undefined],
  ];

  it.each(answers)('%s: the call is refused with a way out', async (_what, answer) => {
    const host = await openHost(suite, { env, capabilities: { elicitation: {} } });
    const call = host.call('call_paid', paid);
    const { id } = await host.seen(({ method }) => method === 'elicitation/create');
    if (answer) host.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
    expect(await call).toMatchObject(refused);
  });

  it('is not asked again once it said that it cannot', async () => {
    const host = await openHost(suite, { env, capabilities: { elicitation: {} } });
    const call = host.call('call_paid', paid);
    const { id } = await host.seen(({ method }) => method === 'elicitation/create');
    host.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } })}\n`);
    await call;
    expect(await host.call('call_paid', paid)).toMatchObject(refused);
    expect(host.messages.filter(({ method }) => method === 'elicitation/create')).toHaveLength(1);
  });

  it('a person who says no is not such a host', async () => {
    const host = await openHost(suite, {
      env,
      capabilities: { elicitation: {} },
      answer: () => ({ action: 'cancel' }),
    });
    const { error } = (await host.call('call_paid', paid)) as { error: { code: string; next: string } };
    expect(error.code).toBe('confirmation_required');
    expect(error.next).not.toContain('--unattended');
  });
});

it.each([
  { error: { code: -32_601, message: 'Method not found' } },
  { result: { roots: null } },
  { result: { roots: [{ uri: 'https://a.example/' }] } },
  undefined,
])('a host that declares folders and answers %j has none', async (answer) => {
  const host = await openHost(suite, { env: { ...sandbox, VISIBILITY_MAX_WAIT: '1' }, capabilities: { roots: {} } });
  const given = { project: 1, file: '/nowhere/k.csv' };
  const call = host.call('call_paid', { operation: 'keywords.import_csv', arguments: given });
  const { id } = await host.seen(({ method }) => method === 'roots/list');
  if (answer) host.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  expect((await call).error).toMatchObject({ code: 'invalid_arguments', outcome: 'not_sent' });
});
